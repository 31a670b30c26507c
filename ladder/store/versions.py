"""The folders of versions: one for each content, written once and never changed.

What a bot's build made is such a content too; a file tells from which submitted one it was made.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.domain.bot_files import BUILT, BotFile, content_digest
from ladder.store.failures import storage_errors
from ladder.store.files import StagedFiles, temporary_beside
from ladder.store.home import Home
from ladder.store.packages import read_folder

_DIGEST: Final = re.compile("[0-9a-f]{64}")


def store_version(home: Home, digest: str, files: Sequence[BotFile]) -> Path:
    """The folder of a content, written now unless it is there: whole or not at all.

    One that somebody has changed makes room for the content as it was submitted.
    """
    folder = home.versions / digest
    with storage_errors(home.path):
        if is_intact(home, digest):
            return folder
        if folder.is_dir():
            away = temporary_beside(folder)
            folder.rename(away)
            shutil.rmtree(away, ignore_errors=True)
        staged = temporary_beside(folder)
        try:
            staged.mkdir(mode=0o700)
            for file in files:
                _write(staged / file.name, file)
            _put_in_place(staged, folder)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
    return folder


def store_build(home: Home, digest: str, files: Sequence[BotFile]) -> Path:
    """Keep what was built from a submitted content, in place of an earlier build; its folder."""
    built = content_digest(files)
    folder = store_version(home, built, files)
    with storage_errors(home.path), StagedFiles() as staged:
        staged.add(home.builds / digest, f"{built}\n".encode("ascii"))
        staged.publish()
    return folder


def built_from(home: Home, digest: str) -> str | None:
    """The digest of what was built from a submitted content; None when nothing is known of it."""
    try:
        built = (home.builds / digest).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return built if _DIGEST.fullmatch(built) else None


def is_intact(home: Home, digest: str) -> bool:
    """Whether the folder of a content is there, and still holds what was submitted."""
    try:
        return content_digest(read_folder(home.versions / digest, BUILT)) == digest
    except LadderError:
        return False


def _write(path: Path, file: BotFile) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(file.data)
    path.chmod(0o700 if file.executable else 0o600)


def _put_in_place(staged: Path, folder: Path) -> None:
    try:
        staged.rename(folder)
    except OSError:
        # Somebody else has stored the same content meanwhile: a folder is not renamed over one.
        if not folder.is_dir():
            raise
