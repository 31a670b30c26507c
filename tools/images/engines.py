"""The container engines that images can be built and run with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUILD: Final = ROOT / "build"
COMPOSE: Final = ROOT / "docker"
"""Where the compose file lies, and the files that it names by their place beside it."""

_PODMAN_NEEDS: Final = ("podman", "buildah", "runc", "catatonit", "iptables")
_HELPERS: Final = ("/usr/lib/podman/netavark", "/usr/libexec/podman/netavark")
_SETTINGS: Final = BUILD / "containers.conf"
_SETTINGS_TEXT: Final = """\
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
"""
"""Without these podman asks for higher limits than root may have in a container, wants systemd, and
takes a runtime that refuses mixed control groups."""

WITHIN_S: Final = 120.0


class ImagesError(Exception):
    """Something cannot be done here; the sentence says what and why."""


@dataclass(frozen=True)
class Engine:
    """One engine: ``program`` runs containers, ``build`` and ``compose`` are begun commands."""

    program: str
    build: tuple[str, ...]
    compose: tuple[str, ...]
    changes: dict[str, str]

    @property
    def is_docker(self) -> bool:
        return Path(self.program).name == "docker"

    def run(
        self, *words: str, within_s: float = WITHIN_S, **changes: Any
    ) -> subprocess.CompletedProcess[bytes]:
        """Run one of its commands to the end, as `run` does."""
        return run([self.program, *words], self.changes, within_s=within_s, **changes)

    def ask(self, *words: str) -> list[str]:
        """The words that a command answers."""
        return self.run(*words).stdout.decode("utf-8", "replace").split()


def run(
    command: Sequence[str],
    changes: dict[str, str] | None = None,
    *,
    within_s: float = WITHIN_S,
    check: bool = True,
    cwd: Path = ROOT,
    **more: Any,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end; raise `ImagesError` with its last words when it fails."""
    shown = " ".join(command[:3])
    try:
        done = subprocess.run(
            list(command),
            capture_output=True,
            timeout=within_s,
            check=False,
            cwd=cwd,
            env={**os.environ, **(changes or {})},
            **more,
        )
    except subprocess.TimeoutExpired:
        raise ImagesError(f"`{shown} …` did not end within {within_s:.0f} s.") from None
    if check and done.returncode != 0:
        said = (done.stdout + done.stderr).decode("utf-8", "replace")[-3000:]
        raise ImagesError(f"`{shown} …` ended with exit code {done.returncode}:\n{said}")
    return done


def find_engine() -> Engine:
    """An engine that answers: Docker, or else podman with what belongs to it."""
    docker = shutil.which("docker")
    if docker is not None and _answers([docker, "info"]):
        if not _answers([docker, "compose", "version"]):
            raise ImagesError("Docker is there without its `compose` plugin: install that.")
        return Engine(docker, (docker, "build"), (docker, "compose"), {})
    missing = [name for name in _PODMAN_NEEDS if shutil.which(name) is None]
    if not any(Path(path).exists() for path in _HELPERS):
        missing.append("netavark")
    if missing:
        raise ImagesError(
            "There is no Docker engine, and for podman these packages are missing: "
            f"{' '.join(missing)}."
        )
    BUILD.mkdir(exist_ok=True)
    _SETTINGS.write_text(_SETTINGS_TEXT, "ascii")
    changes = {"CONTAINERS_CONF": str(_SETTINGS)}
    if not Path("/run/systemd/system").exists():
        # Without systemd there is nothing that could look after health by the clock: we do.
        changes["DISABLE_HC_SYSTEMD"] = "true"
    compose = str(Path(sys.executable).with_name("podman-compose"))
    return Engine(
        "podman",
        ("buildah", "bud", "--isolation", "chroot", "--format", "docker", "--pull-never"),
        (compose,),
        changes,
    )


def _answers(command: list[str]) -> bool:
    try:
        return run(command, check=False, within_s=30).returncode == 0
    except (OSError, ImagesError):
        return False
