"""A remote bot's line to its referee, where nothing comes back."""

from __future__ import annotations

import asyncio
import socket

import pytest
from siurell.client import channel
from siurell.client.channel import Address
from siurell.errors import LadderError

from ladder.cli.lineup import bot_source
from ladder.domain.batch import ShippedBot
from ladder.worker.remote import bot, seat
from ladder.worker.remote.bot import OwnBot, Workshop
from ladder.worker.remote.seat import RemoteSeat, Way
from ladder.worker.sandbox.base import Limits
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.scratch import Scratch

pytestmark = pytest.mark.process

ANSWER_WITHIN_S = 0.3
WITHIN_S = 12.0
"""Less than gRPC alone would wait for."""


async def test_line__where_nobody_answers_is_given_up_in_time(monkeypatch) -> None:
    monkeypatch.setattr(seat, "ANSWER_WITHIN_S", ANSWER_WITHIN_S)
    monkeypatch.setattr(channel, "TRY_WITHIN_S", ANSWER_WITHIN_S)
    async with Scratch() as scratch, NoSandbox() as sandbox:
        workshop = Workshop(ShippedBot("random"), sandbox, Limits(), scratch.folder)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            await expect_no_answer(workshop, silent.getsockname()[1])


async def expect_no_answer(workshop: Workshop, port: int) -> None:
    where = Address(f"127.0.0.1:{port}")
    remote = RemoteSeat(Way(where, "siu_token", "run"), workshop, lambda _: None)
    remote._hello = await remote._bot.start()
    try:
        with pytest.raises(LadderError, match=r"\(no answer\): is the ladder running"):
            async with asyncio.timeout(WITHIN_S):
                await remote._play()
    finally:
        await remote._bot.stop()


async def test_bot_that_runs_and_does_not_come__is_told_so(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(bot, "HELLO_WITHIN_S", ANSWER_WITHIN_S)
    (tmp_path / "bot.py").write_text("import time\ntime.sleep(60)\n")
    (tmp_path / "siurell.toml").write_text('name = "own"\ngames = ["finca"]\n')
    async with Scratch() as scratch, NoSandbox() as sandbox:
        workshop = Workshop(bot_source(str(tmp_path), tmp_path), sandbox, Limits(), scratch.folder)
        own = OwnBot(workshop, lambda _: None, lambda: None, lambda _: None)
        try:
            with pytest.raises(LadderError, match=r"^The bot runs, and did not come to play") as no:
                await own.start()
        finally:
            await own.stop()
    assert "end with" not in str(no.value)


async def test_seat__is_cancelled_while_it_ends_and_leaves_nothing_open() -> None:
    """When one of several seats fails, the others may just be failing too."""
    async with Scratch() as scratch, NoSandbox() as sandbox:
        workshop = Workshop(ShippedBot("random"), sandbox, Limits(), scratch.folder)
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            where = Address(f"127.0.0.1:{nobody.getsockname()[1]}")
            remote = RemoteSeat(Way(where, "siu_token", "run"), workshop, lambda _: None)
            ending, stop = asyncio.Event(), remote._bot.stop
            done = []

            async def slow_stop() -> None:
                ending.set()
                await stop()
                done.append(True)

            remote._bot.stop = slow_stop
            running = asyncio.create_task(remote.run())
            async with asyncio.timeout(WITHIN_S):
                await ending.wait()
                running.cancel()
                await asyncio.wait({running})
    assert done == [True]
