"""The folders of versions: one for each content, written once and never changed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from siurell.errors import LadderError

from ladder.domain.bot_files import BUILT, BotFile, content_digest
from ladder.store.failures import storage_errors
from ladder.store.files import temporary_beside
from ladder.store.home import Home
from ladder.store.packages import read_folder


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
