"""Attacks on the referee over a bot's own socket, while others play on the same referee."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from siurell.match.result import Cause
from siurell.v1 import referee_service_pb2 as pb

from ladder.worker.sandbox import Limits

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

GONE_WITHIN_S = 40
ROOM_MIB = 64
"""How much more memory the referee may take under attack."""
FLOODS = (
    "streams_opened_and_reset",
    "pings_without_end",
    "settings_without_end",
    "headers_without_end",
    "empty_data_without_end",
)
SMALL = (
    ("message_of_3_mib", "gzip_bomb", "metadata_of_1_mib,bad_tokens"),
    ("connections_half_open", "logins_without_end", ",".join(FLOODS)),
    (
        "frames_that_are_none,another_protocol,streams_without_end",
        "close_at_each_step",
        "token_twice",
    ),
)
LARGE = ("message_of_200_mib",)


async def open_session(ring) -> pb.OpenSessionResponse:
    request = pb.OpenSessionRequest(request_id=secrets.token_hex(8), label="x", local=True)
    referee = ring.referee
    return await referee.stub.OpenSession(request, timeout=20, metadata=referee.metadata)


async def close_session(ring, session: pb.OpenSessionResponse) -> None:
    request = pb.CloseSessionRequest(session_id=session.session_id)
    await ring.referee.stub.CloseSession(request, timeout=20, metadata=ring.referee.metadata)


def most_memory_mib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def found(ring, expect_sound) -> dict[str, tuple[Any, Any]]:
    """Result of the attacker and what it told, by attack; the referee stayed small and alive."""
    before = most_memory_mib(ring.referee.pid)
    found = {}
    for groups in (SMALL[:2], (SMALL[2], LARGE)):
        line_ups = [[*(ring.bot("lines", one) for one in group), ring.sound()] for group in groups]
        matches = await ring.play_all(line_ups, limits=Limits())
        for group, match in zip(groups, matches, strict=True):
            expect_sound(match, len(group))
            for seat, attacks in enumerate(group):
                said = match.said(seat)
                found |= {one: (match.seat(seat), said.get(one)) for one in attacks.split(",")}
    assert most_memory_mib(ring.referee.pid) < before + ROOM_MIB
    return found


@pytest.mark.parametrize("attack", ["message_of_3_mib", "message_of_200_mib"])
async def test_large_message(found, attack: str) -> None:
    """It is cut off unread; the bot may come back within its clock."""
    seat, outcome = found[attack]
    assert (seat.cause, outcome) == (Cause.GAME_RULES, "RESOURCE_EXHAUSTED")


async def test_gzip_bomb(found) -> None:
    """What is packed is not unpacked beyond the longest message."""
    seat, outcome = found["gzip_bomb"]
    assert (seat.cause, outcome) == (Cause.GAME_RULES, "RESOURCE_EXHAUSTED")


async def test_metadata_of_1_mib(found) -> None:
    """A call with so much beside its messages is refused."""
    assert found["metadata_of_1_mib"][1] == "RESOURCE_EXHAUSTED"


async def test_connections_half_open(found) -> None:
    """800 of them at one seat's socket: few are taken, and the others keep theirs."""
    seat, tried = found["connections_half_open"]
    assert (seat.cause, tried) == (Cause.GAME_RULES, 800)


async def test_connections_half_open__take_few_files_of_the_referee(ring, sockets_of) -> None:
    """Others need files too, to come in; and what says nothing is hung up on."""
    session = await open_session(ring)
    before = sockets_of(ring.referee.pid)
    held = [socket.socket(socket.AF_UNIX) for _ in range(800)]
    try:
        for line in held:
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                line.connect(session.address.removeprefix("unix:"))
            if line.fileno() % 50 == 0:
                await asyncio.sleep(0)
        assert sockets_of(ring.referee.pid) <= before + 16
        async with asyncio.timeout(GONE_WITHIN_S):
            while sockets_of(ring.referee.pid) > before:
                await asyncio.sleep(0.05)
    finally:
        for line in held:
            line.close()
        await close_session(ring, session)


async def test_logins_without_end(found) -> None:
    """A bot that loses its line again and again is out."""
    seat, logins = found["logins_without_end"]
    assert seat.cause is Cause.PROTOCOL
    assert logins is None or logins <= 100, "it may be ended before it tells"


@pytest.mark.parametrize("attack", FLOODS)
async def test_flood_below_the_messages(found, attack: str) -> None:
    """Frames without end on a connection of its own disturb nobody, the bot's own line included."""
    seat, outcome = found[attack]
    assert seat.cause is Cause.GAME_RULES
    assert outcome in ("cut", "ended")


@pytest.mark.parametrize("attack", ["frames_that_are_none", "another_protocol"])
async def test_no_protocol_of_ours(found, attack: str) -> None:
    """What is no HTTP/2 is hung up on."""
    assert found[attack][1] in ("cut", "ended")


async def test_streams_without_end(found) -> None:
    """Calls beside the bot's own wait or are refused; it plays on."""
    assert found["streams_without_end"][0].cause is Cause.GAME_RULES


async def test_close_at_each_step(found) -> None:
    """Whenever a bot hangs up, it may come back and gets its question again."""
    seat, steps = found["close_at_each_step"]
    assert seat.cause is Cause.GAME_RULES
    assert steps == ["nothing", "hello", "welcome", "ready", "ask", "answer"]


async def test_bad_tokens(found) -> None:
    """No other word than its token lets a bot in, even at its own socket."""
    assert set(found["bad_tokens"][1]) == {"UNAUTHENTICATED"}


async def test_token_twice(found) -> None:
    """The newest login has the seat, the older one is told so; it is one seat all the same."""
    seat, outcome = found["token_twice"]
    assert (seat.cause, outcome) == (Cause.GAME_RULES, "ABORTED")
