"""The build of a bot: its command is run once, in the sandbox, on a copy of its folder.

What lies in that copy afterwards is what plays. It comes out over the one socket that the sandbox
leaves open, as plain files with sound names and within bounds, or not at all: nothing that the
build wrote is ever opened from outside.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self, TypeVar

from siurell.errors import LadderError
from siurell.match.result import Evidence

from ladder.domain.batch import BotSource, Entrant, FolderBot
from ladder.domain.bot_files import BUILT, BotFile, FileCollector, too_large
from ladder.domain.ignored import is_ignored
from ladder.domain.manifest import MANIFEST, check_entry, parse_manifest
from ladder.worker.build_inside import PYTHON, SOURCE
from ladder.worker.cores import hold_tree
from ladder.worker.launcher import Door, LaunchedBot, copy_bot, launch
from ladder.worker.sandbox.base import Ending, Limits, Sandbox
from ladder.worker.scratch import remove_tree

BUILD_WITHIN_S: Final = 120.0
"""How long a build may take; neither start-up nor thinking is part of it."""
BUILD_LIMITS: Final = Limits(
    scratch_bytes=256 << 20,
    output_bytes=4 << 20,
    head_bytes=4 << 10,
    tail_bytes=8 << 10,
    cpu_s=4 * int(BUILD_WITHIN_S),
)
"""What a build may use: more scratch than a bot, since compilers leave much behind."""

_PROGRAM: Final = Path(__file__).with_name("build_inside.py")
_WHAT: Final = "What the build made"
_HANDED_OVER_WITHIN_S: Final = 5.0
_MOST_ENTRIES: Final = 10 * BUILT.files
"""With those that are left out."""
_LONGEST_ENTRY: Final = 4096
_CHUNK: Final = 1 << 16
_BROKEN: Final = (
    asyncio.LimitOverrunError,
    EOFError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)

Source = TypeVar("Source", bound=BotSource)


def build_limits(limits: Limits) -> Limits:
    """What a build may use where a bot may use so much: no more memory or processes than that."""
    return replace(BUILD_LIMITS, memory_bytes=limits.memory_bytes, processes=limits.processes)


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build. ``log``: what it wrote, head and tail.

    ``failure``: why it is no bot, in a sentence; empty when it is one.
    """

    files: tuple[BotFile, ...] = field(repr=False)
    log: str
    failure: str = ""
    ending: Ending | None = None

    @property
    def evidence(self) -> Evidence:
        """What the verdict on it rests on."""
        found = Evidence(detail=self.failure, stderr=self.log)
        if not self.failure or self.ending is None:
            return found
        ending = self.ending
        return replace(found, exit_code=ending.exit_code, signal=ending.signal, oom=ending.oom)


async def build_bot(
    source: FolderBot,
    sandbox: Sandbox,
    scratch: Path,
    *,
    limits: Limits = BUILD_LIMITS,
    within_s: float = BUILD_WITHIN_S,
    cores: tuple[int, ...] = (),
) -> Built:
    """Run a bot's build to its end, or to its limit; nothing of it is alive afterwards.

    It is held to the first of these cores, if there are some: the others play matches meanwhile.

    Raises `LadderError` when it could not be run, which is nobody's fault.
    """
    assert source.build is not None, "there is nothing to build"
    place = scratch / f"build-{secrets.token_hex(4)}"
    words = (PYTHON, "-I", "-S", _PROGRAM.name, *source.build.command)
    program = FolderBot(place / "stage", words, source.runtime)
    door = Door(f"unix:{place / 'door' / 'seat'}", "")
    try:
        manifest = await asyncio.to_thread(_lay_out, source, place)
        async with _Receiver(place / "door" / "seat") as receiver:
            launched = await launch(program, door, sandbox=sandbox, limits=limits, scratch=scratch)
            try:
                if cores:
                    await asyncio.to_thread(hold_tree, launched.process.pid, cores[0])
                ending = await _ending(launched, within_s)
            finally:
                await launched.remove()
            return await _outcome(ending, receiver, manifest, launched.take_log(), within_s)
    finally:
        await asyncio.to_thread(remove_tree, place)


def put_down(source: FolderBot, built: Built, folder: Path) -> FolderBot:
    """Write what was built to a new folder: the bot that plays."""
    for file in built.files:
        path = folder / file.name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(file.data)
        path.chmod(0o700 if file.executable else 0o600)
    return replace(source, folder=folder, build=None)


_of_own_bots: Final[dict[tuple[str, tuple[str, ...]], Built]] = {}
"""What this process has built for its user, by content and command.

Of the process, since a comparison plays in waves, each with a scratch folder and an event loop of
its own that end with it: what takes minutes to build is built once for all of them.
"""


async def ready_entrants(
    entrants: Sequence[Entrant], sandbox: Sandbox, scratch: Path
) -> tuple[Entrant, ...]:
    """One's own bots as they can be started; a content is built once for all of this process.

    Raises `LadderError` (``BUILD_FAILED``) with what the build wrote.
    """
    sources = [await ready_source(entrant.source, sandbox, scratch) for entrant in entrants]
    return tuple(map(_with_source, entrants, sources))


def _with_source(entrant: Entrant, source: BotSource) -> Entrant:
    return replace(entrant, source=source)


