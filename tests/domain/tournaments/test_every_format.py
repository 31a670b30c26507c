"""What holds for every format and any number of entrants."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.tournaments.crosstable import crosstable_of
from ladder.domain.tournaments.entrants import with_numbered_names
from ladder.domain.tournaments.settings import ELIMINATIONS, Format, Scoring, Settings
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Status

KINDS = [
    Settings(Format.ROUND_ROBIN),
    Settings(Format.ROUND_ROBIN, cycles=2),
    Settings(Format.ROUND_ROBIN, seats=3),
    Settings(Format.ROUND_ROBIN, seats=4),
    Settings(Format.GAUNTLET),
    Settings(Format.GAUNTLET, seats=4, rounds=3),
    Settings(Format.SWISS),
    Settings(Format.SWISS, seats=3),
    Settings(Format.SWISS, seats=4),
    Settings(Format.ELIMINATION),
    Settings(Format.ELIMINATION, third_place=True),
    Settings(Format.ELIMINATION, seats=3),
    Settings(Format.ELIMINATION, seats=4, advance=2),
    Settings(Format.DOUBLE_ELIMINATION),
]
LARGEST = 22
"""A round robin of 64 has 2016 pairings: the largest fields are played once each, below."""


def check(hall, kind: Settings, entrants: int, seed: object) -> None:
    """Play it, and check all that must hold."""
    held = hall.hold(kind, entrants, hall.by_lot(seed))
    tournament = held.tournament
    assert tournament.status is Status.FINISHED
    lines = standings_of(tournament)
    assert {line.entrant for line in lines} == {*tournament.entrants}
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    for line_ups in held.line_ups:
        playing = [one for line_up in line_ups for one in line_up]
        assert len(playing) == len(set(playing)) or kind.format is Format.GAUNTLET
    _check_seats(held, kind)
    if kind.format is Format.SWISS:
        assert max(held.byes.values(), default=0) <= 1
    if kind.seats == 2 and kind.format is Format.ROUND_ROBIN:
        assert set(held.meetings.values()) == {kind.cycles}
    if kind.seats == 2 and kind.format is Format.SWISS:
        assert set(held.meetings.values()) == {1}


def _check_seats(held, kind: Settings) -> None:
    """Over whole blocks everyone sits equally often on every seat of its pods."""
    for entrant in held.tournament.entrants:
        sizes = {len(block.line_up) for block in held.blocks if entrant.id in block.line_up}
        for size in sizes:
            seats = [
                seating.index(block.line_up.index(entrant.id))
                for block in held.blocks
                if entrant.id in block.line_up and len(block.line_up) == size
                for _, seating in block.matches
            ]
            counts = [seats.count(seat) for seat in range(size)]
            assert max(counts) == min(counts)
        if kind.format is Format.ROUND_ROBIN:
            places = held.places(entrant.id, kind.seats)
            assert max(places) - min(places) <= 1


@settings(max_examples=40)
@given(st.sampled_from(KINDS), st.integers(2, LARGEST), st.integers(0, 999))
def test_format__ends_with_everyone_placed(hall, kind: Settings, entrants: int, seed: int) -> None:
    check(hall, kind, max(entrants, kind.seats), seed)


@pytest.mark.parametrize("kind", [k for k in KINDS if k.format is not Format.ROUND_ROBIN])
@pytest.mark.parametrize("entrants", [63, 64])
def test_format__large_fields(hall, kind: Settings, entrants: int) -> None:
    check(hall, kind, entrants, "large")


def test_format__a_round_robin_of_33(hall) -> None:
    check(hall, KINDS[0], 33, "large")


def renamed(tournament, names: dict[str, str]) -> list[tuple[object, ...]]:
    return [
        (
            line.place,
            names.get(line.entrant.id, line.entrant.id),
            line.score,
            line.values,
            line.decided_by,
            line.matches,
        )
        for line in standings_of(tournament)
    ]


@settings(max_examples=30)
@given(st.sampled_from(KINDS), st.integers(4, 14), st.integers(0, 999))
def test_format__is_stable_under_renaming_and_order_of_entry(
    hall, kind: Settings, entrants: int, seed: int
) -> None:
    rng = random.Random(seed)
    field = hall.entrants(entrants)
    numbers = rng.sample(range(100, 999), entrants)
    names = {f"x{number}": e.id for number, e in zip(numbers, field, strict=True)}
    ids = {old: new for new, old in names.items()}
    others = [replace(e, id=ids[e.id], name=f"Other {e.seed_rank}") for e in field]
    rng.shuffle(others)
    decide = hall.by_lot(seed)

    def decide_renamed(key, line_up):
        return decide(key, tuple(names[one] for one in line_up))

    plain = hall.hold(kind, field, decide)
    other = hall.hold(kind, others, decide_renamed)
    assert renamed(other.tournament, names) == renamed(plain.tournament, {})
    back = [
        [tuple(names[one] for one in line_up) for line_up in line_ups]
        for line_ups in other.line_ups
    ]
    assert back == plain.line_ups
    assert [b.key for b in other.blocks] == [b.key for b in plain.blocks]


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize(
    "kind", [k for k in KINDS if k.format not in ELIMINATIONS], ids=lambda k: k.format.value
)
def test_format__all_scorings_give_a_table(hall, kind: Settings, scoring: Scoring) -> None:
    held = hall.hold(replace(kind, scoring=scoring), 7, hall.by_lot(scoring, 9))
    lines = standings_of(held.tournament)
    scores = [line.score for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert crosstable_of(held.tournament).entrants == tuple(line.entrant for line in lines)
    for above, line in pairwise(lines):
        assert (line.decided_by == "") == (line.place == above.place)
        assert (line.decided_by == "score") == (line.score < above.score)


def test_names__who_enters_twice_plays_twice() -> None:
    assert with_numbered_names(["greedy", "botA", "greedy"]) == ("greedy", "botA", "greedy-2")
    names = with_numbered_names(["a", "a-2", "a", "a"])
    assert names == ("a", "a-2", "a-3", "a-4")
