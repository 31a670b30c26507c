"""Which sandbox bots run in: the best one that was seen to hold on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from siurell.errors import LadderError

from ladder.worker.sandbox.base import Sandbox
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.container import ContainerSandbox
from ladder.worker.sandbox.guarantees import Probe
from ladder.worker.sandbox.landlock import LandlockSandbox
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.probe import probe
from ladder.worker.sandbox.recall import recall, remember

_MAKERS: Final[dict[str, Callable[[], Sandbox]]] = {
    "bwrap": BwrapSandbox,
    "landlock": LandlockSandbox,
    "container": ContainerSandbox,
    "none": NoSandbox,
}
"""Sandboxes by name, the best first."""

NAMES: Final = tuple(_MAKERS)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sandbox and what the probe saw of it."""

    sandbox: Sandbox
    probe: Probe


_probed: Final[dict[Callable[[], Sandbox], Probe]] = {}
"""What this process saw, by what makes the sandbox."""


async def choose(name: str | None = None, *, own_bots: bool = False) -> Chosen:
    """The named sandbox, or else the first that is safe here; without a safe one, what holds most.

    What is known of a sandbox is what this process saw of it; where it is for ``own_bots`` only,
    what another one saw a moment ago is enough.

    Raises `LadderError` when the named one does not run here, or there is none of that name.
    """
    if name is not None:
        return await _named(name, own_bots)
    tried: list[Chosen] = []
    for candidate in NAMES:
        chosen = await _tried(candidate, own_bots)
        if chosen is None:
            continue
        if chosen.probe.safe:
            return chosen
        tried.append(chosen)
    return max(tried, key=lambda one: one.probe.holds)


async def _named(name: str, own_bots: bool) -> Chosen:
    if name not in _MAKERS:
        raise LadderError(
            f"There is no sandbox `{name}`; there is {', '.join(NAMES)}.", reason="NO_SANDBOX"
        )
    sandbox = _MAKERS[name]()
    seen = await _seen(sandbox, _MAKERS[name], own_bots)
    if seen.problem:
        raise LadderError(
            f"The sandbox `{name}` does not run on this machine: {seen.problem}",
            reason="NO_SANDBOX",
        )
    return Chosen(sandbox, seen)


async def _tried(name: str, own_bots: bool) -> Chosen | None:
    try:
        sandbox = _MAKERS[name]()
    except LadderError:
        return None
    return Chosen(sandbox, await _seen(sandbox, _MAKERS[name], own_bots))


async def _seen(sandbox: Sandbox, maker: Callable[[], Sandbox], own_bots: bool) -> Probe:
    known = _probed.get(maker)
    if known is None and own_bots:
        known = recall(sandbox.name)
    if known is None:
        known = _probed[maker] = await probe(sandbox)
        remember(known)
    sandbox.seen = known.summary
    return known
