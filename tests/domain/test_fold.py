"""One match's step in the fold over the match log."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.fold import (
    WIN,
    Descent,
    RatedFold,
    Standing,
    count_match,
    fresh_standing,
    inherited_standing,
)
from ladder.domain.ratings import Rating, RatingParameters, rate

PARAMS = RatingParameters()


def test_count_match__counts_matches_wins_and_faults() -> None:
    new = fresh_standing(PARAMS)
    step = count_match([new, new, new], (2, 1, 3), (False, False, True), PARAMS)
    assert [(s.matches, s.wins, s.faults) for s in step.standings] == [
        (1, 0, 0),
        (1, WIN, 0),
        (1, 0, 1),
    ]
    assert (
        tuple(s.rating for s in step.standings) == rate([new.rating] * 3, (2, 1, 3), PARAMS).ratings
    )


def test_count_match__shares_a_victory_in_whole_units() -> None:
    new = fresh_standing(PARAMS)
    for winners in (2, 3, 4):
        placements = [1] * winners + [winners + 1] * (4 - winners)
        step = count_match([new] * 4, placements, [False] * 4, PARAMS)
        assert sum(s.wins for s in step.standings) == WIN


def test_count_match__counts_a_match_whose_ratings_cannot_be_computed() -> None:
    weak, strong = Standing(Rating(0.0, 1.0)), Standing(Rating(1e200, 1.0))
    step = count_match([weak, strong], (1, 2), (False, False), PARAMS)
    assert step.kept
    assert [s.rating for s in step.standings] == [weak.rating, strong.rating]
    assert [s.matches for s in step.standings] == [1, 1]
    assert step.standings[0].wins == WIN


FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(FINITE, st.floats(min_value=1e-300, max_value=1e300))
def test_inherited__old_mu_with_more_doubt_but_no_more_than_of_a_stranger(
    mu: float, sigma: float
) -> None:
    """Whatever the version before it came to, nothing else of it is left."""
    start = inherited_standing(Standing(Rating(mu, sigma), 90, 80 * WIN, 7), PARAMS)
    assert start == Standing(Rating(mu, start.rating.sigma))
    assert min(sigma, PARAMS.sigma) <= start.rating.sigma <= PARAMS.sigma


def test_inherited__doubt_of_a_settled_bot_and_of_a_stranger() -> None:
    settled = inherited_standing(Standing(Rating(31.0, 1.0)), PARAMS)
    assert settled.rating.sigma == math.sqrt(1.0 + PARAMS.beta**2) < PARAMS.sigma
    assert inherited_standing(fresh_standing(PARAMS), PARAMS) == fresh_standing(PARAMS)


VERSIONS = st.integers(0, 5)
MATCHES = st.tuples(
    st.just("match"),
    st.lists(VERSIONS, min_size=2, max_size=4, unique=True),
    st.lists(st.integers(1, 2), min_size=4, max_size=4),
)
TAKEOVERS = st.tuples(st.just("takeover"), VERSIONS, VERSIONS)


@given(st.lists(st.one_of(MATCHES, TAKEOVERS), max_size=25))
def test_fold__comes_to_what_was_counted_online(events) -> None:
    """R16: new versions begin at the same place of the log, to the last bit.

    Old versions go on reporting after a new one has taken over, several take over at once, and
    from each other.
    """
    online: dict[int, Standing] = {}
    descents, log = [], []
    for event in events:
        if event[0] == "match":
            _, seats, drawn = event
            placements = [1, *drawn[1 : len(seats)]]
            log.append((len(log) + 1, seats, placements))
            before = [online.setdefault(seat, fresh_standing(PARAMS)) for seat in seats]
            step = count_match(before, placements, [False] * len(seats), PARAMS)
            online.update(zip(seats, step.standings, strict=True))
        elif event[2] not in online and event[1] in online:
            _, parent, version = event
            online[version] = inherited_standing(online[parent], PARAMS)
            descents.append(Descent(version, parent, after=len(log)))
    fold = RatedFold(PARAMS, reversed(descents))
    for number, seats, placements in log:
        fold.take(number, seats, placements, [False] * len(seats))
    fold.end()
    assert fold.standings == online


def test_fold__a_circle_of_descents_comes_to_an_end() -> None:
    """A file may say so; it then agrees with no table."""
    fold = RatedFold(PARAMS, [Descent(1, 2, 0), Descent(2, 1, 0), Descent(3, 3, 0)])
    fold.end()
    assert fold.standings.keys() == {1, 2, 3}
