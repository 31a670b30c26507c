"""Strangers at the public port: whatever they send, a bot with its token is served meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os

import grpc
import pytest
from siurell.client.channel import Address, open_channel
from siurell.v1 import referee_service_pb2 as pb

from referee.development import make_certificate
from referee.service import hello

LIMIT = 20.0
CROWD = 40


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("tls"), ["localhost"]).files


@pytest.fixture
async def public(make_arena, made):
    return await make_arena(tls=made, bots_only=True)


@pytest.fixture
async def come(public, made):
    """Come to the public port by TLS; a seat that has said nothing yet."""
    port = public.referee.tcp.rpartition(":")[2]
    address = Address(f"tls://localhost:{port}", made.certificate)

    class Door:
        def __init__(self, token: str) -> None:
            self.address, self.token = public.referee.tcp, token

    async def _come(token: str = "siu_stranger"):
        seat = public.seat(Door(token))
        await seat.use(open_channel(address))
        return seat

    return _come


async def let_in(seat) -> None:
    await seat.hello()
    async with asyncio.timeout(LIMIT):
        await seat.call.initial_metadata()
    assert not seat.call.done()


async def status_of(seat) -> str:
    with contextlib.suppress(grpc.aio.AioRpcError):
        await seat.read()
    return (await seat.status())[0]


async def test_lines_that_are_no_tls__are_cut_and_disturb_nobody(public, remote_bots, come):
    """F16: a stranger's line does not stay: it is cut when its handshake does not come."""
    tokens = await remote_bots.admit("own")
    host, _, port = public.referee.tcp.rpartition(":")
    lines = [await asyncio.open_connection(host, int(port)) for _ in range(CROWD)]
    for place, (_, writer) in enumerate(lines):
        if place % 2:
            writer.write(os.urandom(200))
    await let_in(await come(tokens["own"]))
    async with asyncio.timeout(LIMIT):
        for reader, _ in lines:
            with contextlib.suppress(ConnectionError):
                await reader.read()  # comes back when the line is cut, and not before
    for _, writer in lines:
        writer.transport.abort()


async def test_silent_streams__end_by_themselves(public, remote_bots, come, monkeypatch):
    tokens = await remote_bots.admit("own")
    with monkeypatch.context() as hurried:
        hurried.setattr(hello, "HELLO_SECONDS", 0.2)
        silent = [await come() for _ in range(CROWD)]
        ends = await asyncio.gather(*(status_of(seat) for seat in silent))
    assert set(ends) == {"DEADLINE_EXCEEDED"}
    await let_in(await come(tokens["own"]))


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\xff" * 100, "INVALID_ARGUMENT"),
        (b"", "INVALID_ARGUMENT"),
        (b"\xff" * 100_000, "INVALID_ARGUMENT"),
        (b"\xff" * 2_000_000, "RESOURCE_EXHAUSTED"),
        (pb.PlaySeatRequest(ready=pb.Ready(match_id="m")).SerializeToString(), "INVALID_ARGUMENT"),
    ],
    ids=["garbage", "nothing", "too long", "much too long", "no hello"],
)
async def test_first_messages__that_are_no_hello_are_refused(
    public, remote_bots, come, data, status
):
    tokens = await remote_bots.admit("own")
    stranger = await come()
    await stranger.send_raw(data)
    assert await status_of(stranger) == status
    await let_in(await come(tokens["own"]))


async def test_flood__of_a_bot_that_was_let_in_ends_its_line_alone(public, remote_bots, come):
    tokens = await remote_bots.admit("own", "other")
    own, other = await come(tokens["own"]), await come(tokens["other"])
    await let_in(own)
    await let_in(other)
    for number in range(100):
        await own.send(decision=pb.Decision(match_id="none", decision_id=number, move="flood"))
    assert await remote_bots.until(lambda online: set(online) == {"other"})
    assert await status_of(own) != "OK"
    assert not other.call.done()
