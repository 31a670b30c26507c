"""The process of a nursery: it has imported what Python bots need, and forks bots on request.

    python nursery_process.py FD VARIABLE

It is started as a bot is: by its file, with a bot's environment. So a fork of it differs from a
cold start in what has been imported, and in nothing else that a bot would look at. It holds no
bot's code and no secret, and knows of no match. It imports the standard library and `siurell`
only, as a bot could, and runs one thread: what a second one holds would be lost in a fork.

FD is a socket of packets. The process writes ``ready``; each packet that it reads asks for a bot:
JSON with the fields of `Request`, and three files: stdout, stderr and a socket, the bot's *line*.
On the line it says ``pid N`` when the bot begins and ``code N`` when it has ended, or ``cold`` when
it has to be started without this process. A line that the other side closes ends its bot; the end
of FD ends the nursery, and with it all its bots.
"""

from __future__ import annotations

import builtins
import ctypes
import gc
import json
import os
import resource
import runpy
import selectors
import signal
import socket
import sys
import threading
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader, all_suffixes
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final

_MODULE: Final = "-m"
_REQUEST_BYTES: Final = 1 << 17
_FILES: Final = 3
_MOST_ENTRIES: Final = 2000
"""In a folder with more files and folders it is not looked for modules that hide ours."""
_MODULES: Final = tuple(all_suffixes())
_ARCHIVES: Final = (".zip", ".whl", ".egg", ".pth")
"""Files that hold modules by names which are not seen from outside, or lead to some."""
_PR_SET_PDEATHSIG: Final = 1


@dataclass(frozen=True, slots=True)
class Request:
    """A bot to start: the words after the interpreter, its folder and whole environment.

    ``limits``: pairs of a number of `resource` and the most of it.
    """

    words: list[str]
    folder: str
    environment: dict[str, str]
    limits: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Bot:
    pid: int
    pidfd: int
    line: socket.socket


class Nursery:
    """Answers requests. ``variable`` names the mark of a session in an environment."""

    def __init__(self, control: socket.socket, variable: str) -> None:
        self._control = control
        self._variable = variable
        self._libc = ctypes.CDLL(None)
        self._libc.getenv.restype = ctypes.c_void_p
        self._mark = self._libc.getenv(variable.encode())
        self._loaded = {name.partition(".")[0] for name in sys.modules}
        self._bots: dict[int, _Bot] = {}
        self._selector = selectors.PollSelector()
        self._die_with_parent()

    def serve(self) -> Request | None:
        """Fork bots: None at the end of the nursery, and in each bot's process its request."""
        self._selector.register(self._control, selectors.EVENT_READ)
        self._control.send(b"ready")
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._control:
                    data, files, _, _ = socket.recv_fds(self._control, _REQUEST_BYTES, _FILES)
                    if not data:
                        return None
                    request = Request(**json.loads(data))
                    if self._fork(request, *files):
                        return request
                elif key.data.pid in self._bots:
                    self._see_to(key.data, key.fd)

    def _fork(self, request: Request, stdout: int, stderr: int, line_fd: int) -> bool:
        """Fork a bot; True in its process."""
        line = socket.socket(fileno=line_fd)
        nursery = os.getpid()
        try:
            pid = os.fork() if self._fit_to_fork() and not self._hides_ours(request) else None
        except OSError:
            pid = None
        if pid == 0:
            self._become(request, stdout, stderr, line, nursery)
            return True
        os.close(stdout)
        os.close(stderr)
        if pid is None:
            _say(line, "cold")
            line.close()
            return False
        bot = self._bots[pid] = _Bot(pid, os.pidfd_open(pid), line)
        self._selector.register(bot.pidfd, selectors.EVENT_READ, bot)
        self._selector.register(bot.line, selectors.EVENT_READ, bot)
        return False

    def _fit_to_fork(self) -> bool:
        return threading.active_count() == 1 and len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208

    def _hides_ours(self, request: Request) -> bool:
        """Whether the bot may bring a module of a name that is loaded here: it must get its own."""
        if request.words[0] != _MODULE:
            program = Path(os.path.realpath(f"{request.folder}/{request.words[0]}"))
            inside = program.is_relative_to(os.path.realpath(request.folder))
            if not inside or not program.is_file():
                return True
        entries = 0
        for _, folders, files in os.walk(request.folder):
            modules = [name.partition(".")[0] for name in files if name.endswith(_MODULES)]
            archives = any(name.endswith(_ARCHIVES) for name in files)
            entries += len(folders) + len(files)
            if archives or entries > _MOST_ENTRIES or self._loaded & {*folders, *modules}:
                return True
        return False

    def _see_to(self, bot: _Bot, fd: int) -> None:
        if fd == bot.pidfd:
            # The process is not waited for yet: its id stays its own until the line is closed.
            end = os.waitid(os.P_PID, bot.pid, os.WEXITED | os.WNOWAIT)
            assert end is not None
            code = end.si_status if end.si_code == os.CLD_EXITED else -end.si_status
            _say(bot.line, f"code {code}")
            self._selector.unregister(bot.pidfd)
            return
        os.kill(bot.pid, signal.SIGKILL)
        os.waitpid(bot.pid, 0)
        if bot.pidfd in self._selector.get_map():
            self._selector.unregister(bot.pidfd)
        self._selector.unregister(bot.line)
        del self._bots[bot.pid]
        os.close(bot.pidfd)
        bot.line.close()

    # ----------------------------------------------------------------------- in a bot's process

    def _become(
        self, request: Request, stdout: int, stderr: int, line: socket.socket, nursery: int
    ) -> None:
        """Make this process what a cold start would have made it."""
        try:
            os.setsid()
            self._die_with_parent()
            if os.getppid() != nursery:
                os._exit(1)
            os.dup2(stdout, 1)
            os.dup2(stderr, 2)
            self._mark_session(request.environment[self._variable])
            os.environ.clear()
            os.environ.update(request.environment)
            os.chdir(request.folder)
            _limit(request.limits)
            _say(line, f"pid {os.getpid()}")
            for fd in (stdout, stderr, *(bot.pidfd for bot in self._bots.values())):
                os.close(fd)
            for end in (self._control, line, *(bot.line for bot in self._bots.values())):
                end.close()
        except BaseException:
            os._exit(1)

    def _die_with_parent(self) -> None:
        if self._libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
            raise OSError("prctl does not work here")

    def _mark_session(self, mark: str) -> None:
        """Put the mark where others read it: the environment that this process began with.

        What is set later in a program is not seen in the process table.
        """
        ctypes.memmove(self._mark, mark.encode(), len(mark))


