"""Removing the files of old matches: replays and logs go, and all that is counted stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from sqlmodel import Session, col, select

from ladder.domain.states import UNFINISHED
from ladder.services.arena import Arena
from ladder.services.matches import unfinished_blocks
from ladder.store.failures import storage_errors
from ladder.store.tables import MatchRow

_OF_A_MATCH: Final = re.compile(r"m_([1-9][0-9]*)\.")
_UNFINISHED: Final = sorted(state.value for state in UNFINISHED)


@dataclass(frozen=True, slots=True)
class Purged:
    """What was removed, or would be. ``bytes_kept`` is what the others take."""

    matches: int
    replays: int
    logs: int
    bytes_removed: int
    bytes_kept: int
    dry_run: bool


def purge(arena: Arena, older_than: timedelta, *, dry_run: bool) -> Purged:
    """Remove replays and logs of matches that ended so long ago; with ``dry_run`` only look.

    Results, causes with their evidence, digests and ratings stay as they are. What belongs to a
    block that is not played yet stays, however old; so does what is no file of a match.
    """
    with arena.db.read() as session:
        old = _old_matches(session, arena, older_than)
    matches: set[int] = set()
    counts = {arena.home.replays: 0, arena.home.logs: 0}
    removed = kept = 0
    with storage_errors(arena.home.path):
        for folder in counts:
            for path, match in _files(folder):
                size = path.lstat().st_size
                if match not in old:
                    kept += size
                    continue
                matches.add(match)
                counts[folder] += 1
                removed += size
                if not dry_run:
                    path.unlink(missing_ok=True)
    return Purged(
        matches=len(matches),
        replays=counts[arena.home.replays],
        logs=counts[arena.home.logs],
        bytes_removed=removed,
        bytes_kept=kept,
        dry_run=dry_run,
    )


def _old_matches(session: Session, arena: Arena, older_than: timedelta) -> set[int]:
    ended = select(MatchRow.id).where(
        col(MatchRow.state).not_in(_UNFINISHED),
        col(MatchRow.ended_at) <= arena.now() - older_than,
        col(MatchRow.block_id).not_in(unfinished_blocks()),
    )
    return set(session.exec(ended).all())


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    for path in sorted(folder.iterdir()):
        found = _OF_A_MATCH.match(path.name)
        if found is not None and not path.is_dir():
            yield path, int(found[1])