async def ready_source(source: Source, sandbox: Sandbox, scratch: Path) -> Source | FolderBot:
    """One of one's own bots as it can be started; what was built lies in the scratch folder."""
    if not isinstance(source, FolderBot) or source.build is None:
        return source
    key = (source.build.digest, source.build.command)
    if key not in _of_own_bots:
        _of_own_bots[key] = await build_bot(source, sandbox, scratch)
    built = _of_own_bots[key]
    if built.failure:
        raise LadderError(
            f"{source.folder.name} cannot be built. {built.failure}\n{built.log}".rstrip(),
            reason="BUILD_FAILED",
        )
    folder = scratch / f"built-{source.build.digest[:32]}"
    if folder.is_dir():
        return replace(source, folder=folder, build=None)
    return await asyncio.to_thread(put_down, source, built, folder)


def _lay_out(source: FolderBot, place: Path) -> bytes:
    """What the sandbox shows to the build; answers the bot's manifest, which no build changes."""
    stage = place / "stage"
    stage.mkdir(mode=0o700, parents=True)
    (place / "door").mkdir(mode=0o700)
    shutil.copyfile(_PROGRAM, stage / _PROGRAM.name)
    try:
        copy_bot(source.folder, stage / SOURCE)
        return (stage / SOURCE / MANIFEST).read_bytes()
    except (OSError, shutil.Error) as error:
        raise LadderError(
            f"The bot's folder {source.folder} cannot be copied: {error}", reason="NO_COPY"
        ) from error


async def _ending(launched: LaunchedBot, within_s: float) -> Ending | None:
    """How the build ended; None when it took too long."""
    try:
        async with asyncio.timeout(within_s):
            ending = await launched.process.wait()
    except TimeoutError:
        return None
    if ending.lost:
        raise LadderError(f"The build could not be run. {ending.detail}", reason="NO_BUILD")
    return ending


async def _outcome(
    ending: Ending | None, receiver: _Receiver, manifest: bytes, log: str, within_s: float
) -> Built:
    try:
        failure = receiver.problem or _failure(ending, within_s)
        files = () if failure else _as_a_bot(await receiver.files(), manifest)
    except LadderError as error:
        files, failure = (), str(error)
    return Built(files, log, failure, ending)


def _failure(ending: Ending | None, within_s: float) -> str:
    """Why this end is no success; empty when it is one."""
    if ending is None:
        return f"It took longer than {within_s:g} s."
    if ending.detail:
        return ending.detail
    if ending.signal is not None:
        return f"It was ended by signal {ending.signal}."
    return f"It ended with exit code {ending.exit_code}." if ending.exit_code else ""


def _as_a_bot(files: Sequence[BotFile], manifest: bytes) -> tuple[BotFile, ...]:
    """The files as a bot (`LadderError` when its command starts none of them)."""
    kept = [file for file in files if file.name != MANIFEST]
    wanted = replace(parse_manifest(manifest), build=())
    check_entry(wanted, [file.name for file in kept])
    return (BotFile(MANIFEST, manifest), *kept)


class _Receiver:
    """Where the files come in: the first line to it has the word, within bounds."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._server: asyncio.Server | None = None
        self._files: asyncio.Future[list[BotFile]] = asyncio.get_running_loop().create_future()
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(
            self._take, self.place, limit=_LONGEST_ENTRY, backlog=1
        )
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        if self._reading is not None:
            self._reading.cancel()
        self._files.cancel()

    @property
    def problem(self) -> str:
        """What was wrong with that which came, as far as it is known."""
        error = self._files.exception() if self._files.done() else None
        return "" if error is None else str(error)

    async def files(self) -> list[BotFile]:
        """All that came (`LadderError` when it was not whole, not in time, or is not taken)."""
        try:
            async with asyncio.timeout(_HANDED_OVER_WITHIN_S):
                return await asyncio.shield(self._files)
        except TimeoutError:
            raise _not_whole() from None

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._reading is None:
            self._reading = asyncio.current_task()
            try:
                self._files.set_result(await _read(reader))
            except LadderError as error:
                self._files.set_exception(error)
            except _BROKEN:
                self._files.set_exception(_not_whole())
            finally:
                writer.close()
        writer.close()


async def _read(reader: asyncio.StreamReader) -> list[BotFile]:
    """Read entries to the last: a line with name, size and whether it is a program; the bytes."""
    collector = FileCollector(_WHAT, BUILT)
    ignored = 0
    for _ in range(_MOST_ENTRIES):
        entry = json.loads(await reader.readuntil())
        if entry is None:
            return collector.files()
        name, size, executable = entry
        if not (isinstance(name, str) and isinstance(size, int) and isinstance(executable, bool)):
            raise TypeError
        if is_ignored(name):
            ignored += size
            if ignored > BUILD_LIMITS.scratch_bytes:
                raise too_large(_WHAT, BUILT)
            await _pass_over(reader, size)
            continue
        if size > collector.room:
            raise too_large(_WHAT, BUILT)
        collector.add(name, await reader.readexactly(size), executable)
    raise too_large(_WHAT, BUILT)


async def _pass_over(reader: asyncio.StreamReader, size: int) -> None:
    """Read so many bytes and keep none of them."""
    if size < 0:
        raise ValueError
    while size > 0:
        chunk = min(size, _CHUNK)
        await reader.readexactly(chunk)
        size -= chunk


def _not_whole() -> LadderError:
    return LadderError(f"{_WHAT} was not handed over as a whole.", reason="BROKEN_BUILD")
