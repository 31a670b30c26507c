"""The form of a season's file: lines of JSON, of which the last has the digest of the others.

::

    {"kind": "season", "format": 2, "season": {...}}    what the season is, and how it runs
    {"kind": "rating_set", "number": 1, ...}            its rating parameters; the last are in force
    {"kind": "version", ...}                            who takes part: name, number, digest
    {"kind": "batch", ...} {"kind": "block", ...}       line-ups, and seeds that are open
    {"kind": "match", ...}                              who sat where, and how it ended
    {"kind": "standing", ...} {"kind": "suspension", ...}
    {"kind": "end", "lines": 17, "digest": "..."}       SHA-256 of all lines before

Things are numbered from 1 within the file, whatever their numbers in the arena were; ``report`` is
a match's place in the order of reports. Numbers with a point are written so that they are read back
to the last bit. Format 1 had no states and no numbered rating parameters; it is read still.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from siurell.errors import LadderError

from ladder.domain.moments import moment_of

FORMAT = 2
READABLE = (1, 2)
FIRST, LAST = "season", "end"
ANY = -(1 << 62)
"""Less than any whole number is."""

_LONGEST = 1 << 24
_Kind = TypeVar("_Kind")


class LineWriter:
    """Writes the lines, and the digest at the end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._lines = 0

    def write(self, kind: str, **values: object) -> None:
        """Write a line."""
        data = _line(kind, values)
        self._digest.update(data)
        self._file.write(data)
        self._lines += 1

    def end(self) -> None:
        """Write the last line."""
        self._file.write(_line(LAST, {"lines": self._lines, "digest": self._digest.hexdigest()}))


class Entry:
    """A line that was read; its values are asked for by name and kind.

    Raises `Unsound` when one is not so. An optional value is asked for with `has` first.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        self.kind = self.text("kind")

    def has(self, name: str) -> bool:
        """Whether there is a value that is not null."""
        return self._values.get(name) is not None

    def whole(self, name: str, least: int = 0) -> int:
        """A whole number."""
        value = self._typed(name, int)
        if isinstance(value, bool) or not least <= value < 1 << 62:
            raise Unsound(name)
        return value

    def number(self, name: str) -> float:
        """A number with a point."""
        return self._typed(name, float)

    def flag(self, name: str) -> bool:
        """Yes or no."""
        return self._typed(name, bool)

    def text(self, name: str) -> str:
        """A text."""
        return self._typed(name, str)

    def time(self, name: str) -> datetime:
        """A point of time, with its zone."""
        text = self.text(name)
        if datetime.fromisoformat(text).tzinfo is None:
            raise Unsound(name)
        return moment_of(text)

    def time_or_none(self, name: str) -> datetime | None:
        """A point of time, where there is one."""
        return self.time(name) if self.has(name) else None

    def wholes(self, name: str) -> list[int]:
        """Whole numbers."""
        values = self._typed(name, list)
        if not all(type(value) is int and 0 <= value < 1 << 62 for value in values):
            raise Unsound(name)
        return values

    def texts(self, name: str) -> list[str]:
        """Texts."""
        values = self._typed(name, list)
        if not all(type(value) is str for value in values):
            raise Unsound(name)
        return values

    def mapping(self, name: str) -> dict[str, Any]:
        """Values by their names."""
        return self._typed(name, dict)

    def parts(self, name: str) -> list[Entry]:
        """Lines within the line."""
        return [Entry({"kind": name, **_object(part)}) for part in self._typed(name, list)]

    def part(self, name: str) -> Entry:
        """A line within the line."""
        return Entry({"kind": name, **self.mapping(name)})

    def _typed(self, name: str, kind: type[_Kind]) -> _Kind:
        value = self._values.get(name)
        if not isinstance(value, kind):
            raise Unsound(name)
        return value


class Unsound(ValueError):
    """A line is not as lines of this format are."""


def check_whole(file: BinaryIO, path: Path) -> int:
    """How many lines a file has before its last one, of which the digest agrees.

    Raises `LadderError`: ``NO_SEASON_FILE``, ``OTHER_FORMAT``, or ``DAMAGED_FILE`` when it was cut
    or changed.
    """
    _check_format(_read(file.readline(_LONGEST)), path)
    file.seek(0)
    digest, lines, before = hashlib.sha256(), 0, b""
    while data := file.readline(_LONGEST):
        if before:
            digest.update(before)
            lines += 1
        before = data
    end = _read(before) or {}
    if end.get("kind") != LAST or not before.endswith(b"\n"):
        raise _damaged(path, "its end is missing, so it was cut")
    if end.get("lines") != lines or end.get("digest") != digest.hexdigest():
        raise _damaged(path, "its digest is another, so it was changed or cut")
    file.seek(0)
    return lines


def entries(file: BinaryIO, lines: int) -> Iterator[Entry]:
    """So many lines of a file that was found whole."""
    for _ in range(lines):
        yield Entry(_object(json.loads(file.readline(_LONGEST))))


def unsound(path: Path, line: int) -> LadderError:
    """The error for a file whose digest agrees and that still is none of a season."""
    return _damaged(path, f"what it says up to line {line} cannot be")


def _line(kind: str, values: dict[str, object]) -> bytes:
    made = json.dumps({"kind": kind, **values}, separators=(",", ":"), allow_nan=False)
    return made.encode("ascii") + b"\n"


def _read(line: bytes) -> dict[str, Any] | None:
    """The values of a line; None when it is no such line."""
    try:
        return _object(json.loads(line))
    except (ValueError, RecursionError):
        return None


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unsound
    return value


def _check_format(first: dict[str, Any] | None, path: Path) -> None:
    if first is None or first.get("kind") != FIRST or type(first.get("format")) is not int:
        raise LadderError(
            f"{path} is no file of a season; `siurell season export SEASON --output FILE` writes "
            "one.",
            reason="NO_SEASON_FILE",
        )
    if first["format"] not in READABLE:
        raise LadderError(
            f"{path} has format {first['format']}, and this Siurell reads up to {FORMAT}; nothing "
            "was changed. Export it again with this release, or import it with that one.",
            reason="OTHER_FORMAT",
        )


def _damaged(path: Path, why: str) -> LadderError:
    return LadderError(
        f"{path} is not as it was written: {why}. Nothing was changed; export it again.",
        reason="DAMAGED_FILE",
    )
