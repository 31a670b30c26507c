"""Eliminations as they are played: ties, resets, withdrawals, and how far everyone came."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ladder.domain.tournaments.bracket_view import PairingState, bracket_of
from ladder.domain.tournaments.events import Created, MatchKey, Played, Withdrawn
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import Format, Scoring, Settings
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Tournament

KNOCK_OUT = Settings(Format.ELIMINATION)
DOUBLE = Settings(Format.DOUBLE_ELIMINATION)
LEVEL = Played((1, 1), (7, 7))


def table(tournament: Tournament) -> list[str]:
    return [f"{line.place} {line.entrant.id}" for line in standings_of(tournament)]


def tied_for(blocks: int, better_seed) -> Callable[[MatchKey, tuple[str, ...]], Played]:
    """Everything is level for so many blocks, then the worse seeded wins."""

    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        if key.block.block <= blocks:
            return LEVEL
        won = better_seed(key, line_up)
        return Played(tuple(3 - place for place in won.placements), won.scores)

    return decide


@pytest.mark.parametrize(
    ("level", "played", "winner", "decided"),
    [
        (0, 1, "p2", "play"),
        (1, 2, "p2", "one more block"),
        (3, 4, "p2", "one more block"),
        (4, 4, "p1", "seeding"),
    ],
)
def test_elimination__a_tie_takes_one_more_block_three_at_most(
    hall, level: int, played: int, winner: str, decided: str
) -> None:
    held = hall.hold(KNOCK_OUT, 2, tied_for(level, hall.better_seed))
    assert [block.key.block for block in held.blocks] == [*range(1, played + 1)]
    assert table(held.tournament)[0] == f"1 {winner}"
    assert bracket_of(held.tournament).pairings[0].decided == decided


def test_elimination__more_blocks_come_on_top_of_the_regular_ones(hall) -> None:
    held = hall.hold(Settings(Format.ELIMINATION, blocks=2), 2, tied_for(3, hall.better_seed))
    assert len(held.blocks) == 4
    assert len({block.seed for block in held.blocks}) == 4


def test_elimination__a_block_that_could_not_be_played_is_a_tie(hall) -> None:
    tournament = Tournament(Created("x", KNOCK_OUT, hall.entrants(2)))
    tournament.take(next_event(tournament))
    for _ in range(4):
        (block,) = blocks_due(tournament)
        report = hall.report(block)
        tournament.take(type(report)(report.key, report.line_up, (None, None)))
    assert not blocks_due(tournament)
    tournament.take(next_event(tournament))
    assert table(tournament) == ["1 p1", "2 p2"]


def test_elimination__of_a_pod_only_a_tie_for_going_on_takes_a_block(hall) -> None:
    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        placements = (1, 1, 3, 3) if key.block.block == 1 else (1, 2, 3, 4)
        return Played(placements[: len(line_up)], (0,) * len(line_up))

    pods = Settings(Format.ELIMINATION, seats=4, advance=2)
    held = hall.hold(pods, 8, decide)
    first = [block for block in held.blocks if block.key.round == 1]
    final = [block for block in held.blocks if block.key.round == 2]
    assert [block.key.block for block in first] == [1, 1]
    assert [block.key.block for block in final] == [1, 2]
    assert table(held.tournament)[:2] == ["1 p1", "2 p2"]


def test_elimination__a_later_block_orders_only_who_was_level(hall) -> None:
    """The third was beaten in the regular block; winning the next one does not help it."""

    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        placements = (1, 1, 3) if key.block.block == 1 else (3, 2, 1)
        return Played(placements, (0, 0, 0))

    held = hall.hold(Settings(Format.ELIMINATION, seats=3), 3, decide)
    assert table(held.tournament) == ["1 p2", "2 p1", "3 p3"]


def test_elimination__places_by_how_far_everyone_came(hall) -> None:
    held = hall.hold(KNOCK_OUT, 7)
    assert table(held.tournament) == ["1 p1", "2 p2", "3 p3", "3 p4", "5 p5", "5 p6", "5 p7"]
    held = hall.hold(Settings(Format.ELIMINATION, third_place=True), 7)
    assert table(held.tournament)[:4] == ["1 p1", "2 p2", "3 p3", "4 p4"]
    lines = standings_of(held.tournament)
    assert [line.decided_by for line in lines] == ["", *["bracket"] * 4, "", ""]
    assert lines[4].exit is not None and lines[4].exit.label == "R1.2"


def test_elimination__while_it_runs_who_is_in_stands_above_who_is_out(hall) -> None:
    tournament = Tournament(Created("x", KNOCK_OUT, hall.entrants(4)))
    tournament.take(next_event(tournament))
    tournament.take(hall.report(blocks_due(tournament)[0]))
    assert table(tournament) == ["1 p1", "1 p2", "1 p3", "4 p4"]


def upset_in_the_final(hall):
    """The better seeded wins but in the first final."""

    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        won = hall.better_seed(key, line_up)
        if key.block.round == 4:
            return Played(tuple(3 - place for place in won.placements), won.scores)
        return won

    return decide


def test_double__the_final_is_reset_when_the_losers_side_wins_it(hall) -> None:
    held = hall.hold(DOUBLE, 4, upset_in_the_final(hall))
    labels = [pairing.label for pairing in bracket_of(held.tournament).pairings]
    assert labels[-2:] == ["F1", "F2"]
    assert held.line_ups[-2:] == [[("p1", "p2")], [("p1", "p2")]]
    assert table(held.tournament) == ["1 p1", "2 p2", "3 p3", "4 p4"]


def upset_in_round(hall, number: int):
    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        won = hall.better_seed(key, line_up)
        if key.block.round >= number:
            return Played(tuple(3 - place for place in won.placements), won.scores)
        return won

    return decide


def test_double__the_final_is_final_where_no_reset_is_wanted(hall) -> None:
    settings = Settings(Format.DOUBLE_ELIMINATION, reset_final=False)
    held = hall.hold(settings, 4, upset_in_round(hall, 4))
    assert held.line_ups[-1] == [("p1", "p2")]
    assert table(held.tournament)[:2] == ["1 p2", "2 p1"]
    held = hall.hold(DOUBLE, 4, upset_in_round(hall, 4))
    assert table(held.tournament)[:2] == ["1 p2", "2 p1"]
    assert len(held.tournament.rounds) == 5


def test_double__without_upset_the_reset_is_not_needed(hall) -> None:
    held = hall.hold(DOUBLE, 8)
    last = bracket_of(held.tournament).pairings[-1]
    assert (last.label, last.state) == ("F2", PairingState.NOT_NEEDED)
    assert table(held.tournament) == [
        *("1 p1", "2 p2", "3 p3", "4 p4", "5 p5", "5 p6", "7 p7", "7 p8"),
    ]


def test_elimination__who_withdrew_loses_what_is_left_and_the_bracket_goes_on(hall) -> None:
    """S15: a withdrawn entrant does not stop a bracket, wherever it stands."""
    held = hall.hold(KNOCK_OUT, 8, withdraw={1: ["p1", "p4"]})
    assert table(held.tournament)[:4] == ["1 p2", "2 p4", "3 p1", "3 p3"]
    semi = bracket_of(held.tournament).pairings[4]
    assert semi.decided == "withdrawal"
    assert {slot.entrant.id: slot.place for slot in semi.slots} == {"p1": 2, "p4": 1}


def test_elimination__in_a_bye_of_the_losers_side_who_waits_goes_on(hall) -> None:
    tournament = Tournament(Created("x", DOUBLE, hall.entrants(5)))
    hall_of = bracket_of(tournament)
    assert [entrant.id for entrant in hall_of.byes] == ["p1", "p2", "p3"]
    held = hall.hold(DOUBLE, 5)
    view = {pairing.label: pairing for pairing in bracket_of(held.tournament).pairings}
    assert [slot.origin for slot in view["L2.1"].slots] == ["second of W2.2", "second of W1.2"]
    assert [slot.entrant.id for slot in view["L2.1"].slots] == ["p3", "p5"]


def test_bracket__before_anything_is_played(hall) -> None:
    view = bracket_of(Tournament(Created("x", KNOCK_OUT, hall.entrants(3))))
    first, final = view.pairings
    assert [slot.entrant.id for slot in first.slots if slot.entrant] == ["p2", "p3"]
    assert first.state is final.state is PairingState.WAITING
    assert [slot.entrant and slot.entrant.id for slot in final.slots] == ["p1", None]
    assert [slot.origin for slot in final.slots] == ["seed 1", "winner of R1.2"]


def test_elimination__by_the_points_of_the_game(hall) -> None:
    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        wins = Played((1, 2), (30, 29))
        loses = Played((2, 1), (10, 50))
        return wins if key.rotation == 0 else loses

    by_rank = hall.hold(KNOCK_OUT, 2, decide)
    by_points = hall.hold(Settings(Format.ELIMINATION, scoring=Scoring.GAME_POINTS), 2, decide)
    assert len(by_rank.blocks) == 4
    assert len(by_points.blocks) == 1
    assert table(by_points.tournament)[0] == "1 p2"


def test_elimination__a_withdrawal_in_the_middle_of_a_pairing(hall) -> None:
    tournament = Tournament(Created("x", Settings(Format.ELIMINATION, blocks=3), hall.entrants(2)))
    tournament.take(next_event(tournament))
    tournament.take(hall.report(blocks_due(tournament)[0]))
    tournament.take(Withdrawn("p1", "crashed"))
    assert not blocks_due(tournament)
    tournament.take(next_event(tournament))
    assert table(tournament) == ["1 p2", "2 p1"]
    slots = bracket_of(tournament).pairings[0].slots
    assert [str(slot.points) for slot in slots] == ["1/3", "2/3"]
