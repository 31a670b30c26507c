"""The way to a referee: in the clear on this machine, by TLS to another one.

When it cannot be gone, `why_not` finds out why, by a handshake of its own: what gRPC says of it is
for its makers.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc

from siurell.errors import LocalProtocolError

TLS: Final = "tls://"
"""What the address of a referee begins with that is reached by TLS."""

TRY_WITHIN_S: Final = 5.0
"""How long each step of finding out why may take."""

_OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.enable_retries", 0),
    ("grpc.service_config_disable_resolution", 1),
    ("grpc.use_local_subchannel_pool", 1),
)
_TCP_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.http2.ping_timeout_ms", 20_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)
_EXPIRED: Final = 10
_NOT_YET: Final = 9
_OTHER_NAME: Final = frozenset({62, 64})
"""What OpenSSL says of a certificate: `X509_V_ERR_...`."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a referee is: ``unix:/…``, ``host:port`` or ``tls://host:port``.

    ``roots`` is a file of certificates (PEM), one of which vouches for the referee; None: those
    that come with gRPC. ``whose`` is what it is called when it cannot be gone.
    """

    text: str
    roots: Path | None = None
    whose: str = "referee"

    @property
    def by_tls(self) -> bool:
        """Whether it is reached by TLS."""
        return self.text.startswith(TLS)

    @property
    def target(self) -> str:
        """The address without its scheme."""
        return self.text.removeprefix(TLS)

    @property
    def host_and_port(self) -> tuple[str, int] | None:
        """Host and port; None for a socket on this machine."""
        if self.text.startswith("unix:"):
            return None
        host, _, port = self.target.rpartition(":")
        return host.strip("[]"), int(port)


def open_channel(address: Address) -> grpc.aio.Channel:
    """A channel, in the running loop (`LocalProtocolError` when `roots` holds no certificate)."""
    if address.text.startswith("unix:"):
        return grpc.aio.insecure_channel(address.text, options=_OPTIONS)
    if not address.by_tls:
        return grpc.aio.insecure_channel(address.target, options=_OPTIONS + _TCP_OPTIONS)
    credentials = grpc.ssl_channel_credentials(_roots(address.roots, address.whose))
    return grpc.aio.secure_channel(address.target, credentials, options=_OPTIONS + _TCP_OPTIONS)


async def why_not(address: Address) -> LocalProtocolError | None:
    """Why no line stands; None when it may stand the next time, or nobody knows.

    What is found is worth telling a person: trying again would not help.
    """
    where = address.host_and_port
    if where is None:
        return None
    if address.by_tls:
        return await _why_no_tls(address, where)
    if await _handshake(where, _unchecked()) is None:
        return _error(
            f"The {address.whose} at {address.target} speaks TLS: write `{TLS}{address.target}`.",
            "SPEAKS_TLS",
        )
    return None


async def _why_no_tls(address: Address, where: tuple[str, int]) -> LocalProtocolError | None:
    error = await _handshake(where, _checked(address.roots))
    if isinstance(error, ssl.SSLCertVerificationError):
        return _error(_about_certificate(error, address), "BAD_CERTIFICATE")
    if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
        return _error(
            f"What listens at {address.target} does not speak TLS: is it the port of a"
            f" {address.whose} that was started with a certificate?",
            "NO_TLS",
        )
    if isinstance(error, socket.gaierror):
        return _error(f"There is no host `{where[0]}`: check how it is spelt.", "NO_HOST")
    return None


def _about_certificate(error: ssl.SSLCertVerificationError, address: Address) -> str:
    whose = f"The certificate of the {address.whose} at {address.target}"
    if error.verify_code == _EXPIRED:
        return f"{whose} has expired: ask whoever runs it for a new one."
    if error.verify_code == _NOT_YET:
        return f"{whose} is not valid yet: check the clock of this machine."
    if error.verify_code in _OTHER_NAME:
        return f"{whose} is for another name: connect by the name that it was made for."
    if address.roots is None:
        return (
            f"{whose} is vouched for by nobody whom this machine knows: give its certificate, which"
            " whoever runs it has, as a file."
        )
    return (
        f"{whose} is not the one in {address.roots}: ask whoever runs it for the one in use now,"
        " and make sure that it is their answer."
    )


async def _handshake(where: tuple[str, int], context: ssl.SSLContext) -> Exception | None:
    """What goes wrong when a line by TLS is opened; None when nothing does."""
    try:
        async with asyncio.timeout(TRY_WITHIN_S):
            _, writer = await asyncio.open_connection(*where, ssl=context, server_hostname=where[0])
    except (OSError, TimeoutError, ValueError) as error:
        return error
    writer.transport.abort()
    return None


def _checked(roots: Path | None) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if roots is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(roots)
    context.set_alpn_protocols(["h2"])
    return context


def _unchecked() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    return context


def _roots(path: Path | None, whose: str) -> bytes | None:
    """What the file holds, if it holds certificates."""
    if path is None:
        return None
    try:
        _checked(path)
        return path.read_bytes()
    except ssl.SSLError:
        why = "holds no certificate"
    except OSError as error:
        why = f"cannot be read ({error.strerror})"
    raise _error(f"{path} {why}: give the {whose}'s certificate (PEM) there.", "BAD_CERTIFICATE")


def _error(sentence: str, reason: str) -> LocalProtocolError:
    return LocalProtocolError(sentence, reason=reason)
