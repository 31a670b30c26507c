"""Looks into its own folder: what is there, and what can be read through it."""

import ctypes
import os
from pathlib import Path

from attack import outcome_of, play, tell

GET_NO_NEW_PRIVS = 39


def look_into_its_folder():
    found = {}
    for folder, folders, files in os.walk("."):
        for name in [*folders, *files]:
            path = Path(folder, name)
            read = "folder" if path.is_dir() else outcome_of(lambda path=path: _content(path))
            found[ascii(str(path))] = [read, oct(path.lstat().st_mode)]
    return found


def _content(path):
    if not path.is_file():
        return "no file"
    with path.open("rb") as file:
        return ascii(file.read(64))


def look_at_once():
    tell("folder", look_into_its_folder())
    written = outcome_of(lambda: Path("new").write_text("x", "utf-8"))
    tell("read-only", written in ("EROFS", "EACCES"))
    kept = ctypes.CDLL(None).prctl(GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1
    tell("runs as its owner", not (kept or os.statvfs(".").f_flag & os.ST_NOSUID))


play(look_at_once)
