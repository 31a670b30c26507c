"""Removing the files of old matches: replays and logs go, and all that is counted stays.

With them go contents of bots that nobody has.
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from siurell.replay.format import SUFFIX
from sqlmodel import Session, col, select

from ladder.domain.access import Role
from ladder.domain.states import UNFINISHED
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.matches import unfinished_blocks
from ladder.services.tournament_matches import OF_A_TOURNAMENT
from ladder.services.tournaments import finished_tournaments
from ladder.services.unused_contents import put_aside, size_of, unused_contents
from ladder.store.failures import storage_errors
from ladder.store.tables import MatchRow, TournamentMatchRow

_OF_A_MATCH: Final = re.compile(r"m_([1-9][0-9]*)\.")
_UNFINISHED: Final = sorted(state.value for state in UNFINISHED)


@dataclass(frozen=True, slots=True)
class Purged:
    """What was removed, or would be. ``bytes_kept`` is what other replays and logs take.

    ``contents``: the folders of bots' contents that no version has.
    """

    matches: int
    replays: int
    logs: int
    contents: int
    bytes_removed: int
    bytes_kept: int
    dry_run: bool


def purge(
    arena: Arena,
    older_than: timedelta | None = None,
    *,
    keep_bytes: int | None = None,
    dry_run: bool,
) -> Purged:
    """Remove replays and logs of matches that ended so long ago; with ``dry_run`` only look.

    Then, where the others take more than ``keep_bytes``, those of the oldest matches as well, until
    they do not. Results, causes with their evidence, digests and ratings stay as they are. What
    belongs to a block that is not played yet, or to a tournament that is not finished, stays,
    however old and large; so does what is no file of a match, but that contents which no version
    has go by their age as well.
    """
    arena.actor.require(Role.OPERATOR, "remove files of matches")
    with arena.db.read() as session:
        ended = _ended_matches(session)
    with storage_errors(arena.home.path):
        files = _all_files(arena)
        gone = _chosen(arena, ended, files, older_than, keep_bytes)
        removed = [file for file in files if file.match in gone]
        if not dry_run:
            removed = [file for file in removed if _removed(file.path)]
    of_matches = sum(file.size for file in removed)
    # Only now: on a full disk nothing can be written before.
    contents = _of_nobody(arena, older_than, None if dry_run else removed)
    bytes_removed = of_matches + sum(contents.values())
    return Purged(
        matches=len({file.match for file in removed}),
        replays=sum(file.path.name.endswith(SUFFIX) for file in removed),
        logs=sum(file.path.name.endswith(".log") for file in removed),
        contents=len(contents),
        bytes_removed=bytes_removed,
        bytes_kept=sum(file.size for file in files) - of_matches,
        dry_run=dry_run,
    )


_Match = tuple[int, int, str]
"""What tells a match from others: 0 and its number, or its tournament, 0 and its name."""


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    match: _Match
    size: int


def _of_nobody(
    arena: Arena, older_than: timedelta | None, removed: Sequence[_File] | None
) -> dict[Path, int]:
    """The contents that no version has, and their bytes.

    They are removed, and it is written down what was, unless ``removed`` is None: only looked for.
    """
    if removed is None:
        with arena.db.read() as session:
            return _unused(session, arena, older_than)
    with arena.db.write() as session:
        found = _unused(session, arena, older_than)
        with storage_errors(arena.home.path):
            aside = [put_aside(folder) for folder in found]
        if removed or found:
            size = sum(file.size for file in removed) + sum(found.values())
            counted = {"files": len(removed), "contents": len(found), "bytes": size}
            audit(session, arena, "arena.purge", "arena", **counted)
    for folder in aside:
        shutil.rmtree(folder, ignore_errors=True)
    return found


def _unused(session: Session, arena: Arena, older_than: timedelta | None) -> dict[Path, int]:
    with storage_errors(arena.home.path):
        if older_than is None:
            return {}
        found = unused_contents(session, arena.home, older_than)
        return {folder: size_of(folder) for folder in found}


def _removed(path: Path) -> bool:
    """Remove a file; whether nobody else had done so."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True


def _chosen(
    arena: Arena,
    ended: Mapping[_Match, datetime],
    files: Sequence[_File],
    older_than: timedelta | None,
    keep_bytes: int | None,
) -> set[_Match]:
    """The matches whose files go."""
    sizes: dict[_Match, int] = defaultdict(int)
    for file in files:
        sizes[file.match] += file.size
    gone: set[_Match] = set()
    if older_than is not None:
        limit = arena.now() - older_than
        gone = {match for match in sizes.keys() & ended.keys() if ended[match] <= limit}
    if keep_bytes is not None:
        kept = sum(size for match, size in sizes.items() if match not in gone)
        oldest = sorted(sizes.keys() & ended.keys() - gone, key=lambda one: (ended[one], one))
        for match in oldest:
            if kept <= keep_bytes:
                break
            gone.add(match)
            kept -= sizes[match]
    return gone


def _ended_matches(session: Session) -> dict[_Match, datetime]:
    """When each match ended whose block, or tournament, is played to its end."""
    ended = select(MatchRow.id, MatchRow.ended_at).where(
        col(MatchRow.state).not_in(_UNFINISHED),
        col(MatchRow.ended_at).is_not(None),
        col(MatchRow.block_id).not_in(unfinished_blocks()),
    )
    found: dict[_Match, datetime] = {
        (0, match, ""): _aware(at) for match, at in session.exec(ended) if at
    }
    played = select(TournamentMatchRow).where(
        col(TournamentMatchRow.tournament_id).in_(finished_tournaments(session))
    )
    for row in session.exec(played):
        found[row.tournament_id, 0, row.match] = _aware(row.ended_at)
    return found


def _aware(at: datetime) -> datetime:
    return at.replace(tzinfo=at.tzinfo or UTC)


def _all_files(arena: Arena) -> list[_File]:
    found = []
    kept = [*_files(arena.home.replays), *_files(arena.home.logs), *_of_tournaments(arena)]
    for path, match in kept:
        # Another command may be at the same: what is gone is nobody's.
        with suppress(FileNotFoundError):
            found.append(_File(path, match, path.lstat().st_size))
    return found


def _of_tournaments(arena: Arena) -> Iterator[tuple[Path, _Match]]:
    for path in sorted(arena.home.tournaments.glob("*/*")):
        found = OF_A_TOURNAMENT.fullmatch(path.name)
        if found is not None and path.parent.name.isdecimal() and not path.is_dir():
            yield path, (int(path.parent.name), 0, found[1])


def _files(folder: Path) -> Iterator[tuple[Path, _Match]]:
    for path in sorted(folder.iterdir()):
        found = _OF_A_MATCH.match(path.name)
        if found is not None and not path.is_dir():
            yield path, (0, int(found[1]), "")
