"""Attacks on other processes, on the first process of its namespace, and on its own limits."""

import ctypes
import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from attack import TARGETS, outcome_of

PTRACE_ATTACH = 16
REFEREE = TARGETS["referee"]


def _read(path):
    return outcome_of(lambda: Path(path).read_bytes().decode("utf-8", "replace"))


def _done(call):
    """What a call of the standard library comes to: `done`, or the name of its error."""
    return outcome_of(lambda: (call(), "done")[1])


def read_the_environment_of_the_referee():
    return _read(f"/proc/{REFEREE}/environ")


def see_other_processes():
    return sorted(int(name) for name in os.listdir("/proc") if name.isdigit())  # noqa: PTH208


def read_the_environment_of_the_first_process():
    return _read("/proc/1/environ")


def steer_the_first_process():
    """It is bubblewrap's own, without the bot's limits."""
    names = ("mem", "fd", "environ", "root", "cwd", "exe", "task/1/mem")
    return {
        name: outcome_of(lambda name=name: str(Path(f"/proc/1/{name}").stat())) for name in names
    }


def kill_the_referee():
    return _done(lambda: os.kill(REFEREE, signal.SIGKILL))


def kill_the_first_process():
    _done(lambda: os.kill(1, signal.SIGKILL))
    return f"parent {os.getppid()}"


def signal_the_referee_by_a_file():
    return _done(lambda: os.pidfd_open(REFEREE))


def trace_the_referee():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(PTRACE_ATTACH, REFEREE, None, None) == 0:
        return "traced"
    raise OSError(ctypes.get_errno(), "ptrace")


def take_back_the_processors():
    return _done(lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)))


def go_before_others():
    return {
        "nice": _done(lambda: os.nice(-1)),
        "real time": _done(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
    }


def raise_its_limits():
    names = ("NPROC", "NOFILE", "FSIZE", "CORE", "NICE", "RTPRIO")
    kinds = {name: getattr(resource, f"RLIMIT_{name}") for name in names}
    return {name: _raise(kind) for name, kind in kinds.items()}


def _raise(kind):
    soft, hard = resource.getrlimit(kind)
    try:
        resource.setrlimit(kind, (soft, hard + 1))
    except (OSError, ValueError):
        return "refused"
    return "raised"


FAULT = "import os, signal; os.chdir('/tmp'); os.kill(os.getpid(), signal.SIGSEGV)"


def dump_its_core():
    """Die of a fault in a folder that can be written in."""
    words = [sys.executable, "-S", "-c", FAULT]
    _, status = os.waitpid(os.posix_spawn(sys.executable, words, os.environ), 0)
    files = [name for name in os.listdir("/tmp") if "core" in name]  # noqa: PTH208
    return {"signal": os.WTERMSIG(status), "dumped": os.WCOREDUMP(status), "files": files}


def become_root():
    calls = {
        "setuid": lambda: os.setuid(0),
        "setresuid": lambda: os.setresuid(0, 0, 0),
        "setgid": lambda: os.setgid(0),
        "setgroups": lambda: os.setgroups([0]),
    }
    return {name: _done(call) for name, call in calls.items()}


def become_root_by_a_program():
    """Programs of the system that run as root outside do not do so here."""
    commands = {
        "su": ["su", "-c", "id -u"],
        "mount": ["mount", "-t", "tmpfs", "none", "/tmp"],
        "passwd": ["passwd", "-d", "root"],
        "chsh": ["chsh", "-s", "/bin/sh", "root"],
        "unshare": ["unshare", "-r", "id", "-u"],
    }
    with ThreadPoolExecutor(len(commands)) as pool:
        return dict(zip(commands, pool.map(_run, commands.values()), strict=True))


def _run(command):
    try:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False
        )
    except FileNotFoundError:
        return "absent"
    return "refused" if ran.returncode != 0 else f"done: {ran.stdout!r}"


def become_root_by_its_own_program():
    """A program of its own with the bit that makes others run as its owner."""
    program = Path("/tmp/mine")
    program.write_bytes(Path("/usr/bin/id").read_bytes())
    program.chmod(0o4755)
    ran = subprocess.run([program, "-u"], capture_output=True, timeout=10, check=True)
    program.unlink()
    return int(ran.stdout) == os.getuid()


def have_rights():
    """Rights that it has, could get, or hands on."""
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    wanted = ("CapInh", "CapPrm", "CapEff", "CapAmb", "NoNewPrivs", "Seccomp")
    return {
        name: int(value, 16)
        for name, _, value in (line.partition(":") for line in status)
        if name in wanted
    }


ATTACKS = (
    read_the_environment_of_the_referee,
    see_other_processes,
    read_the_environment_of_the_first_process,
    steer_the_first_process,
    kill_the_referee,
    kill_the_first_process,
    signal_the_referee_by_a_file,
    trace_the_referee,
    take_back_the_processors,
    go_before_others,
    raise_its_limits,
    dump_its_core,
    become_root,
    become_root_by_a_program,
    become_root_by_its_own_program,
    have_rights,
)
