"""Eliminations played along their bracket: who meets whom, who is out, and how far each came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ladder.domain.tournaments.brackets import (
    FINAL,
    LOSERS,
    THIRD,
    WINNERS,
    BracketGraph,
    From,
    Node,
    Seeded,
    Source,
    single_elimination,
)
from ladder.domain.tournaments.double_bracket import double_elimination
from ladder.domain.tournaments.events import Bye, ByeKind, Pairing, RoundPaired
from ladder.domain.tournaments.finish import order_of_finish
from ladder.domain.tournaments.pod_bracket import pod_elimination
from ladder.domain.tournaments.record import PairingRecord
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.state import Tournament

_DEPTH = {WINNERS: 0, LOSERS: 0, THIRD: 1, FINAL: 2}
"""Who is out in a later part came further."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How far an entrant came. ``label``: the pairing where it ended, empty while it is in."""

    place: int
    label: str


def graph_of(settings: Settings, entrants: int) -> BracketGraph:
    """The bracket of an elimination for so many entrants."""
    return _graph(
        settings.format,
        entrants,
        settings.seats,
        settings.advance,
        settings.reset_final,
        settings.third_place,
    )


@lru_cache(maxsize=32)
def _graph(
    format_: Format, entrants: int, seats: int, advance: int, reset_final: bool, third_place: bool
) -> BracketGraph:
    if format_ is Format.DOUBLE_ELIMINATION:
        return double_elimination(entrants, reset_final=reset_final)
    if seats == 2:
        return single_elimination(entrants, third_place=third_place)
    return pod_elimination(entrants, seats, advance)


class Progress:
    """A bracket with the results so far."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self.graph = graph_of(tournament.settings, len(tournament.entrants))
        self.records: dict[str, PairingRecord] = {
            record.pairing.label: record
            for round_ in tournament.rounds
            for record in round_.pairings.values()
        }
        self.finishes: dict[str, tuple[str, ...]] = {
            label: order_of_finish(record, tournament.settings, tournament.seed_rank)
            for label, record in self.records.items()
            if tournament.is_over_pairing(record)
        }

    def entrant(self, source: Source) -> str | None:
        """Who comes from a source; None while it is open."""
        if isinstance(source, Seeded):
            return self._tournament.entrants[source.rank - 1].id
        finish = self.finishes.get(source.node)
        return finish[source.place - 1] if finish else None

    def is_needed(self, node: Node) -> bool:
        """Whether a node is played: a reset only when the one from the losers' side has won."""
        if not node.reset:
            return True
        before = next(n for n in self.graph.nodes if n.label == "F1")
        return self.entrant(From("F1", 1)) == self.entrant(before.sources[1])


def next_bracket_round(tournament: Tournament) -> RoundPaired | None:
    """The next round of an elimination whose rounds so far are over; None after the last."""
    progress = Progress(tournament)
    number = len(tournament.rounds) + 1
    nodes = [n for n in progress.graph.nodes if n.round == number and progress.is_needed(n)]
    if not nodes:
        return None
    pairings = tuple(
        _pairing(position, node, progress, tournament)
        for position, node in enumerate(nodes, start=1)
    )
    byes = progress.graph.byes if number == 1 else ()
    return RoundPaired(
        number,
        pairings,
        tuple(
            Bye(
                tournament.entrants[rank - 1].id,
                ByeKind.BRACKET,
                f"Seeded {rank}: the bracket has more places than entrants.",
            )
            for rank in byes
        ),
    )


def _pairing(number: int, node: Node, progress: Progress, tournament: Tournament) -> Pairing:
    found = [progress.entrant(source) for source in node.sources]
    line_up = sorted((e for e in found if e is not None), key=tournament.seed_rank)
    origins = ", ".join(origin_of(source) for source in node.sources)
    return Pairing(number, tuple(line_up), f"{node.label}: {origins}.", node.label, node.advance)


_ORDINALS = ("", "winner", "second", "third", "fourth")


def origin_of(source: Source, names: Sequence[str] = ()) -> str:
    """A source in words; who is seeded by name, where names are given in the order of seeding.

    >>> origin_of(Seeded(3)), origin_of(From("W1.2", 1))
    ('seed 3', 'winner of W1.2')
    """
    if isinstance(source, Seeded):
        return names[source.rank - 1] if names else f"seed {source.rank}"
    return f"{_ORDINALS[source.place]} of {source.node}"


def exits_of(tournament: Tournament) -> dict[str, Exit]:
    """How far everyone has come; who is still in shares the place above all who are out."""
    progress = Progress(tournament)
    needed = [node for node in progress.graph.nodes if progress.is_needed(node)]
    taken = {source for node in needed for source in node.sources}
    out: dict[str, tuple[tuple[int, int, int], str]] = {}
    for node in progress.graph.nodes:
        for place, one in enumerate(progress.finishes.get(node.label, ()), start=1):
            if From(node.label, place) not in taken:
                out[one] = ((_DEPTH[node.side], node.stage, -place), node.label)
    keys: list[tuple[int, int, int]] = [key for key, _ in out.values()]
    inside = len(tournament.entrants) - len(out)
    exits = {}
    for entrant in tournament.entrants:
        if entrant.id in out:
            key, label = out[entrant.id]
            exits[entrant.id] = Exit(1 + inside + sum(other > key for other in keys), label)
        else:
            exits[entrant.id] = Exit(1, "")
    return exits
