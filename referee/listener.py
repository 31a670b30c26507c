"""Servers and their addresses: hardened against strangers, and sure that an address is their own.

gRPC removes a socket file that it finds in its way, and shares a TCP port with whoever shares it.
Two referees would then steal each other's callers without a word, so both are prevented here.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import grpc

from referee.config import SOCKET_PATH_BYTES, RefereeError
from referee.serving.listener import HARDENED

_SEAT: Final = (
    ("grpc.max_allowed_incoming_connections", 8),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.max_connection_idle_ms", 5_000),
)
"""Strangers must not use up the files that the referee may open: others need them to come in."""
_SEAT_RPCS: Final = 4


def control_server(interceptors: Sequence[Any]) -> grpc.aio.Server:
    """A server for hosts on this machine."""
    return grpc.aio.server(interceptors=interceptors, options=HARDENED)


def seat_server(interceptors: Sequence[Any]) -> grpc.aio.Server:
    """A server for one session. No keepalive: a stopped bot must not lose its line by it."""
    return grpc.aio.server(
        interceptors=interceptors, options=HARDENED + _SEAT, maximum_concurrent_rpcs=_SEAT_RPCS
    )


def bind_socket(server: grpc.aio.Server, path: Path) -> str:
    """Bind a server to a unix socket and return the address.

    Raises `RefereeError` when the path is too long, taken, or cannot be made.
    """
    if len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        raise RefereeError(
            f"The socket path {path} has more than {SOCKET_PATH_BYTES} bytes: take a shorter one.",
            reason="PATH_TOO_LONG",
        )
    _check_free(path)
    try:
        server.add_insecure_port(f"unix:{path}")
    except RuntimeError:
        raise RefereeError(
            f"No socket can be made at {path}: does its folder exist, and may you write there?",
            reason="NO_SOCKET",
        ) from None
    return f"unix:{path}"


def _check_free(path: Path) -> None:
    """Refuse a path where somebody listens; what a dead process left is taken away."""
    if not path.is_symlink() and not path.exists():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError as error:
            if error.errno == errno.ECONNREFUSED and path.is_socket():
                path.unlink()
                return
    raise RefereeError(
        f"{path} is in use: stop the referee that listens there, or choose another path.",
        reason="ADDRESS_IN_USE",
    )
