"""What stands in a request, whoever answers it."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from ladder.api.limits import DEFAULT_PAGE, MAX_PAGE


def given(request: Message, field: str) -> Any:
    """What stands in an optional field; None when nothing does."""
    return getattr(request, field) if request.HasField(field) else None


def page_size(asked: int) -> int:
    """How many there are to be on a page; 0 asks for the usual number."""
    return min(asked or DEFAULT_PAGE, MAX_PAGE)
