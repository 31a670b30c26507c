"""A series of matches and what is counted over it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from siurell.match.dealer import seed_from_text
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.cli.series import fixtures
from ladder.cli.tally import PlayedMatch, tally, win_parts


@given(seats=st.integers(1, 4), games=st.integers(1, 30), text=st.text(max_size=8))
def test_fixtures__n_matches_in_blocks_of_all_rotations(seats, games, text) -> None:
    series = fixtures("finca", seats, games, text)
    assert [fixture.number for fixture in series] == list(range(1, games + 1))
    assert len({fixture.match_id for fixture in series}) == games
    blocks: dict[bytes, list[tuple[int, ...]]] = {}
    for fixture in series:
        blocks.setdefault(fixture.seed, []).append(fixture.seating)
    whole = [block for block in blocks.values() if len(block) == seats]
    assert len(whole) == games // seats
    for block in whole:
        for seat in range(seats):
            assert sorted(seating[seat] for seating in block) == list(range(seats))


def test_fixtures__the_same_text_gives_the_same_series() -> None:
    assert fixtures("finca", 3, 10, "7") == fixtures("finca", 3, 10, "7")
    assert fixtures("finca", 3, 10, "7") != fixtures("finca", 3, 10, "8")


def test_fixtures__the_seed_of_a_replay_can_be_played_again() -> None:
    seed = seed_from_text("anything")
    assert fixtures("finca", 2, 1, seed.hex())[0].seed == seed


def test_fixtures__an_id_does_not_hold_the_seed() -> None:
    fixture = fixtures("finca", 2, 1, "7")[0]
    assert fixture.match_id.split("-")[1] not in fixture.seed.hex()


def _match(number: int, seating: tuple[int, ...], *seats: SeatResult) -> PlayedMatch:
    result = MatchResult(seats, decisions=10, turns=8)
    return PlayedMatch(number, f"m{number}", seating, result, "", (100,) * len(seats), "x")


def _seat(placement: int, score: int, cause: Cause = Cause.GAME_RULES) -> SeatResult:
    return SeatResult(placement, score, cause)


def test_tally__follows_the_bot_not_the_seat() -> None:
    first, second = tally(
        ["a", "b"],
        [
            _match(1, (0, 1), _seat(1, 60), _seat(2, 50)),
            _match(2, (1, 0), _seat(2, 40), _seat(1, 70)),
        ],
    )
    assert (first.wins, first.matches, first.mean_score) == (2, 2, 65)
    assert (second.wins, second.mean_score) == (0, 45)
    assert {seat: place.wins for seat, place in first.by_seat.items()} == {0: 1, 1: 1}
    assert first.interval[1] == 1.0
    assert 0.3 < first.interval[0] < 0.4


def test_tally__a_shared_first_place_is_shared() -> None:
    assert win_parts([1, 1, 3, 1]) == [Fraction(1, 3)] * 2 + [Fraction(0), Fraction(1, 3)]
    first, _ = tally(["a", "b"], [_match(1, (0, 1), _seat(1, 50), _seat(1, 50))])
    assert first.win_share == 0.5


def test_tally__faults_are_counted_for_the_bot_that_made_them() -> None:
    first, second = tally(["a", "b"], [_match(1, (1, 0), _seat(2, 0, Cause.CRASH), _seat(1, 9))])
    assert first.faults == {}
    assert second.faults == {Cause.CRASH: 1}


def test_tally__an_aborted_match_counts_for_nobody() -> None:
    aborted = _match(1, (0, 1), _seat(0, 0, Cause.ABORTED), _seat(0, 0, Cause.ABORTED))
    first, _ = tally(["a", "b"], [aborted])
    assert (first.matches, first.win_share, first.interval) == (0, 0.0, (0.0, 1.0))
