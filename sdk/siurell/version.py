"""The version of the SDK and of the arena: one number for both distributions."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
