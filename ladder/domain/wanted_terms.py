"""What somebody wants of a season, and the season with that: what is not said stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from siurell.match.clock import TimeControl

from ladder.domain.presets import preset_named
from ladder.domain.ratings import RatingParameters
from ladder.domain.season_terms import rating_parameters
from ladder.domain.seasons import Season


@dataclass(frozen=True, slots=True)
class WantedTime:
    """A time that a season is to have; ``at`` None takes the one that it has away."""

    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class WantedTerms:
    """Terms of a season; what is None or empty was not said.

    ``options`` are added to those that it has. The rating parameters are those of the ``preset``,
    or without one those that it has, but for each that is given by itself.
    """

    seat_counts: tuple[int, ...] = ()
    time: TimeControl | None = None
    startup_us: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    preset: str | None = None
    mu: float | None = None
    sigma: float | None = None
    beta: float | None = None
    tau: float | None = None
    draw_probability: float | None = None
    weight: int | None = None
    own_opponents: bool | None = None
    opens_at: WantedTime | None = None
    closes_at: WantedTime | None = None
    extra_blocks: int | None = None

    @property
    def rates(self) -> bool:
        """Whether any rating parameters are said."""
        return self.preset is not None or any(value is not None for value in self.params.values())

    @property
    def params(self) -> dict[str, float | None]:
        """The rating parameters by their names, None for those that are not given."""
        return {one.name: getattr(self, one.name) for one in fields(RatingParameters)}


def with_terms(season: Season, wanted: WantedTerms) -> Season:
    """The season as it is wanted, not yet checked.

    Raises `LadderError` for rating parameters that cannot be (``UNKNOWN_PRESET``, ``BAD_RATING``).
    """
    base = season.params if wanted.preset is None else preset_named(wanted.preset)
    season = replace(season, params=rating_parameters(base, **wanted.params))
    if wanted.seat_counts:
        season = replace(season, seat_counts=tuple(sorted(set(wanted.seat_counts))))
    if wanted.options:
        season = replace(season, options={**season.options, **wanted.options})
    if wanted.opens_at is not None:
        season = replace(season, opens_at=wanted.opens_at.at)
    if wanted.closes_at is not None:
        season = replace(season, closes_at=wanted.closes_at.at)
    for name in ("time", "startup_us", "weight", "own_opponents", "extra_blocks"):
        value = getattr(wanted, name)
        if value is not None:
            season = replace(season, **{name: value})
    return season
