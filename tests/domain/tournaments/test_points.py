"""What a pairing is worth: by rank, by wins or by the game's points; shared, called off, short."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ladder.domain.tournaments.events import Pairing, Played
from ladder.domain.tournaments.points import pairing_points
from ladder.domain.tournaments.record import BlockRecord, PairingRecord
from ladder.domain.tournaments.settings import Format, Scoring, Settings

HALF = Fraction(1, 2)


def pairing(line_up: str, *blocks: list[tuple[int, ...] | None], gone: str = "") -> PairingRecord:
    """A pairing by letters, its blocks by the placements of their matches."""
    record = PairingRecord(Pairing(1, tuple(line_up), ""), gone=[*gone])
    for number, matches in enumerate(blocks, start=1):
        size = max((len(match) for match in matches if match), default=len(line_up))
        played = tuple(
            None if m is None else Played(m, tuple(10 * (5 - place) for place in m))
            for m in matches
        )
        record.blocks[number] = BlockRecord(tuple(line_up)[:size], played)
    return record


def worth(record: PairingRecord, **settings: object) -> list[Fraction | None]:
    chosen = Settings(Format.SWISS, seats=max(2, len(record.pairing.line_up)))
    points = pairing_points(record, replace(chosen, **settings)).points
    return [points[one] for one in record.pairing.line_up]


@pytest.mark.parametrize(
    ("line_up", "matches", "points"),
    [
        ("AB", [(1, 2), (1, 2)], [1, 0]),
        ("AB", [(1, 2), (2, 1)], [HALF, HALF]),
        ("AB", [(1, 2), (1, 1)], [Fraction(3, 4), Fraction(1, 4)]),
        ("ABC", [(1, 2, 3)] * 3, [2, 1, 0]),
        ("ABC", [(1, 1, 3)] * 3, [1.5, 1.5, 0]),
        ("ABCD", [(1, 2, 3, 4)] * 4, [3, 2, 1, 0]),
        ("ABCD", [(1, 2, 2, 2)] * 4, [3, 1, 1, 1]),
    ],
)
def test_points__rank_points(line_up: str, matches: list, points: list) -> None:
    assert worth(pairing(line_up, matches)) == points


def test_points__a_win_is_shared_and_game_points_are_the_games() -> None:
    record = pairing("ABC", [(1, 1, 3), (1, 2, 3), (3, 1, 1)])
    share = worth(record, scoring=Scoring.WIN_SHARE)
    assert share == [HALF, Fraction(1, 3), Fraction(1, 6)]
    game = worth(record, scoring=Scoring.GAME_POINTS)
    assert game == [Fraction(100, 3), Fraction(110, 3), Fraction(80, 3)]


@pytest.mark.parametrize("scoring", [Scoring.RANK_POINTS, Scoring.WIN_SHARE])
def test_points__a_short_pod_gives_the_same_on_average(scoring: Scoring) -> None:
    for matches in ([(1, 2, 3)], [(1, 1, 1)], [(2, 1, 2)]):
        short = worth(pairing("ABC", matches), scoring=scoring, seats=4)
        full = worth(pairing("ABCD", [(1, 2, 3, 4)]), scoring=scoring)
        assert sum(short) / 3 == sum(full) / 4


def test_points__a_match_that_was_given_up_counts_for_nobody() -> None:
    """S06: what a worker could not play is left out, and the pairing counts as much as others."""
    assert worth(pairing("AB", [(1, 2), None])) == [1, 0]
    assert worth(pairing("AB", [None, None])) == [None, None]
    assert worth(pairing("AB", [None, None], [(2, 1), (2, 1)])) == [0, 1]


def test_points__blocks_count_alike() -> None:
    """S08: a block with a match less counts no less than the others."""
    record = pairing("AB", [(1, 2), None], [(2, 1), (2, 1)])
    assert worth(record, blocks=2) == [HALF, HALF]
    assert pairing_points(record, Settings(Format.SWISS)).matches == {"A": 3, "B": 3}


def test_points__blocks_that_are_left_are_won_by_who_is_there() -> None:
    record = pairing("AB", [(2, 1), (2, 1)], gone="B")
    assert worth(record, blocks=2) == [HALF, HALF]
    assert worth(pairing("AB", gone="A"), blocks=3) == [0, 1]
    assert worth(pairing("AB", gone="A"), scoring=Scoring.WIN_SHARE) == [0, 1]
    assert worth(pairing("AB", gone="A"), scoring=Scoring.GAME_POINTS) == [0, None]


def test_points__who_left_a_pod_is_last_in_what_is_played_without_it() -> None:
    record = pairing("ABC", [(2, 1)] * 2, gone="C")
    assert worth(record) == [1, 2, 0]


def test_points__duels_are_shares_of_the_matches() -> None:
    record = pairing("ABC", [(1, 2, 3), (2, 1, 3), (1, 1, 3)])
    found = pairing_points(record, Settings(Format.SWISS, seats=3)).duels
    assert found["A", "B"] == found["B", "A"] == HALF
    assert found["A", "C"] == 1 and found["C", "B"] == 0
