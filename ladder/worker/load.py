"""How busy this machine is: read before and after a match, so that a loss by time can be judged.

What a machine does not tell is left out; nothing here ever stands in a match's way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ladder.domain.load import MachineLoad

_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")
_STEAL: Final = 8
"""The place of stolen time in the first line of /proc/stat; guests' time after it counts twice."""
_NS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Reading:
    """What counters and averages stood at; None where the machine does not tell."""

    load: float | None
    stolen: int | None
    ticks: int | None
    throttled: int | None
    throttled_us: int | None

    def until(self, later: Reading, held_to: tuple[int, ...] = ()) -> MachineLoad:
        """What the machine did between this reading and a later one.

        ``held_to`` are the cores that the bots were held to meanwhile.
        """
        steal = None
        stolen, ticks = _between(self.stolen, later.stolen), _between(self.ticks, later.ticks)
        if stolen is not None and ticks:
            steal = round(stolen / ticks, 4)
        return MachineLoad(
            cores=len(os.sched_getaffinity(0)),
            before=self.load,
            after=later.load,
            steal=steal,
            throttled=_between(self.throttled, later.throttled),
            throttled_us=_between(self.throttled_us, later.throttled_us),
            held_to=held_to,
        )


def read_machine(proc: Path = _PROC, cgroups: Path = _CGROUPS) -> Reading:
    """Read the counters of this machine and of the control group that this process is in."""
    load = _text(proc / "loadavg").split()
    ticks = [int(word) for word in _text(proc / "stat").partition("\n")[0].split()[1 : _STEAL + 1]]
    throttled, throttled_us = _throttled(proc, cgroups)
    return Reading(
        load=float(load[0]) if load else None,
        stolen=ticks[_STEAL - 1] if len(ticks) == _STEAL else None,
        ticks=sum(ticks) or None,
        throttled=throttled,
        throttled_us=throttled_us,
    )


def processor_quota(proc: Path = _PROC, cgroups: Path = _CGROUPS) -> float | None:
    """How many processors' time our control group may use; None without such a limit."""
    for folder in _groups(proc, cgroups):
        quota, _, period = _text(folder / "cpu.max").strip().partition(" ")
        if not quota:
            quota = _text(folder / "cpu.cfs_quota_us").strip()
            period = _text(folder / "cpu.cfs_period_us").strip()
        if quota.isdecimal() and period.isdecimal() and int(period):
            return int(quota) / int(period)
    return None


def _throttled(proc: Path, cgroups: Path) -> tuple[int | None, int | None]:
    """How often and for how many microseconds our control group was held back."""
    for folder in _groups(proc, cgroups):
        words = _text(folder / "cpu.stat").split()
        found = dict(zip(words[::2], map(int, words[1::2]), strict=False))
        if "nr_throttled" in found:
            held = found.get("throttled_usec", found.get("throttled_time", 0) // _NS)
            return found["nr_throttled"], held
    return None, None


def _groups(proc: Path, cgroups: Path) -> Iterator[Path]:
    """Where our control group may tell of its processors."""
    for line in _text(proc / "self" / "cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        mount = cgroups / controllers
        # In a container the path may be the host's; what is mounted is then our own group.
        yield from (mount / path.lstrip("/"), mount)


def _between(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else max(0, after - before)


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except (OSError, ValueError):
        return ""
