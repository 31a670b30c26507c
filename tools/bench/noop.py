"""Bots that need no time: they play a match again whose moves were found before."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import grpc
from siurell.bot import Bot, View
from siurell.games.registry import game_named
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire import PROTOCOL_VERSION

METHOD = "/siurell.v1.RefereeService/PlaySeat"


@dataclass(frozen=True)
class Script:
    """A match that was played at random: its seed, its replay and the answer to every question."""

    game: str
    seats: int
    seed: bytes
    moves: dict[int, str]
    replay: bytes

    def answers(self, match_id: str) -> dict[int, bytes]:
        """The answers as they are sent in a match of this name."""
        return {
            number: pb.PlaySeatRequest(
                decision=pb.Decision(match_id=match_id, decision_id=number, move=move)
            ).SerializeToString()
            for number, move in self.moves.items()
        }


def write_script(game: str, seats: int, number: int) -> Script:
    """Play a match in this process and keep what was answered."""
    moves: dict[int, str] = {}
    rng = random.Random(number)

    class Recorder(Bot):
        def choose(self, view: View) -> str:
            moves[view.decision_id] = move = str(rng.choice(view.legal_moves))
            return move

    seed = seed_from_text(f"bench {game} {seats} {number}")
    played = play_local(game_named(game), [Recorder] * seats, seed=seed)
    return Script(game, seats, seed, moves, played.replay.data)


class NoOpSeat:
    """One session's stream; `play` answers from a script until the match is over."""

    def __init__(self, session: pb.OpenSessionResponse) -> None:
        self.session_id = session.session_id
        self._token = session.token
        self._channel = grpc.aio.insecure_channel(session.address)
        self._stream: Any = self._channel.stream_stream(METHOD)()
        self.questions = 0
        self.question_bytes = 0

    async def log_in(self) -> None:
        hello = pb.Hello(token=self._token, protocol=PROTOCOL_VERSION, sdk="bench/1")
        await self._stream.write(pb.PlaySeatRequest(hello=hello).SerializeToString())

    async def play(self, match_id: str, answers: dict[int, bytes]) -> None:
        while True:
            data = await self._stream.read()
            message = pb.PlaySeatResponse.FromString(data)
            kind = message.WhichOneof("message")
            if kind == "ask":
                self.questions += 1
                self.question_bytes += len(data)
                await self._stream.write(answers[message.ask.decision_id])
            elif kind == "finished":
                return
            else:
                ready = pb.Ready(match_id=match_id)
                await self._stream.write(pb.PlaySeatRequest(ready=ready).SerializeToString())

    async def close(self) -> None:
        await self._channel.close()
