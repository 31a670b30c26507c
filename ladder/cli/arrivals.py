"""Checking what authors submitted over the wire, while the ladder plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from siurell.errors import SiurellError

from ladder.cli.checking import check_now

if TYPE_CHECKING:
    from ladder.services.arena import Arena
    from ladder.services.submit import VersionInfo
    from ladder.worker.holding import Holding

_LOOK_EVERY_S = 1.0


class Arrivals:
    """Checks what was submitted over the wire, one version at a time, in a job that is free."""

    def __init__(self, arena: Arena, held: Holding, said: Callable[[str], None]) -> None:
        self._arena = arena
        self._held = held
        self._said = said
        self._given_up: set[int] = set()
        self._looked = 0.0
        self._looking = asyncio.Lock()

    async def __call__(self, cores: tuple[int, ...]) -> bool:
        """Check a version that waits, if there is one, on these cores; whether there was."""
        now = asyncio.get_running_loop().time()
        if self._looking.locked() or now - self._looked < _LOOK_EVERY_S:
            return False
        async with self._looking:
            version = await self._next()
            self._looked = asyncio.get_running_loop().time() if version is None else 0.0
            if version is not None:
                await self._check(version, cores)
        return version is not None

    async def _next(self) -> VersionInfo | None:
        from ladder.services.submit import pending

        waiting = await asyncio.to_thread(pending, self._arena)
        return next((one for one in waiting if one.id not in self._given_up), None)

    async def _check(self, version: VersionInfo, cores: tuple[int, ...]) -> None:
        try:
            checked = await check_now(self._arena, version, replace(self._held, cores=cores))
        except SiurellError as error:
            # A fault of this machine is no reason to reject it, nor to try again at once.
            self._given_up.add(version.id)
            self._said(f"{version.label} could not be checked: {error}")
        else:
            self._said(f"{version.label} was submitted; it is {checked.state.value} now.")
