"""A forked bot cannot tell that it was forked: the same programs, started both ways, do the same.

Each group of programs is run from nothing and then by one nursery; what they write and how they
end is compared.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from ladder.worker.sandbox import Ending

pytestmark = pytest.mark.process

ENDS = {
    "nothing": "",
    "exit code": "import sys; sys.exit(3)",
    "exit code too large": "raise SystemExit(300)",
    "exit with words": "import sys; sys.exit('no more')",
    "exit without a code": "import sys; print('x'); sys.exit()",
    "exit at once": "import os; print('x', end=''); os._exit(4)",
    "error": "def f(x):\n    return 1 / x\n\nf(0)\n",
    "error from an error": (
        "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise OSError('x') from e"
    ),
    "error with a note": "e = ValueError('x')\ne.add_note('a note')\nraise e",
    "several errors": "raise ExceptionGroup('both', [ValueError(1), OSError(2)])",
    "syntax error": "print('x')\nthis is no program\n",
    "wrong indentation": "if True:\nprint()\n",
    "syntax error in a neighbour": "import broken",
    "error in a neighbour": "import failing",
    "neighbour is missing": "import nowhere",
    "own hook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__)\n1 / 0",
    "at exit": "import atexit; atexit.register(print, 'end'); print('x'); 1 / 0",
    "thread goes on": (
        "import threading, time\n"
        "def f():\n"
        "    threading.main_thread().join()\n"
        "    print('thread', __name__)\n"
        "threading.Thread(target=f).start()\n"
    ),
    "error in a thread": (
        "import threading\nt = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()"
    ),
    "daemon thread": (
        "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()"
    ),
    "interrupt": "raise KeyboardInterrupt",
    "interrupted from outside": "import os, signal; os.kill(os.getpid(), signal.SIGINT)",
    "terminated": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "broken off": "import os; os.abort()",
    "pipe that nobody reads": (
        "import os\na, b = os.pipe()\nos.close(a)\ntry:\n    os.write(b, b'x')\n"
        "except BrokenPipeError as e:\n    print(repr(e))"
    ),
    "output is closed": "import os; os.close(1); print('x')",
    "error when it is taken down": "class A:\n    def __del__(self):\n        1 / 0\na = A()",
    "too deep": (
        "import sys\ndef f(n):\n    return f(n + 1)\n"
        "try:\n    f(0)\nexcept RecursionError as e:\n    print(e, sys.getrecursionlimit())"
    ),
}

SURROUNDINGS = {
    "words": "import sys; print(sys.argv, sys.orig_argv)",
    "paths": "import sys; print(sys.path, sys.executable, sys.prefix, sys._base_executable)",
    "flags": "import sys; print(sys.flags, sys.warnoptions, sys._xoptions)",
    "main": (
        "import sys, __main__\n"
        "print(sorted(globals().items(), key=lambda item: item[0])[:5])\n"
        "print(__name__, __file__, __package__, __doc__, __spec__)\n"
        "print(type(__loader__), __builtins__)\n"
        "print(__main__ is sys.modules['__main__'], vars(__main__) is globals())"
    ),
    "docstring": "'Plays.'\nprint(__doc__)",
    "future": "def f(x: nowhere = 1): pass",
    "source": "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))",
    "pickle": (
        "import pickle\nclass A: pass\nprint(pickle.dumps(A()), pickle.loads(pickle.dumps(A)))"
    ),
    "folder": "import os; print(os.getcwd())",
    "environment": "import os; print(sorted(os.environ.items()))",
    "environment of a child": (
        "import subprocess\nprint(sorted(subprocess.check_output('env', text=True).split()))"
    ),
    "open files": "import os; print(os.listdir('/proc/self/fd'))",
    "session": (
        "import os\nme = os.getpid()\n"
        "print(os.getsid(0) == me, os.getpgrp() == me, os.getppid() > 1)"
    ),
    "signals": (
        "import signal\n"
        "print([(n, signal.getsignal(n)) for n in signal.valid_signals()])\n"
        "print(signal.pthread_sigmask(signal.SIG_BLOCK, ()), signal.set_wakeup_fd(-1))"
    ),
    "parent's death": (
        "import ctypes\nfound = ctypes.c_int()\nctypes.CDLL(None).prctl(2, ctypes.byref(found))\n"
        "print(found.value)"
    ),
    "input": "import sys; print(repr(sys.stdin.read()), sys.stdin.seekable())",
    "streams": (
        "import sys\n"
        "for s in (sys.stdin, sys.stdout, sys.stderr):\n"
        "    print(s.name, s.encoding, s.errors, s.mode, s.fileno(), s.isatty(), s.seekable())\n"
        "    print(s.line_buffering, s.write_through, s is getattr(sys, f'__{s.name[1:-1]}__'))\n"
    ),
    "threads": (
        "import os, threading\n"
        "print(threading.enumerate()[0].name, threading.active_count())\n"
        "print(threading.main_thread() is threading.current_thread())\n"
        "print(len(os.listdir('/proc/self/task')), threading.get_native_id() == os.getpid())"
    ),
    "rest": (
        "import gc, locale, os, sys, warnings, time\n"
        "print(gc.isenabled(), gc.get_threshold(), os.umask(0), os.nice(0), locale.getlocale())\n"
        "print(sys.getrecursionlimit(), sys.getswitchinterval(), sys.gettrace(), sys.displayhook)\n"
        "print(warnings.filters, os.sched_getaffinity(0), time.process_time() < 60)\n"
        "print(sys.dont_write_bytecode, sys.pycache_prefix, sys.getfilesystemencoding())"
    ),
    "places": "import pathlib, tempfile; print(tempfile.gettempdir(), pathlib.Path.home())",
    "logging": "import logging; print(logging.root.handlers, logging.root.level)",
    "siurell": "import siurell, grpc; print(siurell.__file__, grpc.__file__, siurell.VERSION)",
}

ABILITIES = {
    "neighbours": "import friend, parts.inner; print(friend.__file__, parts.inner.NAME)",
    "spawn": (
        "import multiprocessing as m\n"
        "def f(x):\n    return x * x\n"
        "if __name__ == '__main__':\n"
        "    with m.get_context('spawn').Pool(1) as pool:\n"
        "        print(pool.map(f, range(4)))\n"
    ),
    "fork": (
        "import multiprocessing as m\n"
        "def f(x):\n    return x * x\n"
        "with m.get_context('fork').Pool(1) as pool:\n"
        "    print(pool.map(f, range(4)))\n"
    ),
    "another interpreter": (
        "import subprocess, sys\n"
        "print(subprocess.check_output([sys.executable, '-c', 'import sys; print(sys.path)']))"
    ),
    "waits for its children only": (
        "import os\ntry:\n    os.wait()\nexcept ChildProcessError as e:\n    print(e)"
    ),
    "event loop": (
        "import asyncio\n"
        "async def f():\n"
        "    p = await asyncio.create_subprocess_exec('true')\n"
        "    return await p.wait(), await asyncio.to_thread(len, 'abc')\n"
        "print(asyncio.run(f()))"
    ),
    "alarm": (
        "import signal, time\n"
        "def ring(*_):\n    raise TimeoutError('ring')\n"
        "signal.signal(signal.SIGALRM, ring)\n"
        "try:\n    signal.setitimer(signal.ITIMER_REAL, 0.01)\n    time.sleep(60)\n"
        "except TimeoutError as e:\n    print(e)"
    ),
    "threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(4) as pool:\n    print(sum(pool.map(int, '1234')))"
    ),
    "reads itself": "print(open(__file__).read() == open('program.py').read())",
    "no session": "from siurell import Bot\nclass B(Bot):\n    choose = None\nB.run()",
    "bytes": "import sys; sys.stdout.buffer.write(b'\\xff\\x00'); print('ä\\ud800')",
}

PLACES = [
    ("program.py",),
    ("./program.py", "a", "-m", "ä b"),
    ("src/program.py", ""),
    ("parts/../src/program.py",),
    ("link.py",),
    ("-m", "siurell.bots", "nobody"),
    ("-m", "siurell.bots", "random"),
    ("-m", "siurell.bots"),
]


_ADDRESS = re.compile("0x[0-9a-f]+")


class Comparison:
    """Runs programs in one folder."""

    def __init__(self, runner, forked_by) -> None:
        self._runner = runner
        self._forked_by = forked_by
        folder = runner.folder
        for name in ("src", "parts"):
            (folder / name).mkdir()
        (folder / "friend.py").write_text("")
        (folder / "parts" / "__init__.py").write_text("")
        (folder / "parts" / "inner.py").write_text("NAME = __name__")
        (folder / "broken.py").write_text("this is no program")
        (folder / "failing.py").write_text("def f():\n    raise OSError('x')\nf()")
        (folder / "link.py").symlink_to("src/program.py")

    async def run(self, words: tuple[str, ...], *, warm: bool) -> tuple[Ending, str, str]:
        folder = str(self._runner.folder)
        process = await self._runner.start_command(
            (sys.executable, *words),
            HOME=folder,
            TMPDIR=folder,
            LANG="C.UTF-8",
            PYTHONUNBUFFERED="1",
        )
        assert (self._forked_by(process) is not None) == warm
        ending = await process.wait()
        last = process.last_lines()
        # It comes from two pipes, and a word of one may come in the middle of a line of the other.
        log = sorted(_ADDRESS.sub("0x", process.take_log()))
        return ending, "".join(log), _ADDRESS.sub("0x", last)

    async def both(self, programs: dict[str, str | bytes]) -> tuple[dict, dict]:
        return await self._all(programs, warm=False), await self._warm(programs)

    async def _warm(self, programs):
        async with self._runner.sandbox:
            return await self._all(programs, warm=True)

    async def _all(self, programs, *, warm: bool):
        found = {}
        for name, program in programs.items():
            self.write(program)
            found[name] = await self.run(("program.py",), warm=warm)
        return found

    def write(self, program: str | bytes) -> None:
        data = program.encode() if isinstance(program, str) else program
        for folder in (self._runner.folder, self._runner.folder / "src"):
            Path(folder, "program.py").write_bytes(data)


@pytest.fixture
def comparison(runner, forked_by) -> Comparison:
    return Comparison(runner, forked_by)


@pytest.mark.parametrize(
    "programs", [ENDS, SURROUNDINGS, ABILITIES], ids=["ends", "surroundings", "abilities"]
)
async def test_program__does_the_same_both_ways(comparison, programs: dict[str, str]):
    cold, warm = await comparison.both(programs)
    for name in programs:
        assert warm[name] == cold[name], name
    assert len({str(found) for found in cold.values()}) > len(programs) / 2


async def test_source__of_any_encoding(comparison):
    programs = {
        "mark": b"\xef\xbb\xbfprint('\xc3\xa4')",
        "latin": b"# coding: latin-1\nprint('\xe4')",
        "windows": b"if True:\r\n    print('x')\r\n",
    }
    cold, warm = await comparison.both(programs)
    assert warm == cold
    assert all(ending.exit_code == 0 for ending, _, _ in cold.values())


async def test_place__of_the_program(comparison, runner):
    comparison.write("import sys; print(sys.argv, sys.path, __file__); 1 / 0")
    cold = [await comparison.run(words, warm=False) for words in PLACES]
    async with runner.sandbox:
        warm = [await comparison.run(words, warm=True) for words in PLACES]
    for words, ours, theirs in zip(PLACES, warm, cold, strict=True):
        assert ours == theirs, words
