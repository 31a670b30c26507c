"""What a referee is started with: command line and environment, read once, by nobody else."""

from __future__ import annotations

import argparse
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from siurell.match.lag import LAG_PERCENT

from referee.serving.door import DoorError, TlsFiles, check_door, tls_files

HOST_TOKEN: Final = "SIURELL_HOST_TOKEN"
"""The environment variable that holds the token by which hosts prove themselves."""

SOCKET_PATH_BYTES: Final = 107
"""The longest path of a unix socket."""


class RefereeError(DoorError):
    """The referee cannot be started as it was told; the sentence says what to change."""

    reason = "REFEREE"


@dataclass(frozen=True, slots=True)
class RefereeConfig:
    """One referee. Times are in seconds.

    At least one of ``control`` (``unix:/path``) and ``tcp`` (``host:port``, port 0 for any free
    one) is given. ``tls`` is what the TCP port shows; without it that port is for this machine
    alone, unless ``without_tls``. With ``bots_only`` bots alone are served there, those that a host
    admits. ``sockets`` is the folder of the session sockets; None: a new one of its own.
    ``journals`` is where sessions and running matches are written down, so that a referee that is
    started again takes them up; None: nowhere.
    ``host_patience`` is how long a match waits for its host, ``resume_patience`` how long one of an
    earlier referee waits for its host and its seats. ``session_idle`` is how long a session
    may be without a match before it is closed.
    ``lag_percent`` is the share of a limit above which a lag of the referee's own turns a loss by
    time into no contest (see `siurell.match.lag`).
    """

    control: str | None
    host_token: str = field(repr=False)
    tcp: str | None = None
    tls: TlsFiles | None = None
    without_tls: bool = False
    bots_only: bool = False
    sockets: Path | None = None
    journals: Path | None = None
    keep_journals: bool = False
    grace: float = 30.0
    host_patience: float = 5.0
    resume_patience: float = 30.0
    session_idle: float = 900.0
    reflection: bool = False
    stdin_bound: bool = False
    max_matches: int = 64
    max_sessions: int = 256
    lag_percent: int = LAG_PERCENT

    def __post_init__(self) -> None:
        if self.control is None and self.tcp is None:
            raise RefereeError(
                "A referee needs an address: give --control unix:/path, --tcp host:port, or both."
            )
        if self.control is not None and not self.control.startswith("unix:/"):
            raise RefereeError(f"--control is `{self.control}`; write `unix:/path/to/socket`.")
        self._check_public()
        self._check_numbers()
        if not self.host_token:
            raise RefereeError(
                f"{HOST_TOKEN} is not set: put a random secret there, and give it to the hosts"
                " that may open matches."
            )

    def _check_public(self) -> None:
        if self.tcp is None and (self.tls is not None or self.bots_only):
            raise RefereeError("There is no TCP port to serve by TLS or to bots alone: give --tcp.")
        if self.bots_only and self.control is None:
            raise RefereeError("Hosts could not come in with --bots-only: give --control too.")
        if self.tcp is not None:
            check_door(self.tcp, self.tls, without_tls=self.without_tls)

    def _check_numbers(self) -> None:
        times = {
            "grace": self.grace,
            "host-patience": self.host_patience,
            "resume-patience": self.resume_patience,
            "session-idle": self.session_idle,
        }
        for name, seconds in times.items():
            if not seconds >= 0:
                raise RefereeError(f"--{name} is {seconds}; write seconds, 0 or more.")
        for name, most in (("matches", self.max_matches), ("sessions", self.max_sessions)):
            if most < 1:
                raise RefereeError(f"--max-{name} is {most}; write 1 or more.")
        if self.lag_percent < 0:
            raise RefereeError(f"--lag-percent is {self.lag_percent}; write 0 or more.")


def read_config(arguments: Sequence[str], environ: MutableMapping[str, str]) -> RefereeConfig:
    """The configuration of a command line; the host token is taken out of the environment."""
    given = _parser().parse_args(arguments)
    return RefereeConfig(
        control=given.control,
        host_token=environ.pop(HOST_TOKEN, ""),
        tcp=given.tcp,
        tls=tls_files(given.tls_cert, given.tls_key),
        without_tls=given.without_tls,
        bots_only=given.bots_only,
        sockets=given.sockets,
        journals=given.journals,
        keep_journals=given.keep_journals,
        grace=given.grace,
        host_patience=given.host_patience,
        resume_patience=given.resume_patience,
        session_idle=given.session_idle,
        reflection=given.reflection,
        stdin_bound=given.stdin_bound,
        max_matches=given.max_matches,
        max_sessions=given.max_sessions,
        lag_percent=given.lag_percent,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m referee",
        description=f"Run matches for hosts that know the token in {HOST_TOKEN}.",
    )
    parser.add_argument("--control", metavar="unix:/PATH", help="the hosts' socket")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="for hosts and remote bots")
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="what the TCP port shows")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key")
    parser.add_argument("--without-tls", action="store_true", help="open the port in the clear")
    parser.add_argument("--bots-only", action="store_true", help="no hosts at the TCP port")
    parser.add_argument("--sockets", type=Path, metavar="DIR", help="folder of session sockets")
    parser.add_argument("--journals", type=Path, metavar="DIR", help="write running matches here")
    parser.add_argument("--keep-journals", action="store_true", help="also of finished matches")
    parser.add_argument("--grace", type=float, default=30.0, metavar="S", help="on SIGTERM")
    parser.add_argument("--host-patience", type=float, default=5.0, metavar="S")
    parser.add_argument("--resume-patience", type=float, default=30.0, metavar="S")
    parser.add_argument("--session-idle", type=float, default=900.0, metavar="S")
    parser.add_argument("--max-matches", type=int, default=64, metavar="N")
    parser.add_argument("--max-sessions", type=int, default=256, metavar="N")
    parser.add_argument(
        "--lag-percent",
        type=int,
        default=LAG_PERCENT,
        metavar="N",
        help="own lag above this share of a limit makes a loss by time no contest",
    )
    parser.add_argument("--reflection", action="store_true", help="let tools list the services")
    parser.add_argument(
        "--stdin-bound", action="store_true", help="end when standard input reaches its end"
    )
    return parser
