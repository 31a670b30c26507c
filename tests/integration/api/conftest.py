"""A ladder that serves on loopback, in a thread of its own, and callers with tokens."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from siurell.client.channel import TLS, Address
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult

from ladder.api.client import RemoteLadder
from ladder.api.server import ApiDoor, open_api
from ladder.domain.access import Role
from ladder.domain.batch import MatchOrder, Report, SeatLog, ShippedBot
from ladder.services.api_tokens import issue_api_token
from ladder.services.arena import Arena
from ladder.services.owners import add_owner, list_owners
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.database import Database
from ladder.store.home import Home
from serving.door import TlsFiles

LIMIT_S = 30.0


class Served:
    """The ladder behind a port; it can be stopped and started again at the same one."""

    def __init__(self, arena: Arena, tls: TlsFiles | None = None) -> None:
        self.arena = arena
        self.tls = tls
        self.address = "127.0.0.1:0"

    def start(self) -> None:
        self._up, self._end = threading.Event(), None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        assert self._up.wait(LIMIT_S)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        if self._end is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(LIMIT_S)
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        try:
            asyncio.run(self._until_told())
        except BaseException as error:
            self._failure = error
        finally:
            self._up.set()

    async def _until_told(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with open_api(self.arena, ApiDoor(self.address, self.tls)) as self.address:
            self._up.set()
            await self._end.wait()

    @property
    def way(self) -> Address:
        if self.tls is None:
            return Address(self.address)
        port = self.address.rpartition(":")[2]
        return Address(f"{TLS}localhost:{port}", self.tls.certificate)


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    home = Home(tmp_path / "home")
    with Database.open(home) as db:
        yield Arena(home, db)


@pytest.fixture
def served(arena: Arena) -> Iterator[Served]:
    served = Served(arena)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def token_of(arena: Arena) -> Callable[..., str]:
    """A new token of an owner, who is made when there is none of this name."""

    def _token_of(name: str, role: Role = Role.AUTHOR) -> str:
        if name not in [owner.name for owner in list_owners(arena)]:
            add_owner(arena, name, role)
        return issue_api_token(arena, name).token

    return _token_of


@pytest.fixture
def caller(served: Served, token_of: Callable[..., str]) -> Iterator[Callable[..., RemoteLadder]]:
    """The ladder over the wire, as an owner sees it."""
    opened: list[RemoteLadder] = []

    def _caller(name: str = "ana", role: Role = Role.AUTHOR) -> RemoteLadder:
        opened.append(RemoteLadder(served.way, token_of(name, role)))
        return opened[-1]

    yield _caller
    for ladder in opened:
        ladder.__exit__(None, None, None)


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[..., Path]:
    def _make(name: str = "mybot", code: str = "print()\n") -> Path:
        folder = tmp_path / "bots" / f"{name}-{len(list(tmp_path.glob('bots/*')))}"
        folder.mkdir(parents=True)
        (folder / "siurell.toml").write_text(f'name = "{name}"\ngames = ["finca"]\n')
        (folder / "bot.py").write_text(code)
        return folder

    return _make


@pytest.fixture
def played(arena: Arena, make_bot: Callable[..., Path]) -> Arena:
    """Three bots, one of them Ana's, that have played; the last one fails now and then."""
    add_owner(arena, "ana")
    for name in ("greedy", "random"):
        set_checked(arena, submit(arena, ShippedBot(name)).id, True, "fine")
    own = submit(arena, make_bot(), note="the first", owner="ana")
    set_checked(arena, own.id, True, "checked\n")
    play_made_up(arena, "finca", 4)
    return arena


@pytest.fixture
def play() -> Callable[[Arena, str, int], None]:
    return play_made_up


def play_made_up(arena: Arena, season: str, batches: int) -> None:
    """Have made-up matches reported."""
    rng = random.Random("made up")
    for _ in range(batches):
        batch = next_batch(arena, [season_named(arena, season)], worker="w", rng=rng, max_blocks=1)
        assert batch is not None
        for order in batch.orders:
            report(arena, made_up(order))


def made_up(order: MatchOrder) -> Report:
    now = datetime.now(UTC)
    seats = len(order.seating)
    last = Evidence(limit_us=500_000, stderr="what I thought", detail="made up")
    ended = [SeatResult(seat + 1, 60 - seat, Cause.GAME_RULES) for seat in range(seats)]
    if int(order.match_id[2:]) % 3 == 0:
        ended[-1] = SeatResult(seats, 1, Cause.TIMEOUT, fault_order=1, evidence=last)
    return Report(
        order.match_id,
        order.attempt,
        MatchResult(tuple(ended), 100, 90),
        f"{order.match_id}".encode() * 20,
        "d" * 64,
        "w",
        now,
        now,
        tuple(SeatLog(seat, f"seat {seat} was here\n") for seat in range(seats)),
    )
