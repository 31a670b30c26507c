"""Addresses as people write them: ``HOST:PORT``."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

_LARGEST_PORT: Final = 65_535
_PORT_DIGITS: Final = 5


def host_and_port(text: str) -> tuple[str, int] | None:
    """The host, without the brackets of IPv6, and the port; None when it is no such address.

    gRPC would take a port that is too large modulo 65536.

    >>> host_and_port("[::1]:7443"), host_and_port("localhost:65536"), host_and_port("[]:1")
    (('::1', 7443), None, None)
    """
    typed, _, port = text.rpartition(":")
    host = typed.strip("[]")
    if not host or not (port.isascii() and port.isdecimal()) or len(port) > _PORT_DIGITS:
        return None
    return (host, int(port)) if int(port) <= _LARGEST_PORT else None


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine is meant, so that nobody can read on the way.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("127.example.org")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
