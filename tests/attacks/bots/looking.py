"""Looks into its own folder: what is there, and what can be read through it."""

import os
from pathlib import Path

from attack import outcome_of, play, tell


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
    flags = os.statvfs(".").f_flag
    tell("read-only", bool(flags & os.ST_RDONLY))
    tell("runs as its owner", not flags & os.ST_NOSUID)


play(look_at_once)
