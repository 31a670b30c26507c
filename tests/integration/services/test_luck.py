"""What common seeds and rotations buy, from the log of a season."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import Batch, OnlineBot, RemoteBot, Report
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.luck import luck_in
from ladder.services.presence import set_presence
from ladder.services.remote import register_remote
from ladder.services.report import report
from ladder.services.submit import VersionInfo

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]


@pytest.fixture
def play(arena: Arena, draw: Draw, told: Told, result_of: ResultOf) -> Callable[..., None]:
    """Play a batch of two. ``by_seat``: the first seat wins, whoever sits there; else anybody."""
    rng = random.Random(7)

    def _play(blocks: int, *, by_seat: bool) -> None:
        batch = draw(blocks=blocks)
        assert batch is not None
        for order in batch.orders:
            first_wins = True if by_seat else rng.random() < 0.5
            report(arena, told(order, result_of((1, 2) if first_wins else (2, 1))))

    return _play


def test_luck__that_the_seat_decides_falls_out_of_a_block(
    arena: Arena, season: Season, enter: Enter, play: Callable[..., None]
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    play(20, by_seat=True)
    found = luck_in(arena, season)
    (two,) = found.formats
    assert (two.seats, two.blocks, found.left_out) == (2, 20, 0)
    assert two.luck is not None and two.luck.blocks == 20
    assert two.luck.block_variance == 0 and two.luck.ratio == 0
    assert two.luck.match_variance == pytest.approx(0.25, abs=0.02)


def test_luck__of_unrelated_matches_is_not_less_in_a_block(
    arena: Arena, season: Season, enter: Enter, play: Callable[..., None]
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    for _ in range(2):
        play(30, by_seat=False)
    luck = luck_in(arena, season).formats[0].luck
    assert luck is not None and luck.interval is not None
    low, high = luck.interval
    assert low < 1 < high and 0.5 < luck.ratio < 1.6


def test_luck__counts_whole_blocks_of_hosted_bots_alone(
    arena: Arena, season: Season, enter: Enter, draw: Draw, told: Told
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw(blocks=3)
    assert batch is not None
    for order in batch.orders[:-1]:
        report(arena, told(order))
    assert luck_in(arena, season).formats[0].blocks == 2


def test_luck__leaves_out_blocks_with_remote_bots(
    arena: Arena, season: Season, enter: Enter, draw: Draw, told: Told
) -> None:
    """Each of their matches has a seed of its own."""
    enter("ann")
    remote = register_remote(arena, "mine", ["finca"]).version
    assert isinstance(remote.source, RemoteBot)
    set_presence(arena, "w1", {remote.source.bot_id: OnlineBot(1, "r1")})
    batch = draw()
    assert batch is not None
    for order in batch.orders:
        report(arena, told(order))
    found = luck_in(arena, season)
    assert (found.formats, found.left_out) == ((), 1)


def test_luck__before_the_first_block(arena: Arena, season: Season, solo: Season) -> None:
    for one in (season, solo):
        found = luck_in(arena, one)
        assert (found.formats, found.rounds, found.ratio) == ((), 0, None)


@pytest.mark.parametrize(("own", "low", "high"), [(0, 0.0, 1e-9), (40, 0.4, 1.6)])
def test_luck__of_a_solo_season_is_what_the_seed_gave_both(
    arena: Arena,
    solo: Season,
    enter: Enter,
    draw: Draw,
    told: Told,
    own: int,
    low: float,
    high: float,
) -> None:
    """Where the seed decides all the difference never varies; where it does nothing, as much."""
    for name in ("ann", "bob"):
        enter(name)
    rng = random.Random(5)
    batch = draw(solo, blocks=25)
    assert batch is not None
    seeds = {order.seed: rng.randint(20, 90) for order in batch.orders}
    for order in batch.orders:
        score = (seeds[order.seed] if own == 0 else 50) + rng.randint(-own, own)
        seat = SeatResult(1, score, Cause.GAME_RULES)
        report(arena, told(order, MatchResult((seat,), 40, 20, grade="farmer")))
    found = luck_in(arena, solo)
    assert (found.rounds, found.pairs) == (25, 1)
    assert found.ratio is not None and low <= found.ratio <= high
