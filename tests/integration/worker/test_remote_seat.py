"""A remote bot's line to its referee, where nothing comes back."""

from __future__ import annotations

import asyncio
import socket

import pytest
from siurell.client import channel
from siurell.client.channel import Address
from siurell.errors import LadderError

from ladder.domain.batch import ShippedBot
from ladder.worker.remote import seat
from ladder.worker.remote.bot import Workshop
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
