"""A real referee in the test's own loop, hosts, and seats that say what a test wants."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import grpc
import pytest
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc
from siurell.wire import PROTOCOL_VERSION
from siurell.wire.codec import decode_observation

from referee.config import RefereeConfig
from referee.server import Referee
from referee.socket_folder import SocketFolder

LIMIT = 20.0
HOST_TOKEN = "host-secret"
PLAY_SEAT = "/siurell.v1.RefereeService/PlaySeat"
OWN_POOL = ("grpc.use_local_subchannel_pool", 1)


class SeatClient:
    """One stream of one bot, message by message; `send_raw` sends any bytes."""

    def __init__(self, address: str, token: str, options=()) -> None:
        self.token = token
        self._channel = grpc.aio.insecure_channel(address, options=(OWN_POOL, *options))
        self.call = self._channel.stream_stream(PLAY_SEAT)()
        self.welcome: pb.Welcome | None = None

    async def use(self, channel: grpc.aio.Channel) -> None:
        """Go another way than that of the address alone."""
        await self._channel.close()
        self._channel = channel
        self.call = channel.stream_stream(PLAY_SEAT)()

    async def send_raw(self, data: bytes) -> None:
        """Send bytes; that the stream has ended is said by the read that follows."""
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            async with asyncio.timeout(LIMIT):
                await self.call.write(data)

    async def send(self, **message) -> None:
        await self.send_raw(pb.PlaySeatRequest(**message).SerializeToString())

    async def read(self) -> pb.PlaySeatResponse | None:
        """The next message; None when the stream ended well; `grpc.aio.AioRpcError` otherwise."""
        async with asyncio.timeout(LIMIT):
            data = await self.call.read()
        return None if data is grpc.aio.EOF else pb.PlaySeatResponse.FromString(data)

    async def hello(self, **changes) -> None:
        hello = {"token": self.token, "protocol": PROTOCOL_VERSION, "sdk": "test/1", **changes}
        await self.send(hello=pb.Hello(**hello))

    async def get_welcome(self) -> pb.Welcome:
        self.welcome = (await self.read()).welcome
        assert self.welcome.match_id
        return self.welcome

    async def get_ready(self) -> None:
        await self.get_welcome()
        await self.send(ready=pb.Ready(match_id=self.welcome.match_id))

    async def get_ask(self) -> pb.Ask:
        message = await self.read()
        assert message.WhichOneof("message") == "ask", message
        return message.ask

    async def get_finished(self) -> pb.Finished:
        message = await self.read()
        assert message.WhichOneof("message") == "finished", message
        return message.finished

    async def answer(self, ask: pb.Ask, move: str | None = None) -> None:
        """Answer with a move, or with the first legal one."""
        text = self.legal(ask)[0] if move is None else move
        decision = pb.Decision(match_id=ask.match_id, decision_id=ask.decision_id, move=text)
        await self.send(decision=decision)

    def legal(self, ask: pb.Ask) -> list[str]:
        """The legal moves, worked out from the observation alone."""
        told = self.welcome
        seen = decode_observation(
            told.game, ask.observation, told.seats, dict(told.options), told.seat
        )
        return [str(move) for move in seen.legal_moves()]

    async def play_on(self) -> pb.Finished:
        """Answer everything with the first legal move until the match is over for this seat."""
        while (message := await self.read()).WhichOneof("message") != "finished":
            await self.answer(message.ask)
        return message.finished

    async def status(self) -> tuple[str, str, str]:
        """Code, reason and sentence of a stream that has ended."""
        async with asyncio.timeout(LIMIT):
            code = await self.call.code()
            trailer = dict(await self.call.trailing_metadata())
            return code.name, trailer.get("siurell-reason", ""), await self.call.details()

    async def hang_up(self) -> None:
        """Drop the line, as a process that is killed does."""
        await self._channel.close()


class HostClient:
    """A host's line to its match."""

    def __init__(self, call) -> None:
        self._call = call

    async def read(self) -> pb.HostMatchResponse | None:
        async with asyncio.timeout(LIMIT):
            message = await self._call.read()
        return None if message is grpc.aio.EOF else message

    async def send(self, **message) -> None:
        await self._call.write(pb.HostMatchRequest(**message))

    async def seat_gone(self, seat: int, **evidence) -> None:
        said = match_pb2.Evidence(**evidence)
        await self.send(seat_gone=pb.HostSeatGone(seat=seat, evidence=said))

    async def get_seat_out(self) -> pb.HostSeatOut:
        message = await self.read()
        assert message.WhichOneof("message") == "seat_out", message
        return message.seat_out

    async def get_finished(self, *, received: bool = True) -> pb.HostFinished:
        """The end of the match, after whatever else is told; the referee hears that it came."""
        while (message := await self.read()).WhichOneof("message") != "finished":
            pass
        if received:
            await self.send(received=pb.HostReceived())
            assert await self.read() is None
        return message.finished

    def hang_up(self) -> None:
        self._call.cancel()

    async def code(self) -> str:
        async with asyncio.timeout(LIMIT):
            return (await self._call.code()).name


