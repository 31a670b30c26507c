"""How matches, batches and versions are named to people: ``m_12``, ``b_3``, ``mybot@2``."""

from __future__ import annotations

import re

from siurell.errors import LadderError

_MATCH = re.compile(r"m_([1-9][0-9]{0,17})")


def match_name(number: int) -> str:
    """The name of a match.

    >>> match_name(12), match_number("m_12")
    ('m_12', 12)
    """
    return f"m_{number}"


def match_number(name: str) -> int:
    """The number of a match, or `LadderError` when the text names none."""
    found = _MATCH.fullmatch(name)
    if found is None:
        raise LadderError(
            f"`{ascii(name)[1:-1][:60]}` names no match; a match is called like m_12. "
            "Type `siurell match list`.",
            reason="UNKNOWN_MATCH",
        )
    return int(found[1])


def unknown_match(name: str) -> LadderError:
    """The error for a match that is not there."""
    return LadderError(
        f"There is no match `{name}`; type `siurell match list`.", reason="UNKNOWN_MATCH"
    )


def batch_name(number: int, issue: int) -> str:
    """The name of what is given to a worker: parts of a batch may be given out again."""
    return f"b_{number}_{issue}"


def version_label(bot: str, number: int) -> str:
    """A version as people write it."""
    return f"{bot}@{number}"
