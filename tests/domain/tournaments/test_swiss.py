"""Swiss rounds for two seats: published tournaments, byes, and never a rematch in vain."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.events import (
    BlockKey,
    BlockReported,
    Bye,
    ByeKind,
    Created,
    Pairing,
    Played,
    RoundPaired,
    Withdrawn,
)
from ladder.domain.tournaments.progress import next_event
from ladder.domain.tournaments.settings import ByeValue, Format, Settings
from ladder.domain.tournaments.sheet import Kind, sheet_of
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.swiss import pair, players_of

SWISS = Settings(Format.SWISS, rounds=5)

EIGHT = [
    "p1-p5 p6-p2 p3-p7 p8-p4",
    "p4-p1 p2-p3 p5-p8 p7-p6",
    "p1-p2 p3-p5 p6-p4 p8-p7",
    "p3-p1 p2-p4 p5-p7 p8-p6",
    "p7-p1 p2-p8 p6-p3 p4-p5",
]
NINE = [
    "p1-p5 p6-p2 p3-p7 p8-p4, bye p9",
    "p4-p1 p2-p9 p5-p3 p7-p6, bye p8",
    "p1-p8 p3-p2 p9-p4 p6-p5, bye p7",
]
TEN = [
    "p1-p6 p7-p2 p3-p8 p9-p4 p5-p10",
    "p4-p1 p2-p3 p6-p5 p10-p7 p8-p9",
    "p5-p2 p1-p8 p3-p4 p7-p6 p9-p10",
    "p2-p1 p5-p3 p4-p7 p6-p9 p8-p10",
    "p1-p3 p4-p2 p8-p5 p10-p6 p7-p9",
    "p5-p1 p9-p2 p3-p6 p7-p8 p10-p4",
    "p1-p7 p2-p6 p3-p10 p4-p8 p9-p5",
]
TWENTY = [
    "p1-p11 p12-p2 p3-p13 p14-p4 p5-p15 p16-p6 p7-p17 p18-p8 p9-p19 p20-p10",
    "p6-p1 p2-p7 p8-p3 p4-p9 p10-p5 p11-p16 p17-p12 p13-p18 p19-p14 p15-p20",
    "p1-p4 p3-p2 p5-p6 p7-p11 p12-p8 p9-p13 p14-p10 p16-p15 p20-p17 p18-p19",
    "p2-p5 p8-p1 p10-p3 p4-p7 p15-p9 p6-p14 p11-p18 p13-p12 p17-p16 p19-p20",
    "p1-p2 p3-p9 p5-p4 p12-p6 p7-p10 p15-p8 p14-p11 p16-p19 p18-p17 p20-p13",
    "p3-p1 p2-p4 p8-p5 p6-p11 p9-p7 p13-p16 p17-p15 p10-p18 p19-p12 p20-p14",
    "p1-p5 p6-p2 p4-p3 p7-p8 p12-p9 p15-p10 p11-p13 p14-p16 p19-p17 p18-p20",
    "p7-p1 p2-p10 p11-p3 p4-p6 p5-p9 p13-p15 p17-p14 p18-p12 p8-p19 p16-p20",
    "p1-p13 p9-p2 p3-p5 p12-p4 p14-p7 p6-p8 p10-p17 p20-p11 p16-p18 p15-p19",
]
WITHDRAWAL = [*EIGHT[:2], "p1-p2 p3-p5 p6-p4, bye p7", "p3-p1 p2-p4 p5-p7, bye p6"]


def test_swiss__published_tournament_of_eight(hall) -> None:
    """The better seeded always wins; three published engines pair these five rounds alike."""
    assert hall.hold(SWISS, 8).text == EIGHT


def test_swiss__published_tournament_of_nine(hall) -> None:
    """The three rounds on which the engines agree; which pairing is listed first is our own."""
    assert hall.hold(SWISS, 9).text[:3] == NINE


@pytest.mark.parametrize(("entrants", "rounds"), [(10, TEN), (20, TWENTY)])
def test_swiss__published_tournaments_of_ten_and_twenty(
    hall, entrants: int, rounds: list[str]
) -> None:
    """All seven rounds and all nine; which pairing is listed first is our own."""
    held = hall.hold(Settings(Format.SWISS, rounds=len(rounds)), entrants)
    found = [sorted(line.split()) for line in held.text]
    assert found == [sorted(line.split()) for line in rounds]


def test_swiss__published_withdrawal(hall) -> None:
    """S15: who withdrew is not paired again, and what it played still counts."""
    held = hall.hold(SWISS, 8, withdraw={2: ["p8"]})
    assert held.text[:4] == WITHDRAWAL
    assert sheet_of(held.tournament).score("p4") == 3


def white_wins(number: int, pairs: str, results: str) -> list[RoundPaired | BlockReported]:
    """A round as a table gives it: pairs, and who of each won."""
    duels = [tuple(duel.split("-")) for duel in pairs.split()]
    paired = RoundPaired(
        number, tuple(Pairing(at, (one, other), "") for at, (one, other) in enumerate(duels, 1))
    )
    reports = []
    for at, (duel, won) in enumerate(zip(duels, results.split(), strict=True), 1):
        placements = tuple(1 if one == won else 2 for one in duel)
        match = Played(placements, placements)
        reports.append(BlockReported(BlockKey(number, 1, at, 1), duel, (match, match)))
    return [paired, *reports]


def test_swiss__published_case_c5() -> None:
    """A regression file of a published engine: player 4 is missing in round 3."""
    six = ranked([(name, name) for name in "123456"])
    log = [
        Created("c5", SWISS, six),
        *white_wins(1, "1-4 5-2 3-6", "1 2 3"),
        *white_wins(2, "2-1 4-3 6-5", "1 3 5"),
        Withdrawn("4", "absent"),
    ]
    tournament = Tournament.of(log)
    scores = [sheet_of(tournament).score(one) for one in "123456"]
    assert scores == [2, 1, 2, 0, 1, 0]
    paired = next_event(tournament)
    assert isinstance(paired, RoundPaired)
    assert {pairing.line_up for pairing in paired.pairings} == {("1", "5"), ("3", "2")}
    assert [bye.entrant for bye in paired.byes] == ["6"]


def with_byes(*received: str) -> Tournament:
    """Three entrants; each of the rounds so far gave a bye to one, the others drew."""
    three = ranked([(name, name) for name in "abc"])
    tournament = Tournament(Created("three", Settings(Format.SWISS, rounds=3), three))
    level = Played((1, 1), (0, 0))
    for number, bye in enumerate(received, start=1):
        duel = tuple(name for name in "abc" if name != bye)
        tournament.take(
            RoundPaired(
                number,
                (Pairing(1, duel, ""),),
                (Bye(bye, ByeKind.PAIRING, ""),),
            )
        )
        tournament.take(BlockReported(BlockKey(number, 1, 1, 1), duel, (level, level)))
    return tournament


@pytest.mark.parametrize("received", ["ab", "bc", "ca"])
def test_swiss__the_third_of_three_gets_the_bye(received: str) -> None:
    """S18: two have had it, so the one that is left has it, whatever its score."""
    paired = next_event(with_byes(*received))
    assert isinstance(paired, RoundPaired)
    assert [bye.entrant for bye in paired.byes] == [*(set("abc") - set(received))]


@pytest.mark.parametrize(
    ("value", "points"),
    [(ByeValue.WIN, 1), (ByeValue.AVERAGE, Fraction(1, 2)), (ByeValue.NOTHING, 0)],
)
def test_swiss__what_a_bye_is_worth_is_apart_from_its_kind(
    hall, value: ByeValue, points: Fraction
) -> None:
    """S18: a bye of any worth is a bye, and nobody has a second one."""
    held = hall.hold(Settings(Format.SWISS, rounds=5, bye=value), 5)
    assert held.byes == Counter({f"p{n}": 1 for n in range(1, 6)})
    for entries in sheet_of(held.tournament).entries.values():
        assert [entry.points for entry in entries if entry.kind is Kind.BYE] == [points]


def test_swiss__who_won_without_playing_has_no_bye_while_others_had_none(hall) -> None:
    """S18."""
    five = hall.entrants(5)
    tournament = Tournament(Created("five", Settings(Format.SWISS, rounds=4), five))
    tournament.take(next_event(tournament))
    assert [bye.entrant for bye in tournament.rounds[0].byes] == ["p5"]
    tournament.take(Withdrawn("p1", "crashed"))
    other = next(
        record.pairing.line_up
        for record in tournament.rounds[0].pairings.values()
        if "p1" not in record.pairing.line_up
    )
    won = Played(tuple(1 if one == "p2" else 2 for one in other), (0, 0))
    tournament.take(BlockReported(BlockKey(1, 1, 2, 1), other, (won, won)))
    assert [player.byes for player in players_of(tournament)] == [0, 1, 1, 0]


@pytest.mark.parametrize("entrants", range(2, 15))
def test_swiss__all_rounds_that_there_can_be_without_a_rematch(hall, entrants: int) -> None:
    """Looking ahead: the cheapest pairs are not taken when they leave later rounds stuck."""
    rounds = entrants - 1 + entrants % 2
    held = hall.hold(Settings(Format.SWISS, rounds=rounds), entrants, hall.by_lot("all"))
    assert len(held.tournament.rounds) == rounds
    assert set(held.meetings.values()) == {1}
    assert max(held.byes.values(), default=0) <= 1


def test_swiss__the_usual_number_of_rounds_for_six(hall) -> None:
    """Two triples that have all met cannot be paired; four rounds for six run into that."""
    for seed in range(12):
        held = hall.hold(Settings(Format.SWISS), 6, hall.by_lot(seed))
        assert len(held.tournament.rounds) == 4
        assert set(held.meetings.values()) == {1}


def avoidable(players, rounds_met: Counter[frozenset[str]]) -> bool:
    """Whether a round without rematch exists, by another matching than ours."""
    graph = networkx.Graph()
    size = len(players) + len(players) % 2
    graph.add_nodes_from(range(size))
    for one, player in enumerate(players):
        for other in range(one + 1, len(players)):
            pair_ids = frozenset((player.entrant.id, players[other].entrant.id))
            if not rounds_met[pair_ids]:
                graph.add_edge(one, other)
        if size > len(players) and not player.byes:
            graph.add_edge(one, size - 1)
    return networkx.is_perfect_matching(graph, networkx.max_weight_matching(graph, True))


@settings(max_examples=12)
@given(st.integers(2, 22), st.integers(0, 9), st.integers(0, 3))
def test_swiss__a_rematch_only_where_none_can_be_avoided(
    hall, entrants: int, seed: int, leave: int
) -> None:
    """Also with some who withdraw along the way; seats stay within two of each other."""
    rounds = min(entrants - 1 + entrants % 2, 9)
    withdraw = {n + 1: [f"p{n + 1}"] for n in range(min(leave, entrants - 2))}
    held = hall.hold(Settings(Format.SWISS, rounds=rounds), entrants, hall.by_lot(seed), withdraw)
    tournament = Tournament(held.log[0])
    met: Counter[frozenset[str]] = Counter()
    for event in held.log[1:]:
        if isinstance(event, RoundPaired):
            pairs = [frozenset(pairing.line_up) for pairing in event.pairings]
            byes = [bye.entrant for bye in event.byes]
            players = players_of(tournament)
            again = any(met[p] for p in pairs) or any(
                player.byes for player in players if player.entrant.id in byes
            )
            assert not again or not avoidable(players, met)
            met.update(pairs)
        tournament.take(event)


def test_swiss__equal_scores_meet_and_the_bye_goes_to_the_lowest(hall) -> None:
    """Of 31 an even number has each score in each round, once the bye has gone to the lowest."""
    held = hall.hold(Settings(Format.SWISS, rounds=3), 31)
    tournament = Tournament(held.log[0])
    byes = []
    for event in held.log[1:]:
        if isinstance(event, RoundPaired):
            scores = sheet_of(tournament)
            for pairing in event.pairings:
                one, other = (scores.score(entrant) for entrant in pairing.line_up)
                assert one == other
            (bye,) = event.byes
            assert scores.score(bye.entrant) == min(
                scores.score(entrant.id) for entrant in tournament.entrants
            )
            byes.append(bye.entrant)
        tournament.take(event)
    assert len(set(byes)) == 3


@pytest.mark.parametrize(("entrants", "rounds"), [(9, 5), (16, 6), (31, 6), (64, 7)])
def test_swiss__who_is_named_first_is_even(hall, entrants: int, rounds: int) -> None:
    held = hall.hold(Settings(Format.SWISS, rounds=rounds), entrants, hall.by_lot("even", 50))
    for number in range(1, entrants + 1):
        first, second = held.places(f"p{number}", 2)
        assert abs(first - second) <= 2
        seats = held.seats(f"p{number}", 2)
        assert seats[0] == seats[1]


@pytest.mark.parametrize(("entrants", "rounds"), [(60, 15), (180, 11)])
def test_swiss__as_many_entrants_and_rounds_as_the_published_regression_files(
    hall, entrants: int, rounds: int
) -> None:
    """Their pairs hang on rules of chess; what a checker looks for holds here as well."""
    held = hall.hold(Settings(Format.SWISS, rounds=rounds), entrants, hall.by_lot("long"))
    assert [len(line_ups) for line_ups in held.line_ups] == [entrants // 2] * rounds
    assert set(held.meetings.values()) == {1} and not held.byes
    for entrant in held.tournament.entrants:
        named = [
            1 if line_up[0] == entrant.id else -1
            for line_ups in held.line_ups
            for line_up in line_ups
            if entrant.id in line_up
        ]
        assert abs(sum(named[:-1])) <= 2, "in the last round those at the top may sit as they must"
        assert abs(sum(named)) <= 3


def test_swiss__a_large_field_is_paired_within_a_window(hall) -> None:
    tournament = Tournament(Created("large", Settings(Format.SWISS, rounds=3), hall.entrants(150)))
    for _ in range(2):
        tournament.take(next_event(tournament))
        for number, record in tournament.rounds[-1].pairings.items():
            line_up = record.pairing.line_up
            won = hall.better_seed(None, line_up)
            key = BlockKey(len(tournament.rounds), 1, number, 1)
            tournament.take(BlockReported(key, line_up, (won, won)))
    pairs = pair(players_of(tournament))
    assert sorted(one for both in pairs for one in both) == [*range(150)]


def test_swiss__reasons_are_told(hall) -> None:
    held = hall.hold(Settings(Format.SWISS, rounds=2), 5)
    second = held.tournament.rounds[1]
    assert next(r.pairing.reason for r in second.pairings.values()) == "1 point against 1 point."
    assert second.byes[0].reason == "An odd number: 0 points is the lowest that can be left over."
