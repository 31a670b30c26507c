"""The words of a command that runs a bot in a container of its own, and what it sees there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from siurell.client.login import ADDRESS

from ladder.worker.sandbox.base import MARKER, Limits
from ladder.worker.sandbox.container_engine import Engine, worker_label

BOT: Final = "/bot"
HOME: Final = "/home/bot"
TMP: Final = "/tmp"
SEAT: Final = "/run/siurell"
"""Where a bot finds its folder (to read), its home and scratch (to write), and its socket."""

_PATH: Final = "/opt/siurell/bin:/usr/local/bin:/usr/bin:/bin"
"""That of the bots' image."""
_BEGIN: Final = """\
echo
while read -r line || exit 1; [ -n "$line" ]; do export "$line"; done
"$@" </dev/null
exit "$?"
"""
"""The first process: it says that it is there, reads the bot's environment, and stays until the
bot ends.

As the first process itself a bot would be deaf to signals, its own too, and would have to wait for
every orphan. Its end is then that of all which the bot started.
"""
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY")


def inside(environment: Mapping[str, str], socket: Path | None) -> dict[str, str]:
    """The environment as it is to be inside."""
    changed = {"PATH": _PATH, "HOME": HOME, "TMPDIR": TMP}
    if socket is not None:
        changed[ADDRESS] = f"unix:{SEAT}/{socket.name}"
    kept = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    return {**kept, **changed}


def running(
    engine: Engine,
    container: str,
    profile: Path,
    *,
    folder: Path,
    environment: Mapping[str, str],
    limits: Limits,
    socket: Path | None,
    user: int,
) -> list[str]:
    """Run a command, which is to follow, in a container; the environment is that of the inside.

    What removes it kills it at once. Podman would else wait for ten seconds, and forget a container
    that lives on when another command looks at it meanwhile.
    """
    return [
        *(engine.program, "run", "--interactive", "--pull=never", "--runtime=runc"),
        *("--name", container, "--label", worker_label(), "--log-driver=none"),
        "--stop-timeout=0",
        *_separating(engine, profile, user),
        *_limiting(limits),
        *_showing(engine, folder, socket, limits),
        f"--env={MARKER}={environment[MARKER]}",
        *("--entrypoint", "/bin/sh", engine.image, "-c", _BEGIN, "sh"),
    ]


def _separating(engine: Engine, profile: Path, user: int) -> list[str]:
    """No network, no rights, a system that it cannot change, a user that owns nothing."""
    words = [
        *("--network=none", "--ipc=private", "--hostname=bot", "--cap-drop=all"),
        *("--security-opt=no-new-privileges", f"--security-opt=seccomp={profile}"),
        *("--read-only", f"--user={user}:{user}", "--no-healthcheck"),
    ]
    # An engine hands its own proxies on, with what stands in them.
    if not engine.is_podman:
        words += [f"--env={name}=" for upper in _PROXIES for name in (upper, upper.lower())]
    else:
        words += ["--read-only-tmpfs=false", "--no-hosts", "--http-proxy=false"]
        if os.geteuid() != 0:
            words.append("--userns=keep-id")
    return words


def _limiting(limits: Limits) -> list[str]:
    """Limits for all of it, and for each process; the processors are those of this worker."""
    memory = f"{limits.memory_bytes}b"
    processes = limits.processes
    each = {
        # The first process, too, counts here.
        "nproc": processes + 1,
        "nofile": limits.open_files,
        "fsize": limits.file_bytes,
        "core": 0,
        "msgqueue": 0,
    }
    if limits.cpu_s is not None:
        each["cpu"] = limits.cpu_s
    return [
        *(f"--memory={memory}", f"--memory-swap={memory}", f"--pids-limit={processes + 1}"),
        f"--cpuset-cpus={','.join(map(str, sorted(os.sched_getaffinity(0))))}",
        *(f"--ulimit={name}={most}:{most}" for name, most in each.items()),
    ]


def _showing(engine: Engine, folder: Path, socket: Path | None, limits: Limits) -> list[str]:
    """Its folder, scratch in memory, and the folder of its socket, where another may come to be."""
    scratch = f"rw,nosuid,nodev,exec,mode=1777,size={limits.scratch_bytes}"
    # Only podman takes these words here; with the other one no program gets new rights either.
    read_only = "ro,nosuid,nodev" if engine.is_podman else "ro"
    words = [f"--volume={folder}:{BOT}:{read_only}", f"--workdir={BOT}"]
    words += [f"--tmpfs={place}:{scratch}" for place in (HOME, TMP)]
    words.append(f"--shm-size={limits.scratch_bytes}b")
    if socket is not None:
        words.append(f"--volume={socket.parent}:{SEAT}:{read_only}")
    return words


def word_to_begin(environment: Mapping[str, str]) -> bytes:
    """What the first process waits for. So the engine never learns the session's secret."""
    lines = [f"{name}={value}" for name, value in environment.items()]
    return "\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")
