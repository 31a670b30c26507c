"""Plain values of the domain to messages of ``siurell.v1`` and back.

What lives here knows messages and bytes, but no stream, no socket and no clock. Message classes do
not leave this package, `siurell.client` and the gRPC services.
"""

from __future__ import annotations

from typing import Final

PROTOCOL_VERSION: Final = 1
"""The version of the conversation of `PlaySeat`; another one is refused with a sentence."""
