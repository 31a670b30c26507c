"""A ladder that runs follows what is done to its seasons."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from ladder.domain.batch import ShippedBot
from ladder.domain.season_states import SeasonState
from ladder.executors.base import BatchEnded, ExecutorEvent
from ladder.executors.local import LocalExecutor
from ladder.services.arena import open_arena
from ladder.services.matches import list_matches
from ladder.services.season_changes import close_season, create_season, freeze_season
from ladder.services.seasons import all_seasons, season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home
from ladder.worker.sandbox.none import NoSandbox


@pytest.mark.process
async def test_run__plays_a_new_season_not_a_frozen_one_and_closes_one(tmp_path: Path) -> None:
    with open_arena(Home(tmp_path / "home").create()) as arena:
        for name in ("one", "two"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "")
        finca = season_named(arena, "finca")
        for season in all_seasons(arena):
            if season.id != finca.id:
                freeze_season(arena, season.name)
        played: list[str] = []

        def tell(event: ExecutorEvent) -> None:
            if not isinstance(event, BatchEnded):
                return
            played.append(list_matches(arena, limit=1)[0].season)
            if len(played) == 1:
                create_season(arena, replace(finca, id=0, name="sprint"))
                freeze_season(arena, "finca")
            elif season_named(arena, "sprint").state is SeasonState.OPEN:
                close_season(arena, "sprint", 1)
            else:
                ladder.stop()

        ladder = LocalExecutor(
            arena,
            all_seasons(arena),
            NoSandbox(),
            max_blocks=1,
            rng=random.Random(1),
            on_event=tell,
            new_seasons=True,
        )
        async with asyncio.timeout(120):
            await ladder.run()
        assert played == ["finca", "sprint", "sprint"]
        assert season_named(arena, "sprint").state is SeasonState.CLOSED
