"""A worker's public referee: remote bots at its tables, away, late, and when the referee dies."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace

import pytest
from siurell.client.channel import Address
from siurell.match.result import Cause

from ladder.domain.batch import AdmittedBot, Entrant, FolderBot, RemoteBot, ShippedBot
from ladder.domain.tokens import issue_token, token_digest
from ladder.worker.events import BotStarted, MatchStarted
from ladder.worker.play import play_batch
from ladder.worker.public import PublicReferee
from ladder.worker.public_door import PublicDoor
from ladder.worker.remote.bot import Workshop
from ladder.worker.remote.seat import Offline, Online, RemoteSeat, Way
from ladder.worker.sandbox.base import Limits
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process

LIMIT_S = 60.0
LATE = """
import time
from siurell import Bot

class Late(Bot):
    def start(self):
        time.sleep(2)

    def choose(self, view):
        return view.legal_moves[0]

Late.run()
"""


class Author:
    """Somebody whose bot is `mine`; `connect` lets it play from here."""

    def __init__(self, public: PublicReferee, scratch) -> None:
        self.events = []
        self._public = public
        self._scratch = scratch
        self._token = issue_token()
        self._playing: list[asyncio.Task[None]] = []

    async def admit(self) -> None:
        await self._public.admit([AdmittedBot("7", "mine@1", token_digest(self._token))])

    async def connect(self, source=None, run: str = "r1") -> asyncio.Task[None]:
        """Connect a bot, and wait until the worker has seen it."""
        way = Way(Address(self._public.address), self._token, run)
        workshop = Workshop(source or ShippedBot("greedy"), NoSandbox(), Limits(), self._scratch)
        seat = RemoteSeat(way, workshop, self.events.append)
        self._playing.append(asyncio.create_task(seat.run()))
        async with asyncio.timeout(LIMIT_S):
            while "7" not in self._public.online():
                if self._playing[-1].done():
                    await self._playing[-1]
                await asyncio.sleep(0.01)
        return self._playing[-1]

    async def leave(self) -> None:
        for playing in self._playing:
            playing.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


@pytest.fixture
async def public(short_folder):
    async with PublicReferee(PublicDoor("127.0.0.1:0"), short_folder) as referee:
        yield referee


@pytest.fixture
async def author(public, short_folder):
    made = Author(public, short_folder)
    await made.admit()
    yield made
    await made.leave()


def with_remote(batch):
    """The batch with a remote bot in the place of the first one."""
    first = Entrant("70", "mine@1", RemoteBot("7"))
    orders = tuple(replace(order, seed=os.urandom(32), block=1) for order in batch.orders)
    return replace(batch, entrants=(first, *batch.entrants[1:]), orders=orders)


@pytest.fixture
def play(public, short_folder):
    """Play a batch at the public referee; the reports, what was given back, and the events."""

    async def _play(batch, on_event=lambda event: None):
        reports = []
        left = await play_batch(
            batch,
            public.referee,
            NoSandbox(),
            on_report=reports.append,
            on_event=on_event,
            scratch=short_folder,
            public=public,
        )
        return reports, left

    return _play


async def test_public__a_remote_bot_plays_with_hosted_ones_who_stand_still(arena, author, play):
    await author.connect()
    started = []
    batch = with_remote(arena.batch(["dozes", "dozes"], turns=None, clock="60s"))
    reports, left = await play(batch, started.append)
    assert left == ()
    for report in reports:
        assert {seat.cause for seat in report.result.seats} == {Cause.GAME_RULES}
    places = {event.place for event in started if isinstance(event, BotStarted)}
    assert places == {1}, "nobody starts what its author runs"


async def test_public__a_bot_that_is_away_makes_it_no_contest_and_the_rest_goes_back(
    arena, public, author, play
):
    """F08: what never started is no fault of anybody's."""
    batch = with_remote(arena.batch(["dozes", "dozes"], turns=None, clock="60s"))
    (report,), left = await play(batch)
    assert report.result.aborted and report.missed == ("70",)
    assert "mine@1 was offline" in report.result.reason
    assert left == batch.orders[1:]
    assert public.referee.alive


async def test_public__a_bot_that_is_not_ready_in_time_did_not_come(arena, author, play, tmp_path):
    folder = tmp_path / "late"
    folder.mkdir()
    (folder / "bot.py").write_text(LATE)
    await author.connect(FolderBot(folder, ("python", "bot.py")))
    batch = with_remote(arena.batch(["dozes", "dozes"], clock="60s", startup_us=1_000_000))
    (report,), _ = await play(batch)
    assert report.result.aborted and report.missed == ("70",)
    assert "did not get ready" in report.result.reason


async def test_public_referee_killed__is_back_at_its_address_and_the_match_goes_on(
    arena, public, author, play, short_folder
):
    await author.connect()
    address, killed = public.address, []
    batch = with_remote(arena.batch(["dozes", "dozes"], clock="60s"))

    async def kill() -> None:
        async with asyncio.timeout(LIMIT_S):
            while lines_in(short_folder) < 20:
                await asyncio.sleep(0.01)
        killed.append(public.referee.pid)
        os.kill(public.referee.pid, signal.SIGKILL)

    killing = []

    def on_event(event) -> None:
        if isinstance(event, MatchStarted):
            killing.append(asyncio.create_task(kill()))

    (report,), left = await play(batch, on_event)
    await asyncio.gather(*killing)
    assert killed and left == ()
    assert [seat.cause for seat in report.result.seats] == [Cause.GAME_RULES] * 2
    assert public.address == address
    kinds = [type(event) for event in author.events]
    assert kinds[0] is Online and Offline in kinds
    assert Online(again=True) in author.events


def lines_in(scratch) -> int:
    """How many lines the journals hold."""
    found = scratch.glob("r-*/journals/*.jsonl")
    return sum(path.read_bytes().count(b"\n") for path in found)
