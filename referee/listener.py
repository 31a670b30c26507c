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
from siurell.wire.limits import MAX_WIRE_BYTES

from referee.certificates import server_credentials
from referee.config import SOCKET_PATH_BYTES, RefereeError, TlsFiles

_HARDENED: Final = (
    ("grpc.max_receive_message_length", MAX_WIRE_BYTES),
    ("grpc.max_metadata_size", 4096),
    ("grpc.absolute_max_metadata_size", 8192),
    ("grpc.server_handshake_timeout_ms", 2_000),
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.so_reuseport", 0),
)
_TCP: Final = (
    ("grpc.max_allowed_incoming_connections", 1_000),
    ("grpc.max_connection_idle_ms", 5_000),
    ("grpc.max_concurrent_streams", 64),
    ("grpc.keepalive_time_ms", 30_000),
    # The timeout of keepalive alone does not end a line: that of its ping does.
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.http2.ping_timeout_ms", 20_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
)
_SEAT: Final = (
    ("grpc.max_allowed_incoming_connections", 8),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.max_connection_idle_ms", 5_000),
)
"""Strangers must not use up the files that the referee may open: others need them to come in."""
_SEAT_RPCS: Final = 4
_TCP_RPCS: Final = 2_000


def control_server(interceptors: Sequence[Any]) -> grpc.aio.Server:
    """A server for hosts on this machine."""
    return grpc.aio.server(interceptors=interceptors, options=_HARDENED)


def tcp_server(interceptors: Sequence[Any]) -> grpc.aio.Server:
    """A server for hosts and bots elsewhere; dead lines are found by keepalive."""
    return grpc.aio.server(
        interceptors=interceptors, options=_HARDENED + _TCP, maximum_concurrent_rpcs=_TCP_RPCS
    )


def seat_server(interceptors: Sequence[Any]) -> grpc.aio.Server:
    """A server for one session. No keepalive: a stopped bot must not lose its line by it."""
    return grpc.aio.server(
        interceptors=interceptors, options=_HARDENED + _SEAT, maximum_concurrent_rpcs=_SEAT_RPCS
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


def bind_tcp(server: grpc.aio.Server, address: str, tls: TlsFiles | None = None) -> str:
    """Bind a server to ``host:port`` and return it with the port that it got.

    Raises `RefereeError` when the port is taken or cannot be had, or a file of TLS is no good.
    """
    try:
        if tls is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, server_credentials(tls))
    except RuntimeError:
        raise _cannot_be_had(address) from None
    return f"{address.rpartition(':')[0]}:{port}"


def _cannot_be_had(address: str) -> RefereeError:
    """Why nobody can listen there, found out by trying: gRPC does not tell."""
    host, _, port = address.rpartition(":")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
    except socket.gaierror:
        return RefereeError(
            f"There is no host `{host}`: check how it is spelt, or write 0.0.0.0 for all addresses"
            " of this machine.",
            reason="NO_HOST",
        )
    family, kind, protocol, _, where = found[0]
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.bind(where)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            return RefereeError(
                f"{host} is no address of this machine: choose one that is, or 0.0.0.0 for all of"
                " them.",
                reason="NO_ADDRESS",
            )
        if error.errno == errno.EACCES:
            return RefereeError(
                f"Port {port} is not for everybody on this machine: choose one from 1024 on.",
                reason="NO_ADDRESS",
            )
    return RefereeError(
        f"{address} is in use: choose another port, or 0 for any free one.",
        reason="ADDRESS_IN_USE",
    )


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
