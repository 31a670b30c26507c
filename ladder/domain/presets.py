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
        "trueskill": RatingParameters(tau=25 / 300, draw_probability=0.1),
        "ants": RatingParameters(mu=50, sigma=50 / 3, beta=25 / 3, tau=1 / 6),
        "halite": RatingParameters(tau=0.008, draw_probability=0.001),
        "halite-finals": RatingParameters(tau=0, draw_probability=0.001),
        "psyleague": RatingParameters(tau=0.002, draw_probability=0.0001),
        "cgarena": RatingParameters(tau=0.0833, draw_probability=0.1),
        "battlesnake": RatingParameters(tau=25 / 300, draw_probability=0.1),
    }
)
"""All of them, ours first."""


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