class Arena:
    """A referee and everything that a test does with it from outside."""

    def __init__(self, control: str, referee: Referee | None = None, config=None) -> None:
        self.referee = referee
        self.config = config
        self.metadata = (("siurell-host-token", HOST_TOKEN),)
        self.channel = grpc.aio.insecure_channel(control, options=[OWN_POOL])
        self.stub = pb_grpc.RefereeServiceStub(self.channel)
        self._seats: list[SeatClient] = []
        self._made = 0

    async def call(self, method: str, request, **changes):
        options = {"timeout": LIMIT, "metadata": self.metadata, **changes}
        return await getattr(self.stub, method)(request, **options)

    async def open_session(self, **changes) -> pb.OpenSessionResponse:
        request = pb.OpenSessionRequest(**{"label": "bot", "local": True, **changes})
        return await self.call("OpenSession", request)

    def request(self, sessions, **changes) -> pb.CreateMatchRequest:
        self._made += 1
        fields = {
            "match_id": f"m{self._made}",
            "game": "finca",
            "session_ids": [session.session_id for session in sessions],
            "time_control": "60s",
            "seed": bytes(range(32)),
            **changes,
        }
        return pb.CreateMatchRequest(**fields)

    async def create_match(self, sessions, **changes) -> str:
        request = self.request(sessions, **changes)
        await self.call("CreateMatch", request)
        return request.match_id

    async def host(self, match_id: str) -> HostClient:
        """Take a match up, and wait until the referee has noticed."""
        host = HostClient(self.stub.HostMatch(metadata=self.metadata))
        await host.send(hello=pb.HostHello(match_id=match_id))
        assert (await host.read()).WhichOneof("message") == "attached"
        return host

    def seat(self, session, **options) -> SeatClient:
        seat = SeatClient(session.address, session.token, **options)
        self._seats.append(seat)
        return seat

    async def log_in(self, session, **changes) -> SeatClient:
        seat = self.seat(session)
        await seat.hello(**changes)
        return seat

    async def match_of(self, seats: int = 2, **changes) -> Table:
        """A match with all its seats ready; the first question is on its way."""
        sessions = [await self.open_session() for _ in range(seats)]
        players = [await self.log_in(session) for session in sessions]
        match_id = await self.create_match(sessions, **changes)
        host = await self.host(match_id)
        for player in players:
            await player.get_ready()
        return Table(match_id, host, sessions, players)

    def driver(self, match_id: str):
        """The driver of a match, for what cannot be done from outside."""
        return self.referee.matches.find(match_id).driver

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until something is so with the referee, which runs in the test's own loop."""
        async with asyncio.timeout(LIMIT):
            while not there():
                await asyncio.sleep(0)

    async def info(self, match_id: str) -> pb.MatchInfo:
        return (await self.call("GetMatch", pb.GetMatchRequest(match_id=match_id))).match

    async def decisions(self, match_id: str, number: int) -> None:
        """Wait until so many decisions of a match have been made."""
        async with asyncio.timeout(LIMIT):
            request = pb.WatchMatchRequest(match_id=match_id)
            steps = self.stub.WatchMatch(request, metadata=self.metadata)
            async for _ in steps:
                if (await self.info(match_id)).decisions >= number:
                    break
            steps.cancel()

    async def close(self) -> None:
        for seat in self._seats:
            await seat.hang_up()
        await self.channel.close()


