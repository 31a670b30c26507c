"""A new version begins where the one before it stands, and goes its own way from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from siurell.match.result import MatchResult
from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.domain.fold import inherited_standing
from ladder.domain.seasons import Season
from ladder.services.activity import activate, retire
from ladder.services.arena import Arena
from ladder.services.leaderboard import LeaderboardRow, leaderboard
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.season_changes import change_season
from ladder.services.season_files_export import export_season
from ladder.services.season_files_import import import_season
from ladder.services.standings import standing_of
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.database import Database
from ladder.store.home import Home
from ladder.store.tables import SeasonRow, StandingRow, VersionRow

Enter = Callable[..., VersionInfo]
Play = Callable[..., None]


@pytest.fixture
def play(
    arena: Arena,
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
) -> Play:
    """Play batches in which a bot comes first; with ``hold`` give back what would be reported."""

    def _reports(winner: str) -> Iterator[Report]:
        batch = draw()
        assert batch is not None
        for order in batch.orders:
            names = [batch.entrants[place].label.partition("@")[0] for place in order.seating]
            placements = tuple(1 if name == winner else 2 for name in names)
            if winner not in names:
                placements = (1, *(2 for _ in names[1:]))
            yield told(order, result_of(placements))

    def _play(winner: str, batches: int = 1, *, hold: bool = False) -> list[Report]:
        held = [one for _ in range(batches) for one in list(_reports(winner))]
        if hold:
            return held
        for one in held:
            report(arena, one)
        return []

    return _play


def standing(arena: Arena, season: Season, version: VersionInfo):
    with arena.db.read() as session:
        return standing_of(session.get_one(StandingRow, (season.id, version.id)))


@pytest.fixture
def bots(enter: Enter) -> list[VersionInfo]:
    return [enter("ann"), enter("bob")]


def test_new_version__begins_with_the_old_mu_and_more_doubt(
    arena: Arena, season: Season, enter: Enter, play: Play, bots: list[VersionInfo]
) -> None:
    play("ann", 6)
    before = standing(arena, season, bots[0])
    second = enter("ann", "greedy")
    after = standing(arena, season, second)
    assert after == inherited_standing(before, season.params)
    assert before.rating.sigma < after.rating.sigma <= season.params.sigma
    (line,) = [row for row in leaderboard(arena, season) if row.bot == "ann"]
    assert (line.version, line.mu, line.matches) == (2, before.rating.mu, 0)


def test_new_version__late_results_of_the_old_one_never_move_it(
    arena: Arena, season: Season, enter: Enter, play: Play, bots: list[VersionInfo]
) -> None:
    """The old version was being played; its results count for itself alone."""
    play("ann", 3)
    late = play("bob", 2, hold=True)
    second = enter("ann", "greedy")
    begun, old = standing(arena, season, second), standing(arena, season, bots[0])
    for one in late:
        report(arena, one)
    assert standing(arena, season, second) == begun
    assert standing(arena, season, bots[0]) != old
    play("ann", 2)
    assert standing(arena, season, second).matches > 0
    assert rerate(arena, season).equal


def test_new_version__a_re_rate_finds_the_same_beginning_under_other_parameters(
    arena: Arena, season: Season, enter: Enter, play: Play, bots: list[VersionInfo]
) -> None:
    """R16: with tau changed every version begins anew from what the other fold gives."""
    play("ann", 3)
    late = play("bob", hold=True)
    second = enter("ann", "greedy")
    third = enter("ann", "search")
    for one in late:
        report(arena, one)
    play("bob", 3)
    online = [standing(arena, season, one) for one in (*bots, second, third)]
    other = replace(season, params=replace(season.params, tau=0.5))
    change_season(arena, other)
    changed = [standing(arena, season, one) for one in (*bots, second, third)]
    assert all(one != two for one, two in zip(online, changed, strict=True))
    assert rerate(arena, season).equal
    change_season(arena, season)
    assert [standing(arena, season, one) for one in (*bots, second, third)] == online


def test_new_version__one_that_is_active_again_goes_on_from_its_own_rating(
    arena: Arena, season: Season, enter: Enter, play: Play, bots: list[VersionInfo]
) -> None:
    play("ann", 3)
    old = standing(arena, season, bots[0])
    second = enter("ann", "greedy")
    play("bob", 2)
    assert activate(arena, "ann@1") == "ann@1"
    assert standing(arena, season, bots[0]) == old
    assert activate(arena, "ann@2") == "ann@2"
    assert standing(arena, season, second).matches > 0
    assert rerate(arena, season).equal


def test_new_version__of_a_bot_that_never_played_begins_like_any_newcomer(
    arena: Arena, season: Season, enter: Enter
) -> None:
    enter("ann")
    second = enter("ann", "greedy")
    with arena.db.read() as session:
        assert session.get(StandingRow, (season.id, second.id)) is None


def test_new_version__in_a_season_that_is_settled_nothing_begins(
    arena: Arena, season: Season, enter: Enter, play: Play, bots: list[VersionInfo]
) -> None:
    play("ann")
    with arena.db.write() as session:
        row = session.get_one(SeasonRow, season.id)
        row.state, row.closing_after = "closed", 0
        session.add(row)
    second = enter("ann", "greedy")
    with arena.db.read() as session:
        assert session.get(StandingRow, (season.id, second.id)) is None


def manifest(*games: str) -> str:
    return f'name = "ann"\ngames = {list(games)}\n'.replace("'", '"')


def test_new_version__that_does_not_play_a_game_any_more_leaves_the_bot_in_its_table(
    arena: Arena, season: Season, enter: Enter, play: Play, make_bot: Callable[..., Path]
) -> None:
    """R18: the bot stands there as one that plays no more, until a version plays again."""

    def next_of_ann(*games: str) -> VersionInfo:
        folder = make_bot("ann", **{"siurell.toml": manifest(*games)})
        return set_checked(arena, submit(arena, folder).id, True, "fine")

    def line() -> LeaderboardRow:
        (found,) = [row for row in leaderboard(arena, season) if row.bot == "ann"]
        return found

    enter("bob")
    first = next_of_ann("finca")
    play("ann", 3)
    before = line()
    assert not before.inactive
    next_of_ann("farmini")
    assert line() == replace(before, inactive=True)
    assert len(leaderboard(arena, season)) == 2
    third = next_of_ann("finca", "farmini")
    after = line()
    assert (after.version, after.inactive, after.mu) == (3, False, before.mu)
    begun = inherited_standing(standing(arena, season, first), season.params)
    assert standing(arena, season, third) == begun
    play("ann")
    assert rerate(arena, season).equal


def test_season_file__carries_what_versions_began_from(
    arena: Arena,
    season: Season,
    enter: Enter,
    play: Play,
    bots: list[VersionInfo],
    tmp_path: Path,
    clock,
) -> None:
    """Also of a version that was retired before it played, and of late results."""
    play("ann", 2)
    late = play("bob", hold=True)
    enter("ann", "greedy")
    retire(arena, "ann")
    enter("ann", "search")
    for one in late:
        report(arena, one)
    play("ann", 2)
    export_season(arena, season, tmp_path / "season.jsonl", lambda: None)
    home = Home(tmp_path / "other")
    with Database.open(home) as db:
        other = Arena(home, db, clock)
        import_season(other, tmp_path / "season.jsonl", lambda: None)
        assert standings(other) == standings(arena)
        assert len(standings(other)) == 4


def standings(arena: Arena) -> list[tuple[object, ...]]:
    with arena.db.read() as session:
        return [
            (row.mu, row.sigma, row.matches, row.parent_id is None)
            for row, _ in session.exec(
                select(StandingRow, VersionRow.digest)
                .join(VersionRow, VersionRow.id == StandingRow.version_id)
                .order_by(VersionRow.bot_id, VersionRow.number)
            )
        ]
