"""Contents of bots that no version has: of a submission that was killed before its commit, or of a
build that another one has replaced.
"""

from __future__ import annotations

import re
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from sqlmodel import Session, select

from ladder.store.files import temporary_beside
from ladder.store.home import Home
from ladder.store.tables import VersionRow
from ladder.store.versions import built_from

_CONTENT: Final = re.compile("[0-9a-f]{64}")


def unused_contents(session: Session, home: Home, older_than: timedelta) -> list[Path]:
    """The folders of contents that no version has, and that were written so long ago.

    What a version is to have is stored in the transaction that tells of it: in one of ``write``
    nobody is just about to use what is found.
    """
    submitted = set(session.exec(select(VersionRow.digest)).all())
    builds = {path.name for path in home.builds.iterdir()} if home.builds.is_dir() else set()
    used = submitted | {built_from(home, digest) for digest in submitted & builds}
    limit = time.time() - older_than.total_seconds()
    return sorted(
        path
        for path in home.versions.iterdir()
        if _CONTENT.fullmatch(path.name)
        and path.name not in used
        and path.is_dir()
        and not path.is_symlink()
        and path.stat().st_mtime <= limit
    )


def put_aside(folder: Path) -> Path:
    """Give a folder a temporary name, since it cannot be removed in one step; where it is now."""
    aside = temporary_beside(folder)
    folder.rename(aside)
    return aside


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
