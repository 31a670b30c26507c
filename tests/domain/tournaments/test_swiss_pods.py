"""Swiss rounds in pods: who meets whom, sizes, byes, and that nobody meets anybody in vain."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.tournaments.events import Created, RoundPaired
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.sheet import sheet_of
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.swiss_pods import pod_players_of, sizes_of
from ladder.domain.tournaments.unmet_pods import pods_of_strangers


def pods(seats: int, rounds: int, **more: object) -> Settings:
    return Settings(Format.SWISS, seats=seats, rounds=rounds, **more)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("entrants", range(3, 65))
def test_sizes__all_seats_or_one_less_and_a_bye_for_five_only(entrants: int, seats: int) -> None:
    sizes = sizes_of(entrants, seats, short_pods=True)
    if entrants > seats:
        assert set(sizes) <= {seats, seats - 1}
    left_over = entrants - sum(sizes)
    assert left_over == (1 if (entrants, seats) == (5, 4) else 0)
    full = sizes_of(entrants, seats, short_pods=False)
    assert set(full) <= {seats}
    assert entrants - sum(full) == entrants % seats


def test_first_round__deals_the_seeds_out(hall) -> None:
    held = hall.hold(pods(4, 1), 8)
    assert [sorted(line_up) for line_up in held.line_ups[0]] == [
        ["p1", "p3", "p5", "p7"],
        ["p2", "p4", "p6", "p8"],
    ]


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"),
    [(9, 3, 4), (12, 3, 3), (16, 3, 5), (24, 3, 6), (16, 4, 3), (24, 4, 4), (32, 4, 6)],
)
def test_pods__nobody_meets_anybody_twice(hall, entrants: int, seats: int, rounds: int) -> None:
    held = hall.hold(pods(seats, rounds), entrants, hall.by_lot("strangers", 40))
    assert set(held.meetings.values()) == {1}


@settings(max_examples=12)
@given(st.integers(5, 13), st.sampled_from([3, 4]), st.integers(0, 99))
def test_pods__meet_again_only_where_no_round_of_strangers_is_left(
    hall, entrants: int, seats: int, seed: int
) -> None:
    rounds = max(1, (entrants - 1) // (seats - 1))
    held = hall.hold(pods(seats, rounds), entrants, hall.by_lot(seed))
    tournament = Tournament(held.log[0])
    for event in held.log[1:]:
        if isinstance(event, RoundPaired):
            players = {p.entrant.id: p for p in pod_players_of(tournament)}
            pairs = [two for one in event.pairings for two in combinations(one.line_up, 2)]
            if any(other in players[one].met for one, other in pairs):
                there = [e for one in event.pairings for e in one.line_up]
                met = [[b in players[a].met for b in there] for a in there]
                sizes = [len(one.line_up) for one in event.pairings]
                assert pods_of_strangers(met, sizes) is None
        tournament.take(event)


def test_pods__equal_scores_meet(hall) -> None:
    held = hall.hold(pods(4, 2), 64)
    tournament = Tournament(held.log[0])
    for event in held.log[1:]:
        if isinstance(event, RoundPaired):
            sheet = sheet_of(tournament)
            for pairing in event.pairings:
                assert len({sheet.score(entrant) for entrant in pairing.line_up}) == 1
        tournament.take(event)


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(10, 4, 3), (16, 3, 3), (26, 3, 4)])
def test_pods__nobody_has_a_seat_less_more_often_than_need_be(
    hall, entrants: int, seats: int, rounds: int
) -> None:
    held = hall.hold(pods(seats, rounds), entrants, hall.by_lot("short", 40))
    short = [
        sum(e in line_up and len(line_up) < seats for r in held.line_ups for line_up in r)
        for e in (f"p{number}" for number in range(1, entrants + 1))
    ]
    assert max(short) - min(short) <= 2


@pytest.mark.parametrize(("entrants", "seats"), [(7, 3), (10, 4), (14, 4)])
def test_pods__full_ones_only_and_byes_at_most_once(hall, entrants: int, seats: int) -> None:
    """S18: those who are left over change as long as somebody has had no bye."""
    rounds = min(entrants // (entrants % seats), (entrants - 1) // (seats - 1))
    held = hall.hold(pods(seats, rounds, short_pods=False), entrants, hall.by_lot("byes"))
    assert {len(line_up) for line_ups in held.line_ups for line_up in line_ups} == {seats}
    assert sum(held.byes.values()) == rounds * (entrants % seats)
    assert set(held.byes.values()) == {1}


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(12, 4, 3), (12, 3, 5), (32, 4, 6)])
def test_pods__everyone_is_named_on_each_place_in_turn(
    hall, entrants: int, seats: int, rounds: int
) -> None:
    held = hall.hold(pods(seats, rounds), entrants, hall.by_lot("places", 40))
    for number in range(1, entrants + 1):
        counts = held.places(f"p{number}", seats)
        assert max(counts) - min(counts) <= 2
        seat_counts = held.seats(f"p{number}", seats)
        assert max(seat_counts) == min(seat_counts)


def test_pods__withdrawals_make_smaller_ones_until_two_are_left(hall) -> None:
    """S15."""
    withdraw = {1: ["p1", "p2"], 2: ["p3", "p4"]}
    held = hall.hold(pods(3, 3), 7, hall.by_lot("leave"), withdraw)
    sizes = [sorted(len(line_up) for line_up in line_ups) for line_ups in held.line_ups]
    assert sizes == [[2, 2, 3], [2, 3], [3]]


def test_strangers__none_where_there_are_none() -> None:
    everyone = [[one != other for other in range(6)] for one in range(6)]
    assert pods_of_strangers(everyone, (3, 3)) is None
    assert pods_of_strangers([], ()) == []


def test_pods__say_when_somebody_meets_again(hall) -> None:
    held = hall.hold(pods(4, 2), 8)
    reasons = [record.pairing.reason for record in held.tournament.rounds[1].pairings.values()]
    assert all("of its pairs have met" in reason for reason in reasons)
    assert isinstance(held.log[0], Created)
