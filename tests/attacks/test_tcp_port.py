"""Attacks on the port of a referee that bots elsewhere connect to: here on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
import pytest_asyncio
from siurell.match.result import Cause
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc
from siurell.wire.result import result_from_message

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

BOTS = Path(__file__).parent / "bots"
WITHIN_S = 60
HALF_OPEN = 800
FIRST_WORDS = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"


@dataclass
class Referee:
    """A referee with a port, and its host."""

    pid: int
    address: str
    stub: pb_grpc.RefereeServiceAsyncStub
    metadata: tuple[tuple[str, str], ...]

    @property
    def port(self) -> tuple[str, int]:
        host, _, port = self.address.rpartition(":")
        return host, int(port)

    async def open(self, *, local: bool) -> pb.OpenSessionResponse:
        request = pb.OpenSessionRequest(request_id=secrets.token_hex(8), label="x", local=local)
        return await self.stub.OpenSession(request, timeout=WITHIN_S, metadata=self.metadata)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def referee() -> AsyncIterator[Referee]:
    token = secrets.token_urlsafe(16)
    words = ("-m", "referee", "--tcp", "127.0.0.1:0", "--stdin-bound")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "SIURELL_HOST_TOKEN": token},
    )
    assert process.stdin is not None and process.stdout is not None
    async with asyncio.timeout(WITHIN_S):
        address = json.loads(await process.stdout.readline())["tcp"]
    async with grpc.aio.insecure_channel(address) as channel:
        stub = pb_grpc.RefereeServiceStub(channel)
        metadata = (("siurell-host-token", token),)
        await stub.ListMatches(pb.ListMatchesRequest(), timeout=WITHIN_S, metadata=metadata)
        yield Referee(process.pid, address, stub, metadata)
    process.stdin.close()
    async with asyncio.timeout(WITHIN_S):
        await process.wait()


async def play(referee: Referee) -> list[Cause]:
    """A match between two sound bots that come in over the port."""
    sessions = [await referee.open(local=False) for _ in range(2)]
    bots = [
        await asyncio.create_subprocess_exec(
            sys.executable,
            str(BOTS / "sound.py"),
            env={**os.environ, "SIURELL_ADDRESS": one.address, "SIURELL_TOKEN": one.token},
        )
        for one in sessions
    ]
    try:
        await referee.stub.CreateMatch(
            pb.CreateMatchRequest(
                match_id=f"m{secrets.token_hex(6)}",
                game="finca",
                session_ids=[one.session_id for one in sessions],
                time_control="60s",
                seed=secrets.token_bytes(32),
                startup_us=30_000_000,
            ),
            timeout=WITHIN_S,
            metadata=referee.metadata,
        )
        [match] = (
            await referee.stub.ListMatches(
                pb.ListMatchesRequest(page_size=1), timeout=WITHIN_S, metadata=referee.metadata
            )
        ).matches
        line = referee.stub.HostMatch(metadata=referee.metadata, timeout=WITHIN_S)
        await line.write(pb.HostMatchRequest(hello=pb.HostHello(match_id=match.match_id)))
        async for message in line:
            if message.WhichOneof("message") == "finished":
                return [seat.cause for seat in result_from_message(message.finished.result).seats]
    finally:
        for one in sessions:
            request = pb.CloseSessionRequest(session_id=one.session_id)
            await referee.stub.CloseSession(request, timeout=20, metadata=referee.metadata)
        for bot in bots:
            with contextlib.suppress(ProcessLookupError):
                bot.kill()
            await bot.wait()
    raise AssertionError("the match had no end")


async def test_connections_half_open(referee: Referee, sockets_of) -> None:
    """800 that say nothing, or no more than the first word: a match is played, and they go."""
    before = sockets_of(referee.pid)
    held = []
    try:
        for number in range(HALF_OPEN):
            held.append(socket.create_connection(referee.port, timeout=WITHIN_S))
            if number % 2:
                held[-1].sendall(FIRST_WORDS)
        assert await play(referee) == [Cause.GAME_RULES] * 2
        async with asyncio.timeout(WITHIN_S):
            while sockets_of(referee.pid) > before:
                await asyncio.sleep(0.05)
    finally:
        for line in held:
            line.close()


async def test_token_of_a_seat_with_a_socket__is_of_no_use_at_the_port(referee: Referee) -> None:
    """A bot of a worker has one way in; its token is none anywhere else."""
    session = await referee.open(local=True)
    async with grpc.aio.insecure_channel(referee.address) as channel:
        call = channel.stream_stream("/siurell.v1.RefereeService/PlaySeat")(timeout=WITHIN_S)
        hello = pb.Hello(token=session.token, protocol=1, sdk="thief/0")
        await call.write(pb.PlaySeatRequest(hello=hello).SerializeToString())
        assert await call.code() is grpc.StatusCode.UNAUTHENTICATED
