"""Where batches run and how reports come back: the interface, and what it tells of its progress."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from ladder.domain.batch import Batch, Report
from ladder.services.report import ReportOutcome
from ladder.services.submit import VersionInfo
from ladder.services.suspensions import Suspension
from ladder.worker.events import WorkerEvent


@dataclass(frozen=True, slots=True)
class BatchStarted:
    """A job took a batch of so many blocks."""

    batch: Batch
    blocks: int


@dataclass(frozen=True, slots=True)
class BatchEnded:
    """All matches of a batch are reported."""

    batch: Batch


@dataclass(frozen=True, slots=True)
class MatchReported:
    """The ladder took a report."""

    report: Report
    outcome: ReportOutcome


@dataclass(frozen=True, slots=True)
class VersionSuspended:
    """A report was one fault too many: a version is not paired any more."""

    suspension: Suspension


@dataclass(frozen=True, slots=True)
class SubmissionStuck:
    """A version waits for its check, and nobody seems to make it."""

    version: VersionInfo


@dataclass(frozen=True, slots=True)
class WaveOfFaults:
    """Bots that were sound failed all at once: something may be wrong with this machine."""

    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NothingToPlay:
    """There are too few active bots for a match; a job waits, or ends when it has a goal."""


@dataclass(frozen=True, slots=True)
class PublicOpen:
    """Remote bots can connect there, ``host:port``."""

    address: str


@dataclass(frozen=True, slots=True)
class BotOnline:
    """A remote bot has come, to play so many matches at a time."""

    label: str
    slots: int


@dataclass(frozen=True, slots=True)
class BotOffline:
    """A remote bot has gone."""

    label: str


@dataclass(frozen=True, slots=True)
class TournamentPlayed:
    """A match of a tournament was played, or called off; how may have to be held back."""

    tournament: str
    report: Report


@dataclass(frozen=True, slots=True)
class TournamentHindered:
    """A tournament was started and cannot be played; ``sentence`` says why."""

    tournament: str
    sentence: str


ExecutorEvent = (
    BatchStarted
    | BatchEnded
    | MatchReported
    | VersionSuspended
    | SubmissionStuck
    | WaveOfFaults
    | NothingToPlay
    | PublicOpen
    | BotOnline
    | BotOffline
    | TournamentPlayed
    | TournamentHindered
    | WorkerEvent
)
OnExecutorEvent = Callable[[ExecutorEvent], None]


class Executor(ABC):
    """Takes batches from the ladder, has them played, reports them."""

    @abstractmethod
    async def run(self, blocks: int | None = None) -> None:
        """Play so many blocks, or on and on until `stop`.

        Cancelling ends at once what is being played; its matches are played again later.
        """

    @abstractmethod
    def stop(self) -> None:
        """Take no more batches; `run` ends when those that run are reported."""
