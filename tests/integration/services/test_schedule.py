"""Batches: made, given out, taken back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from sqlmodel import select

from ladder.domain.batch import Batch, Report, ShippedBot
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.line_ups import spoilt_bots
from ladder.services.report import ReportOutcome, report
from ladder.services.requests import request_match
from ladder.services.schedule import next_batch, recover
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.tables import BlockRow, FormatCountRow, MatchRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


def states(arena: Arena) -> Counter[str]:
    with arena.db.read() as session:
        return Counter(session.exec(select(MatchRow.state)).all())


def test_next_batch__needs_two_active_bots(arena: Arena, enter: Enter, draw: Draw) -> None:
    assert draw() is None
    enter("ann")
    waiting = submit(arena, ShippedBot("greedy"), name="bob")
    assert draw() is None
    set_checked(arena, waiting.id, False, "it crashed")
    assert draw() is None
    enter("cid")
    assert draw() is not None


def test_next_batch__without_strangers_runs_none(
    arena: Arena, season: Season, solo: Season, enter: Enter, tmp_path: Path
) -> None:
    """Pitfall 11: not what was submitted while it ran, and not what somebody asks for either."""
    for name in ("ann", "bob"):
        enter(name)
    folder = tmp_path / "cid"
    folder.mkdir()
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "siurell.toml").write_text(f'name = "cid"\ngames = ["finca", "{solo.game}"]\n')
    set_checked(arena, submit(arena, folder).id, True, "fine")
    request_match(arena, "finca", ["ann", "cid"])

    def take(*, strangers: bool) -> list[str]:
        drawn = []
        for one in (season, solo, season, solo):
            batch = next_batch(
                arena,
                [one],
                worker="w1",
                rng=random.Random(len(drawn)),
                max_blocks=1,
                strangers=strangers,
            )
            assert batch is not None
            drawn += [entrant.label for entrant in batch.entrants]
        return drawn

    assert set(take(strangers=False)) == {"ann@1", "bob@1"}
    assert "cid@1" in take(strangers=True)


def test_next_batch__holds_whole_blocks_in_playing_order(
    season: Season, enter: Enter, draw: Draw
) -> None:
    versions = {str(enter(name).id): name for name in ("ann", "bob")}
    batch = draw(blocks=3)
    assert batch is not None
    assert (batch.game, batch.time, batch.named) == ("finca", season.time, False)
    assert {entrant.key for entrant in batch.entrants} == versions.keys()
    assert {entrant.label for entrant in batch.entrants} == {"ann@1", "bob@1"}
    assert all(entrant.source == ShippedBot("random") for entrant in batch.entrants)
    assert [order.rotation for order in batch.orders] == [0, 0, 0, 1, 1, 1]
    assert [order.seating for order in batch.orders] == [(0, 1)] * 3 + [(1, 0)] * 3
    seeds = [order.seed for order in batch.orders]
    assert seeds[:3] == seeds[3:]
    assert len(set(seeds)) == 3 and all(len(seed) == 32 for seed in seeds)
    assert len({order.match_id for order in batch.orders}) == 6


def test_next_batch__counts_what_is_in_flight(enter: Enter, draw: Draw) -> None:
    """With nothing reported, six batches are led by six bots."""
    for number in range(6):
        enter(f"bot-{number}")
    drawn = [draw() for _ in range(6)]
    met = {entrant.key for batch in drawn if batch is not None for entrant in batch.entrants}
    assert len(met) == 6
    assert len({batch.batch_id for batch in drawn if batch is not None}) == 6


def test_next_batch__never_gives_a_match_out_twice_and_never_a_seed(
    arena: Arena, enter: Enter, draw: Draw
) -> None:
    for number in range(4):
        enter(f"bot-{number}")
    orders = [order for _ in range(12) for order in (draw(worker="a") or draw()).orders]  # type: ignore[union-attr]
    assert len({order.match_id for order in orders}) == len(orders)
    with arena.db.read() as session:
        seeds = session.exec(select(BlockRow.seed)).all()
    assert len(set(seeds)) == len(seeds) == 12


def test_recover__queues_again_with_the_old_seed_and_a_new_attempt(
    arena: Arena, enter: Enter, draw: Draw, told: Told
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw(blocks=2)
    assert batch is not None
    report(arena, told(batch.orders[0]))
    assert recover(arena, "somebody else") == 0
    assert recover(arena, "w1") == 3
    assert states(arena) == {"queued": 3, "reported": 1}

    again = draw()
    assert again is not None
    assert again.batch_id != batch.batch_id
    assert again.entrants == batch.entrants
    assert [(o.match_id, o.seed, o.seating) for o in again.orders] == [
        (o.match_id, o.seed, o.seating) for o in batch.orders[1:]
    ]
    assert {order.attempt for order in again.orders} == {2}
    assert recover(arena) == 3


def test_next_batch__plays_what_is_left_over_before_anything_new(
    arena: Arena, enter: Enter, draw: Draw
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    first, second = draw(worker="a"), draw(worker="b")
    assert first is not None and second is not None
    recover(arena)
    again = [draw(), draw()]
    assert [{o.match_id for o in b.orders} for b in again if b is not None] == [
        {o.match_id for o in first.orders},
        {o.match_id for o in second.orders},
    ]


def test_lease__that_ended_gives_the_matches_to_the_next_worker(
    arena: Arena,
    enter: Enter,
    draw: Draw,
    told: Told,
    clock: Callable[[], object],
) -> None:
    """F13: the job of deadlines, by a clock that is moved."""
    for name in ("ann", "bob"):
        enter(name)
    batch = draw(worker="slow")
    assert batch is not None
    clock.move(hours=2)  # type: ignore[attr-defined]
    again = draw(worker="quick")
    assert again is not None
    assert [order.match_id for order in again.orders] == [o.match_id for o in batch.orders]
    assert report(arena, told(batch.orders[0])) is ReportOutcome.SUPERSEDED
    assert report(arena, told(again.orders[0])) is ReportOutcome.APPLIED


def test_mix__is_equal_for_every_bot(arena: Arena, enter: Enter, draw: Draw) -> None:
    """R05."""
    for number in range(5):
        enter(f"bot-{number}")
    for _ in range(60):
        assert draw() is not None
    with arena.db.read() as session:
        rows = session.exec(select(FormatCountRow)).all()
    totals: Counter[int] = Counter()
    for row in rows:
        totals[row.version_id] += row.matches
    assert len(totals) == 5
    assert max(totals.values()) - min(totals.values()) <= 8
    assert {row.seats for row in rows} == {2, 3, 4}


def test_new_version__takes_the_place_of_the_old_one_in_pairing(enter: Enter, draw: Draw) -> None:
    enter("ann")
    old, new = enter("bob", "random"), enter("bob", "greedy")
    assert (old.number, new.number) == (1, 2)
    batch = draw()
    assert batch is not None
    assert {entrant.label for entrant in batch.entrants} == {"ann@1", "bob@2"}


def test_next_batch__leaves_out_bots_whose_content_was_changed(
    arena: Arena, season: Season, enter: Enter, draw: Draw, tmp_path: Path
) -> None:
    enter("ann")
    enter("bob")
    folder = tmp_path / "cid"
    folder.mkdir()
    (folder / "siurell.toml").write_text('name = "cid"\ngames = ["finca"]\n')
    (folder / "bot.py").write_text("print()")
    cid = set_checked(arena, submit(arena, folder).id, True, "")
    drawn = [batch.entrants for _ in range(4) if (batch := draw()) is not None]
    assert any(entrant.label == "cid@1" for entrants in drawn for entrant in entrants)
    (arena.home.versions / cid.digest / "bot.py").write_text("print(1)")
    assert spoilt_bots(arena) == ["cid@1"]
    for _ in range(4):
        batch = draw()
        assert batch is not None
        assert {entrant.label for entrant in batch.entrants} == {"ann@1", "bob@1"}
    submit(arena, folder)
    assert spoilt_bots(arena) == []
