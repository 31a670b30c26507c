"""Bots that need no time: they play a match again whose moves were found before."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path
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


class Meter:
    """From the first question of a match to its end: time on the wall and CPU of a process."""

    def __init__(self, pid: int) -> None:
        self.wall_us = 0.0
        self.cpu_us = 0.0
        self._pid = pid
        self._since: tuple[float, float] | None = None

    def question(self) -> None:
        if self._since is None:
            self._since = (time.perf_counter(), cpu_us(self._pid))

    def over(self) -> None:
        if self._since is not None:
            self.wall_us += (time.perf_counter() - self._since[0]) * 1e6
            self.cpu_us += cpu_us(self._pid) - self._since[1]
            self._since = None


def cpu_us(pid: int) -> float:
    """CPU time of a process so far, all its threads."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1000


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

    async def play(self, match_id: str, answers: dict[int, bytes], meter: Meter) -> None:
        while True:
            data = await self._stream.read()
            message = pb.PlaySeatResponse.FromString(data)
            kind = message.WhichOneof("message")
            if kind == "ask":
                meter.question()
                self.questions += 1
                self.question_bytes += len(data)
                await self._stream.write(answers[message.ask.decision_id])
            elif kind == "finished":
                meter.over()
                return
            else:
                ready = pb.Ready(match_id=match_id)
                await self._stream.write(pb.PlaySeatRequest(ready=ready).SerializeToString())

    async def close(self) -> None:
        await self._channel.close()
