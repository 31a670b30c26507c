"""Numbers that only grow, kept in the database and taken inside a write transaction."""

from __future__ import annotations

from sqlmodel import Session

from ladder.store.tables import CounterRow


def next_number(session: Session, name: str) -> int:
    """The next number of a counter, from 1; a transaction that is rolled back gives it back."""
    row = session.get(CounterRow, name)
    if row is None:
        row = CounterRow(name=name)
    row.value += 1
    session.add(row)
    return row.value
