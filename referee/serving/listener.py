"""Servers on TCP ports: hardened against strangers, and sure that a port is their own.

gRPC shares a TCP port with whoever shares it, and two servers would then steal each other's callers
without a word; so that is switched off.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from typing import Any, Final

import grpc
from siurell.wire.limits import MAX_WIRE_BYTES

from referee.serving.certificates import server_credentials
from referee.serving.door import DoorError, TlsFiles

HARDENED: Final = (
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
_TCP_RPCS: Final = 2_000


def tcp_server(interceptors: Sequence[Any]) -> grpc.aio.Server:
    """A server for hosts and bots elsewhere; dead lines are found by keepalive."""
    return grpc.aio.server(
        interceptors=interceptors, options=HARDENED + _TCP, maximum_concurrent_rpcs=_TCP_RPCS
    )


def bind_tcp(server: grpc.aio.Server, address: str, tls: TlsFiles | None = None) -> str:
    """Bind a server to ``host:port`` and return it with the port that it got.

    Raises `DoorError` when the port is taken or cannot be had, or a file of TLS is no good.
    """
    try:
        if tls is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, server_credentials(tls))
    except RuntimeError:
        raise _cannot_be_had(address) from None
    return f"{address.rpartition(':')[0]}:{port}"


def _cannot_be_had(address: str) -> DoorError:
    """Why nobody can listen there, found out by trying: gRPC does not tell."""
    host, _, port = address.rpartition(":")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
    except socket.gaierror:
        return DoorError(
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
            return DoorError(
                f"{host} is no address of this machine: choose one that is, or 0.0.0.0 for all of"
                " them.",
                reason="NO_ADDRESS",
            )
        if error.errno == errno.EACCES:
            return DoorError(
                f"Port {port} is not for everybody on this machine: choose one from 1024 on.",
                reason="NO_ADDRESS",
            )
    return DoorError(
        f"{address} is in use: choose another port, or 0 for any free one.",
        reason="ADDRESS_IN_USE",
    )
