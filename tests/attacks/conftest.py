"""Attackers in real matches: through the worker, in a sandbox, against sound bots.

The sandbox is bubblewrap; `test_container.py` and `test_landlock.py` run the same tests with
others.

Whatever an attacker does, the sound bots end by the rules and nothing of it is left behind. What it
tries, it tells in its log, one line for each attack. All attacks are bounded in number, size and
time, and send nothing anywhere but to loopback and unix sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import re
import secrets
import shutil
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from siurell.match.clock import TimeControl
from siurell.match.result import Cause, SeatResult
from siurell.v1 import referee_service_pb2 as pb

from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder, Report
from ladder.worker.play import play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox import BotProcess, Limits, Sandbox
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.container import ContainerSandbox
from ladder.worker.sandbox.landlock import LandlockSandbox
from ladder.worker.sandbox.slots import _FOLDER as SLOTS
from ladder.worker.sandbox.tally import pid_namespace, processes_of
from ladder.worker.sandbox.tree import process_facts
from referee.socket_folder import SocketFolder

BOTS = Path(__file__).parent / "bots"
GAME = "finca"
MIB = 1 << 20
LIMITS = Limits(memory_bytes=192 * MIB, scratch_bytes=16 * MIB, output_bytes=2 * MIB, processes=64)
GONE_WITHIN_S = 40.0
ATTACKED: type[Sandbox] = {
    "bwrap": BwrapSandbox,
    "container": ContainerSandbox,
    "landlock": LandlockSandbox,
}[os.environ.get("SIURELL_ATTACKED", "bwrap")]

collect_ignore_glob = ["bots/*"]


@dataclass(frozen=True)
class Match:
    """What came of one match."""

    report: Report

    def seat(self, seat: int) -> SeatResult:
        return self.report.result.seats[seat]

    def log(self, seat: int) -> str:
        return self.report.logs[seat].text

    def said(self, seat: int) -> dict[str, Any]:
        """What the attacker on this seat told of each attack."""
        lines = [line for line in self.log(seat).splitlines() if line.startswith('["')]
        return dict(json.loads(line) for line in lines)


@dataclass(frozen=True)
class Started:
    """What a bot consists of, as it is seen from outside.

    Where it has no namespace of processes, it is a user of its own.
    """

    namespace: str | None
    uid: int | None
    first: int
    processes: tuple[tuple[int, int], ...]
    """Process ids with the time at which each began."""


class WatchedSandbox(ATTACKED):  # type: ignore[misc, valid-type]
    """The sandbox as it is; what it starts is noted down."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[Started] = []

    async def start(self, *words: Any, **changes: Any) -> BotProcess:
        bot = await super().start(*words, **changes)
        first = bot._first
        facts = [process_facts(pid) for pid in (bot.pid, first)]
        known = tuple((found.pid, found.started) for found in facts if found is not None)
        namespace, slot = pid_namespace(first), getattr(bot, "_slot", None)
        own = namespace if namespace != pid_namespace(os.getpid()) else None
        uid = slot.uid if own is None and slot is not None else None
        self.started.append(Started(own, uid, first, known))
        return bot

    def left(self) -> list[str]:
        """What is still there of the bots that were started, ended processes included."""
        left = []
        for bot in self.started:
            there = processes_of(bot.namespace) if bot.namespace else _processes_as(bot.uid)
            left += [f"process {pid}" for pid in there]
            for pid, began in bot.processes:
                facts = process_facts(pid)
                if facts is not None and facts.started == began:
                    left.append(f"process {pid} in state {facts.state}")
        return left


