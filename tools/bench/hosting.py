"""A referee in a process of its own, tables of no-op bots at it, and a host that seats them."""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import grpc
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc

from tools.bench.noop import Meter, NoOpSeat, Script

CALL_SECONDS = 30
STOP_SECONDS = 10

Bot = TypeVar("Bot", bound=NoOpSeat)


@contextmanager
def process(*words: str, **environ: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python module as a process that ends with its stdin, once it has written its first line."""
    child = subprocess.Popen(
        [sys.executable, "-m", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environ},
    )
    assert child.stdin is not None and child.stdout is not None
    try:
        if not child.stdout.readline():
            raise RuntimeError(f"`python -m {' '.join(words)}` did not start")
        yield child
    finally:
        child.stdin.close()
        child.wait(STOP_SECONDS)
        child.stdout.close()


@contextmanager
def referee(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Host]]:
    """A referee with journals, as the ladder runs it, and its host."""
    token = secrets.token_hex(16)
    address = f"unix:{folder}/control"
    words = ["--control", address, "--journals", str(folder / "journals"), "--stdin-bound"]
    words += ["--max-sessions", "512"]
    with process("referee", *words, SIURELL_HOST_TOKEN=token) as child:
        yield child, Host(address, token)


class Host:
    """Opens sessions and hosts matches."""

    def __init__(self, address: str, token: str) -> None:
        self._metadata = (("siurell-host-token", token),)
        self._channel = grpc.aio.insecure_channel(address)
        self._stub: Any = pb_grpc.RefereeServiceStub(self._channel)

    async def call(self, method: str, request: Any) -> Any:
        call = getattr(self._stub, method)
        return await call(request, timeout=CALL_SECONDS, metadata=self._metadata)

    async def table(self, count: int) -> list[NoOpSeat]:
        """Seats with a bot each, to play match after match."""
        return [await self.seat(NoOpSeat) for _ in range(count)]

    async def seat(self, kind: type[Bot]) -> Bot:
        """A seat with a bot of that kind."""
        seat = kind(await self.call("OpenSession", pb.OpenSessionRequest(local=True)))
        await seat.log_in()
        return seat

    async def play(self, table: list[NoOpSeat], script: Script, match_id: str, meter: Meter) -> int:
        """Play one match; how many questions were put."""
        answers = script.answers(match_id)
        before = sum(seat.questions for seat in table)
        line = await self.open_match(table, script, match_id, "60s")
        await asyncio.gather(*(seat.play(match_id, answers, meter) for seat in table))
        await self.end_of(line)
        return sum(seat.questions for seat in table) - before

    async def open_match(
        self, table: Sequence[NoOpSeat], script: Script, match_id: str, time_control: str
    ) -> Any:
        """Create a match and take it up; its host's line."""
        request = pb.CreateMatchRequest(
            match_id=match_id,
            game=script.game,
            session_ids=[seat.session_id for seat in table],
            time_control=time_control,
            seed=script.seed,
        )
        await self.call("CreateMatch", request)
        line = self._stub.HostMatch(metadata=self._metadata)
        await line.write(pb.HostMatchRequest(hello=pb.HostHello(match_id=match_id)))
        return line

    async def end_of(self, line: Any) -> pb.HostFinished:
        """Read a line to its end, and say that it came; what the referee told last."""
        while True:
            message = await line.read()
            if message.WhichOneof("message") == "finished":
                break
        await line.write(pb.HostMatchRequest(received=pb.HostReceived()))
        while (await line.read()) is not grpc.aio.EOF:
            pass
        return message.finished

    async def close(self) -> None:
        await self._channel.close()
