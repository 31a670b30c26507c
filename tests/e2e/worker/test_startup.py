"""Building, starting and thinking are apart: only thinking is on the clock."""

from __future__ import annotations

import pytest
from siurell.match.events import DecisionRecord
from siurell.match.result import Cause
from siurell.replay.read import read_replay

pytestmark = pytest.mark.process

SLOW_TO_START = """
import time

time.sleep(1.0)  # as long as it takes to compile and to load

from siurell.bot import Bot


class SlowToStart(Bot):
    def start(self):
        time.sleep(0.5)
        self.told = False

    def choose(self, view):
        if not self.told:
            self.told = True
            print("bank", view.clock.bank_us, "last", view.clock.last_charge_us, flush=True)
        return view.legal_moves[0]


SlowToStart.run()
"""


async def test_start_up__of_more_than_the_bank_is_never_charged(arena):
    """T13: what a bot loads, compiles and prepares before it is ready has a limit of its own."""
    bot = arena.bot("slow_to_start", SLOW_TO_START)
    played = await arena.play(arena.batch([bot, "first_move"], clock="1200ms+60s"))
    assert played.seats[0].cause is Cause.GAME_RULES
    assert "bank 61200000 last 0" in played.log(0)
    records = read_replay(played.reports[0].replay).records
    first = next(one for one in records if isinstance(one, DecisionRecord) and one.seat == 0)
    assert first.asked_us > 1_000_000
    assert first.charged_us < 1_400_000


async def test_start_up__has_a_limit_of_its_own(arena):
    """T13: and who does not keep it is a no-show, by that limit and not by the clock."""
    bot = arena.bot("slow_to_start", SLOW_TO_START)
    batch = arena.batch([bot, "first_move"], clock="60s", startup_us=1_000_000)
    lost = (await arena.play(batch)).seats[0]
    assert (lost.cause, lost.evidence.limit_us) == (Cause.NO_SHOW, 1_000_000)
