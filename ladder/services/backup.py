"""Making a backup of an arena, while a ladder runs in it or not.

The database is copied first, at one moment. A report puts its files in their places before it is
committed, so all files of which the copy knows are there, unless they were purged; what came later
is left out. Journals, locks and what `siurell play` kept are not of the arena's record.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version as version_of_distribution
from pathlib import Path

from siurell.errors import LadderError
from sqlmodel import Session, col, func, select

from ladder.domain.ids import match_name, version_label
from ladder.domain.states import AttemptState, MatchState
from ladder.services.arena import Arena
from ladder.services.backup_files import (
    ABOUT,
    DATABASE,
    Progress,
    copy_file,
    digest_of,
    write_about,
    write_sums,
)
from ladder.services.tournament_matches import OF_A_TOURNAMENT
from ladder.store.database import Database
from ladder.store.failures import storage_errors
from ladder.store.files import temporary_beside
from ladder.store.home import Home
from ladder.store.snapshot import check_database, close_up, copy_database
from ladder.store.tables import AttemptRow, BotRow, MatchRow, TournamentMatchRow, VersionRow
from ladder.store.versions import built_from, is_intact

_OF_A_MATCH = re.compile(r"(m_[1-9][0-9]*)\.(?:attempt-([1-9][0-9]*)\.)?")


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup holds. ``spoilt`` are the versions whose content was gone or changed."""

    folder: Path
    matches: int
    versions: int
    replays: int
    logs: int
    bytes: int
    spoilt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Record:
    """What the copy of the database knows of: matches and attempts that ended, and versions."""

    matches: int
    ended: frozenset[tuple[str, str | None]]
    versions: dict[str, str]
    of_tournaments: frozenset[tuple[str, str]]


def backup(arena: Arena, folder: Path, progress: Progress) -> BackedUp:
    """Copy the arena as it is now to a new folder, whole or not at all.

    Raises `LadderError` (``FILE_EXISTS``) when something is there already.
    """
    if folder.is_symlink() or (folder.exists() and not _is_empty(folder)):
        raise LadderError(
            f"There is something at {folder} already; nothing was written. Name a folder that is "
            "not there yet.",
            reason="FILE_EXISTS",
        )
    draft = temporary_beside(folder)
    with storage_errors(folder):
        try:
            draft.mkdir(mode=0o700)
            done = _fill(arena, draft, progress)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return BackedUp(folder, *done)


def _fill(
    arena: Arena, draft: Path, progress: Progress
) -> tuple[int, int, int, int, int, tuple[str, ...]]:
    copy_database(arena.home.database, draft / DATABASE)
    check_database(draft / DATABASE)
    with Database(draft / DATABASE) as copied, copied.read() as session:
        record = _record(session)
    close_up(draft / DATABASE)
    whole = {digest for digest in record.versions if is_intact(arena.home, digest)}
    files = [
        *_of_matches(arena.home.replays, record),
        *_of_matches(arena.home.logs, record),
        *_of_tournaments(arena.home.tournaments, record),
        *(path for digest in sorted(whole) for path in _plain(arena.home.versions / digest)),
        *_of_builds(arena.home, whole),
    ]
    sums: dict[str, str] = {}
    with progress(len(files)) as advance:
        for path in files:
            name = path.relative_to(arena.home.path).as_posix()
            # Another command may purge it at any moment, and then it is not missed.
            with suppress(FileNotFoundError), path.open("rb") as source:
                sums[name] = copy_file(source, draft / name)
            advance()
    write_about(draft, arena.now().isoformat(), version_of_distribution("siurell-arena"))
    sums |= {name: digest_of(draft / name) for name in (DATABASE, ABOUT)}
    write_sums(draft, sums)
    return (
        record.matches,
        len(whole),
        sum(name.startswith("replays/") for name in sums),
        sum(name.startswith("logs/") for name in sums),
        sum(path.stat().st_size for path in _plain(draft)),
        tuple(label for digest, label in record.versions.items() if digest not in whole),
    )


def _record(session: Session) -> _Record:
    reported = session.exec(
        select(MatchRow.id).where(MatchRow.state == MatchState.REPORTED.value)
    ).all()
    tried = session.exec(
        select(AttemptRow.match_id, AttemptRow.number).where(
            AttemptRow.state == AttemptState.ABORTED.value
        )
    ).all()
    stored = session.exec(
        select(VersionRow.digest, BotRow.name, VersionRow.number)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(col(VersionRow.shipped).is_(None), col(VersionRow.remote).is_(False))
        .order_by(col(VersionRow.id))
    ).all()
    kept = session.exec(select(TournamentMatchRow.tournament_id, TournamentMatchRow.match)).all()
    return _Record(
        matches=session.exec(select(func.count()).select_from(MatchRow)).one(),
        ended=frozenset(
            [
                *((match_name(match), None) for match in reported),
                *((match_name(match), str(attempt)) for match, attempt in tried),
            ]
        ),
        versions={digest: version_label(name, number) for digest, name, number in stored},
        of_tournaments=frozenset((str(number), match) for number, match in kept),
    )


def _of_matches(folder: Path, record: _Record) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        found = _OF_A_MATCH.match(path.name)
        if found and (found[1], found[2]) in record.ended and _is_plain(path):
            yield path


def _of_tournaments(folder: Path, record: _Record) -> Iterator[Path]:
    for path in sorted(folder.glob("*/*")):
        found = OF_A_TOURNAMENT.fullmatch(path.name)
        if found is None or not _is_plain(path):
            continue
        if (path.parent.name, found[1]) in record.of_tournaments:
            yield path


def _of_builds(home: Home, submitted: Iterable[str]) -> Iterator[Path]:
    """What was built from these contents, as far as it is whole."""
    builds = {digest: built_from(home, digest) for digest in submitted}
    whole = {built for built in builds.values() if built and is_intact(home, built)}
    yield from (home.builds / digest for digest in sorted(builds) if builds[digest] in whole)
    for built in sorted(whole - builds.keys()):
        yield from _plain(home.versions / built)


def _plain(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if _is_plain(path))


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())
