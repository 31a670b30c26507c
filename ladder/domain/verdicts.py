"""What a comparison of a candidate with its baseline may come to."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """The closed list of answers to "is my new version better?"."""

    PROMOTE = "promote"
    """It is better, or at least the evidence against "no better" is as strong as was asked for."""
    REJECT = "reject"
    """It is not better by as much as was asked for."""
    UNDECIDED = "undecided"
    """Neither can be said yet."""
