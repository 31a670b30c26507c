"""Tie-breaks: a published crosstable, published rules for unplayed rounds, and what must hold."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import LadderError

from ladder.domain.tournaments.buchholz import Numbers
from ladder.domain.tournaments.encounters import Encounters
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.sheet import Entry, Kind, Sheet, sheet_of
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.tie_break import Measure, TieBreak

HALF = Fraction(1, 2)
RESULTS = {
    **{"AB": 1, "AC": HALF, "AD": 0, "AE": 1, "BC": 1},
    **{"BD": HALF, "BE": 0, "CD": 1, "CE": HALF, "DE": 1},
}
"""Row against column of the published table of five."""


def result(one: str, other: str) -> Fraction:
    known = RESULTS.get(one + other)
    return Fraction(1 - RESULTS[other + one] if known is None else known)


def table(names: str = "ABCDE") -> Sheet:
    """Everyone's rounds in the order of the alphabet."""
    entries = {
        one: [
            Entry(
                number,
                Kind.PLAYED,
                result(one, other),
                (other,),
                (result(one, other),),
                won=result(one, other) == 1,
                matches=2,
            )
            for number, other in enumerate((o for o in names if o != one), start=1)
        ]
        for one in names
    }
    return Sheet(entries, len(names) - 1, HALF)


PUBLISHED = {
    "buchholz": (7.5, 8.5, 8.0, 7.5, 8.5),
    "buchholz-cut1": (6.0, 7.0, 6.5, 6.0, 7.0),
    "buchholz-cut2": (4.5, 5.0, 5.0, 4.5, 5.0),
    "buchholz-median1": (3.5, 4.5, 4.0, 3.5, 4.5),
    "sonneborn-berger": (4.0, 3.25, 4.5, 4.75, 2.5),
    "wins": (2, 1, 1, 2, 1),
    "average-buchholz": (8.125, 7.875, 8.0, 8.125, 7.875),
    "koya": (0.5, 1.5, 1.5, 1.0, 0.5),
}


def test_tie_break__published_scores_of_five() -> None:
    assert [table().score(one) for one in "ABCDE"] == [2.5, 1.5, 2, 2.5, 1.5]


@pytest.mark.parametrize("year", [2009, 2024])
@pytest.mark.parametrize("name", PUBLISHED)
def test_tie_break__published_table_of_five(name: str, year: int) -> None:
    numbers = Numbers(table(), year)
    found = tuple(numbers.of(TieBreak.parse(name), one) for one in "ABCDE")
    assert found == PUBLISHED[name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sonneborn-berger-cut1", 4.0),
        ("sonneborn-berger-median1", 2.5),
        ("progressive", 6.5),
        ("progressive-cut1", 5.5),
    ],
)
def test_tie_break__published_values_of_the_first_of_five(name: str, value: float) -> None:
    assert Numbers(table(), 2024).of(TieBreak.parse(name), "A") == value


def test_tie_break__direct_encounter_of_five() -> None:
    """D beat A, so of the two that are level A is second and D is first."""
    assert Encounters(table()).direct(["A", "D"]) == [["D"], ["A"]]


def unplayed(kind: Kind, round_: int, points: Fraction, before: int, total: Fraction) -> Sheet:
    """Nine rounds of one entrant, one of them unplayed; its opponent has nothing."""
    played = [
        Entry(number, Kind.PLAYED, Fraction(int(number <= before)), ("other",), (Fraction(0),))
        for number in range(1, 10)
        if number != round_
    ]
    missing = total - before - points
    after = [entry for entry in played if entry.round > round_][: int(missing)]
    played = [
        Entry(e.round, e.kind, Fraction(1), e.opponents, e.duels) if e in after else e
        for e in played
    ]
    entries = sorted([*played, Entry(round_, kind, points)], key=lambda entry: entry.round)
    rounds = [Entry(n, Kind.PLAYED, Fraction(0), ("one",), (Fraction(0),)) for n in range(1, 10)]
    return Sheet({"one": entries, "other": rounds}, 9, HALF)


