"""Take the fields of a components file one by one; what is wrong is told by table and field.

A check asks a `CheckedTable` for every field that there may be, and closes it: what was never asked
for does not belong there. A field that is wrong is None; its mistake stands in the `Mistakes` of
the file, so that one run finds all there are. Places in lists count from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from siurell.games.component_file import Data
from siurell.games.component_mistakes import Mistakes, like, one_of, printable, shown

_LONGEST_REMARK: Final = 1_000
_LARGE: Final = 1_000_000
"""A table is not called after a number from here on."""


class _Absent:
    """Stands for a field that is not there."""


_ABSENT: Final = _Absent()


class CheckedTable:
    """A table of the file. ``name`` is how messages call it, ``path`` goes before its fields."""

    def __init__(self, data: Data, name: str, mistakes: Mistakes, path: str = "") -> None:
        self.name = name
        self.mistakes = mistakes
        self._data = data
        self._path = path
        self._asked: list[str] = []
        self._missing: dict[str, str] = {}

    # What stands in a field

    def has(self, field: str) -> bool:
        """Whether a field that may be left out is there."""
        if field not in self._asked:
            self._asked.append(field)
        return field in self._data

    def field(self, field: str, right: str) -> object:
        """Whatever stands in a field; when there is none, it is missing, and ``right`` was due."""
        if self.has(field):
            return self._data[field]
        self._missing[field] = right
        return _ABSENT

    def peek(self, field: str) -> object:
        """What stands in a field, whatever it is; None when nothing does."""
        return self._data.get(field)

    def whole(self, field: str, low: int, high: int, also: str = "") -> int | None:
        """A whole number; ``also`` says what else there may be instead."""
        right = str(low) if low == high else f"a whole number from {low} to {high}{also}"
        value = self.field(field, right)
        return self._whole(field, value, low, high, right)

    def flag(self, field: str) -> bool | None:
        """true or false."""
        value = self.field(field, "true or false")
        if isinstance(value, bool):
            return value
        self.refuse(field, "true or false", value)
        return None

    def text(self, field: str, longest: int) -> str | None:
        """A text of at most so many characters, all of which can be printed."""
        right = f"a text of 1 to {longest} printable characters"
        value = self.field(field, right)
        if isinstance(value, str) and 0 < len(value) <= longest and value.isprintable():
            return value
        self.refuse(field, right, value)
        return None

    def word(self, field: str, words: Sequence[str]) -> str | None:
        """One of some words."""
        right = one_of(words)
        value = self.field(field, right)
        if isinstance(value, str) and value in words:
            return value
        self.refuse(field, right, value, near=words)
        return None

    def kind(self, field: str, words: Sequence[str]) -> str | None:
        """The word that decides what else belongs into this table: without it, nothing is known."""
        found = self.word(field, words)
        if found is None:
            self._tell_missing()
        return found

    def words(
        self,
        field: str,
        words: Sequence[str],
        least: int,
        most: int,
        *,
        twice: bool = False,
        called: str = "",
    ) -> list[str] | None:
        """A list of some of the words, each once unless `twice` is allowed.

        ``called`` says in a message what the words are, instead of all of them.
        """
        right = called or one_of(words)
        values = self._list(field, least, most, f"each {right}")
        found: list[str] = []
        for place, value in enumerate(values or (), 1):
            spot = f"{field}[{place}]"
            if not isinstance(value, str) or value not in words:
                self.refuse(spot, right, value, near=() if called else words)
            elif value in found and not twice:
                self.say(spot, f"must not stand here a second time: {shown(value)}")
            else:
                found.append(value)
        return found if values is not None and len(found) == len(values) else None

    def wholes(
        self, field: str, low: int, high: int, least: int, most: int, *, twice: bool = True
    ) -> list[int] | None:
        """A list of whole numbers."""
        right = f"a whole number from {low} to {high}"
        values = self._list(field, least, most, f"each {right}")
        found: list[int] = []
        for place, value in enumerate(values or (), 1):
            spot = f"{field}[{place}]"
            number = self._whole(spot, value, low, high, right)
            if number is not None and number in found and not twice:
                self.say(spot, f"must not stand here a second time: {number}")
            elif number is not None:
                found.append(number)
        return found if values is not None and len(found) == len(values) else None

    def flags(self, field: str, count: int) -> None:
        """A list of so many true and false."""
        values = self._list(field, count, count, "each true or false")
        for place, value in enumerate(values or (), 1):
            if not isinstance(value, bool):
                self.refuse(f"{field}[{place}]", "true or false", value)

    # Tables within this one

    def header(self, field: str) -> str:
        """What stands in the brackets above a table of this one: ``goods.olive``."""
        return f"{self.name.strip('[]')}.{field}" if self.name.startswith("[") else field

    def section(self, field: str) -> CheckedTable | None:
        """A table with a header of its own, such as ``[goods.olive]``."""
        name = f"[{self.header(field)}]"
        value = self.field(field, f"a table {name}")
        if isinstance(value, dict):
            return CheckedTable(value, name, self.mistakes)
        self.refuse(field, f"a table {name}", value)
        return None

    def rows(self, field: str, key: str, least: int, most: int) -> list[CheckedTable]:
        """The tables under headers such as ``[[card]]``; each is called after its field `key`."""
        header = f"[[{self.header(field)}]]"
        count = str(least) if least == most else f"{least} to {most}"
        right = f"{count} tables {header}"
        rows = self._tables(field, right)
        if rows is None:
            return []
        if not least <= len(rows) <= most:
            self.say(field, f"must be {right}, not {len(rows)}")
        found = []
        for place, row in enumerate(rows, 1):
            mark = row.get(key)
            called = f"at place {place}"
            if isinstance(mark, str):
                called = printable(mark)
            elif type(mark) is int and abs(mark) < _LARGE:
                called = str(mark)
            found.append(CheckedTable(row, f"{header} {called}", self.mistakes))
        return found

    def table(self, field: str) -> CheckedTable | None:
        """A table that is written into a field."""
        value = self.field(field, "a table")
        if isinstance(value, dict):
            return CheckedTable(value, self.name, self.mistakes, f"{self._path}{field}.")
        self.refuse(field, "a table", value)
        return None

    def tables(self, field: str, least: int, most: int) -> list[CheckedTable]:
        """A list of tables that is written into a field."""
        rows = self._tables(field, f"a list of {least} to {most} tables")
        if rows is None:
            return []
        if not least <= len(rows) <= most:
            self.say(field, f"must hold {least} to {most} tables, not {len(rows)}")
        return [
            CheckedTable(row, self.name, self.mistakes, f"{self._path}{field}[{place}].")
            for place, row in enumerate(rows[:most], 1)
        ]

    # What was found

    def say(self, field: str, what: str) -> None:
        """Note a mistake in a field of this table."""
        self.mistakes.add(self.name, f"{self._path}{field}", what)

    def refuse(self, field: str, right: str, value: object, near: Sequence[str] = ()) -> None:
        """Note that a field must be something else; a field that is not there was noted before."""
        if value is _ABSENT:
            return
        meant = like(value, near) if isinstance(value, str) else ""
        hint = f'; did you mean "{meant}"' if meant else ""
        self.say(field, f"must be {right}, not {shown(value)}{hint}")

    def close(self) -> None:
        """All fields were asked for: whatever else stands here does not belong here.

        `note` and `provenance` (also of one field, such as `vp_provenance`) are remarks and may
        stand in every table.
        """
        absent = [field for field in self._asked if field not in self._data]
        for field in self._data:
            if field in ("note", "provenance") or field.endswith("_provenance"):
                self._remark(field)
            elif field not in self._asked:
                near = like(field, absent)
                self._missing.pop(near, None)
                fields = f"the fields are {', '.join(self._asked) or 'none'}"
                hint = f"did you mean `{near}`" if near else fields
                self.say(printable(field), f"is not known here; {hint}")
        self._tell_missing()

    # How it is done

    def _tell_missing(self) -> None:
        for field, right in self._missing.items():
            self.say(field, f"is missing; it must be {right}")

    def _whole(self, spot: str, value: object, low: int, high: int, right: str) -> int | None:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.refuse(spot, right, value)
        return None

    def _list(self, field: str, least: int, most: int, of_what: str) -> list[object] | None:
        """The values of a list of such a length; None when it is none."""
        count = str(least) if least == most else f"{least} to {most}"
        right = f"a list of {count}, {of_what}"
        value = self.field(field, right)
        if isinstance(value, list) and least <= len(value) <= most:
            return value
        self.refuse(field, right, value)
        return None

    def _tables(self, field: str, right: str) -> list[Data] | None:
        """The tables of a list, whatever their number."""
        value = self.field(field, right)
        if isinstance(value, list) and not [row for row in value if not isinstance(row, dict)]:
            return value
        self.refuse(field, right, value)
        return None

    def _remark(self, field: str) -> None:
        value = self._data[field]
        texts = list(value.values()) if isinstance(value, dict) else [value]
        if [text for text in texts if not isinstance(text, str) or len(text) > _LONGEST_REMARK]:
            self.refuse(printable(field), "a text, or a table of texts", value)
