"""Reading the data file field by field: a wrong one is refused with its table and its name.

Knows TOML and how to complain; what the fields mean stands in `components`.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final, NoReturn

from siurell.errors import RulesError

_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")


def refuse(table: str, field: str, right: str) -> NoReturn:
    """Raise `RulesError`: this field of this table is wrong, and what would be right."""
    raise RulesError(
        f"The component data of Farmini are wrong in {table}, `{field}`: {right}.",
        reason="BAD_DATA",
    )


class Entry:
    """One table of the data file."""

    __slots__ = ("_values", "table")

    def __init__(self, table: str, values: dict[str, Any]) -> None:
        self.table = table
        self._values = values

    def value(self, field: str) -> object:
        """Whatever stands there."""
        if field not in self._values:
            refuse(self.table, field, "it is missing")
        found: object = self._values[field]
        return found

    def number(self, field: str, least: int = 0) -> int:
        """A whole number from `least` on."""
        found = self.value(field)
        if not isinstance(found, int) or isinstance(found, bool) or found < least:
            refuse(self.table, field, f"it must be a whole number from {least} on, not {found!r}")
        return found

    def text(self, field: str) -> str:
        """Any text but an empty one."""
        found = self.value(field)
        if not isinstance(found, str) or not found:
            refuse(self.table, field, f"it must be a text, not {found!r}")
        return found

    def key(self, field: str) -> str:
        """A word of the notation: small letters, digits and `_`."""
        found = self.text(field)
        if _KEY.fullmatch(found) is None:
            refuse(self.table, field, f"`{found}` must be small letters, digits and `_`")
        return found

    def signs(self, field: str, allowed: str) -> str:
        """Four signs, one for each side or corner of a card (FM-COMP-3, FM-COMP-4)."""
        found = self.text(field)
        if len(found) != 4 or set(found) - set(allowed):
            refuse(self.table, field, f"it must be four signs out of `{allowed}`, not `{found}`")
        return found

    def lists(self) -> list[tuple[str, list[object]]]:
        """The fields that hold lists, with their names."""
        return [(name, value) for name, value in self._values.items() if isinstance(value, list)]

    def tables(self, field: str) -> list[Entry]:
        """A list of tables; each is named by its number and by its key, where it has one."""
        found = self.value(field)
        if not isinstance(found, list) or not found:
            refuse(self.table, field, "it must be a list of tables")
        entries = []
        for number, values in enumerate(found, start=1):
            if not isinstance(values, dict):
                refuse(self.table, field, f"number {number} must be a table")
            name = values.get("key")
            named = f" ({name})" if isinstance(name, str) else ""
            entries.append(Entry(f"[[{field}]] number {number}{named}", values))
        return entries

    def entry(self, field: str) -> Entry:
        """A table."""
        found = self.value(field)
        if not isinstance(found, dict):
            refuse(self.table, field, f"[{field}] must be a table")
        return Entry(f"[{field}]", found)


def read_data_file(text: str) -> Entry:
    """The whole file (`RulesError` when it is no TOML)."""
    try:
        return Entry("the file", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(
            f"The component data of Farmini are no TOML: {error}.", reason="BAD_DATA"
        ) from error