@pytest.mark.parametrize(
    ("kind", "round_", "points", "before", "virtual", "for_others"),
    [
        (Kind.WALKOVER, 3, Fraction(1), 2, 5, 5.5),
        (Kind.ABSENT, 7, Fraction(0), 4, 6, 6.5),
    ],
)
def test_tie_break__unplayed_rounds_by_the_rule_of_2009(
    kind: Kind, round_: int, points: Fraction, before: int, virtual: int, for_others: float
) -> None:
    """Two worked examples of a manual: nine rounds, six points in the end."""
    sheet = unplayed(kind, round_, points, before, Fraction(6))
    assert sheet.score("one") == 6
    numbers = Numbers(sheet, 2009)
    assert numbers.of(TieBreak(Measure.BUCHHOLZ), "one") == virtual
    assert numbers.of(TieBreak(Measure.BUCHHOLZ), "other") == 9 * Fraction(for_others)


def test_tie_break__unplayed_rounds_by_the_rule_of_2024() -> None:
    """A bye after one round counts as an opponent with the entrant's own point."""
    bye = Entry(1, Kind.BYE, Fraction(1))
    sheet = Sheet({"one": [bye]}, 1, HALF)
    assert Numbers(sheet, 2024).of(TieBreak(Measure.BUCHHOLZ), "one") == 1
    gone = [Entry(1, Kind.PLAYED, Fraction(1), ("two",), (Fraction(1),))]
    gone += [Entry(number, Kind.ABSENT, Fraction(0)) for number in (2, 3)]
    two = [Entry(1, Kind.PLAYED, Fraction(0), ("one",), (Fraction(0),))]
    numbers = Numbers(Sheet({"one": gone, "two": two}, 3, HALF), 2024)
    assert numbers.of(TieBreak(Measure.BUCHHOLZ), "two") == 2
    assert numbers.of(TieBreak.parse("buchholz-cut2"), "one") == 0


def test_tie_break__rounds_by_the_own_doing_are_cut_first_since_2024() -> None:
    entries = {
        "one": [
            Entry(1, Kind.PLAYED, Fraction(1), ("weak",), (Fraction(1),)),
            Entry(2, Kind.FORFEIT, Fraction(0)),
            Entry(3, Kind.PLAYED, Fraction(1), ("strong",), (Fraction(1),)),
        ],
        "weak": [Entry(1, Kind.PLAYED, Fraction(0), ("one",), (Fraction(0),))],
        "strong": [Entry(3, Kind.PLAYED, Fraction(3), ("one",), (Fraction(0),))],
    }
    sheet = Sheet(entries, 3, HALF)
    cut = TieBreak.parse("buchholz-cut1")
    assert Numbers(sheet, 2024).of(cut, "one") == 3
    assert Numbers(sheet, 2009).of(cut, "one") == 2 + HALF + 3


def duels(*won: str) -> Encounters:
    """Encounters of pairs such as ``AB`` (A beat B) and ``A=B``."""
    entries: dict[str, list[Entry]] = {}
    for number, text in enumerate(won, start=1):
        one, other = text[0], text[-1]
        share = HALF if "=" in text else Fraction(1)
        for me, you, own in ((one, other, share), (other, one, 1 - share)):
            entry = Entry(number, Kind.PLAYED, own, (you,), (own,))
            entries.setdefault(me, []).append(entry)
    return Encounters(Sheet(entries, len(won), HALF))


