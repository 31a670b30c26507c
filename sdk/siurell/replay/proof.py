"""What a kept replay proves of a match."""

from __future__ import annotations

from pathlib import Path

from siurell.errors import SiurellError
from siurell.match.result import MatchResult
from siurell.replay.read import read_replay
from siurell.replay.verify import verify


def proved(path: Path, digest: str, seed: bytes) -> MatchResult | None:
    """How the match of this seed and digest ended; None when no replay is there that says so."""
    try:
        replay = read_replay(path)
    except (SiurellError, OSError):
        return None
    return replay.result if replay.seed == seed and verify(replay, digest).ok else None
