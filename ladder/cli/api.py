"""`siurell ladder run --api`: the door by which authors elsewhere come in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from ladder.api.server import ApiDoor
    from ladder.services.arena import Arena

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


def api_door_of(
    api: str | None, certificate: Path | None, key: Path | None, *, without_tls: bool
) -> ApiDoor | None:
    """Where authors are let in, checked before anything is started; None: nowhere."""
    if api is None:
        return None
    from ladder.api.server import ApiDoor
    from referee.serving.door import check_door, tls_files

    address = api if ":" in api else f"{_HERE}:{api}"
    tls = tls_files(certificate, key)
    check_door(address, tls, without_tls=without_tls, option="--api")
    if tls is not None:
        from referee.serving.certificates import server_credentials

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
    from referee.serving.logs import set_up_logs

    set_up_logs()
    try:
        async with open_api(arena, door) as address:
            said(f"Authors reach this ladder at {address} (siurell login {address}).")
            await work
    finally:
        work.close()
