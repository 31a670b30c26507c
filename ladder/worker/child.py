"""A child process on an event loop: what it writes is handed on, its end is known at once.

asyncio's own subprocesses are not used because their `wait` may last until the pipes are closed,
and a daemon that a bot left behind holds them open.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final

Sink = Callable[[bytes], None]

_CHUNK: Final = 1 << 16
_DRAIN_CHUNKS: Final = 64


class Child:
    """One started process. All of it belongs to the loop that started it.

    ``outputs`` are the pipes that it writes to and where what it writes goes. Whoever made it
    says by `set_ended` that it has ended.
    """

    def __init__(
        self,
        pid: int,
        outputs: Iterable[tuple[IO[bytes], Sink]],
        stdin: IO[bytes] | None = None,
    ) -> None:
        self.lost = False
        """Whether what had started it is gone, and nobody knows how it ended."""
        self._pid = pid
        self._stdin = stdin
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[int] = self._loop.create_future()
        self._pipes: dict[int, tuple[IO[bytes], Sink]] = {}
        for pipe, sink in outputs:
            self._follow(pipe, sink)

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str],
        stdout: Sink,
        stderr: Sink,
        stdin: bool = False,
        keep: Sequence[int] = (),
    ) -> Child:
        """Start a command in a session and process group of its own (`OSError` when it cannot).

        With ``stdin`` the child's input is a pipe that ends when this process or the child ends.
        It inherits the open files ``keep`` and no others.
        """
        popen = subprocess.Popen(
            list(command),
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            pass_fds=keep,
        )
        assert popen.stdout is not None and popen.stderr is not None
        child = cls(popen.pid, ((popen.stdout, stdout), (popen.stderr, stderr)), popen.stdin)
        child._watch(popen)
        return child

    @property
    def pid(self) -> int:
        """The process id; it is not given to another process before the end is known here."""
        return self._pid

    @property
    def returncode(self) -> int | None:
        """The exit code, or minus the signal; None while the process runs."""
        return self._ended.result() if self._ended.done() else None

    async def wait(self) -> int:
        """Wait for the end of the process, and answer its return code."""
        return await asyncio.shield(self._ended)

    async def ended_within(self, seconds: float) -> bool:
        """Wait for the end of the process for so long at most, and answer whether it came."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.wait()
        return self.returncode is not None

    def signal(self, number: int) -> None:
        """Send a signal, if the process is still there."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def say(self, data: bytes) -> None:
        """Write a few bytes to the child's input, if it still reads."""
        if self._stdin is not None and not self._stdin.closed:
            with contextlib.suppress(OSError):
                self._stdin.write(data)
                self._stdin.flush()

    def close_stdin(self) -> None:
        """Let the child see the end of its input."""
        if self._stdin is not None:
            with contextlib.suppress(OSError):
                self._stdin.close()

    def drain(self) -> None:
        """Hand on what lies in the pipes now, without waiting for more."""
        for fd in list(self._pipes):
            for _ in range(_DRAIN_CHUNKS):
                if not self._read(fd):
                    break

    def close(self) -> None:
        """Let go of the pipes, whoever else may still hold their other ends."""
        self.close_stdin()
        for fd in list(self._pipes):
            self._unfollow(fd)

    # ----------------------------------------------------------------------------- output

    def _follow(self, pipe: IO[bytes], sink: Sink) -> None:
        fd = pipe.fileno()
        os.set_blocking(fd, False)
        self._pipes[fd] = (pipe, sink)
        self._loop.add_reader(fd, self._read, fd)

    def _unfollow(self, fd: int) -> None:
        pipe, _ = self._pipes.pop(fd)
        self._loop.remove_reader(fd)
        pipe.close()

    def _read(self, fd: int) -> bool:
        """Hand on one piece; False when there is none now."""
        if fd not in self._pipes:
            return False
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._unfollow(fd)
            return False
        self._pipes[fd][1](data)
        return True

    # -------------------------------------------------------------------------------- end

    def set_ended(self, returncode: int) -> None:
        """Say that it has ended, with its exit code or minus its signal."""
        # What was written before the end belongs to it.
        self.drain()
        if not self._ended.done():
            self._ended.set_result(returncode)

    def set_lost(self) -> None:
        """Say that what had started it is gone, which ends it by a signal."""
        self.lost = not self._ended.done()
        self.set_ended(-signal.SIGKILL)

    def _watch(self, popen: subprocess.Popen[bytes]) -> None:
        try:
            fd = os.pidfd_open(popen.pid)
        except (AttributeError, OSError):
            threading.Thread(target=self._wait_in_thread, args=(popen,), daemon=True).start()
            return
        self._loop.add_reader(fd, self._pidfd_ready, fd, popen)

    def _pidfd_ready(self, fd: int, popen: subprocess.Popen[bytes]) -> None:
        returncode = popen.poll()
        if returncode is not None:
            self._loop.remove_reader(fd)
            os.close(fd)
            self.set_ended(returncode)

    def _wait_in_thread(self, popen: subprocess.Popen[bytes]) -> None:
        """Where the kernel has no pidfd: a thread waits, the loop hears of it."""
        returncode = popen.wait()
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.set_ended, returncode)
