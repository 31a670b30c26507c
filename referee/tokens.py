"""Session tokens: random, shown once, kept only as a hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

PREFIX: Final = "siu_"
"""What every token starts with, so that a leaked one is found by a search."""

DIGEST_BYTES: Final = 32
"""How long the digest of a token is."""

_BYTES: Final = 24


def issue() -> str:
    """A new token."""
    return PREFIX + secrets.token_urlsafe(_BYTES)


def digest(token: str) -> bytes:
    """What is kept of a token; it is random enough to need no salt and no slow hash."""
    return hashlib.sha256(token.encode()).digest()


def same(shown: bytes, kept: bytes) -> bool:
    """Whether two digests are equal, found in a time that tells nothing."""
    return hmac.compare_digest(shown, kept)
