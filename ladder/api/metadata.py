"""What is said beside the messages of a call."""

from __future__ import annotations

from typing import Final

TOKEN: Final = "siurell-token"
"""The metadata key in which a caller shows an API token."""

PROTOCOL: Final = "siurell-protocol"
"""The metadata key in which a caller says which version of the conversation it speaks."""

PROTOCOL_VERSION: Final = 1
"""The version that is spoken here; another one is refused with a sentence."""
