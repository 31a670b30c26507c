"""Places at the port of a ladder: strangers get none, and who does not read keeps none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count

import grpc
import pytest
from siurell.v1 import ladder_service_pb2 as pb
from siurell.v1.ladder_service_pb2_grpc import LadderServiceStub
from siurell.wire.metadata import REASON

from ladder.api import service
from ladder.api.metadata import PROTOCOL, TOKEN
from ladder.services.bots import BotLogs

LIMIT_S = 30.0
SOON_S = 1.0
LONG = "x" * 60_000
"""So much that a few of them are more than is on the way to who does not read."""


@pytest.fixture
def serve_again(served, monkeypatch) -> Callable[..., None]:
    """Serve with other limits from here on."""

    def _serve(**limits: float) -> None:
        served.stop()
        for name, value in limits.items():
            monkeypatch.setattr(service, name, value)
        served.start()

    return _serve


@dataclass(frozen=True)
class Start:
    """What is written waits for it; then its time counts as it always does."""

    reached: threading.Event
    given: threading.Event


@pytest.fixture
def start(monkeypatch) -> Start:
    """The first write of a stream, which holds a place by then, waits until it is given."""
    real, start = service._read_within, Start(threading.Event(), threading.Event())

    @asynccontextmanager
    async def _started(seconds: float):
        start.reached.set()
        await asyncio.to_thread(start.given.wait, LIMIT_S)
        async with real(seconds):
            yield

    monkeypatch.setattr(service, "_read_within", _started)
    return start


@asynccontextmanager
async def stub_of(served, token: str):
    """A stub that shows the token, and gives up in time."""
    metadata = ((TOKEN, token), (PROTOCOL, "1"))
    async with grpc.aio.insecure_channel(served.address) as channel:
        stub = LadderServiceStub(channel)
        yield lambda method, request: getattr(stub, method)(
            request, metadata=metadata, timeout=LIMIT_S
        )


def reason_of(error: grpc.aio.AioRpcError) -> str:
    return str(dict(error.trailing_metadata() or ()).get(REASON))


CALLS = {
    "SubmitVersion": iter,
    "WatchStatus": lambda _: pb.WatchStatusRequest(bot="mybot"),
    "ListLogs": lambda _: pb.ListLogsRequest(bot="mybot"),
}


@pytest.mark.parametrize("method", CALLS)
def test_places__are_for_those_who_are_known(served, serve_again, token_of, method):
    """Where all places are taken a wrong token is still told as such."""
    serve_again(MOST_UPLOADS=0, MOST_WATCHERS=0, MOST_READERS=0)
    assert refused(served, "wrong", method) == "UNAUTHENTICATED"
    assert refused(served, token_of("ana"), method) == "FULL"


def test_places__of_unary_calls_are_for_those_who_are_known(served, token_of, monkeypatch):
    served.stop()
    monkeypatch.setattr("ladder.api.desk.MOST_WAITING", 0)
    served.start()
    assert refused(served, "wrong", "WhoAmI") == "UNAUTHENTICATED"
    assert refused(served, token_of("ana"), "WhoAmI") == "FULL"


def refused(served, token: str, method: str) -> str:
    async def called() -> str:
        async with stub_of(served, token) as call:
            made = call(method, CALLS.get(method, lambda _: pb.WhoAmIRequest())(()))
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await (made.read() if hasattr(made, "read") else made)
            return reason_of(caught.value)

    return asyncio.run(called())


@pytest.fixture
def changing(monkeypatch) -> None:
    """A bot whose status is long and another one at each look."""
    real, numbers = service.bot_status, count()

    def _status(arena, bot):
        found = real(arena, bot)
        note = f"{next(numbers)} {LONG}"
        return replace(found, version=replace(found.version, note=note))

    monkeypatch.setattr(service, "bot_status", _status)


def test_watch__who_does_not_read_is_left(
    played, served, serve_again, token_of, changing, start, capfd
):
    serve_again(MOST_WATCHERS=1, WRITE_WITHIN_S=SOON_S, LOOK_EVERY_S=0.001)
    request = pb.WatchStatusRequest(bot="mybot")
    reason, read = asyncio.run(left(served, start, token_of("ana"), "WatchStatus", request))
    assert reason == "NOT_READ"
    assert read > 1
    assert "Traceback" not in "".join(capfd.readouterr())


def test_watch__who_reads_slowly_is_not_left(played, served, serve_again, token_of, changing):
    serve_again(WRITE_WITHIN_S=5.0, LOOK_EVERY_S=0.001)

    async def read_slowly() -> int:
        async with stub_of(served, token_of("ana")) as call:
            made, read = call("WatchStatus", pb.WatchStatusRequest(bot="mybot")), 0
            for _ in range(40):
                read += len((await made.read()).status.version.note)
                await asyncio.sleep(0.02)
            made.cancel()
            return read

    assert asyncio.run(read_slowly()) > 40 * len(LONG)


def test_logs__who_does_not_read_is_left(played, served, serve_again, token_of, start, monkeypatch):
    def many(*_: object, **__: object) -> BotLogs:
        (log, *_) = real(played, "mybot", errors=False, limit=1).logs
        return BotLogs(tuple(replace(log, text=LONG) for _ in range(500)), 0)

    real = service.bot_logs
    monkeypatch.setattr(service, "bot_logs", many)
    serve_again(MOST_READERS=1, ANSWER_WITHIN_S=SOON_S)
    reason, read = asyncio.run(
        left(served, start, token_of("ana"), "ListLogs", pb.ListLogsRequest(bot="mybot"))
    )
    assert reason == "NOT_READ"
    assert 1 < read < 500


async def left(served, start: Start, token: str, method: str, request: object) -> tuple[str, int]:
    """The word by which one is left who read one message, and how many came all the same.

    Meanwhile the place that was held is another one's again.
    """
    async with stub_of(served, token) as call:
        held = call(method, request)
        async with asyncio.timeout(LIMIT_S):
            assert await asyncio.to_thread(start.reached.wait, LIMIT_S)
            assert await first_word(call(method, request)) == "FULL"
            start.given.set()
            await held.read()
            while await first_word(call(method, request)) == "FULL":
                await asyncio.sleep(0.05)
        read = 1
        try:
            while await held.read() is not grpc.aio.EOF:
                read += 1
        except grpc.aio.AioRpcError as error:
            return reason_of(error), read
        raise AssertionError("all of it was sent")


async def first_word(made) -> str:
    """What a stream begins with: a refusal's word, or nothing."""
    try:
        await made.read()
    except grpc.aio.AioRpcError as error:
        return reason_of(error)
    made.cancel()
    return ""
