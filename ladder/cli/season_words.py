"""Seasons in words: where one stands, when it opens and closes, by what it is rated."""

from __future__ import annotations

from datetime import datetime

from ladder.domain.presets import PRESETS
from ladder.domain.ratings import RatingParameters
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season


def state_text(season: Season, now: datetime) -> str:
    """Where a season stands, such as ``closing`` or ``opens 2030-01-31 18:00 UTC``."""
    if season.state_at(now) is not season.state:
        return "closes when the ladder runs"
    if season.opens_at is not None and season.opens_at > now and not season.settled:
        return f"opens {time_text(season.opens_at)}"
    return season.state.value


def remark_on(season: Season, now: datetime) -> str:
    """What a table says beside its name; nothing of a season that is just open."""
    text = state_text(season, now)
    return "" if text == SeasonState.OPEN.value else f", {text}"


def time_text(time: datetime | None) -> str:
    """A time of a season for people, in UTC."""
    return "-" if time is None else f"{time:%Y-%m-%d %H:%M} UTC"


def seats_text(season: Season) -> str:
    """Seat counts such as ``2-4`` or ``2, 4``."""
    counts = season.seat_counts
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}-{counts[-1]}"
    return ", ".join(map(str, counts))


def rating_text(params: RatingParameters) -> str:
    """Rating parameters in a line, with the name that they have."""
    names = [name for name, preset in PRESETS.items() if preset == params]
    values = (
        f"mu {params.mu:.6g}, sigma {params.sigma:.6g}, beta {params.beta:.6g}, "
        f"tau {params.tau:.6g}, draws {params.draw_probability:.6g}"
    )
    return f"{values} ({names[0]})" if names else values
