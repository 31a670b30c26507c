"""Nobody thinks on another's time: a bot that is not asked stands still, unless it may ponder."""

from __future__ import annotations

import statistics
from dataclasses import replace

import pytest
from siurell.match.result import Cause

from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


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
    found = []
    for ponder in (False, True):
        batch = replace(arena.batch(["ponders", "dozes"], clock="60s"), ponder=ponder)
        played = await arena.play(batch, sandbox=sandbox())
        assert {seat.cause for seat in played.seats} == {Cause.GAME_RULES}
        found.append(progress(played.log(0)))
    (still_thread, still_process), (thread, process) = found
    assert 3 * still_thread < thread
    assert 3 * still_process < process
