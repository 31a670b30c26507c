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
LARGEST = 64
STRANGERS = {3: 16, 4: 36}
"""From so many entrants on, the usual number of Swiss rounds in pods has only strangers."""
IDS = [f"{k.format.value}-{k.seats}{'-twice' * (k.cycles - 1)}{'-third' * k.third_place}"
       for k in KINDS]  # fmt: skip
each_kind = pytest.mark.parametrize("kind", KINDS, ids=IDS)


def check(hall, kind: Settings, entrants: int, seed: object) -> None:
    """Play it, and check all that must hold."""
    held = hall.hold(kind, entrants, hall.by_lot(seed))
    tournament = held.tournament
    assert tournament.status is Status.FINISHED
    lines = standings_of(tournament)
    assert {line.entrant for line in lines} == {*tournament.entrants}
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    assert held.line_ups and all(held.line_ups)
    for line_ups in held.line_ups:
        playing = [one for line_up in line_ups for one in line_up]
        assert len(playing) == len(set(playing)) or kind.format is Format.GAUNTLET
    _check_seats(held, kind)
    _check_byes(held, kind, entrants)
    _check_meetings(held, kind, entrants)


def _check_byes(held, kind: Settings, entrants: int) -> None:
    """One at most in a Swiss and in a bracket; by a schedule everyone rests equally often."""
    byes = [held.byes[entrant.id] for entrant in held.tournament.entrants]
    if kind.format is Format.SWISS:
        assert max(byes) <= 1
        if kind.seats == 2:
            assert sum(byes) == entrants % 2 * len(held.line_ups)
    elif kind.format in ELIMINATIONS:
        assert max(byes) <= 1
    elif kind.seats == 2 and kind.format is Format.ROUND_ROBIN:
        assert set(byes) == {kind.cycles * (entrants % 2)}


def _check_meetings(held, kind: Settings, entrants: int) -> None:
    """Each pair at most once, wherever a second time can be avoided."""
    pairs = entrants * (entrants - 1) // 2
    met = held.meetings
    if kind.seats == 2 and kind.format is Format.ROUND_ROBIN:
        assert len(met) == pairs and set(met.values()) == {kind.cycles}
    elif kind.format is Format.ROUND_ROBIN:
        assert len(met) == pairs
    elif kind.seats == 2 and kind.format in (Format.SWISS, Format.ELIMINATION, Format.GAUNTLET):
        assert set(met.values()) == {1}
    elif kind.format is Format.DOUBLE_ELIMINATION:
        # Who loses twice is out: two may meet again, and a third time where the final is reset.
        assert max(met.values()) <= (3 if entrants > 2 else 2)
    elif kind.format is Format.SWISS and entrants >= STRANGERS[kind.seats]:
        assert set(met.values()) == {1}


def _check_seats(held, kind: Settings) -> None:
    """Over whole blocks everyone sits equally often on every seat of its pods."""
    for entrant in held.tournament.entrants:
        sizes = {len(block.line_up) for block in held.blocks if entrant.id in block.line_up}
        assert sizes or (held.byes[entrant.id] and len(held.line_ups) == 1), "everyone plays"
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


@each_kind
@settings(max_examples=5)
@given(st.integers(2, LARGEST), st.integers(0, 999))
def test_format__ends_with_everyone_placed(hall, kind: Settings, entrants: int, seed: int) -> None:
    """S18: byes at most once; everyone sits alike, nobody meets anybody again in vain."""
    check(hall, kind, max(entrants, kind.seats), seed)


@each_kind
@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 8, 9, 63, 64])
def test_format__of_the_smallest_fields_and_the_largest(
    hall, kind: Settings, entrants: int
) -> None:
    if entrants >= kind.seats:
        check(hall, kind, entrants, "large")


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


@each_kind
@settings(max_examples=2)
@given(st.integers(4, LARGEST), st.integers(0, 999))
def test_format__is_stable_under_renaming_and_order_of_entry(
    hall, kind: Settings, entrants: int, seed: int
) -> None:
    rng = random.Random(seed)
    field = hall.entrants(entrants)
    numbers = rng.sample(range(100, 999), entrants)  # ids in another order than the seeding
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