class Table:
    """One match: its host's line, its sessions and its seats."""

    def __init__(self, match_id, host, sessions, players) -> None:
        self.match_id = match_id
        self.host = host
        self.sessions = sessions
        self.players = players

    async def play_on(self) -> list[pb.Finished]:
        """All seats play to the end."""
        return list(await asyncio.gather(*(player.play_on() for player in self.players)))


class RemoteBots:
    """Remote bots of a referee: admits them and sees who is online."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._watch = arena.stub.WatchBots(pb.WatchBotsRequest(), metadata=arena.metadata)
        self.all: list[pb.RemoteSession] = []

    async def admit(self, *names: str) -> dict[str, str]:
        """New tokens for these bots; nobody else is admitted."""
        tokens = {name: f"siu_{secrets.token_urlsafe(24)}" for name in names}
        digests = {name: hashlib.sha256(tokens[name].encode()).digest() for name in names}
        await self.admit_by(digests)
        return tokens

    async def admit_by(self, digests: dict[str, bytes], notice: str = "") -> None:
        bots = [
            pb.RemoteBot(bot_id=name, label=name, token_digest=digest, notice=notice)
            for name, digest in digests.items()
        ]
        await self._arena.call("AdmitBots", pb.AdmitBotsRequest(bots=bots))

    async def until(self, wanted) -> dict[str, pb.RemoteSession]:
        """Who is online, as soon as it is as wanted."""
        async with asyncio.timeout(3 * LIMIT):
            while True:
                online = {session.bot_id: session for session in self.all}
                if wanted(online):
                    return online
                self.all = list((await self._watch.read()).online)

    def close(self) -> None:
        self._watch.cancel()


@pytest.fixture
def short_folder():
    """A folder with a name short enough for sockets."""
    # Also when the tests are killed, nothing of it is left for good.
    own = SocketFolder(None)
    folder = own.path / "t"
    folder.mkdir(mode=0o700)
    yield folder
    own.close()


@pytest.fixture
async def start_python():
    """Start Python processes whose streams are pipes; what still runs at the end is killed."""
    started = []

    async def start(*words, cwd=None, **environ):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *map(str, words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, **environ},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.fixture
async def arena_of():
    """What a test does with a referee at an address that it started itself."""
    made = []

    def make(control: str) -> Arena:
        made.append(Arena(control))
        return made[-1]

    yield make
    for arena in made:
        await arena.close()


@pytest.fixture
async def make_arena(short_folder):
    """Start referees with what differs from the usual configuration; all are stopped at the end."""
    started: list[Arena] = []

    async def make(**changes) -> Arena:
        usual = RefereeConfig(
            control=f"unix:{short_folder}/c{len(started)}",
            host_token=HOST_TOKEN,
            tcp="127.0.0.1:0",
            journals=short_folder / f"journals{len(started)}",
            reflection=True,
            lag_percent=100_000,  # on a busy machine a loss by time is to stay one
        )
        config = replace(usual, **changes)
        referee = Referee(config)
        await referee.start()
        started.append(Arena(referee.control, referee, config))
        return started[-1]

    yield make
    for arena in started:
        await arena.close()
        await arena.referee.stop()


@pytest.fixture
def pass_time(monkeypatch):
    """Let the clock of a referee in the test's own loop jump, which is no lag of its own."""

    def jump(arena: Arena, seconds: float) -> None:
        now, now_ns = time.monotonic, time.monotonic_ns
        arena.referee.matches._lag._due += seconds
        monkeypatch.setattr(time, "monotonic", lambda: now() + seconds)
        monkeypatch.setattr(time, "monotonic_ns", lambda: now_ns() + round(seconds * 1e9))

    return jump


@pytest.fixture
async def remote_bots(public):
    """The remote bots of the test's public referee."""
    bots = RemoteBots(public)
    yield bots
    bots.close()


@pytest.fixture
async def arena(make_arena) -> Arena:
    """A referee as it usually is."""
    return await make_arena()
