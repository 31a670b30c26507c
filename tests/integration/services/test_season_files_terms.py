"""What is set of a season goes with its file: state, final table, rating parameters."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.services.activity import activate, retire
from ladder.services.arena import Arena
from ladder.services.leaderboard import leaderboard
from ladder.services.order_free import order_free, read_log
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.season_changes import change_season, close_season, rating_sets
from ladder.services.season_files_export import export_season
from ladder.services.season_files_import import import_season
from ladder.services.seasons import season_named
from ladder.services.submit import VersionInfo
from ladder.store.tables import MatchRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


def nothing() -> None:
    """No progress is shown."""


def bits(arena: Arena, season: Season) -> list[tuple[object, ...]]:
    """The table with every number to the last bit."""
    return [(row, row.mu.hex(), row.sigma.hex()) for row in leaderboard(arena, season)]


def test_import__of_the_first_format(other: Arena) -> None:
    """What Siurell wrote before seasons had states; the file is as it was written then."""
    old = Path(__file__).with_name("season_format_1.jsonl")
    done = import_season(other, old, nothing)
    assert (done.bots, done.versions, done.matches) == (3, 4, 9)
    season = season_named(other, "finca")
    assert (season.state, season.rating_set, season.weight) == (SeasonState.OPEN, 1, 1)
    assert rerate(other, season).equal
    (first_set,) = rating_sets(other, season)
    assert (first_set.params, first_set.author) == (season.params, "")
    with other.db.read() as session:
        assert set(session.exec(select(MatchRow.rating_set)).all()) == {1}


def test_import__of_a_season_with_all_that_was_set_of_it(
    arena: Arena, other: Arena, season: Season, enter: Enter, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """R06: the numbered rating parameters go along, and the table is by the newest."""
    for name in ("ann", "bob", "cid"):
        enter(name)
    for batch in [draw() for _ in range(4)]:
        for order in batch.orders if batch is not None else ():
            report(arena, told(order))
    wanted = replace(
        season,
        params=replace(season.params, tau=0.4),
        weight=4,
        own_opponents=True,
        opens_at=arena.now(),
        closes_at=arena.now() + timedelta(days=2),
        extra_blocks=3,
    )
    changed = change_season(arena, wanted).season
    file = export_season(arena, changed, tmp_path / "set.jsonl", nothing).file
    import_season(other, file, nothing)
    there = season_named(other, "finca")
    assert replace(there, id=changed.id) == changed
    assert rating_sets(other, there) == rating_sets(arena, changed)
    assert rerate(other, there).equal and bits(other, there) == bits(arena, changed)


def test_import__gives_the_same_fit_and_lines_though_versions_have_other_numbers(
    arena: Arena, other: Arena, season: Season, enter: Enter, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """R16: the fit and its intervals are the same to the last bit too, and so is the file."""
    for name in ("ann", "bob", "cid"):
        enter(name)
    for batch in [draw() for _ in range(6)]:
        for order in batch.orders if batch is not None else ():
            report(arena, told(order))
    retire(arena, "ann")
    activate(arena, "ann")
    file = export_season(arena, season, tmp_path / "first.jsonl", nothing).file
    import_season(other, file, nothing)
    there = season_named(other, "finca")
    assert order_free(other, there, read_log(other, there), replicates=20) == order_free(
        arena, season, read_log(arena, season), replicates=20
    )
    again = export_season(other, there, tmp_path / "again.jsonl", nothing).file
    first, second = (one.read_text().splitlines() for one in (file, again))
    assert first[1:-1] == second[1:-1]
    keys = list(json.loads(first[1]))
    assert keys == ["kind", *sorted(set(keys) - {"kind", "since"}), "since"]


def test_import__of_a_closed_season_is_closed_and_has_its_final_table(
    arena: Arena, other: Arena, season: Season, enter: Enter, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """R21."""
    for name in ("ann", "bob", "cid"):
        enter(name)
    first_batch = draw()
    assert first_batch is not None
    close_season(arena, season.name, 1)
    for batch in (first_batch, draw(), draw()):
        for order in batch.orders if batch is not None else ():
            report(arena, told(order))
    closed = season_named(arena, "finca")
    assert closed.state is SeasonState.CLOSED
    enter("ann", "greedy")
    enter("late")
    file = export_season(arena, closed, tmp_path / "closed.jsonl", nothing).file
    import_season(other, file, nothing)
    there = season_named(other, "finca")
    assert (there.state, there.closing_after) == (SeasonState.CLOSED, 1)
    assert bits(other, there) == bits(arena, closed)
    assert {(row.bot, row.version) for row in leaderboard(other, there)} == {
        ("ann", 1),
        ("bob", 1),
        ("cid", 1),
    }
