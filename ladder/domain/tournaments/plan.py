"""What a tournament will take, before it starts: rounds, pairings, matches, and what is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from ladder.domain.tournaments.brackets import Node
from ladder.domain.tournaments.elimination import graph_of, origin_of
from ladder.domain.tournaments.events import Created
from ladder.domain.tournaments.progress import next_event
from ladder.domain.tournaments.settings import ELIMINATIONS, MAX_EXTRA_BLOCKS, Format, Settings
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.swiss_pods import sizes_of


@dataclass(frozen=True, slots=True)
class Span:
    """From so many to so many: an elimination may take a reset final and more blocks for ties."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round in advance: line-ups and byes by name, or where they come from in a bracket."""

    number: int
    line_ups: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes when nobody withdraws. ``schedule``: the rounds that are known already.

    ``meetings``: how often two of them meet, where a schedule says so.
    """

    rounds: Span
    pairings: Span
    matches: Span
    schedule: tuple[PlannedRound, ...]
    meetings: Span | None = None


def plan_of(created: Created) -> Plan:
    """The plan of a tournament; `LadderError` when it cannot be played."""
    tournament = Tournament(created)
    if tournament.settings.format in ELIMINATIONS:
        return _bracket_plan(tournament)
    rounds = _rounds_ahead(tournament)
    if tournament.settings.format is Format.SWISS:
        return _swiss_plan(tournament, rounds)
    sizes = [len(line_up) for planned in rounds for line_up in planned.line_ups]
    matches = sum(sizes) * tournament.settings.blocks
    meetings = None
    if tournament.settings.format is Format.ROUND_ROBIN:
        meetings = _meetings(tournament)
    return Plan(_just(len(rounds)), _just(len(sizes)), _just(matches), rounds, meetings)


def _meetings(tournament: Tournament) -> Span:
    """How often the two meet who meet least, and most."""
    met: Counter[tuple[str, ...]] = Counter()
    for round_ in tournament.rounds:
        for record in round_.pairings.values():
            met.update(combinations(sorted(record.pairing.line_up), 2))
    return Span(min(met.values()), max(met.values()))


def _just(count: int) -> Span:
    return Span(count, count)


def _rounds_ahead(tournament: Tournament) -> tuple[PlannedRound, ...]:
    """The rounds that can be paired with no result known; the state is used up."""
    names = {entrant.id: entrant.name for entrant in tournament.entrants}
    found = []
    while (event := next_event(tournament)) is not None:
        if not tournament.take(event) or tournament.finished:
            break
        paired = tournament.rounds[-1]
        line_ups = (record.pairing.line_up for record in paired.pairings.values())
        found.append(
            PlannedRound(
                paired.number,
                tuple(tuple(names[one] for one in line_up) for line_up in line_ups),
                tuple(names[bye.entrant] for bye in paired.byes),
            )
        )
    return tuple(found)


def _swiss_plan(tournament: Tournament, first: tuple[PlannedRound, ...]) -> Plan:
    settings = tournament.settings
    rounds = settings.rounds or 1
    sizes = _swiss_sizes(settings, len(tournament.entrants))
    return Plan(
        _just(rounds),
        _just(rounds * len(sizes)),
        _just(rounds * sum(sizes) * settings.blocks),
        first,
    )


def _swiss_sizes(settings: Settings, entrants: int) -> tuple[int, ...]:
    if settings.seats == 2:
        return (2,) * (entrants // 2)
    return sizes_of(entrants, settings.seats, short_pods=settings.short_pods)


def _bracket_plan(tournament: Tournament) -> Plan:
    settings = tournament.settings
    graph = graph_of(settings, len(tournament.entrants))
    sure = [node for node in graph.nodes if not node.reset]
    most = sum(len(node.sources) for node in graph.nodes) * (settings.blocks + MAX_EXTRA_BLOCKS)
    least = sum(len(node.sources) for node in sure) * settings.blocks
    return Plan(
        Span(max(node.round for node in sure), graph.rounds),
        Span(len(sure), len(graph.nodes)),
        Span(least, most),
        tuple(
            PlannedRound(
                number,
                tuple(_origins(n, tournament) for n in graph.nodes if n.round == number),
                tuple(tournament.entrants[rank - 1].name for rank in graph.byes)
                if number == 1
                else (),
            )
            for number in range(1, graph.rounds + 1)
        ),
    )


def _origins(node: Node, tournament: Tournament) -> tuple[str, ...]:
    """The names of those who are seeded, and in words where the others come from."""
    return tuple(
        origin_of(source, tuple(entrant.name for entrant in tournament.entrants))
        for source in node.sources
    )
