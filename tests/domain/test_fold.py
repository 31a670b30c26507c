"""One match's step in the fold over the match log."""

from __future__ import annotations

from ladder.domain.fold import WIN, Standing, count_match, fresh_standing
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
    weak, strong = Standing(Rating(0.0, 1.0)), Standing(Rating(900.0, 1.0))
    step = count_match([weak, strong], (1, 2), (False, False), PARAMS)
    assert step.kept
    assert [s.rating for s in step.standings] == [weak.rating, strong.rating]
    assert [s.matches for s in step.standings] == [1, 1]
    assert step.standings[0].wins == WIN
