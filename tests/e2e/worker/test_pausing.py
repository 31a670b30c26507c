"""Nobody thinks on another's time: a bot that is not asked stands still, unless it may ponder."""

from __future__ import annotations

import statistics
from dataclasses import replace

import pytest
from siurell.match.result import Cause

from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process

TRIES = 3
"""A busy machine may let a match that is free come no further than one that is paused."""


def progress(text: str) -> tuple[float, float]:
    """How far thread and process of the bot came between two of its decisions, on the median."""
    lines = [line.split() for line in text.splitlines()]
    pairs = [(int(words[0]), int(words[1])) for words in lines if len(words) == 2]
    assert len(pairs) > 20
    thread, process = zip(*pairs, strict=True)
    return statistics.median(thread), statistics.median(process)


@pytest.mark.parametrize("sandbox", [NoSandbox, BwrapSandbox])
async def test_ponder_off__a_bot_comes_no_further_while_others_are_asked(arena, sandbox) -> None:
    """The other one takes 25 ms, in which each of them comes round some 40 times on a free core."""
    for _ in range(TRIES):
        found = []
        for ponder in (False, True):
            batch = replace(arena.batch(["ponders", "dozes"], clock="60s"), ponder=ponder)
            played = await arena.play(batch, sandbox=sandbox())
            assert {seat.cause for seat in played.seats} == {Cause.GAME_RULES}
            found.append(progress(played.log(0)))
        (still_thread, still_process), (thread, process) = found
        if 3 * still_thread < thread and 3 * still_process < process:
            return
    raise AssertionError(f"paused and free, the last time: {found}")
