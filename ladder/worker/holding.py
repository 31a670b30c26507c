"""How bots are held, in one value: what holds in matches holds in checks and builds as well."""

from __future__ import annotations

from dataclasses import dataclass, field

from ladder.worker.sandbox.base import Limits, Sandbox


@dataclass(frozen=True, slots=True)
class Holding:
    """A sandbox, the most that any bot may have in it, and the cores that the caller holds for it.

    Without ``cores`` whoever runs a bot finds some, or lets it run on any.
    """

    sandbox: Sandbox
    limits: Limits = field(default_factory=Limits)
    cores: tuple[int, ...] = ()
