"""A referee, bots in folders, and a way to play them; nothing may be left of it afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from siurell.match.clock import TimeControl
from siurell.match.result import SeatResult

from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder, Report
from ladder.domain.blocks import rotations
from ladder.worker.events import WorkerEvent
from ladder.worker.play import play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox import Limits, Sandbox
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.tree import process_facts
from referee.socket_folder import SocketFolder

BOTS = Path(__file__).parent / "bots"
GAME = "finca"

collect_ignore_glob = ["bots/*"]


@dataclass
class Played:
    """What came of a batch."""

    reports: list[Report] = field(default_factory=list)
    events: list[WorkerEvent] = field(default_factory=list)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The seats of the only match."""
        [report] = self.reports
        return report.result.seats

    def log(self, seat: int) -> str:
        """What the bot on a seat of the only match wrote."""
        [report] = self.reports
        return report.logs[seat].text


class Arena:
    """Plays bots of this folder against each other."""

    def __init__(self, referee: RefereeProcess, scratch: Path, bots: Path) -> None:
        self.referee = referee
        self.scratch = scratch
        self._bots = bots

    def bot(self, name: str, source: str | None = None) -> FolderBot:
        """The bot of that name, in a folder of its own; ``source`` for one that is not here."""
        folder = self._bots / name
        if not folder.exists():
            folder.mkdir()
            text = (BOTS / f"{name}.py").read_text() if source is None else source
            (folder / "bot.py").write_text(text)
            shutil.copy(BOTS / "raw.py", folder)
        return FolderBot(folder, ("python", "bot.py"))

    def batch(
        self,
        names: Sequence[str | FolderBot],
        *,
        blocks: int = 1,
        turns: int | None = 1,
        clock: str = "10s",
        startup_us: int = 10_000_000,
    ) -> Batch:
        """A batch of so many blocks and rotations (None: all) of these bots."""
        sources = [self.bot(name) if isinstance(name, str) else name for name in names]
        return Batch(
            batch_id="batch",
            game=GAME,
            options={},
            time=TimeControl.parse(clock),
            entrants=tuple(
                Entrant(str(place), source.folder.name, source)
                for place, source in enumerate(sources)
            ),
            orders=tuple(
                MatchOrder(
                    f"m{os.urandom(4).hex()}-{block}-{turn}",
                    1,
                    block.to_bytes(32, "big"),
                    turn,
                    seating,
                )
                for block in range(blocks)
                for turn, seating in enumerate(rotations(len(names))[:turns])
            ),
            startup_us=startup_us,
        )

    def bots_parents(self) -> list[int]:
        """What started the bots that run now."""
        records = [json.loads(path.read_text()) for path in self.scratch.glob("processes/*")]
        facts = [process_facts(r["pid"]) for r in records if r["pid"] != self.referee.pid]
        return [found.parent for found in facts if found is not None and found.alive]

    async def play(
        self, batch: Batch, limits: Limits | None = None, sandbox: Sandbox | None = None
    ) -> Played:
        """Play a batch to its end."""
        played = Played()
        await play_batch(
            batch,
            self.referee,
            sandbox or NoSandbox(),
            on_report=played.reports.append,
            on_event=played.events.append,
            scratch=self.scratch,
            limits=limits,
        )
        return played


@pytest.fixture
def short_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a path short enough for a unix socket.

    It stands in the environment of all that is started meanwhile, however it is started.
    """
    # Also when the tests are killed, nothing of it is left for good.
    own = SocketFolder(None)
    folder = own.path / "t"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    yield folder
    own.close()


@pytest_asyncio.fixture
async def arena(short_folder: Path, tmp_path: Path) -> AsyncIterator[Arena]:
    """Afterwards no process and no folder of it is left."""
    bots = tmp_path / "bots"
    bots.mkdir()
    # On a busy machine a loss by time is to stay one: what a lag makes of it has tests of its own.
    async with RefereeProcess(short_folder, lag_percent=100_000) as referee:
        yield Arena(referee, short_folder, bots)
    assert marked_processes(short_folder) == []
    assert [entry.name for entry in short_folder.iterdir()] in ([], ["processes"])


def marked_processes(scratch: Path) -> list[int]:
    """Bots, referees and nurseries that were started with a scratch folder in their path."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        ours = MARKER.encode() in environment and str(scratch).encode() in environment
        if ours and state not in "ZX":
            found.append(int(entry.name))
    return found


@pytest.fixture
def processes_of() -> Callable[[Path], list[int]]:
    """The living processes that belong to a scratch folder."""
    return marked_processes


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], object]:
    """Wait until something is so, with a deadline."""

    async def wait(condition: Callable[[], bool], within_s: float = 60.0) -> None:
        end = time.monotonic() + within_s
        while not condition():
            assert time.monotonic() < end, "it did not come about in time"
            await asyncio.sleep(0.01)

    return wait