def _limit(limits: list[tuple[int, int]]) -> None:
    for kind, value in limits:
        _, hard = resource.getrlimit(kind)
        lowered = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (lowered, lowered))


def run(words: list[str]) -> None:
    """Run a bot's program as the interpreter would, its end included."""
    sys.orig_argv[1:] = words
    if words[0] == _MODULE:
        sys.argv[:] = words[1:]
        sys.path.insert(0, str(Path.cwd()))
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return
    sys.argv[:] = words
    sys.path.insert(0, str(Path(os.path.realpath(words[0])).parent))
    path = f"{Path.cwd()}/{words[0]}"
    module = ModuleType("__main__")
    vars(module).update(
        __annotations__={},
        __builtins__=builtins,
        __cached__=None,
        __file__=path,
        __loader__=SourceFileLoader("__main__", path),
    )
    sys.modules["__main__"] = module
    try:
        code = compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)
        exec(code, vars(module))
    except BaseException as error:
        assert error.__traceback__ is not None
        _show_from(error.__traceback__.tb_next)
        raise


def _show_from(first: TracebackType | None) -> None:
    """Let the interpreter show an error without the frames of this file."""
    hook = sys.excepthook

    def show(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> Any:
        return hook(kind, error.with_traceback(first), first)

    sys.excepthook = show


def _say(line: socket.socket, word: str) -> None:
    try:
        line.send(word.encode())
    except OSError:
        # Nobody is interested any more; the closed line says so in a moment.
        return


def load() -> None:
    """Import what bots need, and let the games read what they read on first use."""
    # As `siurell.client.process` does it before gRPC is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    import siurell.client.process
    import siurell.client.session  # noqa: F401
    from siurell.games.registry import games

    for game in games():
        game.new_state(game.min_seats, game.check_options({}))
    # What lies here for good is shared by all forks for longer when nobody looks through it.
    gc.collect()
    gc.freeze()


def main() -> None:
    """Serve, and become a bot in each fork."""
    descriptor, variable = sys.argv[1:]
    # Nothing is imported from beside this file.
    del sys.path[0]
    load()
    request = Nursery(socket.socket(fileno=int(descriptor)), variable).serve()
    if request is None:
        os._exit(0)
    run(request.words)


if __name__ == "__main__":
    main()
