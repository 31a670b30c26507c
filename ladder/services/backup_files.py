"""The form of a backup: a folder laid out like an arena's, with the digest of each file in a list.

::

    SHA256SUMS          digest and name of each of the other files, as sha256sum writes them
    backup.json         the format of this folder, and when it was made
    siurell.sqlite      the database at that moment
    versions/ builds/ replays/ logs/ tournaments/

It holds the seeds of unfinished blocks, so it is for its owner alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import IO, Final

from siurell.errors import LadderError

from ladder.domain.advance import Advance

FORMAT: Final = 1
ABOUT: Final = "backup.json"
SUMS: Final = "SHA256SUMS"
DATABASE: Final = "siurell.sqlite"
FOLDERS: Final = ("versions", "builds", "replays", "logs", "tournaments")

Progress = Callable[[int], AbstractContextManager[Advance]]
"""Given how many files there are: what hears of each of them."""

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_OWNER_ONLY = 0o700


def copy_file(source: IO[bytes], target: Path) -> str:
    """Copy an open file, for its owner alone; the digest of what was copied."""
    target.parent.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
    with target.open("xb") as new:
        shutil.copyfileobj(source, new)
    target.chmod(0o700 if os.fstat(source.fileno()).st_mode & 0o100 else 0o600)
    return digest_of(target)


def digest_of(file: Path) -> str:
    """SHA-256 of a file, as it is read back."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def write_sums(folder: Path, sums: Mapping[str, str]) -> None:
    """Write the list of digests by name."""
    lines = [f"{digest}  {name}\n" for name, digest in sorted(sums.items())]
    _write(folder / SUMS, "".join(lines))


def write_about(folder: Path, made_at: str, release: str) -> None:
    """Write what the folder is."""
    about = {"format": FORMAT, "made_at": made_at, "siurell": release}
    _write(folder / ABOUT, json.dumps(about, indent=2) + "\n")


def read_sums(folder: Path) -> dict[str, str]:
    """The digests of a backup by name.

    Raises `LadderError`: ``NO_BACKUP``, ``OTHER_FORMAT``, or ``DAMAGED_BACKUP`` when the files
    that are there are not those of the list.
    """
    _check_format(folder)
    sums: dict[str, str] = {}
    for line in _text(folder, SUMS).splitlines():
        found = _LINE.fullmatch(line)
        if found is None or not _is_sound(found[2]):
            raise damaged(folder, f"{SUMS} is not as it was written")
        sums[found[2]] = found[1]
    there = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    if missing := sorted(sums.keys() - there) or sorted({DATABASE, ABOUT} - sums.keys()):
        raise damaged(folder, f"{missing[0]} is missing")
    if more := sorted(there - sums.keys() - {SUMS}):
        raise damaged(folder, f"{ascii(more[0])[1:-1]} is not of it")
    return sums


def damaged(folder: Path, why: str) -> LadderError:
    """The error for a backup that is not as it was made."""
    return LadderError(
        f"The backup {folder} is not as it was made: {why}. Nothing was restored; take another "
        "backup.",
        reason="DAMAGED_BACKUP",
    )


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)


def _is_sound(name: str) -> bool:
    """Whether a name is one of a file of a backup, and leads nowhere else."""
    parts = PurePosixPath(name).parts
    if ".." in parts or "/".join(parts) != name:
        return False
    return name in (DATABASE, ABOUT) or (len(parts) > 1 and parts[0] in FOLDERS)


def _check_format(folder: Path) -> None:
    try:
        found = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        number = found["format"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise LadderError(
            f"{folder} is no backup of an arena; `siurell ladder backup FOLDER` makes one.",
            reason="NO_BACKUP",
        ) from None
    if number != FORMAT:
        raise LadderError(
            f"{folder} is a backup of format {ascii(number)[:20]}, and this Siurell reads format "
            f"{FORMAT}; restore it with the release that made it.",
            reason="OTHER_FORMAT",
        )


def _text(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise damaged(folder, f"{name} is missing or cannot be read") from None