class Ring:
    """A referee, attackers and sound bots, and a look at what is left behind."""

    def __init__(self, referee: RefereeProcess, scratch: Path, folder: Path) -> None:
        self.referee = referee
        self.scratch = scratch
        self.folder = folder
        self.sandbox = WatchedSandbox()
        self.mark = f"siu{secrets.token_hex(6)}"
        """Stands in the name of all that attackers try to leave."""
        self._ours = set(scratch.iterdir())
        self._files = _open_files()
        self._lines = _sockets(referee.pid)

    def bot(self, file: str, *words: str, **targets: Any) -> FolderBot:
        """One of the bots beside this file, in a folder of its own; it is told its targets."""
        folder = self.folder / f"{'-'.join((file, *words))}-{secrets.token_hex(4)}"
        shutil.copytree(BOTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
        known = {"mark": self.mark, **targets}
        (folder / "targets.json").write_text(json.dumps(known), "utf-8")
        return FolderBot(folder, ("python", f"{file}.py", *words))

    def sound(self) -> FolderBot:
        """A bot that plays by the rules."""
        return self.bot("sound")

    async def play(
        self,
        bots: Sequence[FolderBot],
        *,
        clock: str = "300s",
        limits: Limits = LIMITS,
        startup_us: int = 60_000_000,
    ) -> Match:
        """Play one match to its end, and see that nothing is left of it."""
        [match] = await self.play_all([bots], clock=clock, limits=limits, startup_us=startup_us)
        return match

    async def play_all(
        self,
        line_ups: Sequence[Sequence[FolderBot]],
        *,
        clock: str | Sequence[str] = "300s",
        limits: Limits = LIMITS,
        startup_us: int = 60_000_000,
    ) -> list[Match]:
        """Play several matches at once, each by a clock, and see that nothing is left of them."""
        self._files = _open_files()
        clocks = [clock] * len(line_ups) if isinstance(clock, str) else clock
        batches = [_batch(*each, startup_us) for each in zip(line_ups, clocks, strict=True)]
        matches = await asyncio.gather(*(self._play(batch, limits) for batch in batches))
        await self.expect_nothing_left()
        return matches

    async def expect_nothing_left(self) -> None:
        """See that all is as it was at the start."""
        end = time.monotonic() + GONE_WITHIN_S
        while left := self.left():
            assert time.monotonic() < end, f"left behind: {left}"
            await asyncio.sleep(0.02)
        self.sandbox.started.clear()

    def left(self) -> list[str]:
        """What is there that was not there before: processes, files, cgroups, slots, sockets."""
        places = ("/tmp", "/var/tmp", "/dev/shm", ".", "~", self.folder, self.scratch)
        found = [
            path for place in places for path in Path(place).expanduser().glob(f"*{self.mark}*")
        ]
        found += [path for path in self.scratch.iterdir() if path not in self._ours]
        tree = getattr(self.sandbox, "_tree", None)
        found += [] if tree is None else tree.glob(f"siurell-{os.getpid()}-*")
        left = [str(path) for path in found]
        left += self.sandbox.left() + _zombies() + _slots_held()
        left += [f"open {file}" for file in (_open_files() - self._files).elements()]
        if _sockets(self.referee.pid) > self._lines:
            left.append("lines of the referee")
        return left

    async def _play(self, batch: Batch, limits: Limits) -> Match:
        reports: list[Report] = []
        await play_batch(
            batch,
            self.referee,
            self.sandbox,
            on_report=reports.append,
            scratch=self.scratch,
            limits=limits,
        )
        [report] = reports
        return Match(report)


def _processes_as(uid: int | None) -> list[int]:
    """The processes of a user, whatever they say of themselves."""
    return [] if uid is None or not _is_free(uid) else _running_as(uid)


def _running_as(uid: int) -> list[int]:
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            lines = (entry / "status").read_text("utf-8", "replace").splitlines()
            if f"Uid:\t{uid}\t{uid}\t{uid}\t{uid}" in lines:
                found.append(int(entry.name))
    return found


def _is_free(uid: int) -> bool:
    """Whether no bot has this slot: what runs as its user then was left behind."""
    lock = os.open(SLOTS / str(uid), os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(lock)
    return True


def _batch(bots: Sequence[FolderBot], clock: str, startup_us: int) -> Batch:
    seats = tuple(range(len(bots)))
    return Batch(
        batch_id="attack",
        game=GAME,
        options={},
        time=TimeControl.parse(clock),
        entrants=tuple(Entrant(str(seat), f"bot {seat}", bot) for seat, bot in enumerate(bots)),
        orders=(MatchOrder(f"m{secrets.token_hex(6)}", 1, secrets.token_bytes(32), 0, seats),),
        startup_us=startup_us,
    )


def _open_files() -> Counter[str]:
    """What this process has open, by kinds: their numbers change."""
    found: Counter[str] = Counter()
    for file in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found[str(file.readlink()).partition(":")[0]] += 1
    return found


def _sockets(pid: int | None) -> int:
    """How many sockets a process has open: a referee those of sessions and of their lines."""
    found = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += str(file.readlink()).startswith("socket:")
    return found


def _zombies() -> list[str]:
    """Ended processes that we should have waited for."""
    found = []
    for entry in Path("/proc").iterdir():
        facts = process_facts(int(entry.name)) if entry.name.isdigit() else None
        if facts is not None and facts.parent == os.getpid() and not facts.alive:
            found.append(f"zombie {facts.pid}")
    return found


def _slots_held() -> list[str]:
    """Slots on which we hold a lock."""
    if not os.access(SLOTS, os.R_OK | os.X_OK):
        return []
    slots = {slot.stat().st_ino: slot.name for slot in SLOTS.iterdir()}
    locks = [line.split() for line in Path("/proc/locks").read_text("ascii").splitlines()]
    ours = [words for words in locks if words[1] == "FLOCK" and words[4] == str(os.getpid())]
    inodes = [int(words[5].rpartition(":")[2]) for words in ours]
    return [f"slot {slots[inode]}" for inode in inodes if inode in slots]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ring(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Ring]:
    """One referee for the attacks of a module."""
    # Also when the tests are killed, nothing of it is left for good.
    own = SocketFolder(None)
    scratch = own.path / "s"
    scratch.mkdir(mode=0o700)
    try:
        # On a busy machine a loss by time is to stay one.
        async with RefereeProcess(scratch, lag_percent=100_000) as referee:
            await referee.stub.ListMatches(
                pb.ListMatchesRequest(), timeout=20, metadata=referee.metadata
            )
            yield Ring(referee, scratch, tmp_path_factory.mktemp("bots"))
            assert referee.alive, referee.last_words
    finally:
        own.close()


@pytest.fixture(scope="session")
def in_containers() -> bool:
    """Whether the bots are in containers, not under bubblewrap."""
    return ATTACKED is ContainerSandbox


@pytest.fixture(scope="session")
def processes_as() -> Callable[[int], list[int]]:
    """The processes of a user."""
    return _running_as


@pytest.fixture(scope="session")
def attacked() -> str:
    """The name of the sandbox."""
    return os.environ.get("SIURELL_ATTACKED", "bwrap")


@pytest.fixture(scope="session")
def sockets_of() -> Callable[[int], int]:
    """How many sockets a process has open."""
    return _sockets


@pytest.fixture(scope="session")
def expect_sound() -> Callable[..., None]:
    """See that these seats of a match came to its end by the rules."""

    def check(match: Match, *seats: int) -> None:
        for seat in seats:
            found = match.seat(seat)
            assert found.cause is Cause.GAME_RULES, (found, match.log(seat))

    return check


@pytest.fixture(scope="module")
def listeners() -> Iterator[dict[str, Any]]:
    """Sockets of another bot or program of this machine that a bot may try to reach."""
    name = f"siurell-attack-{secrets.token_hex(8)}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind(f"\0{name}")
        abstract.listen()
        tcp.setblocking(False)
        abstract.setblocking(False)
        yield {"tcp": tcp, "abstract": abstract, "port": tcp.getsockname()[1], "name": name}


@pytest.fixture(scope="session")
def expect_passed() -> Callable[[int, str], None]:
    """See that tests which ran in a process of their own passed, and few of them were skipped."""

    def check(code: int, told: str) -> None:
        assert code == 0, told[-6000:]
        counts = dict.fromkeys(("passed", "skipped"), 0)
        for number, what in re.findall(r"(\d+) (passed|skipped)", told.splitlines()[-1]):
            counts[what] = int(number)
        assert counts["passed"] > 4 * counts["skipped"], told[-2000:]

    return check


Run = Callable[..., Awaitable[tuple[int, str]]]


@pytest.fixture
def run() -> Run:
    """Run a program to its end, with a deadline: its exit code and what it wrote to stdout."""

    async def run_it(*words: str, within_s: float = 120.0, **changes: Any) -> tuple[int, str]:
        given = {"stdin": asyncio.subprocess.DEVNULL, **changes}
        process = await asyncio.create_subprocess_exec(
            *words, stdout=asyncio.subprocess.PIPE, **given
        )
        try:
            async with asyncio.timeout(within_s):
                told, _ = await process.communicate()
        except BaseException:
            process.kill()
            raise
        return process.returncode, told.decode("utf-8", "replace")

    return run_it
