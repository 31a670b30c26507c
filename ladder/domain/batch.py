"""What a worker is given and what it gives back: plain values that know no database.

A *batch* is one or more blocks of one line-up. The worker plays it rotation by rotation: start the
bots, play every seed of the batch in this rotation, stop the bots, so that no process of a bot ever
sees two matches of one seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from siurell.match.clock import TimeControl
from siurell.match.result import MatchResult

from ladder.domain.load import MachineLoad
from ladder.domain.runtimes import DEFAULT_RUNTIME


@dataclass(frozen=True, slots=True)
class ShippedBot:
    """A bot that comes with the SDK, such as ``greedy``."""

    name: str


@dataclass(frozen=True, slots=True)
class BuildStep:
    """The command that makes what a bot's folder lacks; ``digest``: what the folder holds."""

    command: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class FolderBot:
    """A bot in a folder; ``command`` is run in a fresh copy of it, made for each session.

    ``runtime``: what kind of program it is, one of `RUNTIMES`. ``build``: what has to be done
    before it can be started, if it has not been done.
    """

    folder: Path
    command: tuple[str, ...]
    runtime: str = DEFAULT_RUNTIME
    build: BuildStep | None = None


@dataclass(frozen=True, slots=True)
class RemoteBot:
    """A bot that its author runs, and that is connected to a public referee under this number."""

    bot_id: str


HostedBot = ShippedBot | FolderBot
"""A bot that a worker starts."""

BotSource = HostedBot | RemoteBot


@dataclass(frozen=True, slots=True)
class AdmittedBot:
    """A remote bot that a public referee lets in: its number, its name, the digest of its token.

    ``notice`` is what its author is to know, such as why it is not paired.
    """

    bot_id: str
    label: str
    token_digest: bytes = field(repr=False)
    notice: str = ""


@dataclass(frozen=True, slots=True)
class OnlineBot:
    """A remote bot that is connected: for how many matches at a time, by which start of it."""

    slots: int
    run: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot of a line-up. ``key`` tells it from the others of the batch (a version id)."""

    key: str
    label: str
    source: BotSource


def only_shipped(entrants: Iterable[Entrant]) -> bool:
    """Whether shipped bots play alone, so that no stranger's code runs."""
    return all(isinstance(entrant.source, ShippedBot) for entrant in entrants)


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """One match to play: ``seating[s]`` is the place in the line-up of the entrant on seat s.

    ``block`` is the number of its block; None where a block is all that has one seed.
    """

    match_id: str
    attempt: int
    seed: bytes = field(repr=False)
    rotation: int
    seating: tuple[int, ...]
    block: int | None = None

    @property
    def unit(self) -> int | bytes:
        """What tells its block from others."""
        return self.seed if self.block is None else self.block


@dataclass(frozen=True, slots=True)
class Batch:
    """Blocks of one line-up, to be played together; all matches have equally many seats."""

    batch_id: str
    game: str
    options: Mapping[str, str]
    time: TimeControl
    entrants: tuple[Entrant, ...]
    orders: tuple[MatchOrder, ...]
    startup_us: int = 10_000_000
    named: bool = False
    """Whether the bots may know against whom they play (never in rated matches)."""
    rated: bool = True
    """Whether anything hangs on it; else somebody asked for it, and wants to see it played."""
    ponder: bool = False
    """Whether a bot may go on thinking while others are asked; otherwise it stands still then."""

    @property
    def seats(self) -> int:
        """Seats of a match: as many as there are entrants, or one where each plays alone."""
        return len(self.orders[0].seating) if self.orders else len(self.entrants)


@dataclass(frozen=True, slots=True)
class SeatLog:
    """What one seat's bot wrote to stdout and stderr during the session: head and tail, capped."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """The worker's account of one match. ``replay`` is the gzipped replay, with the seed.

    Of a match that was called off it holds what was played, or is empty when nothing is known.
    ``load`` is what the worker's machine did meanwhile, where a seat lost by time. ``lagged``: none
    did, since the referee itself was too late when one would have; it was called off for that.
    """

    match_id: str
    attempt: int
    result: MatchResult
    replay: bytes
    digest: str
    worker: str
    started_at: datetime
    ended_at: datetime
    logs: tuple[SeatLog, ...] = field(default=())
    load: MachineLoad | None = None
    lagged: bool = False
    sandbox: str = ""
    """What its hosted bots ran in, and what was seen to hold there (`Probe.summary`)."""
    missed: tuple[str, ...] = ()
    """The keys of remote bots that did not come to the match, which was called off for that."""
