"""The table of seat states in docs/protocol.md is the one that the core moves by."""

from __future__ import annotations

import re
from pathlib import Path

from siurell.match.seats import TRANSITIONS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"


def test_protocol_page__shows_the_seat_states() -> None:
    section = PAGE.read_text().split("<!-- seat states", 1)[1].split("\n\nThat a seat", 1)[0]
    rows = re.findall(r"^\| (\w+) \| (\w+) \| (\w+) \|$", section, re.MULTILINE)
    table = [(start.value, by.value, end.value) for (start, by), end in TRANSITIONS.items()]
    assert sorted(rows) == sorted(table)
