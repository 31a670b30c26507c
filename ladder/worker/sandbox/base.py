"""The interface of a sandbox: a command goes in, a process that can be watched and ended comes out.

What a sandbox holds back differs; what it must do does not: read all that the bot writes and keep
head and tail of it, end a bot that writes without end, and leave nothing of it alive after `kill`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

MARKER: Final = "SIURELL_SESSION"
"""Variable in the environment of all processes of a session, by which they are found again."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. ``cpu_s``: seconds of processor time in a session, None without end.

    ``memory_bytes`` and ``processes`` are for all its processes together, ``scratch_bytes`` for
    each place where it may write; what a sandbox holds of it, its probe says. ``address_bytes`` is
    for each process, and set only where nothing holds the memory of them all.
    ``output_bytes`` is what it may write to stdout and stderr in one match; of this the first
    ``head_bytes`` and the last ``tail_bytes`` are kept.
    """

    file_bytes: int = 64 << 20
    open_files: int = 1024
    processes: int = 256
    memory_bytes: int = 1 << 30
    scratch_bytes: int = 64 << 20
    cpu_s: int | None = None
    address_bytes: int | None = None
    output_bytes: int = 8 << 20
    head_bytes: int = 16 << 10
    tail_bytes: int = 48 << 10


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended: an exit code or a signal. ``detail`` says why when we ended it.

    ``lost``: a failure of the sandbox ended it; that is nobody's fault. ``oom``: it used more
    memory than it may, and the kernel or the sandbox ended it for that.
    """

    exit_code: int | None
    signal: int | None
    detail: str = ""
    lost: bool = False
    oom: bool = False


class BotProcess(ABC):
    """A started bot."""

    @property
    @abstractmethod
    def pid(self) -> int:
        """The process id of the command."""

    @property
    @abstractmethod
    def ending(self) -> Ending | None:
        """How it ended; None while it runs."""

    @abstractmethod
    async def wait(self) -> Ending:
        """Wait until the command has ended; its children may still be there."""

    @abstractmethod
    async def kill(self) -> None:
        """End the command and all that it started. Doing so twice is no error."""

    @abstractmethod
    def pause(self) -> None:
        """Let the command and all that it started stand still; twice is no error."""

    @abstractmethod
    def resume(self) -> None:
        """Let them go on."""

    @abstractmethod
    def take_log(self) -> str:
        """What it wrote since the last call: head and tail. The allowance begins anew."""

    @abstractmethod
    def last_lines(self) -> str:
        """The last lines it wrote to stderr."""


class Sandbox(ABC):
    """A way to run bots.

    An async context manager that may be entered again within: while it is entered, a sandbox may
    hold what makes starts quick. It does the same without being entered.
    """

    seen = ""
    """What a probe saw it hold on this machine (`Probe.summary`); empty when nobody looked."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(  # noqa: B027 - most sandboxes hold nothing
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of what was held since it was entered."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The word for it in settings and reports."""

    @abstractmethod
    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
        socket: Path | None = None,
    ) -> BotProcess:
        """Start a command in a folder (`LadderError` when there is no such program).

        The environment is all that the command gets; it holds the session's `MARKER`. ``socket``
        is the file of the one socket that it needs to reach, alone in its folder: another may come
        to be there in its place. Where a sandbox shows the bot other
        paths than these, it says so in the environment.
        """
