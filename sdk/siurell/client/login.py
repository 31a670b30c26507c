"""Where a bot plays and the secret by which it is known: from the environment alone.

The token never stands among the arguments of a command, where every user could read it, and it
leaves the environment when it has been read, so that what the bot starts does not get it.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from siurell.errors import LocalProtocolError

ADDRESS: Final = "SIURELL_ADDRESS"
TOKEN: Final = "SIURELL_TOKEN"
CERTIFICATE: Final = "SIURELL_CERTIFICATE"

_ADDRESS_FORM: Final = re.compile(r"unix:/.+|(tls://)?[^/\s]+:\d{1,5}")


@dataclass(frozen=True, slots=True)
class Login:
    """A session: its address, ``unix:/…``, ``host:port`` or ``tls://host:port``, and its token.

    ``roots`` is a file with the certificate that vouches for the referee, for TLS alone.
    """

    address: str
    token: str = field(repr=False)
    roots: Path | None = None


def take_login(environ: MutableMapping[str, str]) -> Login:
    """Take the session out of the environment (`LocalProtocolError` when there is none)."""
    address = environ.pop(ADDRESS, "")
    token = environ.pop(TOKEN, "")
    roots = environ.pop(CERTIFICATE, "")
    if not address or not token:
        raise LocalProtocolError(
            f"There is no session to play for: {ADDRESS} and {TOKEN} are not set."
            " Start the bot by `siurell play`, which sets them.",
            reason="NO_SESSION",
        )
    if not _ADDRESS_FORM.fullmatch(address):
        raise LocalProtocolError(
            f"{ADDRESS} is `{address}`; write `unix:/path/to/socket`, `host:port` or"
            " `tls://host:port`.",
            reason="BAD_ADDRESS",
        )
    return Login(address, token, Path(roots) if roots else None)
