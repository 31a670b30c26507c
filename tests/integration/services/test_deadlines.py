"""The ladder looks at the deadlines of its seasons before it plays."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from siurell.errors import LadderError
from siurell.match.clock import TimeControl

from ladder.domain.seasons import Season
from ladder.executors.local import LocalExecutor
from ladder.services.arena import Arena
from ladder.services.deadlines import check_deadlines
from ladder.services.seasons import all_seasons
from ladder.worker.sandbox.none import NoSandbox


def test_deadlines__of_the_seasons_that_every_ladder_has_hold(arena: Arena) -> None:
    check_deadlines(all_seasons(arena))


@pytest.mark.parametrize("time", ["unlimited", "100m", "/999s"])
async def test_ladder__does_not_start_with_settings_that_contradict(
    arena: Arena, season: Season, time: str
) -> None:
    bad = replace(season, time=TimeControl.parse(time))
    executor = LocalExecutor(arena, [bad], NoSandbox(), rng=random.Random(1))
    with pytest.raises(LadderError, match=f"The season {season.name} cannot be played") as caught:
        await executor.run(1)
    assert caught.value.reason == "BAD_DEADLINES"
    assert "shorter clock" in str(caught.value)
