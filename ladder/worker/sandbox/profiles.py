"""How much a bot may use of what, by the kind of program that it is.

A virtual machine starts dozens of threads before it runs a line of the bot, and reserves far more
addresses than it ever uses. So a limit that does for one language breaks another: that on addresses
(of each process) is set for the one that bears it, and only by a sandbox that does not hold the
memory of the whole bot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ladder.domain.runtimes import RUNTIMES
from ladder.worker.sandbox.base import Limits

_GIB: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Profile:
    """Limits of one kind of program. ``processes`` counts threads too.

    ``address_bytes``: None where addresses have no limit.
    """

    processes: int
    address_bytes: int | None


PROFILES: Final = {
    "python": Profile(processes=64, address_bytes=8 * _GIB),
    "java": Profile(processes=256, address_bytes=None),
    "node": Profile(processes=128, address_bytes=None),
    "other": Profile(processes=128, address_bytes=None),
}
assert set(PROFILES) == set(RUNTIMES)


def limits_for(runtime: str, most: Limits) -> Limits:
    """The limits of a bot of this kind; ``most`` is what the operator gives to any bot."""
    profile = PROFILES[runtime]
    wanted = [bound for bound in (profile.address_bytes, most.address_bytes) if bound is not None]
    return replace(
        most,
        processes=min(profile.processes, most.processes),
        address_bytes=min(wanted) if wanted else None,
    )
