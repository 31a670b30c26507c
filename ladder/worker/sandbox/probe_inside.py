"""Runs inside a sandbox and tells in one line of JSON what it could not do there.

    python probe_inside.py TOKEN TARGETS

TARGETS is JSON with what it must not be able to reach. It imports the standard library only, tries
nothing that could do harm where nothing holds it back, and sends nothing anywhere: of the network
it asks for interfaces and routes alone.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

_KEYCTL: Final = {"x86_64": 250, "aarch64": 219}
_CAPGET: Final = {"x86_64": 125, "aarch64": 90}
_CAPABILITY_VERSION: Final = 0x20080522
_GET_SECCOMP, _GET_NO_NEW_PRIVS = 21, 39
_PIECE: Final = 1 << 20
_GENEROUS: Final = 1 << 30
_NOTICED_WITHIN_S: Final = 3
LIBC: Final = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Look around, tell, leave a daemon behind, and take too much memory; or too much room."""
    targets: dict[str, Any] = json.loads(sys.argv[2])
    if targets["fill"]:
        _fill(targets["fill"])
        return
    secret = Path(targets["secret"])
    seen: dict[str, bool] = {
        "files": _refused(secret.read_bytes) and _refused(lambda: list(secret.parent.iterdir())),
        "writes": _writes_held(secret),
        "room": _small(),
        "processes": _processes_held(targets["decoy"]),
        "network": _network_held(targets),
        "user": 0 not in os.getresuid() and not _rights() and _asked(_GET_NO_NEW_PRIVS) == 1,
        "calls": _asked(_GET_SECCOMP) == 2 and _refuses_keyctl(),
        "sight": _refused(lambda: os.kill(targets["decoy"], 0), errno.ESRCH),
        "doors": not _connects(targets["open"]),
    }
    seen["number"] = seen["user"] and _number_held(targets["processes"])
    _leave_daemon()
    print(json.dumps(seen), flush=True)
    if seen["user"] and seen["number"]:
        _take_memory()


def _refused(attempt: Callable[[], object], *numbers: int) -> bool:
    """Whether something could not be done, for one of these reasons if any are named."""
    try:
        attempt()
    except OSError as error:
        return not numbers or error.errno in numbers
    return False


def _writes_held(secret: Path) -> bool:
    places = [Path("/"), Path("/usr"), Path.cwd(), secret.parent]
    attempts: list[Callable[[], object]] = [
        *(lambda place=place: _write_in(place) for place in places),
        lambda: secret.write_text("changed"),
        lambda: os.truncate(secret, 0),
        lambda: secret.chmod(0o777),
        lambda: os.utime(secret, (0, 0)),
        lambda: secret.rename(secret.with_name("moved")),
    ]
    return all(map(_refused, attempts))


def _write_in(folder: Path) -> None:
    trial = folder / "siurell-probe"
    trial.touch()
    trial.unlink()


def _small() -> bool:
    """Whether the scratch place has a size of its own."""
    facts = os.statvfs(_scratch())
    return facts.f_blocks * facts.f_frsize < _GENEROUS


def _scratch() -> str:
    return os.environ.get("TMPDIR", "/tmp")


def _fill(pieces: int) -> None:
    """Write more into the scratch than fits there, in files that have no name any more too."""
    kept = []
    for number in range(pieces):
        name = Path(_scratch(), f"piece-{number}")
        kept.append(name.open("wb", buffering=0))
        kept[-1].write(bytes(_PIECE))
        if number % 2:
            name.unlink()
    time.sleep(_NOTICED_WITHIN_S)


def _processes_held(decoy: int) -> bool:
    ours = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: os.kill(decoy, 0),
        lambda: resource.prlimit(decoy, resource.RLIMIT_CORE, ours),
        lambda: os.setpriority(os.PRIO_PROCESS, decoy, 10),
        lambda: Path(f"/proc/{decoy}/environ").read_bytes(),
        lambda: Path(f"/proc/{decoy}/mem").open("rb").close(),
        lambda: Path(f"/proc/{decoy}/root/").stat(),
    )
    return all(map(_refused, attempts))


def _network_held(targets: dict[str, Any]) -> bool:
    doors = (targets["own"], f"\0{targets['abstract']}")
    return not any(map(_connects, doors)) and (_has_no_sockets() or _leads_nowhere())


def _connects(name: str) -> bool:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        return not _refused(lambda: line.connect(name))


def _has_no_sockets() -> bool:
    """Whether there is no socket to be had that could lead into a network."""
    families = (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET)
    kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW)
    return all(
        _refused(lambda family=family, kind=kind: socket.socket(family, kind).close())  # type: ignore[misc]
        for family in families
        for kind in kinds
    )


def _leads_nowhere() -> bool:
    """Whether there is no interface but loopback, and no route."""
    try:
        routes = Path("/proc/net/route").read_text("ascii").splitlines()[1:]
        return {name for _, name in socket.if_nameindex()} <= {"lo"} and not routes
    except OSError:
        return False


def _rights() -> bool:
    """Whether it has any capability, or could get one that it has kept."""
    rights = ctypes.create_string_buffer(24)
    head = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    number = _CAPGET.get(os.uname().machine)
    return number is None or LIBC.syscall(number, head, rights) != 0 or any(rights.raw)


def _asked(question: int) -> int:
    return int(LIBC.prctl(question, 0, 0, 0, 0))


def _refuses_keyctl() -> bool:
    number = _KEYCTL.get(os.uname().machine)
    return number is not None and int(LIBC.syscall(number, 0, 0, 0)) == -1


def _number_held(most: int) -> bool:
    """Whether no more processes can be started than it may have; they are ended again."""
    started: list[int] = []
    try:
        while len(started) <= most:
            pid = os.fork()
            if pid == 0:
                time.sleep(60)
                os._exit(0)
            started.append(pid)
    except BlockingIOError:
        pass
    for pid in started:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return len(started) <= most


def _leave_daemon() -> None:
    """One that has cut every tie: no parent, session, environment or open file of ours."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 3)
            program = "import time; time.sleep(60)"
            os.execve(sys.executable, [sys.executable, "-c", program, sys.argv[1]], {})
        os._exit(0)
    os.wait()


def _take_memory() -> None:
    """Take memory in pieces, in two processes, far beyond what the probe is given."""
    os.fork()
    kept = []
    for _ in range(60):
        kept.append(bytearray(os.urandom(16)) * (1 << 20))
        time.sleep(0.02)
    time.sleep(_NOTICED_WITHIN_S)


if __name__ == "__main__":
    main()
