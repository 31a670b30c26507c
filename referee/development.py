"""A certificate for trying out: it vouches for itself, and its file is what clients are given."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.config import RefereeError
from referee.serving.door import TlsFiles

CERTIFICATE: Final = "referee.crt"
KEY: Final = "referee.key"
DAYS: Final = 365
"""How long it is valid unless somebody says otherwise."""

_LONGEST_NAME: Final = 253
_EARLIER: Final = timedelta(minutes=10)
"""Clocks of two machines differ."""


@dataclass(frozen=True, slots=True)
class Made:
    """What was written, and until when it is valid."""

    files: TlsFiles
    until: datetime


def make_certificate(folder: Path, names: Sequence[str], days: int = DAYS) -> Made:
    """Write a certificate for these names or addresses and its key, which is for its owner alone.

    Raises `RefereeError` when there are such files already, or a name is none.
    """
    alternatives = [_alternative(name) for name in names]
    key = ec.generate_private_key(ec.SECP256R1())
    until = datetime.now(UTC) + timedelta(days=days)
    certificate = _certificate(key, names[0], alternatives, until)
    files = TlsFiles(folder / CERTIFICATE, folder / KEY)
    folder.mkdir(parents=True, exist_ok=True)
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    _write(files.key, key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain), 0o600)
    _write(files.certificate, certificate.public_bytes(pem), 0o644)
    return Made(files, until)


def _certificate(
    key: ec.EllipticCurvePrivateKey,
    name: str,
    alternatives: Sequence[x509.GeneralName],
    until: datetime,
) -> x509.Certificate:
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
    public = key.public_key()
    builder = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(public)
        .serial_number(1 + secrets.randbits(128))
        .not_valid_before(min(datetime.now(UTC), until) - _EARLIER)
        .not_valid_after(until)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)
    )
    return builder.sign(key, hashes.SHA256())


def _usage() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        pass
    if not name or len(name) > _LONGEST_NAME or not name.isascii() or set(name) & set("/: \t"):
        raise RefereeError(
            f"`{ascii(name)[1:-1][:60]}` is no name or address of a host: give it without a port.",
            reason="BAD_HOST",
        )
    return x509.DNSName(name)


def _write(path: Path, data: bytes, mode: int) -> None:
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    except FileExistsError as error:
        raise RefereeError(
            f"There is a file {path} already: take another folder, or move it away.",
            reason="FILE_EXISTS",
        ) from error
    with os.fdopen(file, "wb") as target:
        target.write(data)
