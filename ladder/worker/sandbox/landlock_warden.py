"""Stands between the worker and a bot under Landlock: starts it, and ends all that is of it.

    python landlock_warden.py REQUEST TOLD

REQUEST and TOLD are open files: JSON with the fields of `Request` to read, and a pipe to which one
line of JSON is written when the bot cannot be started; it ends without a word when the bot runs.
The standard input is the line to the worker: with its end all ends, however the worker ended.

Whatever a bot starts, and whatever ties to it that cuts, becomes a child of this process when its
own parents are gone (a *subreaper*). So nothing escapes, without a namespace of processes. This
file imports the standard library only and runs no code of a bot.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import struct
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

_SET_PDEATHSIG, _SET_SECCOMP, _SET_SUBREAPER, _SET_NO_NEW_PRIVS = 1, 22, 36, 38
_SECCOMP_FILTER: Final = 2
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION: Final = 0x20080522
_ADD_RULE, _RESTRICT_SELF = 445, 446
_PATH_BENEATH: Final = 1
_READ: Final = 0b1100
"""Reading files and folders (linux/landlock.h)."""
_PAUSE_S: Final = 0.002
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Request:
    """A bot to start: its command, folder, whole environment and limits.

    ``user``: the number of the user to become, None to stay the same. ``counted``: a file in which
    its number is entered. ``rules`` and ``filter``: open files, with the rules of Landlock and the
    filter of system calls.
    """

    command: list[str]
    folder: str
    environment: dict[str, str]
    limits: list[tuple[int, int]]
    user: int | None
    counted: str | None
    rules: int
    filter: int


class _Kernel:
    """The calls that Python has no names for."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)

    def control(self, option: int, *words: int | bytes) -> None:
        self._checked(self._libc.prctl(option, *self._given(words)))

    def call(self, number: int, *words: int | bytes) -> None:
        self._checked(self._libc.syscall(ctypes.c_long(number), *self._given(words)))

    def filter_calls(self, program: bytes) -> None:
        """Put this process under a filter of system calls."""
        steps = ctypes.create_string_buffer(program, len(program))
        described = struct.pack("@HP", len(program) // 8, ctypes.addressof(steps))
        self.control(_SET_SECCOMP, _SECCOMP_FILTER, described)

    def _given(self, words: tuple[int | bytes, ...]) -> list[object]:
        return [ctypes.c_long(word) if isinstance(word, int) else word for word in words]

    def _checked(self, answer: int) -> None:
        if answer < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


# ------------------------------------------------------------------------------ the bot's process


def become(request: Request, kernel: _Kernel, told: int, warden: int) -> NoReturn:
    """Make this process the bot; only an error comes back, and goes to the worker."""
    step = "set up"
    try:
        _leave_the_wardens_ways()
        if request.counted is not None:
            Path(request.counted).write_text(str(os.getpid()), "ascii")
        own = os.open("/proc/self", os.O_PATH)
        _drop(request.user, kernel)
        kernel.control(_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != warden:
            os._exit(1)
        for kind, most in request.limits:
            _lower(kind, most)
        os.chdir(request.folder)
        kernel.control(_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        kernel.call(_ADD_RULE, request.rules, _PATH_BENEATH, struct.pack("=Qi", _READ, own), 0)
        os.close(own)
        kernel.call(_RESTRICT_SELF, request.rules, 0)
        os.lseek(request.filter, 0, os.SEEK_SET)
        kernel.filter_calls(os.read(request.filter, _CHUNK))
        step = "command"
        os.execve(request.command[0], request.command, request.environment)
    except BaseException as error:
        number = error.errno if isinstance(error, OSError) else None
        os.write(told, json.dumps({"step": step, "errno": number, "why": str(error)}).encode())
    os._exit(1)


def _leave_the_wardens_ways() -> None:
    """A session, an empty input and the signals of a fresh program."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def _drop(user: int | None, kernel: _Kernel) -> None:
    """Become the user, if one is named, and give up every right."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if 0 in os.getresuid():
        raise PermissionError("a bot is not to run as root")
    head = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    kernel.call(_CAPSET[os.uname().machine], head, bytes(24))


def _lower(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    lowered = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (lowered, lowered))


# -------------------------------------------------------------------------------------- the warden


def wait_for_end(bot: int, woken: int) -> int:
    """Until the bot or the line ends: how the bot ended, or as if it had been killed."""
    poll = select.poll()
    poll.register(0, select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        for fd, _ in poll.poll():
            if fd == 0:
                return signal.SIGKILL
            os.read(woken, _CHUNK)
        pid = -1
        while pid != 0:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == bot:
                return status


def end_all(user: int | None) -> None:
    """End all that is of the bot, and wait until it is gone."""
    while True:
        if user is not None:
            end_user(user)
        for pid in descendants(os.getpid()):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(_PAUSE_S)


def end_user(user: int) -> None:
    """End all processes of a user at one blow, so that none can start another meanwhile."""
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            os.setresuid(user, user, user)
            # As root, this would end everything on the machine.
            if user > 0 and os.getresuid() == (user, user, user):
                os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.waitpid(pid, 0)


def descendants(pid: int) -> list[int]:
    """All processes that come from this one."""
    found, at = [pid], 0
    while at < len(found):
        with contextlib.suppress(OSError):
            for thread in os.scandir(f"/proc/{found[at]}/task"):
                found += map(int, Path(thread.path, "children").read_bytes().split())
        at += 1
    return found[1:]


def end_like(status: int) -> NoReturn:
    """End as the bot did."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)
    os._exit(os.WEXITSTATUS(status))


def _read_all(fd: int) -> bytes:
    os.lseek(fd, 0, os.SEEK_SET)
    with os.fdopen(fd, "rb") as file:
        return file.read()


def main() -> NoReturn:
    """Start the bot, stay until it or the worker ends, and end what is left."""
    request_fd, told = map(int, sys.argv[1:])
    request = Request(**json.loads(_read_all(request_fd)))
    kernel = _Kernel()
    kernel.control(_SET_SUBREAPER, 1, 0, 0, 0)
    woken, wakes = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    for fd in (told, request.rules, request.filter):
        os.set_inheritable(fd, False)
    if request.user is not None:
        # A slot that comes from a killed worker may still be in use.
        end_user(request.user)
    warden = os.getpid()
    bot = os.fork()
    if bot == 0:
        become(request, kernel, told, warden)
    for fd in (told, request.rules, request.filter):
        os.close(fd)
    status = wait_for_end(bot, woken)
    end_all(request.user)
    end_like(status)


if __name__ == "__main__":
    main()
