"""The line to a bubblewrap that starts a bot: what it tells of it, and the word to let it begin.

The bot begins only when its first process is known here. Otherwise one that ends at once could be
gone before anybody has hold of it, and would look like a sandbox that cannot be set up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import signal
from typing import Final

_SET_UP_WITHIN_S: Final = 10.0
_GONE_WITHIN_S: Final = 10.0
"""How long the kernel may take to end all of a bot, on a machine that has no time for it."""
_CHUNK: Final = 4096
_ENDED: Final = b'"exit-code"'


class Init:
    """The first process of a bot's pid namespace: with it ends every other."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._fd: int | None = os.pidfd_open(pid)

    async def end(self) -> None:
        """End it, and wait until all of the namespace is gone.

        Its parent is left to see that: an ended process whose parent is gone may stay for ever.
        """
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(fd, signal.SIGKILL)
        await asyncio.to_thread(_wait_for, fd, _GONE_WITHIN_S)
        os.close(fd)


class Line:
    """Two pipes: on one bubblewrap tells, on the other it waits. To be closed at the end."""

    def __init__(self) -> None:
        self._news, self.told = os.pipe2(os.O_CLOEXEC)
        self.waits, self._go = os.pipe2(os.O_CLOEXEC)
        self._said = b""
        self._ours = [self._news, self._go]
        self._theirs = [self.told, self.waits]

    @property
    def words(self) -> list[str]:
        """What to tell bubblewrap, which inherits `told` and `waits`."""
        return ["--json-status-fd", str(self.told), "--block-fd", str(self.waits)]

    def started(self) -> None:
        """Bubblewrap has its ends: let go of them here."""
        while self._theirs:
            os.close(self._theirs.pop())

    async def first_process(self) -> Init | None:
        """The bot's first process; None when there was none in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SET_UP_WITHIN_S):
                await self._read_first_line()
        try:
            return Init(int(json.loads(self._said.partition(b"\n")[0])["child-pid"]))
        except (ValueError, KeyError, OSError):
            return None

    def begin(self) -> None:
        """Let the bot begin."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self._go, b"\n")

    def ran_to_its_end(self) -> bool:
        """Whether the bot had begun before bubblewrap ended; asked when that has ended."""
        while self._ours and _wait_for(self._news, 0) and (data := os.read(self._news, _CHUNK)):
            self._said += data
        return _ENDED in self._said

    def close(self) -> None:
        """Let go of it. Doing so twice is no error."""
        self.started()
        while self._ours:
            os.close(self._ours.pop())

    async def _read_first_line(self) -> None:
        loop = asyncio.get_running_loop()
        there = asyncio.Event()
        loop.add_reader(self._news, there.set)
        try:
            while b"\n" not in self._said:
                await there.wait()
                there.clear()
                data = os.read(self._news, _CHUNK)
                if not data:
                    return
                self._said += data
        finally:
            loop.remove_reader(self._news)


def _wait_for(fd: int, within_s: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(1000 * within_s))
