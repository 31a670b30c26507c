"""However a match ends, it ends: it is reported, its replay opens and the next one is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from siurell.match.result import VERDICTS, Cause, MatchResult, Verdict
from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.matches import show_match
from ladder.services.report import ReportOutcome, report
from ladder.services.rerate import rerate
from ladder.services.submit import VersionInfo
from ladder.store.tables import MatchRow

FAULTS = [cause for cause, verdict in VERDICTS.items() if verdict is Verdict.BOT_FAULT]


@pytest.mark.parametrize("causes", [*([cause] for cause in FAULTS), FAULTS[:2]], ids=str)
def test_report__of_any_fault_ends_the_match_and_the_ladder_goes_on(
    arena: Arena,
    season: Season,
    enter: Callable[..., VersionInfo],
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
    causes: list[Cause],
) -> None:
    """F05: no way to fault leaves a match in flight.

    The faults are those of the last seats; with two of them nobody was sound.
    """
    for name in ("ann", "bob"):
        enter(name)
    played = 0
    for _ in range(4):
        batch = draw()
        assert batch is not None
        for order in batch.orders:
            result = result_of((1, 2), dict(enumerate(causes, 2 - len(causes))))
            assert report(arena, told(order, result)) is ReportOutcome.APPLIED
            played += 1
        assert not show_match(arena, batch.orders[0].match_id).line.sealed
    with arena.db.read() as session:
        assert Counter(session.exec(select(MatchRow.state)).all()) == {"reported": played}
    check = rerate(arena, season)
    assert check.equal
    assert check.matches == played == 8
