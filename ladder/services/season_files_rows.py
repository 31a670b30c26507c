"""Writing the many rows of an imported season, a thousand at a time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert
from sqlmodel import Session, col, func, select

from ladder.services.season_files_format import Unsound
from ladder.store.tables import (
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    FormatCountRow,
    MatchRow,
    Row,
    SeatRow,
    SoloStandingRow,
    StandingRow,
    SuspensionRow,
)

_ROWS_AT_ONCE = 1_000
_IN_ORDER: tuple[type[Row], ...] = (
    BatchRow,
    BatchEntrantRow,
    BlockRow,
    MatchRow,
    SeatRow,
    StandingRow,
    SoloStandingRow,
    SuspensionRow,
    FormatCountRow,
)
"""What others refer to comes first."""


class RowWriter:
    """Collects rows and writes them together."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: dict[type[Row], list[dict[str, Any]]] = {}

    def add(self, table: type[Row], **values: Any) -> None:
        """Write a row soon."""
        rows = self._waiting.setdefault(table, [])
        rows.append(values)
        if len(rows) >= _ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write all that waits."""
        for table in _IN_ORDER:
            if rows := self._waiting.pop(table, []):
                self._session.execute(insert(table), rows)


class Places:
    """The numbers that things of the file have in the arena: theirs, counted on from here."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.count = 0

    @classmethod
    def of(
        cls, session: Session, table: type[BatchRow] | type[BlockRow] | type[MatchRow]
    ) -> Places:
        """Numbers above all that are taken."""
        highest = session.exec(select(func.max(col(table.id)))).one()
        return cls((highest or 0) + 1)

    def next(self) -> int:
        """The number of the next thing."""
        self.count += 1
        return self.last

    @property
    def last(self) -> int:
        """The number of the thing that came last."""
        return self.first + self.count - 1

    def number(self, place: int) -> int:
        """The number of what has this place, from 1, among those that came (else `Unsound`)."""
        if not 1 <= place <= self.count:
            raise Unsound
        return self.first + place - 1
