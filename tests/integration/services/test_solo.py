"""Solo seasons: rounds of one seed, what counts in them, and when their replays are open."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult, SeatResult
from sqlmodel import col, select

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.seasons import Season
from ladder.domain.solo import SoloStanding
from ladder.domain.states import MAX_ABORTS, MatchState
from ladder.services.arena import Arena
from ladder.services.bots import bot_logs, show_bot
from ladder.services.matches import list_matches, replay_path, show_match
from ladder.services.report import ReportOutcome, report
from ladder.services.rerate import rerate
from ladder.services.schedule import recover
from ladder.services.season_overview import season_overviews
from ladder.services.seasons import all_seasons
from ladder.services.solo_leaderboard import SoloRow, solo_leaderboard
from ladder.services.submit import VersionInfo
from ladder.store.tables import BatchRow, SoloStandingRow, StandingRow
from ladder.worker.play import session_groups

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


def scored(score: int, cause: Cause = Cause.GAME_RULES) -> MatchResult:
    seat = SeatResult(1, score, cause, None if cause is Cause.GAME_RULES else 1)
    return MatchResult((seat,), decisions=40, turns=20, grade="farmer")


@pytest.fixture
def round_of(solo: Season, draw: Draw) -> Callable[..., dict[str, MatchOrder]]:
    """Take a new round: its orders by the label of the bot."""

    def _round(worker: str = "w1") -> dict[str, MatchOrder]:
        batch = draw(solo, worker=worker)
        assert batch is not None
        return {batch.entrants[order.seating[0]].label: order for order in batch.orders}

    return _round


@pytest.fixture
def board(arena: Arena, solo: Season) -> Callable[[], dict[str, SoloRow]]:
    return lambda: {f"{row.bot}@{row.version}": row for row in solo_leaderboard(arena, solo)}


def test_round__is_one_new_seed_once_for_every_active_version(
    solo: Season, enter: Enter, draw: Draw
) -> None:
    for name in ("ann", "bob", "cid"):
        enter(name)
    batch = draw(solo, blocks=2)
    assert batch is not None
    assert (batch.game, batch.time, batch.seats) == (solo.game, solo.time, 1)
    assert [entrant.label for entrant in batch.entrants] == ["ann@1", "bob@1", "cid@1"]
    assert [order.seating for order in batch.orders] == [(0,), (0,), (1,), (1,), (2,), (2,)]
    assert len({order.match_id for order in batch.orders}) == 6
    seeds = [order.seed for order in batch.orders]
    assert seeds[:2] == seeds[2:4] == seeds[4:]
    assert len(set(seeds)) == 2
    for group in session_groups(batch.orders):
        assert len({order.seed for order in group}) == len(group)
        assert len({order.seating for order in group}) == 1, "each bot is started for itself"
    later = draw(solo)
    assert later is not None
    assert {order.seed for order in later.orders}.isdisjoint(seeds)


def test_round__needs_two_bots(solo: Season, enter: Enter, draw: Draw) -> None:
    assert draw(solo) is None
    enter("ann")
    assert draw(solo) is None
    enter("bob")
    assert draw(solo) is not None


def test_round__counts_when_its_last_match_is_reported(
    arena: Arena, enter: Enter, round_of, told: Told, board
) -> None:
    for name in ("ann", "bob", "cid"):
        enter(name)
    orders = round_of()
    for label, score in (("ann@1", 80), ("bob@1", 60)):
        assert report(arena, told(orders[label], scored(score))) is ReportOutcome.APPLIED
    assert {row.rounds for row in board().values()} == {0}
    assert (board()["ann@1"].matches, board()["ann@1"].mean_score) == (1, 80)
    assert board()["ann@1"].lead is None

    last = told(orders["cid@1"], scored(70))
    assert report(arena, last) is ReportOutcome.APPLIED
    assert report(arena, last) is ReportOutcome.DUPLICATE
    assert {label: row.lead for label, row in board().items()} == {
        "ann@1": 10,
        "cid@1": 0,
        "bob@1": -10,
    }
    assert [row.rank for row in board().values()] == [1, 2, 3]
    with arena.db.read() as session:
        assert session.exec(select(StandingRow)).all() == []


def test_round__its_replays_and_logs_are_sealed_until_its_last_match_is_reported(
    arena: Arena, enter: Enter, round_of, told: Told
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    orders = round_of()
    first, last = orders["ann@1"], orders["bob@1"]
    report(arena, told(first, scored(80)))
    with pytest.raises(LadderError, match="is sealed until") as caught:
        replay_path(arena, first.match_id)
    assert caught.value.reason == "SEALED"
    assert (bot_logs(arena, "ann").logs, bot_logs(arena, "ann").sealed) == ((), 1)
    hidden = show_match(arena, first.match_id).round
    assert hidden is not None
    assert (hidden.bots, hidden.mean, hidden.lead) == (2, None, None)

    report(arena, told(last, scored(90)))
    assert replay_path(arena, first.match_id).is_file()
    assert len(bot_logs(arena, "ann").logs) == 1
    shown = show_match(arena, first.match_id).round
    assert shown is not None
    assert (shown.mean, shown.lead, shown.given_up) == (85, -5, False)


def test_fault__counts_with_the_score_that_the_substitute_reached(
    arena: Arena, solo: Season, enter: Enter, round_of, told: Told, board
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    orders = round_of()
    report(arena, told(orders["ann@1"], scored(30, Cause.TIMEOUT)))
    report(arena, told(orders["bob@1"], scored(50)))
    assert board()["ann@1"].lead == -10
    assert (board()["ann@1"].fault_share, board()["bob@1"].fault_share) == (1, 0)
    line = next(one for one in show_bot(arena, "ann").seasons if one.season == solo.name)
    assert (line.matches, line.faults, line.rating, line.wins) == (1, 1, None, None)
    assert line.solo is not None and line.solo.lead == -10


def test_called_off__is_played_again_with_its_seed(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, round_of, told: Told, aborted, board
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    orders = round_of()
    report(arena, told(orders["bob@1"], scored(50)))
    report(arena, told(orders["ann@1"], aborted(orders["ann@1"])))
    enter("late")
    again = draw(solo)
    assert again is not None
    (order,) = again.orders
    assert (order.match_id, order.seed) == (orders["ann@1"].match_id, orders["ann@1"].seed)
    assert (order.attempt, again.entrants[order.seating[0]].label) == (2, "ann@1")
    report(arena, told(order, scored(60)))
    assert {label: row.rounds for label, row in board().items()} == {
        "ann@1": 1,
        "bob@1": 1,
        "late@1": 0,
    }


def test_given_up__the_round_never_counts_and_is_open(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, round_of, told: Told, aborted, board
) -> None:
    for name in ("ann", "bob", "cid"):
        enter(name)
    orders = round_of()
    report(arena, told(orders["bob@1"], scored(50)))
    order = orders["ann@1"]
    for _ in range(MAX_ABORTS):
        report(arena, told(order, aborted(order)))
        batch = draw(solo)
        assert batch is not None
        order = batch.orders[0]
    assert show_match(arena, orders["ann@1"].match_id).line.state is MatchState.VOID
    report(arena, told(orders["cid@1"], scored(70)))
    assert {row.rounds for row in board().values()} == {0}
    assert board()["cid@1"].mean_score == 70
    assert replay_path(arena, orders["bob@1"].match_id).is_file()
    found = show_match(arena, orders["bob@1"].match_id).round
    assert found is not None and found.given_up and found.lead is None
    assert rerate(arena, solo).equal


def test_new_version__starts_anew_and_the_old_round_is_played_out(
    arena: Arena, enter: Enter, round_of, told: Told, board
) -> None:
    enter("ann")
    enter("bob", "random")
    first = round_of()
    enter("bob", "greedy")
    second = round_of()
    assert set(second) == {"ann@1", "bob@2"}
    for order, score in ((first["ann@1"], 80), (first["bob@1"], 60)):
        report(arena, told(order, scored(score)))
    assert set(board()) == {"ann@1", "bob@2"}
    assert (board()["ann@1"].rounds, board()["bob@2"].rounds) == (1, 0)
    assert board()["bob@2"].rank == 2
    report(arena, told(second["bob@2"], scored(50)))
    report(arena, told(second["ann@1"], scored(40)))
    assert (board()["ann@1"].lead, board()["bob@2"].lead) == (2.5, 5)
    assert list(board()) == ["bob@2", "ann@1"]


def test_recover__a_round_goes_on_where_it_was(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, round_of, told: Told, board
) -> None:
    for name in ("ann", "bob", "cid"):
        enter(name)
    orders = round_of()
    report(arena, told(orders["bob@1"], scored(50)))
    assert recover(arena, "w1") == 2
    again = draw(solo)
    assert again is not None
    assert {order.match_id for order in again.orders} == {
        orders["ann@1"].match_id,
        orders["cid@1"].match_id,
    }
    assert {order.seed for order in again.orders} == {orders["bob@1"].seed}
    assert report(arena, told(orders["ann@1"], scored(1))) is ReportOutcome.SUPERSEDED
    for order in again.orders:
        report(arena, told(order, scored(50)))
    assert {row.lead for row in board().values()} == {0}


@pytest.fixture
def played(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, told: Told
) -> dict[str, list[float]]:
    """Rounds with faults, reported in a mixed order; a bot comes late. The leads of each bot."""
    rng = random.Random("a solo log")
    labels: dict[str, str] = {}
    batches = []
    for number in range(3):
        enter(f"bot-{number}")
    for turn in range(8):
        if turn == 4:
            enter("late")
        batch = draw(solo, blocks=2)
        assert batch is not None
        labels |= {o.match_id: batch.entrants[o.seating[0]].label for o in batch.orders}
        batches.append(batch)
    orders = [order for batch in batches for order in batch.orders]
    rng.shuffle(orders)
    scores: dict[bytes, dict[str, int]] = {}
    for order in orders:
        cause = Cause.CRASH if rng.random() < 0.1 else Cause.GAME_RULES
        result = scored(rng.randint(20, 90), cause)
        scores.setdefault(order.seed, {})[labels[order.match_id]] = result.seats[0].score
        report(arena, told(order, result))
    leads: dict[str, list[float]] = {}
    for found in scores.values():
        for label, score in found.items():
            leads.setdefault(label, []).append(score - sum(found.values()) / len(found))
    return leads


def test_leaderboard__ranks_by_the_mean_lead_with_its_interval(
    played: dict[str, list[float]], board
) -> None:
    rows = board()
    assert {label: row.rounds for label, row in rows.items()} == {
        label: len(own) for label, own in played.items()
    }
    assert rows["late@1"].rounds == 8
    for label, own in played.items():
        assert rows[label].lead == pytest.approx(sum(own) / len(own))
        assert rows[label].lead_low < rows[label].lead < rows[label].lead_high
    assert [row.lead for row in rows.values()] == sorted(
        (row.lead for row in rows.values()), reverse=True
    )
    assert (rows["late@1"].provisional, rows["bot-0@1"].provisional) == (True, False)


def test_leaderboard__before_any_round_all_share_the_first_rank(enter: Enter, board) -> None:
    for name in ("bob", "Ann"):
        enter(name)
    assert [(label, row.rank) for label, row in board().items()] == [("Ann@1", 1), ("bob@1", 1)]
    assert {row.lead for row in board().values()} == {None}


def test_rerate__equals_the_online_table(
    arena: Arena, solo: Season, played: dict[str, list[float]]
) -> None:
    check = rerate(arena, solo)
    assert check.equal
    assert (check.matches, check.versions) == (sum(map(len, played.values())), 4)


def test_rerate__finds_a_changed_last_bit_and_writes_it_right(
    arena: Arena, solo: Season, played: dict[str, list[float]]
) -> None:
    with arena.db.write() as session:
        row = session.exec(
            select(SoloStandingRow).order_by(col(SoloStandingRow.version_id))
        ).first()
        assert row is not None
        right = row.lead
        row.lead = right * (1 + 2**-52)
        session.add(row)
    check = rerate(arena, solo, write=True)
    assert [difference.where for difference in check.differences] == ["bot-0@1"]
    computed = check.differences[0].computed
    assert isinstance(computed, SoloStanding) and computed.lead == right
    assert rerate(arena, solo).equal


def test_seasons__take_turns_and_what_is_left_over_comes_first(
    arena: Arena, enter: Enter, draw: Draw
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    seasons = all_seasons(arena)
    for _ in range(3 * len(seasons)):
        assert draw(*seasons) is not None
    with arena.db.read() as session:
        drawn = list(session.exec(select(BatchRow.season_id).order_by(col(BatchRow.id))).all())
    turns = [drawn[start : start + len(seasons)] for start in range(0, len(drawn), len(seasons))]
    assert turns == [[season.id for season in seasons]] * 3

    recover(arena)
    last = draw(seasons[-1])
    assert last is not None and {order.attempt for order in last.orders} == {2}
    again = draw(*seasons)
    assert again is not None and (again.game, again.seats) == (seasons[0].game, 2)
    assert {order.attempt for order in again.orders} == {2}


def test_seasons__with_too_few_bots_are_passed_over(
    arena: Arena, solo: Season, enter: Enter, draw: Draw
) -> None:
    enter("ann")
    assert draw(*all_seasons(arena)) is None
    assert not any(one.playable for one in season_overviews(arena))
    enter("bob")
    assert all(one.playable for one in season_overviews(arena))
    assert {match.season for match in list_matches(arena, season=solo.name)} == set()
    draw(solo)
    assert {match.season for match in list_matches(arena, season=solo.name)} == {solo.name}
