"""Pairing in a ladder of many bots: a part of the pool is looked at, and line-ups drawn ahead."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services import ahead as ahead_module
from ladder.services import pool as pool_module
from ladder.services.activity import retire
from ladder.services.ahead import Ahead, drawn_at_once
from ladder.services.arena import Arena
from ladder.services.line_ups import spoilt_among
from ladder.services.pool import met_lately, pool_of, with_active_version
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import VersionInfo

Enter = Callable[..., VersionInfo]


def test_pool__of_many_are_those_that_would_play_next(
    arena: Arena,
    season: Season,
    enter: Enter,
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(8):
        enter(f"bot{number}")
    for _ in range(7):
        batch = draw()
        assert batch is not None
        for order in batch.orders:
            report(arena, told(order))
    with arena.db.read() as session:
        whole = pool_of(session, season)
        monkeypatch.setattr(pool_module, "LOOKED_AT", 3)
        monkeypatch.setattr(pool_module, "_WAITING", 2)
        part = pool_of(session, season)
        without = pool_of(session, season, {part[0].key})
    assert [bot.key for bot in whole] == sorted(bot.key for bot in whole)
    assert len(whole) == 8 and all(bot in whole for bot in part)
    fewest = sorted(whole, key=lambda bot: (bot.total, bot.last, bot.key))[:3]
    longest = sorted(whole, key=lambda bot: (bot.last, bot.total, bot.key))[:2]
    assert {bot.key for bot in part} == {bot.key for bot in [*fewest, *longest]}
    assert part[0].key not in {bot.key for bot in without}
    assert all(sum(bot.matches.values()) == bot.total for bot in whole)
    assert any(bot.rating.mu != season.params.mu for bot in whole)


def test_ahead__line_ups_come_in_their_order_and_only_for_what_they_were_drawn(
    season: Season,
) -> None:
    ahead = Ahead()
    assert ahead.take(season, 1) is None
    ahead.keep(season, 1, [(1, 2), (3, 4)])
    assert ahead.take(season, 2) is None
    assert ahead.take(replace(season, weight=2), 1) is None
    assert [ahead.take(season, 1) for _ in range(3)] == [(1, 2), (3, 4), None]


def test_ahead__grows_with_the_bots() -> None:
    assert [drawn_at_once(bots) for bots in (0, 2, 399, 400, 1_000)] == [1, 1, 1, 20, 50]


def test_ahead__who_left_meanwhile_is_not_played(
    arena: Arena, season: Season, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was drawn ahead is looked at again before it is played."""
    monkeypatch.setattr(ahead_module, "_FEWEST_BOTS", 2)
    monkeypatch.setattr(ahead_module, "_BOTS_OF_EACH", 1)
    for number in range(6):
        enter(f"bot{number}")
    ahead, rng = Ahead(), random.Random(3)

    def labels() -> set[str]:
        batch = next_batch(arena, [season], worker="w", rng=rng, max_blocks=1, ahead=ahead)
        assert batch is not None
        return {entrant.label for entrant in batch.entrants}

    labels()
    kept = ahead.take(season, 1)
    assert kept is not None
    retire(arena, "bot0")
    for _ in range(12):
        assert "bot0@1" not in labels()


def test_met_lately__are_the_met_lately_of_the_season(
    arena: Arena, season: Season, enter: Enter, draw: Callable[..., Batch | None]
) -> None:
    versions = {enter(name).id for name in ("ann", "bob", "cid", "dan")}
    line_ups = []
    for _ in range(6):
        batch = draw()
        assert batch is not None
        line_ups.append([int(entrant.key) for entrant in batch.entrants])
    other = season_named(arena, "farmini")
    with arena.db.read() as session:
        for version in versions:
            mine = [line_up for line_up in reversed(line_ups) if version in line_up]
            met = [(key, len(line_up)) for line_up in mine for key in line_up if key != version]
            for most in (100, 3):
                expected = Counter[int]()
                for key, seats in met[:most]:
                    expected[key] += 2 * seats
                assert met_lately(session, season, version, most, blocks=2) == expected
            assert met_lately(session, other, version, 3, blocks=2) == {}


def test_lists__of_whom_to_leave_out_may_be_of_any_length(
    arena: Arena, season: Season, enter: Callable[..., VersionInfo]
) -> None:
    """SQLite takes so many variables and no more; everybody may be away at once."""
    bots = {enter(name).id for name in ("ann", "bob", "cid")}
    others = set(range(10**6, 10**6 + 300_000))
    with arena.db.read() as session:
        assert {bot.key for bot in pool_of(session, season)} == bots
        assert {bot.key for bot in pool_of(session, season, others)} == bots
        assert pool_of(session, season, others | bots) == []
        assert spoilt_among(session, arena.home, [*others, *bots]) == set()
        assert len(with_active_version(session, others)) == 0
