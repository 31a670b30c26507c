"""Who is placed where: the core and the verification of a replay rank by the same few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from siurell.games.base import Outcome
from siurell.match.events import FaultRecord
from siurell.match.faults import Fault
from siurell.match.result import Cause, SeatResult


def decided_early(faults: Sequence[Fault | None]) -> bool:
    """Whether a match of two or more seats has at most one left that did not forfeit."""
    return len(faults) > 1 and sum(fault is None for fault in faults) <= 1


def rank(outcome: Outcome, faults: Sequence[Fault | None]) -> tuple[SeatResult, ...]:
    """The result of every seat.

    Seats without fault are placed among themselves by the game's outcome; below them those who
    forfeited, a later fault above an earlier one. Scores are those of the outcome.
    """
    sound = [seat for seat, fault in enumerate(faults) if fault is None]
    results = []
    for seat, fault in enumerate(faults):
        score = outcome.scores[seat]
        if fault is None:
            own = outcome.placements[seat]
            better = sum(outcome.placements[other] < own for other in sound)
            results.append(SeatResult(better + 1, score, Cause.GAME_RULES))
        else:
            later = sum(other is not None and other.order > fault.order for other in faults)
            placement = len(sound) + later + 1
            results.append(SeatResult(placement, score, fault.cause, fault.order, fault.evidence))
    return tuple(results)


def faults_of(records: Iterable[FaultRecord], seats: int) -> list[Fault | None]:
    """The fault of every seat, numbered as in a match: all who never were ready fail together."""
    faults: list[Fault | None] = [None] * seats
    order = 0
    before: Cause | None = None
    for record in records:
        if not (record.cause is before is Cause.NO_SHOW):
            order += 1
        before = record.cause
        faults[record.seat] = Fault(record.cause, order, record.evidence)
    return faults


def called_off(seats: int) -> tuple[SeatResult, ...]:
    """The results of an aborted match: it counts for nobody."""
    return (SeatResult(0, 0, Cause.ABORTED),) * seats
