"""What a worker's machine did while a match was played: it stands beside a loss by time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

_BUSY = 1.5
"""Processes that want to run, for each core, from which on a machine is called busy."""
_STOLEN = 0.05
"""The share of processor time from which on other guests of the host are to be named."""


@dataclass(frozen=True, slots=True)
class MachineLoad:
    """Between the start and the end of a match; None where the machine does not tell.

    ``before`` and ``after`` are processes that ran or wanted to, over the last minute. ``steal`` is
    the share of processor time that the host gave to other guests. ``throttled`` is how often the
    worker's control group had used up its share of processor time, ``throttled_us`` for how long.
    """

    cores: int
    before: float | None = None
    after: float | None = None
    steal: float | None = None
    throttled: int | None = None
    throttled_us: int | None = None

    @property
    def strained(self) -> bool:
        """Whether the machine itself may have been what was slow."""
        busiest = max(self.before or 0.0, self.after or 0.0)
        return busiest > _BUSY * self.cores or (self.steal or 0.0) > _STOLEN or bool(self.throttled)

    def as_json(self) -> dict[str, float]:
        """The facts that are known, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def load_from_json(stored: Mapping[str, float]) -> MachineLoad:
    """The load that `MachineLoad.as_json` gave."""
    throttled, throttled_us = stored.get("throttled"), stored.get("throttled_us")
    return MachineLoad(
        cores=int(stored["cores"]),
        before=stored.get("before"),
        after=stored.get("after"),
        steal=stored.get("steal"),
        throttled=None if throttled is None else int(throttled),
        throttled_us=None if throttled_us is None else int(throttled_us),
    )
