"""Tokens: what a thief could do with one that it has, however it got it."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from siurell.v1 import referee_service_pb2 as pb

from ladder.worker.sandbox.bwrap_view import SEAT
from ladder.worker.sandbox.pausing import tree_of

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

PLAY_SEAT = "/siurell.v1.RefereeService/PlaySeat"
WITHIN_S = 60
WAITED = "wait_to_be_let_go_on"


@dataclass(frozen=True)
class Theft:
    """What a thief had, where it tried it, and what became of the match."""

    tokens: list[str]
    sockets: list[Path]
    fates: set[str]
    commands: list[bytes]
    match: Any


async def fate(address: str, token: str) -> str:
    """What becomes of a login: the name of the status, or `welcome`."""
    async with grpc.aio.insecure_channel(address) as channel:
        call = channel.stream_stream(PLAY_SEAT)(timeout=WITHIN_S)
        hello = pb.Hello(token=token, protocol=1, sdk="thief/0")
        try:
            await call.write(pb.PlaySeatRequest(hello=hello).SerializeToString())
            answer = await call.read()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return (await call.code()).name
        if answer is grpc.aio.EOF:
            return (await call.code()).name
        return str(pb.PlaySeatResponse.FromString(answer).WhichOneof("message"))


def stolen_token(first: int) -> str:
    """The token of a running bot, as the operator can see it; empty before it has one."""
    for pid in tree_of(first):
        with contextlib.suppress(OSError):
            for word in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                if word.startswith(b"SIURELL_TOKEN="):
                    return word.partition(b"=")[2].decode("ascii")
    return ""


def own_socket(ring, first: int) -> Path | None:
    """The socket that a running bot sees as its seat, as it is called outside; None before that."""
    folder = ring.referee._running.folder
    for line in Path(f"/proc/{first}/mountinfo").read_text("ascii").splitlines():
        _, _, _, source, place, *_ = line.split()
        if SEAT.startswith(place) and f"/{folder.name}/" in source:
            name = source.partition(f"/{folder.name}/")[2]
            return folder / name / SEAT.removeprefix(place).lstrip("/")
    return None


async def two_running(ring) -> list[int]:
    """The first processes of the two bots of a match, when they see their seats and have tokens."""
    async with asyncio.timeout(WITHIN_S):
        while True:
            first = [bot.first for bot in ring.sandbox.started]
            ready = [one for one in first if own_socket(ring, one) and stolen_token(one)]
            if len(ready) == 2:
                return first
            await asyncio.sleep(0.01)


async def let_go_on(playing: asyncio.Task, running: list[int]) -> None:
    """Send bots the signal that they wait for; who would be ended by it does not get it yet."""
    while not playing.done():
        for pid in [pid for first in running for pid in tree_of(first)]:
            if holds_back_the_signal(pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGUSR1)
        await asyncio.sleep(0.05)


def holds_back_the_signal(pid: int) -> bool:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines():
            if line.startswith("SigBlk:"):
                return bool(int(line.split()[1], 16) >> (signal.SIGUSR1 - 1) & 1)
    return False


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def theft(ring, expect_sound) -> Theft:
    """A match of two sound bots, which does not go on before a thief has tried both tokens."""
    playing = asyncio.create_task(ring.play([ring.bot("waiting"), ring.bot("waiting")]))
    running = await two_running(ring)
    tokens = [stolen_token(first) for first in running]
    sockets = [own_socket(ring, first) for first in running]
    control = ring.referee._running.folder / "control"
    doors = [sockets[1], sockets[0], control, control]
    fates = {
        await fate(f"unix:{door}", token) for door, token in zip(doors, tokens * 2, strict=True)
    }
    commands = list(_commands())
    await let_go_on(playing, running)
    match = await playing
    expect_sound(match, 0, 1)
    assert [match.said(seat) for seat in range(2)] == [{WAITED: True}] * 2
    return Theft(tokens, sockets, fates, commands, match)


async def test_stolen_token__is_of_no_use_elsewhere(theft) -> None:
    """Pitfall 7: the socket says which seat it is: a token opens its own alone."""
    assert len(set(theft.tokens)) == len(set(theft.sockets)) == 2
    assert theft.fates == {"UNAUTHENTICATED"}


async def test_stolen_token__is_of_no_use_later(theft) -> None:
    """With its session, a token and its socket are gone."""
    assert not any(path.exists() for path in theft.sockets)


async def test_tokens__stand_in_no_command_and_no_log(ring, theft) -> None:
    """Pitfall 8: neither in a command, which all can read, nor in logs or the replay."""
    replay = gzip.decompress(theft.match.report.replay).decode("utf-8")
    said = [ring.referee.last_words, replay, *map(theft.match.log, range(2))]
    assert len(theft.commands) > 4
    for token in theft.tokens:
        assert not any(token.encode() in command for command in theft.commands)
        assert not any(token in text for text in said)


def _commands() -> Iterator[bytes]:
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):
                yield (process / "cmdline").read_bytes()
