"""The counts that an evaluation of Farmini rests on can be made again."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest


def test_farmini_counts__a_closed_pen_stays_closed(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["farmini_counts", "--matches", "2"])
    runpy.run_path(str(root / "tools" / "farmini_counts.py"), run_name="__main__")
    name, nothing_missing, *more_missing = capsys.readouterr().out.splitlines()[:8]
    assert name == "closed:"
    assert set(nothing_missing.split()) <= {"100", "-"} and "100" in nothing_missing
    assert all(share != "100" for share in more_missing[-1].split())
