"""A series of matches and what is counted over it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from siurell.match.dealer import seed_from_text
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.cli.series import fixtures
from ladder.cli.solo_tally import solo_tally
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


@given(bots=st.integers(1, 4), games=st.integers(1, 30))
def test_fixtures__bots_that_play_alone_get_the_same_seeds(bots, games) -> None:
    series = fixtures("finca", bots, games, "7", 1)
    seeds: dict[int, list[bytes]] = {}
    for fixture in series:
        (place,) = fixture.seating
        seeds.setdefault(place, []).append(fixture.seed)
    rounds = games // bots
    assert len({tuple(own[:rounds]) for own in seeds.values()}) <= 1
    assert all(len(set(own)) == len(own) for own in seeds.values())


def _alone(number: int, place: int, score: int, cause: Cause = Cause.GAME_RULES) -> PlayedMatch:
    result = MatchResult((_seat(1, score, cause),), decisions=10, turns=8, grade="farmer")
    return PlayedMatch(number, f"m{number}", (place,), result, "", (100 * number,), "x")


def test_solo_tally__leads_over_the_mean_of_each_seed() -> None:
    first, second = solo_tally(
        ["a", "b"], [_alone(1, 0, 60), _alone(2, 1, 50), _alone(3, 0, 40), _alone(4, 1, 38)]
    )
    assert (first.scores, first.mean_score, first.standing.lead) == ((60, 40), 50, 3)
    assert (second.scores, second.mean_score, second.standing.lead) == ((50, 38), 44, -3)
    assert first.grades == {"farmer": 2}
    assert (first.slowest_us, second.slowest_us) == (300, 400)
    low, high = first.standing.interval
    assert low < 3 < high


def test_solo_tally__a_fault_counts_with_its_score_and_a_match_called_off_for_nobody() -> None:
    called_off = _alone(3, 0, 0, Cause.ABORTED)
    matches = [_alone(1, 0, 60), _alone(2, 1, 20, Cause.CRASH), called_off, _alone(4, 1, 30)]
    first, second = solo_tally(["a", "b"], matches)
    assert (first.scores, second.scores) == ((60,), (20, 30))
    assert (first.standing.rounds, first.standing.lead) == (1, 20)
    assert second.faults == {Cause.CRASH: 1}
    assert first.interval is None


def test_solo_tally__before_any_match() -> None:
    (only,) = solo_tally(["a"], [])
    assert (only.mean_score, only.interval, only.standing.rounds, only.slowest_us) == (
        0,
        None,
        0,
        0,
    )
