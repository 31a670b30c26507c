"""What a sandbox really holds back on this machine: found out by a program that runs inside it.

A guarantee is named only after it was seen. What a machine allows differs by kernel, container and
settings, so neither the name of a sandbox nor the presence of its program says anything.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from siurell.errors import LadderError

from ladder.worker.sandbox.base import MARKER, Ending, Limits, Sandbox
from ladder.worker.sandbox.tally import processes_of

_WITHIN_S: Final = 15.0
_INSIDE: Final = Path(__file__).with_name("probe_inside.py")
_SECRET: Final = "secret"


@dataclass(frozen=True, slots=True)
class Guarantee:
    """One thing that a sandbox is to hold: in words, and whether it was seen to hold."""

    name: str
    words: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Probe:
    """What was seen of a sandbox. ``problem``: why nothing runs in it at all, if so."""

    sandbox: str
    guarantees: tuple[Guarantee, ...]
    problem: str = ""

    @property
    def safe(self) -> bool:
        """Whether strangers' code may run in it: every guarantee holds."""
        return not self.problem and all(guarantee.holds for guarantee in self.guarantees)


_WORDS: Final = {
    "files": "a bot reads no file of the ladder, of the operator or of another bot",
    "writes": "a bot writes in its own scratch only, and no more than fits there",
    "processes": "a bot sees and disturbs no process but its own",
    "network": "a bot has no network, and its one socket leads to its own seat",
    "user": "a bot is no user of weight, and gets no more rights than it has",
    "calls": "the kernel refuses a bot the system calls that no player needs",
    "number": "the number of a bot's processes is limited",
    "memory": "the memory of a bot is limited, all its processes together",
    "end": "nothing of a bot outlives its session",
}
"""The guarantees by name."""


async def probe(sandbox: Sandbox) -> Probe:
    """Run the program inside and look at what it could do."""
    with tempfile.TemporaryDirectory(prefix="siurell-probe-") as name:
        outside = Path(name, _SECRET)
        outside.write_text("of the operator", "ascii")
        folder = Path(name, "session", "bot")
        folder.mkdir(parents=True)
        (folder / "bot.py").write_text(_INSIDE.read_text("utf-8"), "utf-8")
        try:
            seen = await _run_inside(sandbox, folder, outside)
        except LadderError as error:
            return Probe(sandbox.name, (), str(error))
    held = {name for name, holds in seen.items() if holds is True}
    guarantees = tuple(Guarantee(name, words, name in held) for name, words in _WORDS.items())
    return Probe(sandbox.name, guarantees)


async def _run_inside(sandbox: Sandbox, folder: Path, outside: Path) -> dict[str, Any]:
    """What the program says of itself, with what is seen of it from outside."""
    process = await sandbox.start(
        [sys.executable, "bot.py", str(outside)],
        folder=folder,
        environment={MARKER: secrets.token_hex(16), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        limits=Limits(memory_bytes=256 << 20, scratch_bytes=8 << 20),
    )
    try:
        ending = await _ending_of(process.wait())
        said = process.take_log()
    finally:
        await process.kill()
    try:
        seen: dict[str, Any] = json.loads(said.splitlines()[0])
    except (ValueError, IndexError):
        raise LadderError(
            f"Nothing runs in the sandbox `{sandbox.name}`: {said.strip() or ending}",
            reason="NO_SANDBOX",
        ) from None
    daemon = seen.pop("daemon_namespace", "")
    seen["end"] = bool(daemon) and not _namespace_lives(daemon)
    # The last thing it does is to take more memory than it may have.
    seen["memory"] = ending is not None and ending.signal is not None
    return seen


async def _ending_of(waiting: Any) -> Ending | None:
    try:
        async with asyncio.timeout(_WITHIN_S):
            ending: Ending = await waiting
    except TimeoutError:
        return None
    return ending


def _namespace_lives(namespace: str) -> bool:
    """Whether any process of a pid namespace is there."""
    return bool(processes_of(namespace))
