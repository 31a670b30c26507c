"""A seat that stands still and has no line: it runs as soon as it is asked, so it can come back."""

from __future__ import annotations

import asyncio

from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.v1 import referee_service_pb2 as pb


class PausingHost:
    """Answers like a worker, and knows which seats stand still."""

    def __init__(self, line) -> None:
        self._line = line
        self.still: set[int] = set()
        self.changed = asyncio.Event()

    async def until_finished(self) -> pb.HostFinished:
        while True:
            message = await self._line.read()
            match message.WhichOneof("message"):
                case "pause_seat":
                    self.still.add(message.pause_seat.seat)
                case "continue_seat":
                    wanted = message.continue_seat
                    self.still.discard(wanted.seat)
                    answer = pb.HostContinued(seat=wanted.seat, decision_id=wanted.decision_id)
                    await self._line.send(continued=answer)
                case "finished":
                    return message.finished
            self.changed.set()

    async def until(self, seat: int, *, still: bool) -> None:
        async with asyncio.timeout(20):
            while (seat in self.still) is not still:
                self.changed.clear()
                await self.changed.wait()


async def test_line_lost_while_standing_still__runs_when_asked_and_comes_back(arena) -> None:
    table = await arena.match_of(2, ponder_off=True)
    host = PausingHost(table.host)
    hosting = asyncio.create_task(host.until_finished())
    first = await table.players[0].get_ask()
    await host.until(1, still=True)
    await table.players[1].hang_up()
    while arena.driver(table.match_id).seats[1].lost is False:
        await asyncio.sleep(0.01)
    assert 1 in host.still, "who drops its line may not think on another's time"
    await table.players[0].answer(first)
    playing = asyncio.create_task(table.players[0].play_on())
    await host.until(1, still=False)
    back = await arena.log_in(table.sessions[1])
    await back.get_ready()
    await asyncio.gather(playing, back.play_on())
    replay = read_replay((await hosting).replay)
    assert [seat.cause for seat in replay.result.seats] == [Cause.GAME_RULES] * 2
    assert {"lost", "back"} <= {getattr(record, "kind", "") for record in replay.records}
