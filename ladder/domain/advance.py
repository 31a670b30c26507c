"""How whoever works for long tells that one more is done; who looks on decides what that shows."""

from __future__ import annotations

from collections.abc import Callable

Advance = Callable[[], None]
