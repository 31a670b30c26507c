"""`make faults` in small: whatever bots do, each match has one report, and nothing is left."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from siurell.match.result import Cause

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[2]


@pytest.fixture
def faulty(monkeypatch):
    """The modules of the tool, by name."""
    monkeypatch.syspath_prepend(str(ROOT))
    return lambda name: importlib.import_module(f"tools.faulty_matches.{name}")


@pytest.mark.timeout(280)
def test_faulty_matches__one_report_each_with_the_right_cause_and_nothing_left() -> None:
    """F02: as many processes, files, sockets and folders afterwards as before."""
    words = ["--matches", "24", "--jobs", "2", "--seed", "7"]
    done = subprocess.run(
        [sys.executable, "-m", "tools.faulty_matches", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=270,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("\n0 problems\n")
    for cause in ("crash", "timeout", "protocol"):
        assert f"{cause} " in done.stdout


def test_judge__finds_what_was_not_meant(faulty, monkeypatch) -> None:
    plan = faulty("plan")
    meant = plan.Plan(plan.BY_NAME["exits"], 1)
    monkeypatch.setattr(faulty("verdicts"), "plan_of", lambda *words: meant)
    found = faulty("__main__").run(2, jobs=1, sandbox="none")
    assert "instead of crash" in "\n".join(found.problems())
    assert found.before == found.after


def test_plan__is_the_same_for_the_bot_and_its_judge(faulty) -> None:
    plan = faulty("plan")
    found = {plan.plan_of(1, f"m_{number}", seat) for number in range(400) for seat in range(4)}
    assert {one.act for one in found} == set(plan.ACTS)
    assert plan.plan_of(3, "m_7", 1) == plan.plan_of(3, "m_7", 1)
    causes = {act.cause for act in plan.ACTS}
    assert causes == {cause.value for cause in Cause} - {Cause.ABORTED.value}
