"""What a worker tells of its progress: values for whoever shows it. Nothing hangs on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ladder.domain.batch import Batch, MatchOrder, Report


@dataclass(frozen=True, slots=True)
class BotStarted:
    """A bot of the line-up was started for a session."""

    batch: Batch
    place: int
    restarted: bool


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match is about to be played."""

    batch: Batch
    order: MatchOrder


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match was played, or called off, and has been handed over."""

    batch: Batch
    report: Report


WorkerEvent = BotStarted | MatchStarted | MatchEnded
OnWorkerEvent = Callable[[WorkerEvent], None]
