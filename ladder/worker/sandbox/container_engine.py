"""The container engine: which one there is, and its commands, each with a deadline.

An engine's own command line is used, and of two engines only what both understand, or what is
written down here for one of them. No image is ever fetched.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.worker.child import Child
from ladder.worker.sandbox.tally import pid_namespace
from ladder.worker.sandbox.tree import process_facts

ENGINES: Final = ("podman", "docker")
"""The engines by their programs, in the order in which they are looked for."""
IMAGE_VARIABLE: Final = "SIURELL_BOT_IMAGE"
"""Names another image for bots than the one that `make images` builds."""

_IMAGE: Final = "localhost/siurell-bot:latest"
_WORKER: Final = "siurell.worker"
_ANSWERS_WITHIN_S: Final = 30.0
_REMOVED_WITHIN_S: Final = 60.0
_REMOVING: Final = ("rm", "--force", "--volumes")
_NEEDED: Final = ("PATH", "HOME", "USER", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME")
_NEEDED_PREFIXES: Final = ("CONTAINERS_", "CONTAINER_", "DOCKER_", "REGISTRY_", "STORAGE_")
_REMOVE: Final = 'if read -r _; then exec "$0" "$@"; fi; "$0" "$@"; sleep 5; exec "$0" "$@"'
"""Remove at a word. Without one the worker was killed, and perhaps while the engine was making the
container: then it is removed once more a little later."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A container engine that answers, and the image that bots run in."""

    program: str
    image: str

    @property
    def is_podman(self) -> bool:
        """Whether it understands what podman alone does."""
        return Path(self.program).name == "podman"

    async def ask(self, *words: str) -> str:
        """What a command of the engine says; empty when it fails or takes too long."""
        return await asyncio.to_thread(_run, self.program, *words)

    def sweep(self) -> None:
        """Remove the containers of workers that are gone."""
        ours = _run(self.program, "ps", "--all", "--quiet", "--filter", f"label={_WORKER}").split()
        if not ours:
            return
        form = f'{{{{.Id}}}} {{{{index .Config.Labels "{_WORKER}"}}}}'
        # Some may be gone by now, which makes the command fail; of the others it tells.
        told = _run(self.program, "inspect", "--format", form, *ours, failing=True)
        lines = [line.split() for line in told.splitlines()]
        for container in [words[0] for words in lines if len(words) == 2 and _is_gone(words[1])]:
            _run(self.program, *_REMOVING, container, within_s=_REMOVED_WITHIN_S)


class Remover:
    """Sees to it that a container goes: when it is told so, or when this process ends."""

    def __init__(self, engine: Engine, container: str) -> None:
        self._child = Child.start(
            ["/bin/sh", "-c", _REMOVE, engine.program, *_REMOVING, container],
            environment=engine_environment(),
            stdout=_ignore,
            stderr=_ignore,
            stdin=True,
        )

    async def remove(self) -> None:
        """Remove the container, which may be gone already or never have been."""
        self._child.say(b"\n")
        await self._child.ended_within(_REMOVED_WITHIN_S)
        self._child.signal(signal.SIGKILL)
        self._child.close()


def find_engine() -> Engine:
    """The first engine that has the bots' image (`LadderError` with what is missing)."""
    image = os.environ.get(IMAGE_VARIABLE) or _IMAGE
    programs = [found for name in ENGINES if (found := shutil.which(name)) is not None]
    for program in programs:
        if _run(program, "image", "inspect", "--format", "{{.Id}}", image):
            return Engine(program, image)
    if not programs:
        raise LadderError(
            "There is no container engine: install `podman` or Docker.", reason="NO_ENGINE"
        )
    raise LadderError(
        f"No container engine has the image {image}: build it by `make images`, or name another"
        f" one in {IMAGE_VARIABLE}.",
        reason="NO_IMAGE",
    )


def engine_environment() -> dict[str, str]:
    """What an engine's command line gets of our environment: where it finds its own things."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _NEEDED or name.startswith(_NEEDED_PREFIXES)
    }


def worker_label() -> str:
    """The label of the containers of this process."""
    return f"{_WORKER}={_worker(os.getpid())}"


def _worker(pid: int) -> str:
    """A process by what no other one shares: where its number counts, this, and its start."""
    facts = process_facts(pid)
    return "" if facts is None else f"{_numbers_here()}-{pid}-{facts.started}"


def _is_gone(worker: str) -> bool:
    """Whether the worker of a label is gone; of one whose number counts elsewhere, who knows."""
    numbers, _, rest = worker.partition("-")
    pid = rest.partition("-")[0]
    return numbers == _numbers_here() and pid.isdigit() and _worker(int(pid)) != worker


def _numbers_here() -> str:
    """The number of our pid namespace."""
    return "".join(filter(str.isdigit, pid_namespace(os.getpid()) or ""))


def _run(*words: str, within_s: float = _ANSWERS_WITHIN_S, failing: bool = False) -> str:
    """What a command says; empty when it takes too long, or, unless that is no matter, fails."""
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=engine_environment(),
            timeout=within_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    told = done.stdout.decode("utf-8", "replace").strip()
    return told if failing or done.returncode == 0 else ""


def _ignore(data: bytes) -> None:
    pass
