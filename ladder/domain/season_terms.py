"""What a season may be like, and what of it may be changed once it has been played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from typing import Final

from siurell.errors import LadderError
from siurell.games.base import Game

from ladder.domain.deadlines import contradiction
from ladder.domain.moments import moment_of
from ladder.domain.names import NAME_RULE, is_name
from ladder.domain.ratings import RatingParameters
from ladder.domain.seasons import Season
from ladder.domain.shares import MOST_WEIGHT

MOST_EXTRA_BLOCKS: Final = 10_000
MOST_SEATS_SHOWN: Final = 8
MOST_RATING: Final = 1_000_000
LEAST_DOUBT: Final = 0.000_01
"""The least sigma, beta and draw probability."""

FIXED_BY_PLAY: Final = ("options", "seat_counts", "time", "startup_us")
"""What it is played by: that stays as it is from the first rated match on; the game always does."""

SETTABLE: Final = (
    *FIXED_BY_PLAY,
    *("params", "weight", "own_opponents", "opens_at", "closes_at", "extra_blocks"),
)
"""What can be set of a season that is there."""


def check_season(season: Season, game: Game) -> None:
    """Go on when a season of this game can be played, else `LadderError` with what is wrong."""
    if not is_name(season.name):
        raise _bad(f"`{ascii(season.name)[1:-1][:60]}` cannot be its name: a name is {NAME_RULE}")
    _check_seats(season, game)
    for seats in season.seat_counts:
        most = game.max_decisions(seats)
        why = contradiction(season.time, seats, most, season.startup_us)
        if why is not None:
            raise LadderError(
                f"The season {season.name} cannot be played: {why}. Give it another clock.",
                reason="BAD_DEADLINES",
            )
    if not 1 <= season.weight <= MOST_WEIGHT:
        raise _bad(f"a weight is a whole number from 1 to {MOST_WEIGHT}, not {season.weight}")
    if not 0 <= season.extra_blocks <= MOST_EXTRA_BLOCKS:
        raise _bad(f"extra blocks are 0 to {MOST_EXTRA_BLOCKS}, not {season.extra_blocks}")
    if season.startup_us <= 0:
        raise _bad("a bot needs some time to start")
    _check_ratings(season.params)
    _check_times(season)


def check_change(before: Season, after: Season, *, played: bool) -> None:
    """Go on when a season may be changed like this, else `LadderError` with what is not allowed.

    ``played``: a rated match of it was drawn.
    """
    changed = changes(before, after)
    if played and (fixed := [name for name in changed if name in FIXED_BY_PLAY]):
        raise LadderError(
            f"The season {before.name} has been played, so its {_words(fixed)} can no longer be "
            "changed; create another season: `siurell season create NAME --game "
            f"{before.game}`.",
            reason="SEASON_PLAYED",
        )
    if before.solo and after.solo and "params" in changed:
        raise LadderError(
            f"The season {before.name} is played alone and ranked by leads; it has no rating "
            "parameters to change.",
            reason="NO_RATINGS",
        )


def changes(before: Season, after: Season) -> tuple[str, ...]:
    """The names of what is another value; raises when that is something that nobody can set."""
    names = [field.name for field in fields(Season)]
    other = [name for name in names if getattr(before, name) != getattr(after, name)]
    if wrong := [name for name in other if name not in SETTABLE]:
        raise ValueError(f"{wrong[0]} of a season is not set like this")
    return tuple(other)


def seat_counts_of(text: str) -> tuple[int, ...]:
    """The seat counts that a person means, in rising order.

    >>> seat_counts_of("4,2"), seat_counts_of("2-4")
    ((2, 4), (2, 3, 4))
    """
    try:
        counts = {count for part in text.split(",") for count in _range(part)}
        if not counts:
            raise ValueError(text)
    except ValueError:
        raise LadderError(
            f"`{ascii(text)[1:-1][:40]}` are no numbers of seats; write them as `2,4` or `2-4`.",
            reason="BAD_SEATS",
        ) from None
    return tuple(sorted(counts))


def point_of_time(text: str) -> datetime | None:
    """The time that a person means: a date, or a date and a time, in UTC unless a zone is said.

    None for ``none``, which takes a time away.

    >>> str(point_of_time("2027-01-31 18:00")), point_of_time("none")
    ('2027-01-31 18:00:00+00:00', None)
    """
    if text == "none":
        return None
    try:
        return moment_of(text)
    except ValueError:
        raise LadderError(
            f"`{ascii(text)[1:-1][:40]}` is no time; write `2027-01-31` or `2027-01-31 18:00`, in "
            "UTC, or with a zone such as `+01:00`; or `none` (`siurell season set --help`).",
            reason="BAD_MOMENT",
        ) from None


def rating_parameters(base: RatingParameters, **given: float | None) -> RatingParameters:
    """Parameters with some of them given anew (`LadderError` when they cannot be)."""
    known = {field.name: getattr(base, field.name) for field in fields(RatingParameters)}
    try:
        known.update({name: value for name, value in given.items() if value is not None})
        return RatingParameters(**known)
    except ValueError as error:
        raise LadderError(
            f"These rating parameters cannot be: {error}; see `siurell season create --help`.",
            reason="BAD_RATING",
        ) from None


def _check_seats(season: Season, game: Game) -> None:
    counts = season.seat_counts
    possible = f"{game.name} has {game.min_seats} to {game.max_seats}"
    if not counts or not all(game.min_seats <= count <= game.max_seats for count in counts):
        raise _bad(f"{_listed(counts)} seats are not possible: {possible}")
    if 1 in counts and len(counts) > 1:
        raise _bad("who plays alone is ranked in another way, so one seat is a season of its own")


def _check_ratings(params: RatingParameters) -> None:
    """Ratings by these can be computed and shown: floats have room for their squares and ratios."""
    most, least = MOST_RATING, LEAST_DOUBT
    if not -most <= params.mu <= most:
        raise _bad(f"mu is at most {most:,} and at least -{most:,}")
    if not (least <= params.sigma <= most and least <= params.beta <= most):
        raise _bad(f"sigma and beta are {least} to {most:,}")
    if params.tau > most:
        raise _bad(f"tau is at most {most:,}")
    if not least <= params.draw_probability <= 1 - least:
        raise _bad(f"the draw probability is {least} to {1 - least}")


def _check_times(season: Season) -> None:
    opens, closes = season.opens_at, season.closes_at
    if opens is not None and closes is not None and closes <= opens:
        raise _bad("it has to open before it closes")


def _bad(why: str) -> LadderError:
    return LadderError(
        f"Such a season cannot be: {why}; see `siurell season create --help`.", reason="BAD_SEASON"
    )


def _range(text: str) -> Iterable[int]:
    low, dash, high = text.strip().partition("-")
    if not all(
        part.isascii() and part.isdecimal() and len(part) < 4 for part in (low, high or low)
    ):
        raise ValueError(text)
    return range(int(low), int(high if dash else low) + 1)


def _listed(counts: Iterable[int]) -> str:
    shown = [str(count) for count in counts]
    if len(shown) > MOST_SEATS_SHOWN:
        shown[MOST_SEATS_SHOWN - 1 : -1] = ["…"]
    return " or ".join(shown) or "no"


_WORDS: Final = {"seat_counts": "seats", "time": "clock", "startup_us": "time to start"}


def _words(names: Iterable[str]) -> str:
    return ", ".join(_WORDS.get(name, name) for name in names)
