"""Rating parameters under names: ours, TrueSkill's own, those that other platforms published."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from siurell.errors import LadderError

from ladder.domain.ratings import RatingParameters

DEFAULT_PRESET: Final = "siurell"

PRESETS: Final[Mapping[str, RatingParameters]] = MappingProxyType(
    {
        DEFAULT_PRESET: RatingParameters(),
        # Herbrich, Minka, Graepel: "TrueSkill: A Bayesian skill rating system" (NIPS 2006), with
        # the defaults of the Python library of that name.
        "trueskill": RatingParameters(tau=25 / 300, draw_probability=0.1),
        # The AI Challenge of 2011, whose ratings began at 50.
        "ants": RatingParameters(
            mu=50, sigma=50 / 3, beta=25 / 3, tau=1 / 6, draw_probability=0.01
        ),
        # Halite II and III while bots were still sent in; then, since nobody changed any more,
        # the finals with no drift at all.
        "halite": RatingParameters(tau=0.008, draw_probability=0.001),
        "halite-finals": RatingParameters(tau=0, draw_probability=0.001),
        # The example configuration of psyleague, a ladder for one's own machine.
        "psyleague": RatingParameters(tau=0.002, draw_probability=0.0001),
        # CG Arena: those of TrueSkill, tau rounded as it writes it down.
        "cgarena": RatingParameters(tau=0.0833, draw_probability=0.1),
        # Battlesnake says that it keeps to the defaults of TrueSkill; it shows a number of its own.
        "battlesnake": RatingParameters(tau=25 / 300, draw_probability=0.1),
    }
)
"""All of them, ours first; why ours are as they are says `ladder.domain.ratings`.

The others are as their platforms published them: mu 25, sigma 25/3 and beta 25/6 unless said.
"""


def preset_named(name: str) -> RatingParameters:
    """The parameters of this name (`LadderError` when there are none)."""
    found = PRESETS.get(name)
    if found is None:
        raise LadderError(
            f"There are no rating parameters `{ascii(name)[1:-1][:40]}`; there are"
            f" {', '.join(PRESETS)}.",
            reason="UNKNOWN_PRESET",
        )
    return found
