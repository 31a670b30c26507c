"""`siurell referee serve|certificate`: a referee of one's own, for hosts and bots elsewhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from siurell.match.lag import LAG_PERCENT

from ladder.cli.app import LagPercent, command_group
from ladder.cli.output import say

TlsCert = Annotated[
    Path | None, typer.Option("--tls-cert", metavar="FILE", help="The certificate (PEM) for TLS.")
]
TlsKey = Annotated[
    Path | None, typer.Option("--tls-key", metavar="FILE", help="The key of the certificate.")
]

group = command_group("referee", "Run a referee, or make a certificate for one.", "The rest")


@group.callback()
def referee() -> None:
    """Run a referee, or make a certificate for one."""


@group.command()
def serve(
    control: Annotated[
        str | None, typer.Option(metavar="unix:/PATH", help="The hosts' socket.")
    ] = None,
    tcp: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="For hosts and remote bots; port 0: any free one."),
    ] = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    without_tls: Annotated[
        bool,
        typer.Option(
            "--without-tls", help="Open --tcp to other machines in the clear, behind a proxy."
        ),
    ] = False,
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
    host_patience: Annotated[
        float,
        typer.Option(min=0, metavar="SECONDS", help="How long a match waits for its host."),
    ] = 5.0,
    resume_patience: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="How long a match that was taken up waits for its host and its bots.",
        ),
    ] = 30.0,
    reflection: Annotated[
        bool, typer.Option("--reflection", help="Let tools list the services.")
    ] = False,
    stdin_bound: Annotated[
        bool, typer.Option("--stdin-bound", help="End when standard input ends.")
    ] = False,
    lag_percent: LagPercent = LAG_PERCENT,
) -> None:
    """Run a referee until SIGTERM or Ctrl-C, which let running matches come to their end.

    The secret that hosts prove themselves by is in the environment, as SIURELL_HOST_TOKEN.
    """
    from referee.config import HOST_TOKEN, RefereeConfig
    from referee.server import serve as serve_referee
    from referee.serving.door import tls_files

    serve_referee(
        RefereeConfig(
            control=control,
            host_token=os.environ.pop(HOST_TOKEN, ""),
            tcp=tcp,
            tls=tls_files(tls_cert, tls_key),
            without_tls=without_tls,
            sockets=sockets,
            journals=journals,
            grace=grace,
            host_patience=host_patience,
            resume_patience=resume_patience,
            reflection=reflection,
            stdin_bound=stdin_bound,
            lag_percent=lag_percent,
        )
    )


@group.command()
def certificate(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to write referee.crt and referee.key.")
    ],
    host: Annotated[
        list[str],
        typer.Option(help="A name or address that bots connect to; may be repeated."),
    ],
    days: Annotated[int, typer.Option(min=1, max=3650, help="How long it is valid.")] = 365,
) -> None:
    """Write a certificate that vouches for itself, for trying out and for small ladders.

    Bots are given the file referee.crt; referee.key stays with the referee.
    """
    from referee.development import make_certificate

    made = make_certificate(folder, host, days)
    say(f"Wrote {made.files.certificate} for {', '.join(host)}, valid until {made.until:%d %b %Y}.")
    say(f"Wrote {made.files.key}, which nobody else may have.")
    say(
        f"Next: siurell ladder run --public {host[0]}:7443"
        f" --tls-cert {made.files.certificate} --tls-key {made.files.key}"
    )
