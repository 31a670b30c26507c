"""Starts a bot for one session: a fresh copy of its folder, a scratch home, a small environment.

Nothing of an earlier session is left for a later one to find, and nothing that a bot's folder links
to outside of it is read or written.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import siurell
from siurell.errors import LadderError

from ladder.domain.batch import FolderBot, HostedBot, ShippedBot
from ladder.domain.ignored import IGNORED
from ladder.domain.runtimes import DEFAULT_RUNTIME
from ladder.worker.sandbox.base import MARKER, BotProcess, Limits, Sandbox
from ladder.worker.sandbox.output import readable
from ladder.worker.sandbox.profiles import limits_for
from ladder.worker.scratch import forget_process, record_process, remove_tree

_PYTHON: Final = "python"
"""The word in a bot's command that means the interpreter which the operator gives to bots."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where a session's bot connects and the secret that it shows there."""

    address: str
    token: str = field(repr=False)

    @property
    def socket(self) -> Path | None:
        """The file of its unix socket; None when it is elsewhere."""
        scheme, _, path = self.address.partition(":")
        return Path(path) if scheme == "unix" else None


class LaunchedBot:
    """A bot that was started, with the folder that was made for it."""

    def __init__(
        self, process: BotProcess, folder: Path, scratch: Path, marker: str, note: str
    ) -> None:
        self.process = process
        self._folder = folder
        self._scratch = scratch
        self._marker = marker
        self._note = note

    def take_log(self) -> str:
        """What the bot wrote since the last call, after what was noted when it was started."""
        text, self._note = self._note + self.process.take_log(), ""
        return text

    async def remove(self) -> None:
        """End what is left of the bot and remove its folder. Doing so twice is no error."""
        await self.process.kill()
        await asyncio.to_thread(remove_tree, self._folder)
        forget_process(self._scratch, self._marker)


async def launch(
    source: HostedBot, door: Door, *, sandbox: Sandbox, limits: Limits, scratch: Path
) -> LaunchedBot:
    """Start a bot (`LadderError` with a sentence when it cannot even be started).

    ``limits`` are the most that any bot may have; its kind of program may need less.
    """
    marker = secrets.token_hex(16)
    folder = scratch / f"session-{marker[:12]}"
    process: BotProcess | None = None
    try:
        note = await asyncio.to_thread(_make_folders, source, folder)
        # A worker that is killed while it starts a bot leaves at least the bot's mark.
        record_process(scratch, marker)
        process = await sandbox.start(
            _command(source),
            folder=folder / "bot",
            environment=_environment(folder, door, marker),
            limits=limits_for(_runtime(source), limits),
            socket=door.socket,
        )
        record_process(scratch, marker, process.pid)
    except BaseException:
        if process is not None:
            await process.kill()
        remove_tree(folder)
        forget_process(scratch, marker)
        raise
    return LaunchedBot(process, folder, scratch, marker, note)


def copy_bot(source: Path, target: Path) -> list[str]:
    """Copy a bot's folder; answers what is missing in it: links that lead outside, special files.

    Links within the folder stay links; none is followed. What a submission ignores is left out.
    """
    root = source.resolve()
    left_out: list[str] = []

    def not_copied(parent: str, names: list[str]) -> frozenset[str]:
        ignored = IGNORED & set(names)
        wanted = (name for name in names if name not in ignored)
        unfit = frozenset(name for name in wanted if not _fit(Path(parent, name), root))
        left_out.extend(str(Path(parent, name).relative_to(root)) for name in unfit)
        return ignored | unfit

    shutil.copytree(root, target, symlinks=True, ignore=not_copied)
    for parent, _, _ in os.walk(target):
        Path(parent).chmod(stat.S_IRWXU)
    return sorted(left_out)


def _fit(path: Path, root: Path) -> bool:
    """Whether a file, folder or link of a bot's folder is copied."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        # realpath, since Path.resolve raises at a link that leads to itself.
        end = Path(os.path.realpath(path))
        return not path.readlink().is_absolute() and end.is_relative_to(root)
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _make_folders(source: HostedBot, folder: Path) -> str:
    """Make the folders of a session; answers a note for the bot's log."""
    folder.mkdir(mode=0o700)
    (folder / "home").mkdir()
    (folder / "tmp").mkdir()
    if isinstance(source, ShippedBot):
        (folder / "bot").mkdir()
        return ""
    if not source.folder.is_dir():
        raise LadderError(f"The bot's folder {source.folder} is gone.", reason="NO_FOLDER")
    try:
        left_out = copy_bot(source.folder, folder / "bot")
    except (OSError, shutil.Error) as error:
        raise LadderError(
            f"The bot's folder {source.folder} cannot be copied: {error}", reason="NO_COPY"
        ) from error
    return "".join(
        f"[not copied: {_shown(name)} is no file or leads outside]\n" for name in left_out
    )


def _shown(name: str) -> str:
    """A file's name for a log: it may hold anything but a slash."""
    return readable(os.fsencode(name)).replace("\n", "\N{REPLACEMENT CHARACTER}")


def _command(source: HostedBot) -> tuple[str, ...]:
    if isinstance(source, ShippedBot):
        return (sys.executable, "-m", "siurell.bots", source.name)
    first, *rest = source.command
    return (sys.executable if first == _PYTHON else first, *rest)


def _runtime(source: HostedBot) -> str:
    return source.runtime if isinstance(source, FolderBot) else DEFAULT_RUNTIME


def _environment(folder: Path, door: Door, marker: str) -> Mapping[str, str]:
    """All that a bot's process gets of the environment: nothing of the operator's but the path."""
    interpreter = str(Path(sys.executable).parent)
    environment = {
        "PATH": os.pathsep.join([interpreter, os.environ.get("PATH", os.defpath)]),
        "LANG": "C.UTF-8",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "PYTHONUNBUFFERED": "1",
        "SIURELL_ADDRESS": door.address,
        "SIURELL_TOKEN": door.token,
        MARKER: marker,
    }
    library = str(Path(siurell.__file__).resolve().parent.parent)
    if library in os.environ.get("PYTHONPATH", "").split(os.pathsep):
        environment["PYTHONPATH"] = library
    return environment
