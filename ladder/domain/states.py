"""The closed lists of states, and which state may follow which.

The store keeps the words; what changes a state asks `may_become` first, so that no service can
take a shortcut of its own.
"""

from __future__ import annotations

from enum import Enum


class VersionState(Enum):
    """Where a version of a bot stands."""

    PENDING = "pending"
    """Submitted, not yet checked."""
    ACTIVE = "active"
    """Checked and playing: at most one version of a bot."""
    REJECTED = "rejected"
    """Failed its check; the report says why."""
    RETIRED = "retired"
    """Was active, or would have been: a later submission took its place, or it was retired."""


class MatchState(Enum):
    """Where a match stands."""

    QUEUED = "queued"
    """To be played: new, or an attempt was lost or called off."""
    RUNNING = "running"
    """A worker has it, until its lease ends."""
    REPORTED = "reported"
    """Its result is in and rated. Final."""
    VOID = "void"
    """Called off too often, or a remote bot did not come back; nobody is rated. Final."""


class AttemptState(Enum):
    """How one try at a match stands."""

    RUNNING = "running"
    REPORTED = "reported"
    ABORTED = "aborted"
    """The worker reported that the match was called off."""
    LOST = "lost"
    """The worker died, or its lease ended without a report."""


MAX_ABORTS = 3
"""A match that was called off so often, through no fault of a bot, is void."""

MOST_IN_VAIN = 12
"""So many matches in a row may be called off before a run ends with what is in the way."""

MAX_LAGGED = 2
"""One that was called off so often since the referee itself was late: played once more, no more."""

_NEXT: dict[Enum, frozenset[Enum]] = {
    VersionState.PENDING: frozenset(
        {VersionState.ACTIVE, VersionState.REJECTED, VersionState.RETIRED}
    ),
    VersionState.ACTIVE: frozenset({VersionState.RETIRED}),
    VersionState.REJECTED: frozenset({VersionState.PENDING}),
    VersionState.RETIRED: frozenset({VersionState.PENDING, VersionState.ACTIVE}),
    MatchState.QUEUED: frozenset({MatchState.RUNNING, MatchState.VOID}),
    MatchState.RUNNING: frozenset({MatchState.QUEUED, MatchState.REPORTED, MatchState.VOID}),
    MatchState.REPORTED: frozenset(),
    MatchState.VOID: frozenset(),
}

UNFINISHED = frozenset({MatchState.QUEUED, MatchState.RUNNING})
"""A block with a match in one of these is still sealed."""


def may_become(now: VersionState | MatchState, then: VersionState | MatchState) -> bool:
    """Whether one state may follow the other.

    >>> may_become(MatchState.RUNNING, MatchState.REPORTED)
    True
    >>> may_become(MatchState.REPORTED, MatchState.QUEUED)
    False
    """
    return then in _NEXT[now]
