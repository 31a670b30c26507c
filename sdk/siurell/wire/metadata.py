"""Metadata keys of a call: what is said beside its messages."""

from __future__ import annotations

from typing import Final

LET_IN: Final = "siurell-let-in"
"""In the initial metadata of a bot's line: the referee let it in."""

REASON: Final = "siurell-reason"
"""In the trailing metadata: the word of a refusal. What ends without it, no referee has ended."""
