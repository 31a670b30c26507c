"""Points of time as people and files write them."""

from __future__ import annotations

from datetime import UTC, datetime


def moment_of(text: str) -> datetime:
    """The moment that an ISO date or time names, in UTC, which it also is when no zone is said.

    Raises `ValueError`, also for a moment that in UTC lies before the year 1 or after 9999.

    >>> str(moment_of("2027-01-31T18:00+01:00"))
    '2027-01-31 17:00:00+00:00'
    """
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        return found.replace(tzinfo=UTC)
    try:
        return found.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"no year that UTC has: {text}") from None