@pytest.mark.parametrize(
    ("won", "level", "groups"),
    [
        (("AB", "BC", "CA"), "ABC", ["ABC"]),
        (("AB", "AC", "B=C"), "ABC", ["A", "BC"]),
        (("AB", "BC", "CA", "AD", "BD", "DC"), "ABCD", ["A", "B", "D", "C"]),
        (("AB", "AC"), "ABC", ["A", "BC"]),
        (("AB", "A=C"), "ABC", ["ABC"]),
        (("AB", "AC", "BD"), "ABCD", ["ABCD"]),
        ((), "AB", ["AB"]),
        (("AB", "BA", "AC", "AC", "BC", "B=C"), "ABC", ["A", "B", "C"]),
    ],
    ids=["circle", "one apart", "taken apart again", "sure", "unsure", "far", "none", "twice"],
)
def test_direct_encounter__among_those_who_are_level(
    won: tuple[str, ...], level: str, groups: list[str]
) -> None:
    assert duels(*won).direct([*level]) == [[*group] for group in groups]


def test_head_to_head__is_looked_at_once() -> None:
    found = duels("AB", "BC", "CA", "AD")
    shares = [found.share(one, "ABCD") for one in "ABCD"]
    assert shares == [Fraction(2, 3), HALF, HALF, 0]


def test_direct_encounter__decides_and_is_named(hall) -> None:
    held = hall.hold(Settings(Format.ROUND_ROBIN), 6, hall.by_lot(5, 2))
    by_direct = [s for s in standings_of(held.tournament) if s.decided_by == "direct-encounter"]
    lines = standings_of(held.tournament)
    assert by_direct
    for line in by_direct:
        above = lines[lines.index(line) - 1]
        assert above.score == line.score
        assert above.values[0] is not None and line.values[0] is not None
        assert above.values[0] < line.values[0]


@settings(max_examples=15)
@given(st.integers(3, 9), st.integers(0, 99), st.integers(2, 9))
def test_tie_break__sums_over_a_whole_round_robin(
    hall, entrants: int, seed: int, kinds: int
) -> None:
    """Buchholz is all points less one's own; Sonneborn-Berger never adds up to more than that."""
    held = hall.hold(Settings(Format.ROUND_ROBIN), entrants, hall.by_lot(seed, kinds))
    sheet = sheet_of(held.tournament)
    numbers = Numbers(sheet, 2024)
    total = sum(sheet.score(one) for one in sheet.entries)
    plain, by_result = TieBreak(Measure.BUCHHOLZ), TieBreak(Measure.SONNEBORN_BERGER)
    assert total == Fraction(entrants * (entrants - 1), 2)
    for one in sheet.entries:
        assert numbers.of(plain, one) == total - sheet.score(one)
        assert numbers.of(by_result, one) <= numbers.of(plain, one)


def test_tie_break__in_pods_an_opponent_counts_as_the_mean_of_the_pod() -> None:
    third = Fraction(1, 3)
    entries = {
        "A": [Entry(1, Kind.PLAYED, Fraction(2), ("B", "C"), (Fraction(1), Fraction(1)))],
        "B": [Entry(1, Kind.PLAYED, Fraction(1), ("A", "C"), (Fraction(0), Fraction(1)))],
        "C": [Entry(1, Kind.PLAYED, Fraction(0), ("A", "B"), (Fraction(0), third))],
    }
    numbers = Numbers(Sheet(entries, 1, Fraction(1)), 2024)
    assert [numbers.of(TieBreak(Measure.BUCHHOLZ), one) for one in "ABC"] == [HALF, 1, 1.5]
    by_result = [numbers.of(TieBreak(Measure.SONNEBORN_BERGER), one) for one in "ABC"]
    assert by_result == [HALF, 0, third / 2]


@pytest.mark.parametrize("name", ["", "bucholz", "wins-cut1", "buchholz-cut0", "koya-median1"])
def test_tie_break__a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(LadderError, match="is no tie-break; there are buchholz"):
        TieBreak.parse(name)


def test_tie_break__names_read_back() -> None:
    for name in (*PUBLISHED, "direct-encounter", "head-to-head", "progressive-cut1"):
        assert str(TieBreak.parse(name)) == name
