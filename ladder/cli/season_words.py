"""Seasons in words: where one stands, when it opens and closes, by what it is rated."""

from __future__ import annotations

from datetime import datetime

from ladder.domain.presets import PRESETS
from ladder.domain.ratings import RatingParameters
from ladder.domain.season_states import SeasonState, state_at
from ladder.domain.seasons import Season


def state_text(season: Season, now: datetime) -> str:
    """Where a season stands, such as ``closing`` or ``opens 2030-01-31 18:00 UTC``."""
    return standing_text(season.state, season.opens_at, season.closes_at, now)


def standing_text(
    state: SeasonState, opens_at: datetime | None, closes_at: datetime | None, now: datetime
) -> str:
    """The same by the state of a season and its times."""
    if state_at(state, closes_at, now) is not state:
        return "closes when the ladder runs"
    waits = state in (SeasonState.OPEN, SeasonState.FROZEN)
    if opens_at is not None and opens_at > now and waits:
        return f"opens {time_text(opens_at)}"
    return state.value


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
