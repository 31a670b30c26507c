"""Where a server is open to others, and what it shows of itself there."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from siurell.errors import SiurellError

_LARGEST_PORT: Final = 65_535
_PORT_DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """A certificate (with those that lead to its root, if any) and its key, as PEM files."""

    certificate: Path
    key: Path


class DoorError(SiurellError):
    """An address or a certificate is no good; the sentence says what to change."""

    reason = "BAD_DOOR"


def check_door(
    address: str, tls: TlsFiles | None, *, without_tls: bool, option: str = "--tcp"
) -> None:
    """Raise `DoorError` when nobody must be let in like this; ``option`` gave the address."""
    if not is_address(address):
        raise DoorError(f"{option} is `{address}`; write `host:port`, port 0 for a free one.")
    if tls is not None and without_tls:
        raise DoorError(
            "A certificate and --without-tls are two things: leave out --without-tls to serve by"
            " TLS, or --tls-cert and --tls-key to leave TLS to a proxy."
        )
    if tls is None and not without_tls and not _is_loopback(address):
        raise DoorError(
            f"{option} {address} is open to other machines, which could read tokens on the way:"
            " give --tls-cert and --tls-key (`siurell referee certificate` makes them), or say"
            " --without-tls behind a proxy that does it."
        )


def _is_loopback(address: str) -> bool:
    """Whether nobody but this machine can reach an address."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def tls_files(certificate: Path | None, key: Path | None) -> TlsFiles | None:
    """The two files of TLS, neither or both (`DoorError`)."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise DoorError("TLS needs two files: give both --tls-cert and --tls-key.")
    return TlsFiles(certificate, key)


def is_address(text: str) -> bool:
    """Whether it is ``host:port``; gRPC would take a port that is too large modulo 65536."""
    host, colon, port = text.rpartition(":")
    is_number = port.isascii() and port.isdecimal() and len(port) <= _PORT_DIGITS
    return bool(host and colon) and is_number and int(port) <= _LARGEST_PORT
