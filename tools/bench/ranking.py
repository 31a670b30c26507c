"""The ladder's ranking: how soon pairing finds the order, and how often comparisons err.

P9 is measured as the ladder plays, in whole blocks, and beside it in single matches.
"""

from __future__ import annotations

from typing import Any, Final

from ladder.domain.comparison import Terms
from ladder.domain.opponents import INFORMATION
from ladder.domain.simulation import Setting, compare_ways
from ladder.domain.trials import error_rates

RUNS: Final = 21
BOTS: Final = 100
COMPARISONS: Final = 1_000
MOST_BLOCKS: Final = 400
TERMS: Final = Terms(worth=0.1, alpha=0.05, beta=0.05)


def measure() -> dict[str, Any]:
    """Minutes of simulations: nothing is played."""
    figures: dict[str, Any] = {}
    for seats in (2, 4):
        for blocks, word in ((1, ""), (0, "_single")):
            setting = Setting(seats, BOTS, blocks)
            by_chance, by_information = compare_ways(setting, RUNS, ways=(INFORMATION,))
            figures[f"P9_{seats}_seats{word}_over_random"] = by_information.ratio
            figures[f"pairing_{seats}_seats{word}_matches"] = by_information.median
            figures[f"pairing_{seats}_seats{word}_matches_random"] = by_chance.median
    figures["false_promotions"] = {}
    figures["false_rejections"] = {}
    for seats in (2, 3, 4):
        for lead, key in ((0.0, "false_promotions"), (TERMS.worth, "false_rejections")):
            found = error_rates(
                seats, lead, TERMS, comparisons=COMPARISONS, most_blocks=MOST_BLOCKS
            )
            wrong = found.promoted if lead == 0.0 else found.rejected
            figures[key][f"{seats} seats"] = wrong / COMPARISONS
            figures[f"comparison_{seats}_seats_blocks_at_{lead:g}"] = found.mean_blocks
    return figures
