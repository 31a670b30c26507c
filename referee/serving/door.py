"""Where a server is open to others, and what it shows of itself there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from siurell.errors import SiurellError
from siurell.wire.addresses import host_and_port, is_loopback


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
    where = host_and_port(address)
    if where is None:
        raise DoorError(f"{option} is `{address}`; write `host:port`, port 0 for a free one.")
    if tls is not None and without_tls:
        raise DoorError(
            "A certificate and --without-tls are two things: leave out --without-tls to serve by"
            " TLS, or --tls-cert and --tls-key to leave TLS to a proxy."
        )
    if tls is None and not without_tls and not is_loopback(where[0]):
        raise DoorError(
            f"{option} {address} is open to other machines, which could read tokens on the way:"
            " give --tls-cert and --tls-key (`siurell referee certificate` makes them), or say"
            " --without-tls behind a proxy that does it."
        )


def tls_files(certificate: Path | None, key: Path | None) -> TlsFiles | None:
    """The two files of TLS, neither or both (`DoorError`)."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise DoorError("TLS needs two files: give both --tls-cert and --tls-key.")
    return TlsFiles(certificate, key)
