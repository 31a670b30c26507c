"""Putting a backup in an empty place, and proving that it is what was backed up.

All is copied, compared and tried under a temporary name before any of it is in its place. What was
not played when the backup was made may have been played and shown since: so no seed that waits in
it is played any more: a block that was not begun gets a new one, and of one that was the rest is
void. A block of a tournament gets a new one as long as it has not been reported.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.states import UNFINISHED, MatchState
from ladder.services.arena import Arena
from ladder.services.attempts import give_up_for_good
from ladder.services.audit import audit
from ladder.services.backup_files import (
    ABOUT,
    DATABASE,
    FOLDERS,
    Progress,
    copy_file,
    damaged,
    read_sums,
)
from ladder.services.batches import SEED_BYTES
from ladder.services.rerate import rerate
from ladder.services.schedule import recover
from ladder.services.seasons import all_seasons
from ladder.services.tournaments import renew_seeds
from ladder.store.database import Database
from ladder.store.failures import storage_errors
from ladder.store.files import temporary_beside
from ladder.store.home import Home
from ladder.store.snapshot import check_database, close_up
from ladder.store.tables import BlockRow, MatchRow
from ladder.store.versions import built_from, is_intact

_WHY = "It had not been played when the backup was made that this arena was restored from."


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back. ``equal``: the tables of all seasons re-rate bit for bit.

    ``void`` matches belong to blocks that had been begun when the backup was made.
    """

    home: Path
    files: int
    matches: int
    versions: int
    void: int
    equal: bool


def restore(home: Home, folder: Path, progress: Progress) -> Restored:
    """Put a backup into a home that holds no arena.

    Raises `LadderError`, and leaves the home as it is: ``NOT_EMPTY``, or what is wrong with the
    backup.
    """
    _refuse_arena(home)
    sums = read_sums(folder)
    with home.create().lock("ladder"), storage_errors(home.path):
        _refuse_arena(home)
        with _draft(home) as draft:
            _copy(folder, draft.path, sums, progress)
            done = _try(draft, folder)
            for name in FOLDERS:
                if (draft.path / name).is_dir():
                    # Over a folder that is empty.
                    (draft.path / name).rename(home.path / name)
            # Last of all: without it there is no arena.
            draft.database.rename(home.database)
    return Restored(home.path, len(sums), *done)


@contextmanager
def _draft(home: Home) -> Iterator[Home]:
    """A home inside of the home, on the same disk, which goes away in the end."""
    draft = Home(temporary_beside(home.database))
    try:
        yield draft
    finally:
        shutil.rmtree(draft.path, ignore_errors=True)


def _copy(folder: Path, draft: Path, sums: dict[str, str], progress: Progress) -> None:
    draft.mkdir(mode=0o700)
    with progress(len(sums)) as advance:
        for name, digest in sums.items():
            with (folder / name).open("rb") as source:
                copied = copy_file(source, draft / name)
            if copied != digest:
                raise damaged(folder, f"{name} was changed")
            advance()


def _try(draft: Home, folder: Path) -> tuple[int, int, int, bool]:
    """Open what was copied as an arena, and look at all of it."""
    (draft.path / ABOUT).unlink()
    check_database(draft.path / DATABASE)
    versions = [path.name for path in draft.versions.glob("*")]
    for digest in versions:
        if not is_intact(draft, digest):
            raise damaged(folder, f"the version {digest[:12]} is not what was submitted")
    with Database.open(draft) as db:
        arena = Arena(draft, db)
        recover(arena)
        void = _renew(arena)
        seasons = all_seasons(arena)
        checks = [rerate(arena, season) for season in seasons]
    close_up(draft.database)
    matches = sum(check.matches for check in checks)
    built = {built_from(draft, path.name) for path in draft.builds.glob("*")}
    return matches, len(set(versions) - built), void, all(check.equal for check in checks)


def _renew(arena: Arena) -> int:
    """See to it that no seed of the backup is played again; how many matches are void for it."""
    with arena.db.write() as session:
        waiting = session.exec(
            select(MatchRow)
            .where(col(MatchRow.state).in_([state.value for state in UNFINISHED]))
            .order_by(col(MatchRow.id))
        ).all()
        blocks = {match.block_id for match in waiting}
        begun = _begun(session, blocks)
        for block in blocks - begun:
            row = session.get_one(BlockRow, block)
            row.seed = secrets.token_bytes(SEED_BYTES)
            session.add(row)
        rest = [match for match in waiting if match.block_id in begun]
        for match in rest:
            give_up_for_good(session, match, arena.now(), _WHY)
        renew_seeds(session, arena)
        audit(session, arena, "arena.restore", "arena", void=len(rest))
        return len(rest)


def _begun(session: Session, blocks: set[int]) -> set[int]:
    """Those of the blocks of which a match has been reported."""
    reported = select(MatchRow.block_id).where(
        col(MatchRow.block_id).in_(blocks), MatchRow.state == MatchState.REPORTED.value
    )
    return set(session.exec(reported).all())


def _refuse_arena(home: Home) -> None:
    folders = [home.path / name for name in FOLDERS]
    full = any(folder.is_dir() and any(folder.iterdir()) for folder in folders)
    if home.database.exists() or full:
        raise LadderError(
            f"There is an arena in {home.path} already, and nothing was restored; name a folder "
            "without one: `siurell --home FOLDER ladder restore BACKUP`.",
            reason="NOT_EMPTY",
        )
