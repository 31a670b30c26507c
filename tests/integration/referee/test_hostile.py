"""Bots that do whatever comes into their heads: every match ends, and its replay holds."""

from __future__ import annotations

import asyncio
import random

import grpc
import pytest
from siurell.match.result import Verdict
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import result_from_message

MATCHES = 6
WAYS = {
    "well": 300,
    "twice": 8,
    "old": 8,
    "hang_up": 4,
    "never": 2,
    "log_in_again": 2,
    "garbage": 1,
    "nonsense": 1,
    "fail": 1,
}


class Hostile:
    """One bot: mostly it answers well."""

    def __init__(self, arena, session, rng) -> None:
        self._arena = arena
        self._session = session
        self._rng = rng
        self._player = None

    async def play(self) -> None:
        """Play until the session is closed, or the referee has had enough of it."""
        while True:
            self._player = await self._arena.log_in(self._session)
            try:
                while (message := await self._player.read()) is not None:
                    await self._react(message)
                    if self._player is None:
                        break
                else:
                    return
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.UNAVAILABLE:
                    return

    async def _react(self, message) -> None:
        player, kind = self._player, message.WhichOneof("message")
        if kind == "welcome":
            player.welcome = message.welcome
            await player.send(ready=pb.Ready(match_id=message.welcome.match_id))
        elif kind == "ask":
            how = self._rng.choices(list(WAYS), list(WAYS.values()))[0]
            await getattr(self, how)(player, message.ask)

    async def well(self, player, ask) -> None:
        await player.answer(ask, self._rng.choice(player.legal(ask)))

    async def twice(self, player, ask) -> None:
        await player.answer(ask)
        await player.answer(ask)

    async def never(self, player, ask) -> None:
        pass

    async def old(self, player, ask) -> None:
        await player.send(decision=pb.Decision(match_id=ask.match_id, decision_id=1, move="old"))
        await player.answer(ask)

    async def hang_up(self, player, ask) -> None:
        await player.hang_up()
        self._player = None

    async def log_in_again(self, player, ask) -> None:
        self._player = None

    async def garbage(self, player, ask) -> None:
        await player.send_raw(b"\xff" * self._rng.choice([1, 70_000]))

    async def nonsense(self, player, ask) -> None:
        await player.answer(ask, "nonsense")

    async def fail(self, player, ask) -> None:
        await player.send(fault=pb.Fault(match_id=ask.match_id, detail="boom"))


@pytest.mark.parametrize("number", range(2))
async def test_hostile_bots__every_match_ends_and_its_replay_holds(arena, number):
    async def one(match: int) -> list[Verdict]:
        rng = random.Random(f"{number}/{match}")
        seats = rng.choice([2, 3, 4])
        sessions = [await arena.open_session() for _ in range(seats)]
        bots = [asyncio.create_task(Hostile(arena, session, rng).play()) for session in sessions]
        match_id = await arena.create_match(sessions, time_control="/400ms", seed=rng.randbytes(32))
        host = await arena.host(match_id)
        finished = await host.get_finished()
        assert verify(read_replay(finished.replay), finished.digest).ok
        for session in sessions:
            await arena.call("CloseSession", pb.CloseSessionRequest(session_id=session.session_id))
        async with asyncio.timeout(20):
            await asyncio.gather(*bots)
        return [seat.verdict for seat in result_from_message(finished.result).seats]

    verdicts = [one for match in await asyncio.gather(*map(one, range(MATCHES))) for one in match]
    assert Verdict.NO_CONTEST not in verdicts
    assert Verdict.BOT_FAULT in verdicts
