"""Tokens of remote bots and of owners: random, shown once, kept only as a hash."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

PREFIX: Final = "siu_"
"""What every token starts with, so that a leaked one is found by a search."""

API_PREFIX: Final = PREFIX + "api_"
"""What the token of an owner starts with."""

_BYTES: Final = 32


def issue_token(prefix: str = PREFIX) -> str:
    """A new token."""
    return prefix + secrets.token_urlsafe(_BYTES)


def token_digest(token: str) -> bytes:
    """What is kept of a token; it is random enough to need no salt and no slow hash.

    >>> len(token_digest("siu_x"))
    32
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
