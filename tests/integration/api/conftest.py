"""A ladder that serves on loopback, in a thread of its own, and callers with tokens."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import grpc
import pytest
from siurell.client.channel import TLS, Address
from siurell.errors import SiurellError
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.v1 import ladder_service_pb2_grpc
from siurell.wire.metadata import REASON

from ladder.api.client import RemoteLadder
from ladder.api.line import Line
from ladder.api.metadata import PROTOCOL, TOKEN
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
from referee.serving.door import TlsFiles

LIMIT_S = 30.0

MakeBot = Callable[..., Path]


class Raw:
    """Calls that no client of ours would make."""

    def __init__(self, served, token: str, **metadata: str) -> None:
        self._address = served.address
        self._metadata = tuple({TOKEN: token, PROTOCOL: "1", **metadata}.items())

    def __call__(self, method: str, request: object, timeout: float | None = LIMIT_S) -> object:
        return asyncio.run(self._call(method, request, timeout))

    async def _call(self, method: str, request: object, timeout: float | None) -> object:
        async with grpc.aio.insecure_channel(self._address) as channel:
            stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
            call = getattr(stub, method)(request, timeout=timeout, metadata=self._metadata)
            async with asyncio.timeout(LIMIT_S):
                return await call

    def refused(self, method: str, request: object, timeout: float | None = LIMIT_S) -> tuple:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            self(method, request, timeout)
        reason = dict(caught.value.trailing_metadata() or ()).get(REASON)
        return caught.value.code().name, reason


class Served:
    """The ladder behind a port; it can be stopped and started again at the same one."""

    def __init__(self, arena: Arena, address: str) -> None:
        self.arena = arena
        self.tls: TlsFiles | None = None
        self.address = address

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


@contextmanager
def kept_address() -> Iterator[str]:
    """A port of loopback that nobody else gets, whether or not a server listens at it.

    It is bound by a socket that does not listen, which keeps no server from it.
    """
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{place.getsockname()[1]}"


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    home = Home(tmp_path / "home")
    with Database.open(home) as db:
        yield Arena(home, db)


@pytest.fixture
def served(arena: Arena) -> Iterator[Served]:
    with kept_address() as address:
        served = Served(arena, address)
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
    with ExitStack() as lines:

        def _caller(name: str = "ana", role: Role = Role.AUTHOR) -> RemoteLadder:
            line = lines.enter_context(Line(served.way, token_of(name, role)))
            return RemoteLadder(line)

        yield _caller


@pytest.fixture
def played(arena: Arena, make_bot: MakeBot) -> Arena:
    """Three bots, one of them Ana's, that have played; the last one fails now and then."""
    fill(arena, make_bot)
    return arena


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory, bot_folder: MakeBot) -> Iterator[Served]:
    """The same, served, for tests that change nothing."""
    with served_in(bot_folder, tmp_path_factory.mktemp("played")) as served:
        yield served


@pytest.fixture(scope="session")
def serving() -> Callable[[Path], AbstractContextManager[Served]]:
    """An empty arena in a folder, not served yet."""

    @contextmanager
    def _serving(folder: Path) -> Iterator[Served]:
        home = Home(folder / "home")
        with Database.open(home) as db, kept_address() as address:
            yield Served(Arena(home, db), address)

    return _serving


@pytest.fixture
def serve_played(bot_folder: MakeBot) -> Callable[[Path], AbstractContextManager[Served]]:
    """The same in a folder of the test's own."""
    return partial(served_in, bot_folder)


@contextmanager
def served_in(bot_folder: MakeBot, folder: Path) -> Iterator[Served]:
    """An arena in which bots have played, with an operator, served."""
    home = Home(folder / "home")
    with Database.open(home) as db, kept_address() as address:
        served = Served(Arena(home, db), address)
        fill(served.arena, partial(bot_folder, folder / "bots"))
        add_owner(served.arena, "root", Role.OPERATOR)
        served.start()
        yield served
        served.stop()


def fill(arena: Arena, make_bot: MakeBot) -> None:
    """Have bots play."""
    add_owner(arena, "ana")
    for name in ("greedy", "random"):
        set_checked(arena, submit(arena, ShippedBot(name)).id, True, "fine")
    for code in ("print(0)\n", "print(1)\n"):
        own = submit(arena, make_bot(code=code), note="so far", owner="ana")
        set_checked(arena, own.id, True, "checked\n")
        play_made_up(arena, "finca", 2)


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


@pytest.fixture
def refused() -> Callable[[Callable[[], object]], str]:
    """The word by which a call is refused."""

    def _refused(call: Callable[[], object]) -> str:
        with pytest.raises(SiurellError) as caught:
            call()
        assert "Traceback" not in str(caught.value)
        return caught.value.reason

    return _refused


@pytest.fixture
def raw(served: Served, token_of: Callable[..., str]) -> Callable[..., Raw]:
    """Calls that no client of ours would make, with Ana's token unless another is shown."""

    def _raw(token: str | None = None, **metadata: str) -> Raw:
        return Raw(served, token_of("ana") if token is None else token, **metadata)

    return _raw


@pytest.fixture(scope="session")
def alike_but_for_playing() -> Callable[[str, str], bool]:
    """Whether both ends said the same; elsewhere `ladder run` is no command that one could type."""

    def _alike(here: str, there: str) -> bool:
        lines, others = here.splitlines(), there.splitlines()
        assert "siurell ladder run" not in there
        return len(lines) == len(others) and all(
            line == other or "siurell ladder run" in line
            for line, other in zip(lines, others, strict=True)
        )

    return _alike
