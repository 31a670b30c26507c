"""How much an owner may use of a ladder.

A day is the 24 hours up to now, so that nothing is to be gained at midnight. Each refusal is one
sentence that says the limit, the use, and when it ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from siurell.errors import LadderError

DAY: Final = timedelta(hours=24)
MOST: Final = 1 << 40
"""The largest amount that a quota can have."""


class Quota(Enum):
    """What is limited."""

    UPLOADS = "uploads"
    """Submissions a day."""
    UPLOAD_BYTES = "upload_bytes"
    """The size of a submission: the bytes of its files together."""
    ACTIVE_BOTS = "active_bots"
    """Bots that play, or wait for their check."""
    REQUESTS = "requests"
    """Requested matches a day."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of one owner, by the names of `Quota`."""

    uploads: int
    upload_bytes: int
    active_bots: int
    requests: int


USUAL: Final[Mapping[Quota, int]] = {
    Quota.UPLOADS: 20,
    Quota.UPLOAD_BYTES: 10 << 20,
    Quota.ACTIVE_BOTS: 5,
    Quota.REQUESTS: 50,
}
"""The limits of a ladder that has said nothing."""


def quotas_of(*layers: Mapping[Quota, int]) -> Quotas:
    """The limits that hold: the first of the layers that names one, else the usual one.

    >>> quotas_of({Quota.UPLOADS: 3}, {Quota.UPLOADS: 5, Quota.REQUESTS: 0}).uploads
    3
    """
    amounts = {
        quota.value: next((layer[quota] for layer in layers if quota in layer), USUAL[quota])
        for quota in Quota
    }
    return Quotas(**amounts)


def check_a_day(
    what: str, limit: int, used: Sequence[datetime], now: datetime, wanted: int = 1
) -> None:
    """Go on when ``wanted`` more fit into the day, or `LadderError` (``QUOTA``).

    ``what`` is what is counted, such as ``submissions``; ``used`` are the times of those so far, in
    any order, of which those count that are less than a day old.
    """
    recent = sorted(moment for moment in used if now - moment < DAY)
    over = len(recent) + wanted - limit
    if over <= 0:
        return
    if over > len(recent):
        raise _above(f"{what} a day: the limit is {limit}, and {wanted} at once never fit")
    free = recent[over - 1] + DAY
    raise _above(
        f"{what} a day: the limit is {limit}, {len(recent)} were made since"
        f" {_moment(now - DAY)}, and there is room again from {_moment(free)}"
    )


def check_upload_size(size: int, limit: int) -> None:
    """Go on when a submission is not too large, or `LadderError` (``QUOTA``)."""
    if size > limit:
        raise _above(
            f"bytes in one submission: the limit is {limit}, this one has {size}, and a smaller"
            " one is welcome at once"
        )


def check_active_bots(active: int, limit: int) -> None:
    """Go on when one more bot may play, or `LadderError` (``QUOTA``)."""
    if active >= limit:
        raise _above(
            f"bots that play: the limit is {limit}, {active} play or wait for their check, and"
            " there is room again once one is retired (`siurell bot retire BOT`)"
        )


def _above(sentence: str) -> LadderError:
    return LadderError(f"Too many {sentence}.", reason="QUOTA")


def _moment(moment: datetime) -> str:
    return f"{moment:%d %b %H:%M:%S} UTC"
