"""The certificate that a TCP port shows, looked at before it is used.

gRPC takes what it is given and fails at the first caller; here a person is told at the start.
"""

from __future__ import annotations

import ssl
import stat
from datetime import UTC, datetime
from pathlib import Path

import grpc

from referee.serving.door import DoorError, TlsFiles

_MAKE = "`siurell referee certificate FOLDER --host NAME` makes one for trying out"


def server_credentials(files: TlsFiles) -> grpc.ServerCredentials:
    """What a server shows (`DoorError` when the files do not hold what they should)."""
    certificate, key = _read(files.certificate), _read(files.key)
    _check_pair(files)
    if files.key.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
        raise _bad(f"The key {files.key} is open to all users: `chmod 600 {files.key}`.")
    _check_dates(files.certificate, certificate)
    return grpc.ssl_server_credentials([(key, certificate)])


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _bad(f"{path} cannot be read ({error.strerror}); {_MAKE}.") from error


def _check_pair(files: TlsFiles) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
            files.certificate, files.key, password=lambda: ""
        )
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise _bad(
                f"The key {files.key} is not that of the certificate {files.certificate}: give the"
                " two that were made together."
            ) from error
        raise _bad(
            f"{files.certificate} and {files.key} are no certificate and its key without a"
            f" password, as PEM; {_MAKE}."
        ) from error


def _check_dates(path: Path, pem: bytes) -> None:
    # It costs as much to import as all the rest of a referee that does without it.
    from cryptography import x509

    try:
        certificate = x509.load_pem_x509_certificate(pem)
    except ValueError as error:
        raise _bad(f"{path} holds no certificate as PEM; {_MAKE}.") from error
    if certificate.not_valid_after_utc < datetime.now(UTC):
        expired = f"{certificate.not_valid_after_utc:%d %b %Y}"
        raise _bad(f"The certificate {path} expired on {expired}: have a new one made.")


def _bad(sentence: str) -> DoorError:
    return DoorError(sentence, reason="BAD_CERTIFICATE")
