"""What a probe saw a moment ago, for commands that run nobody's bots but one's own.

A probe takes longer than some matches. What it saw holds as long as nothing has changed that it
depends on: the kernel and how it was started, who asks and with which rights, the programs. It is
kept for a short time, and only of a sandbox that was safe. Whoever runs strangers' bots looks anew.
A sandbox that fails when a bot is started says so then, whatever was seen before.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import secrets
import shutil
import sys
import time
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.worker.sandbox.guarantees import WORDS, Probe, seen
from ladder.worker.scratch import own_base

KEPT_S: Final = 600.0
_STATUS: Final = ("Uid", "Gid", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp")
_SETTINGS: Final = (
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/sys/user/max_user_namespaces",
    "/proc/self/cgroup",
)
_NAMESPACES: Final = ("mnt", "net", "pid", "user", "cgroup")


def recall(name: str) -> Probe | None:
    """What was seen of a sandbox under the same circumstances not long ago; None if nothing."""
    try:
        kept = json.loads(_file(name).read_text("utf-8"))
        young = 0 <= time.time() - float(kept["at"]) < KEPT_S
        if young and kept["circumstances"] == circumstances():
            return seen(name, frozenset(map(str, kept["held"])) & WORDS.keys())
    except (OSError, ValueError, TypeError, KeyError, LadderError):
        pass
    return None


def remember(probe: Probe) -> None:
    """Keep what was seen of a safe sandbox; it does not matter if it cannot be kept."""
    if not probe.safe:
        return
    held = [guarantee.name for guarantee in probe.guarantees if guarantee.holds]
    text = json.dumps({"at": time.time(), "circumstances": circumstances(), "held": held})
    with contextlib.suppress(OSError, LadderError):
        file = _file(probe.sandbox)
        fresh = file.with_name(f"{file.name}-{secrets.token_hex(4)}")
        fresh.write_text(text, "utf-8")
        fresh.replace(file)


def circumstances() -> str:
    """A digest of all that decides what a sandbox holds, as far as it can be asked quickly."""
    facts = [
        *platform.uname(),
        sys.version,
        *map(_of_file, (sys.executable, shutil.which("bwrap"), shutil.which("setpriv"))),
        *map(_of_file, sorted(Path(__file__).parent.glob("*.py"))),
        *map(_text, _SETTINGS),
        *(_link(f"/proc/self/ns/{kind}") for kind in _NAMESPACES),
        *(line for line in _text("/proc/self/status").splitlines() if line.startswith(_STATUS)),
    ]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()


def _file(name: str) -> Path:
    """In a folder that nobody else writes in (`LadderError` if it is somebody else's)."""
    return own_base() / f"seen-{name}"


def _of_file(path: str | Path | None) -> str:
    if path is None:
        return "none"
    try:
        facts = os.stat(path)  # noqa: PTH116 - a text or a path
    except OSError:
        return "none"
    return f"{path} {facts.st_ino} {facts.st_size} {facts.st_mtime_ns} {facts.st_mode}"


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except OSError:
        return ""


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return ""
