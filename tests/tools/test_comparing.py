"""`tools/comparing.py`: the tables of docs/comparing.md, made by simulation."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def comparing(root: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(root))
    module = importlib.import_module("tools.comparing")
    monkeypatch.setattr(module, "MOST_BLOCKS", 10)
    return module


def test_comparing__tells_of_every_kind_how_often_it_errs(
    comparing: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = comparing.tables(2)
    rows = [line for line in text.splitlines() if line.startswith(("| ", "|---"))]
    assert len(rows) == 2 * 2 + 3 * 4 + 5 * 2 + 3 * 2
    assert {row.count("|") for row in rows} == {9}
    said = capsys.readouterr().err.splitlines()
    assert said == [row for row in rows if "%" in row]


def test_comparing__the_page_has_all_rows_and_no_error_above_what_is_claimed(
    comparing: Any, root: Path
) -> None:
    """R22: of a thousand comparisons each, at most alpha and beta are wrong, at every look."""
    page = (root / "docs" / "comparing.md").read_text(encoding="utf-8")
    assert comparing.put_into(page, "new").count("new\n") >= 1
    between = page.split(comparing.BEGIN)[1].split(comparing.END)[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in between.splitlines()]
    told = [row for row in rows if row and re.fullmatch(r"\d+ (%|Elo)", row[1])]
    assert len(told) == 3 * 4 + 5 * 2 + 3 * 2
    wrong = {(row[0], row[1]): float(row[5].split()[0]) for row in told if row[5]}
    leads = [share for (what, _), share in wrong.items() if not what.startswith("pairs")]
    assert len(leads) == len(told) - 6
    assert max(leads) <= 5.0


def test_comparing__a_page_without_a_place_is_left_alone(comparing: Any) -> None:
    with pytest.raises(ValueError, match="no place"):
        comparing.put_into("# A page\n", "new")
