"""A bracket to look at: every pairing, who is in it or will be, and how it was decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from siurell.errors import LadderError

from ladder.domain.tournaments.brackets import Node
from ladder.domain.tournaments.elimination import Progress, origin_of
from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.finish import how_it_was_decided
from ladder.domain.tournaments.points import pairing_points
from ladder.domain.tournaments.settings import ELIMINATIONS
from ladder.domain.tournaments.state import Tournament


class PairingState(Enum):
    """Where a pairing of a bracket stands."""

    WAITING = "waiting"
    OPEN = "open"
    OVER = "over"
    NOT_NEEDED = "not needed"
    """A reset final of which nothing hangs any more."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One of a pairing. ``origin`` says in words where it comes from; ``place``: how it came out.

    ``points`` over the regular blocks; None before the pairing is over.
    """

    origin: str
    entrant: Entrant | None
    place: int | None = None
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """A pairing of the bracket. ``advance``: so many go on. ``decided``: by what, once it is."""

    label: str
    side: str
    stage: int
    round: int
    advance: int
    slots: tuple[Slot, ...]
    state: PairingState
    decided: str = ""


@dataclass(frozen=True, slots=True)
class BracketView:
    """The bracket in the order of its rounds, and who had a bye in the first."""

    pairings: tuple[BracketPairing, ...]
    byes: tuple[Entrant, ...]


def bracket_of(tournament: Tournament) -> BracketView:
    """The bracket of an elimination as it stands."""
    if tournament.settings.format not in ELIMINATIONS:
        raise LadderError(
            f"A {tournament.settings.format.value} has no bracket; look at its crosstable.",
            reason="NO_BRACKET",
        )
    progress = Progress(tournament)
    return BracketView(
        tuple(_view(node, progress, tournament) for node in progress.graph.nodes),
        tuple(tournament.entrants[rank - 1] for rank in progress.graph.byes),
    )


def _view(node: Node, progress: Progress, tournament: Tournament) -> BracketPairing:
    finish = progress.finishes.get(node.label, ())
    record = progress.records.get(node.label)
    points = pairing_points(record, tournament.settings).points if record and finish else {}
    slots = []
    for source in node.sources:
        found = progress.entrant(source)
        slots.append(
            Slot(
                origin_of(source),
                None if found is None else tournament.by_id[found],
                finish.index(found) + 1 if found in finish else None,
                points.get(found or ""),
            )
        )
    decided = how_it_was_decided(record, tournament.settings) if record and finish else ""
    state = _state(node, progress)
    return BracketPairing(
        node.label, node.side, node.stage, node.round, node.advance, tuple(slots), state, decided
    )


def _state(node: Node, progress: Progress) -> PairingState:
    if node.label in progress.finishes:
        return PairingState.OVER
    if node.label in progress.records:
        return PairingState.OPEN
    if node.reset and "F1" in progress.finishes and not progress.is_needed(node):
        return PairingState.NOT_NEEDED
    return PairingState.WAITING
