"""What a worker's machine did while a match was played: it stands beside a loss by time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

JsonLoad = dict[str, float | list[int]]
"""A load as it is stored: the facts that are known, by name."""

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
    ``held_to`` are the cores that the bots of the match were held to, and no others meanwhile.
    """

    cores: int
    before: float | None = None
    after: float | None = None
    steal: float | None = None
    throttled: int | None = None
    throttled_us: int | None = None
    held_to: tuple[int, ...] = ()

    @property
    def strained(self) -> bool:
        """Whether the machine itself may have been what was slow."""
        busiest = max(self.before or 0.0, self.after or 0.0)
        return busiest > _BUSY * self.cores or (self.steal or 0.0) > _STOLEN or bool(self.throttled)

    def as_json(self) -> JsonLoad:
        """The facts that are known, by name."""
        known: JsonLoad = {
            name: value
            for name, value in asdict(self).items()
            if name != "held_to" and value is not None
        }
        known["held_to"] = list(self.held_to)
        return known


def load_from_json(stored: Mapping[str, float | Sequence[int]]) -> MachineLoad:
    """The load that `MachineLoad.as_json` gave."""
    numbers = {name: found for name, found in stored.items() if isinstance(found, int | float)}
    held_to = stored.get("held_to", ())
    throttled, throttled_us = numbers.get("throttled"), numbers.get("throttled_us")
    return MachineLoad(
        cores=int(numbers["cores"]),
        before=numbers.get("before"),
        after=numbers.get("after"),
        steal=numbers.get("steal"),
        throttled=None if throttled is None else int(throttled),
        throttled_us=None if throttled_us is None else int(throttled_us),
        held_to=tuple(held_to) if isinstance(held_to, Sequence) else (),
    )
