"""The bots of a match have a core that no other match has, and stay on it."""

from __future__ import annotations

import pytest
from siurell.match.result import Cause

from ladder.worker.match_series import play_series
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


@pytest.mark.parametrize("sandbox", [NoSandbox, BwrapSandbox])
async def test_t01__bots_are_held_to_the_core_that_stands_beside_a_loss_by_time(
    arena, sandbox, monkeypatch, tmp_path
) -> None:
    """T01: in a sandbox a bot cannot leave its core; which one it was is told with the load."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    reports = []
    batch = arena.batch(["tells_its_cores", "first_move"], clock="/2s")
    await play_series(batch, sandbox(), on_report=reports.append)
    (report,) = reports
    assert report.lagged or report.result.seats[0].cause is Cause.TIMEOUT
    assert report.load is not None
    (core,) = report.load.held_to
    lines = report.logs[0].text.splitlines()
    assert f"thread {core}" in lines
    assert (f"still {core}" in lines) == (sandbox is BwrapSandbox)
