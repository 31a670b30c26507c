"""`siurell referee serve`: a referee of one's own, for hosts and bots elsewhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.app import command_group

group = command_group("referee", "Run a referee.", "The rest")


@group.callback()
def referee() -> None:
    """Run a referee."""


@group.command()
def serve(
    control: Annotated[
        str | None, typer.Option(metavar="unix:/PATH", help="The hosts' socket.")
    ] = None,
    tcp: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="For hosts and remote bots; port 0: any free one."),
    ] = None,
    sockets: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where session sockets lie.")
    ] = None,
    journals: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write running matches here, and take up those left."),
    ] = None,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds that running matches get when it is told to end.")
    ] = 30.0,
    reflection: Annotated[
        bool, typer.Option("--reflection", help="Let tools list the services.")
    ] = False,
    stdin_bound: Annotated[
        bool, typer.Option("--stdin-bound", help="End when standard input ends.")
    ] = False,
) -> None:
    """Run a referee until SIGTERM or Ctrl-C, which let running matches come to their end.

    The secret that hosts prove themselves by is in the environment, as SIURELL_HOST_TOKEN.
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from referee.config import HOST_TOKEN, RefereeConfig
    from referee.server import serve as serve_referee

    serve_referee(
        RefereeConfig(
            control=control,
            host_token=os.environ.pop(HOST_TOKEN, ""),
            tcp=tcp,
            sockets=sockets,
            journals=journals,
            grace=grace,
            reflection=reflection,
            stdin_bound=stdin_bound,
        )
    )
