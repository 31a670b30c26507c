"""Bots that want to think on others' time: whoever is not asked stands still, whatever it tries."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

ATTACKS = ("by_a_chain_of_processes", "by_a_child", "by_timers", "by_its_stopped_children")


async def test_waking_while_others_are_asked(ring, expect_sound) -> None:
    """Pitfall 13: no chain of short-lived processes, waking child, timer or stopped child helps.

    They play in pairs beside a bot that takes its time, in which each could come far.
    """
    line_ups = [[ring.bot("waking", attack), ring.bot("slow")] for attack in ATTACKS]
    gained = {}
    for pair in (line_ups[:2], line_ups[2:]):
        for match in await ring.play_all(pair, clock="300s"):
            expect_sound(match, 0, 1)
            gained[len(gained)] = match.said(0)["pondered"]
    for attack, (gained_s, others_s) in zip(ATTACKS, gained.values(), strict=True):
        assert others_s > 0.5
        assert gained_s < 0.45 * others_s, attack
