"""Bots that want to think on others' time: whoever is not asked stands still, whatever it tries."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

ATTACKS = ("by_a_chain_of_processes", "by_a_child", "by_timers", "by_its_stopped_children")
MOST = 0.45
TRIES = 3
"""Where a busy machine lets whoever stops them wait, more than one may be needed."""


async def test_waking_while_others_are_asked(ring, expect_sound) -> None:
    """Pitfall 13: no chain of short-lived processes, waking child, timer or stopped child helps.

    They play in pairs beside a bot that takes its time, in which each could come far.
    """
    gained: dict[str, float] = {}
    for pair in (ATTACKS[:2], ATTACKS[2:]):
        gained |= await played(ring, expect_sound, pair)
    for _ in range(TRIES - 1):
        far = [attack for attack, share in gained.items() if share >= MOST]
        if far:
            gained |= await played(ring, expect_sound, far)
    assert list(gained) == list(ATTACKS)
    assert max(gained.values()) < MOST, gained


async def played(ring, expect_sound, attacks) -> dict[str, float]:
    """The share of the others' time in which each of these went on."""
    line_ups = [[ring.bot("waking", attack), ring.bot("slow")] for attack in attacks]
    gained = {}
    matches = await ring.play_all(line_ups, clock="300s")
    for attack, match in zip(attacks, matches, strict=True):
        expect_sound(match, 0, 1)
        gained_s, others_s = match.said(0)["pondered"]
        assert others_s > 0.5
        gained[attack] = gained_s / others_s
    return gained
