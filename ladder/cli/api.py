"""`siurell ladder run --api`: authors elsewhere submit bots, and the ladder checks them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.errors import SiurellError

from ladder.cli.checking import check_now

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from ladder.api.server import ApiDoor
    from ladder.services.arena import Arena
    from ladder.services.submit import VersionInfo
    from ladder.worker.sandbox.base import Sandbox

Api = Annotated[
    str | None,
    typer.Option(
        "--api",
        metavar="[HOST:]PORT",
        help="Let authors reach this ladder here, by siurell login; port 0: any free one.",
    ),
]

SUBMITTED_ELSEWHERE = "a bot that somebody submits"
"""Who runs here once authors can come in."""

_HERE = "127.0.0.1"
_LOOK_EVERY_S = 1.0


def api_door_of(
    api: str | None, certificate: Path | None, key: Path | None, *, without_tls: bool
) -> ApiDoor | None:
    """Where authors are let in, checked before anything is started; None: nowhere."""
    from ladder.api.server import ApiDoor
    from serving.door import check_door, tls_files

    if api is None:
        return None
    address = api if ":" in api else f"{_HERE}:{api}"
    tls = tls_files(certificate, key)
    check_door(address, tls, without_tls=without_tls, option="--api")
    if tls is not None:
        from serving.certificates import server_credentials

        server_credentials(tls)
    return ApiDoor(address, tls)


async def while_open(
    arena: Arena,
    door: ApiDoor | None,
    said: Callable[[str], None],
    work: Coroutine[object, object, None],
) -> None:
    """Do the work with the door open, if there is one."""
    if door is None:
        await work
        return
    from ladder.api.server import open_api
    from serving.logs import set_up_logs

    set_up_logs()
    try:
        async with open_api(arena, door) as address:
            said(f"Authors reach this ladder at {address} (siurell login {address}).")
            await work
    finally:
        work.close()


class Arrivals:
    """Checks what was submitted over the wire, one version at a time, in a job that is free."""

    def __init__(self, arena: Arena, sandbox: Sandbox, said: Callable[[str], None]) -> None:
        self._arena = arena
        self._sandbox = sandbox
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
            checked = await check_now(self._arena, version, self._sandbox, cores=cores)
        except SiurellError as error:
            # A fault of this machine is no reason to reject it, nor to try again at once.
            self._given_up.add(version.id)
            self._said(f"{version.label} could not be checked: {error}")
        else:
            self._said(f"{version.label} was submitted; it is {checked.state.value} now.")
