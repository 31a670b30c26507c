"""Unrated matches: played at once, kept like any other, and nothing hangs on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from siurell.errors import LadderError, SiurellError
from siurell.match.result import Cause, MatchResult, SeatResult
from sqlmodel import select

from ladder.domain.access import Actor, Role
from ladder.domain.batch import Batch, OnlineBot, RemoteBot, Report, ShippedBot
from ladder.domain.presence import MOST_MISSED
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.arena import Arena, open_arena
from ladder.services.bots import bot_logs, show_bot
from ladder.services.finding import find_owner
from ladder.services.leaderboard import leaderboard
from ladder.services.luck import luck_in
from ladder.services.matches import list_matches, replay_path, show_match
from ladder.services.order_free import read_log
from ladder.services.owners import add_owner
from ladder.services.pool import pool_of
from ladder.services.presence import set_presence
from ladder.services.remote import register_remote
from ladder.services.report import ReportOutcome, report
from ladder.services.requests import (
    MOST_BLOCKS,
    RequestedMatches,
    request_match,
    requested_lines,
    stranger_to_play,
)
from ladder.services.rerate import rerate
from ladder.services.season_detail import season_detail
from ladder.services.season_files_export import export_season, matches_of
from ladder.services.season_files_import import import_season
from ladder.services.season_overview import season_overviews
from ladder.services.seasons import season_named
from ladder.services.solo_leaderboard import solo_leaderboard
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.services.suspensions import open_suspensions
from ladder.store.home import Home
from ladder.store.tables import BatchRow, FormatCountRow, SeasonRow, SoloStandingRow, StandingRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]


@pytest.fixture
def ask(arena: Arena, enter: Enter) -> Callable[..., RequestedMatches]:
    """Ask for a match of ann and bob."""
    for name in ("ann", "bob"):
        enter(name)
    return lambda **named: request_match(arena, "finca", ["ann", "bob"], **named)


Ask = Callable[..., RequestedMatches]


def take(draw: Draw, *seasons: Season) -> Batch:
    batch = draw(*seasons)
    assert batch is not None
    return batch


def ids(batch: Batch) -> list[str]:
    return [order.match_id for order in batch.orders]


def state_of(arena: Arena, season: Season) -> list[object]:
    """All that ranks, pairs and judges in a season."""
    with arena.db.read() as session:
        rows = [
            sorted(repr(row) for row in session.exec(select(table)).all())
            for table in (SeasonRow, StandingRow, SoloStandingRow, FormatCountRow)
        ]
        pool = pool_of(session, season)
    fit = [] if season.solo else read_log(arena, season)
    detail = season_detail(arena, season.name)
    return [rows, pool, fit, detail, luck_in(arena, season), rerate(arena, season).matches]


def test_request__is_played_before_all_else_and_whole(arena: Arena, ask: Ask, draw: Draw) -> None:
    """R23: what is asked for is not held up by a queue of rated matches."""
    waiting = take(draw)  # a worker has that; another one gets the request
    assert {line.state for line in requested_lines(arena, ids(waiting))} == {MatchState.RUNNING}
    asked = ask()
    assert (asked.season, asked.bots, asked.blocks) == ("finca", ("ann@1", "bob@1"), 1)
    batch = draw(worker="w2")
    assert batch is not None and not batch.rated and waiting.rated
    assert sorted(ids(batch)) == sorted(asked.matches)
    assert {order.seating for order in batch.orders} == {(0, 1), (1, 0)}
    assert len({order.seed for order in batch.orders}) == 1
    assert {order.seed for order in batch.orders}.isdisjoint({one.seed for one in waiting.orders})
    assert [entrant.label for entrant in batch.entrants] == ["ann@1", "bob@1"]
    assert not batch.named


def test_request__goes_before_what_was_taken_back(
    arena: Arena, ask: Ask, draw: Draw, told: Told, aborted: Callable[..., MatchResult]
) -> None:
    for order in take(draw).orders:
        report(arena, told(order, aborted(order)))
    ask()
    assert not take(draw).rated
    assert take(draw).rated


def test_request__is_played_by_a_worker_of_other_seasons(
    ask: Ask, draw: Draw, solo: Season
) -> None:
    asked = ask()
    assert set(ids(take(draw, solo))) == set(asked.matches)


def test_unrated__changes_nothing_that_ranks_pairs_or_judges(
    arena: Arena, season: Season, ask: Ask, draw: Draw, told: Told, result_of: ResultOf
) -> None:
    """Standings, counts for pairing, waiting, luck, totals, suspensions: all as they were."""
    for order in take(draw).orders:
        report(arena, told(order))
    before = state_of(arena, season)
    board, causes = leaderboard(arena, season), show_bot(arena, "ann").causes
    overview = next(one for one in season_overviews(arena) if one.season.id == season.id)

    ask(blocks=MOST_BLOCKS)
    assert state_of(arena, season) == before
    orders = take(draw).orders
    assert len(orders) == 2 * MOST_BLOCKS
    for order in orders:
        outcome = report(
            arena, told(order, result_of((1, 2), {0: Cause.TIMEOUT, 1: Cause.TIMEOUT}))
        )
        assert outcome is ReportOutcome.APPLIED

    assert state_of(arena, season) == before
    assert leaderboard(arena, season) == board
    assert show_bot(arena, "ann").causes == causes
    assert open_suspensions(arena) == []
    after = next(one for one in season_overviews(arena) if one.season.id == season.id)
    assert after.matches == overview.matches == matches_of(arena, season)
    assert rerate(arena, season).equal


def test_unrated__faults_do_not_count_when_rated_ones_do(
    arena: Arena, season: Season, ask: Ask, draw: Draw, told: Told, result_of: ResultOf
) -> None:
    """R07: suspended is who fails in rated matches; good unrated ones do not whitewash either."""
    rule = season.suspension
    ask(blocks=MOST_BLOCKS)
    for order in take(draw).orders:
        report(arena, told(order, result_of((1, 2))))
    while not open_suspensions(arena):
        batch = take(draw)
        for order in batch.orders:
            labels = [batch.entrants[place].label for place in order.seating]
            ann = labels.index("ann@1")
            places = (2, 1) if ann == 0 else (1, 2)
            report(arena, told(order, result_of(places, {ann: Cause.TIMEOUT})))
    (suspension,) = open_suspensions(arena)
    assert suspension.faults == suspension.matches == rule.fewest


def test_unrated__is_kept_and_marked_like_any_other(
    arena: Arena, ask: Ask, draw: Draw, told: Told
) -> None:
    asked = ask()
    for order in take(draw).orders:
        report(arena, told(order))
    for line in requested_lines(arena, asked.matches):
        assert line.over and not line.rated and not line.sealed
        assert all(seat.before is None and seat.after is None for seat in line.seats)
        assert [seat.placement for seat in line.seats] == [1, 2]
        assert replay_path(arena, line.match_id).read_bytes()
        detail = show_match(arena, line.match_id)
        assert (detail.line, detail.digest, detail.report_no is None) == (line, "d" * 64, False)
    assert len(bot_logs(arena, "ann").logs) == 2
    for order in take(draw).orders:
        report(arena, told(order))
    assert {one.match_id for one in list_matches(arena, rated=False)} == set(asked.matches)
    assert {one.match_id for one in list_matches(arena, rated=True)}.isdisjoint(asked.matches)
    assert len(list_matches(arena)) == 4


def test_unrated__is_sealed_until_its_block_is_over(
    arena: Arena, ask: Ask, draw: Draw, told: Told
) -> None:
    """H05: the seed is not out while it is still to be played."""
    asked = ask()
    first, second = take(draw).orders
    report(arena, told(first))
    with pytest.raises(LadderError, match="sealed") as caught:
        replay_path(arena, first.match_id)
    assert caught.value.reason == "SEALED"
    assert [line.sealed for line in requested_lines(arena, asked.matches)] == [True, True]
    report(arena, told(second))
    assert replay_path(arena, first.match_id).is_file()


def test_unrated__called_off_for_good_gives_nobody_a_match_back(
    arena: Arena,
    season: Season,
    ask: Ask,
    draw: Draw,
    told: Told,
    aborted: Callable[..., MatchResult],
) -> None:
    for order in take(draw).orders:
        report(arena, told(order))
    before = state_of(arena, season)
    asked = ask()
    while any(not line.over for line in requested_lines(arena, asked.matches)):
        for order in take(draw).orders:
            report(arena, told(order, aborted(order)))
    assert {line.state for line in requested_lines(arena, asked.matches)} == {MatchState.VOID}
    assert state_of(arena, season) == before


def test_unrated__is_not_in_the_file_of_its_season(
    arena: Arena, season: Season, ask: Ask, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """R16: what is imported gives the same table, bit for bit."""
    for turn in range(6):
        if turn % 2:
            ask()
        for order in take(draw).orders:
            report(arena, told(order))
    ask()  # one that is still to be played
    written = export_season(arena, season, tmp_path / "season.jsonl", lambda: None)
    assert (written.matches, written.unfinished) == (matches_of(arena, season), 0)
    assert written.matches == rerate(arena, season).matches

    with open_arena(Home(tmp_path / "other").create()) as other:
        for name in ("cat", "dog"):
            set_checked(other, submit(other, ShippedBot("random"), name=name).id, True, "fine")
        request_match(other, "finca", ["cat", "dog"])
        import_season(other, tmp_path / "season.jsonl", lambda: None)
        mine = {row.bot: row for row in leaderboard(arena, season)}
        theirs = {row.bot: row for row in leaderboard(other, season) if row.bot in mine}
        same = ("mu", "sigma", "matches", "win_share", "fault_share")
        assert mine.keys() == theirs.keys()
        for bot, row in mine.items():
            assert [getattr(row, name) for name in same] == [
                getattr(theirs[bot], name) for name in same
            ]
        assert list_matches(other, rated=False) != []


def test_unrated__before_an_import_is_no_report_of_the_season(
    arena: Arena, season: Season, ask: Ask, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """A season without a rated match goes where one was tried out, and other seasons play on."""
    written = export_season(arena, season, tmp_path / "season.jsonl", lambda: None)
    assert written.matches == 0
    ask()
    for order in take(draw).orders:
        report(arena, told(order))
    other = season_named(arena, "farmini")
    for order in take(draw, other).orders:
        report(arena, told(order))
    imported = import_season(arena, tmp_path / "season.jsonl", lambda: None)
    assert (imported.season, imported.matches) == ("finca", 0)
    assert len(list_matches(arena, rated=False)) == 2


def test_unrated__alone_is_in_no_round(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, told: Told
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    for order in take(draw, solo).orders:
        report(arena, told(order, MatchResult((SeatResult(1, 50, Cause.GAME_RULES),), 40, 20)))
    before, board = state_of(arena, solo), solo_leaderboard(arena, solo)
    asked = request_match(arena, solo.game, ["ann"])
    assert (asked.season, len(asked.matches)) == (solo.name, 1)
    both = request_match(arena, solo.game, ["ann", "bob"], season=solo.name, blocks=3)
    assert len(both.matches) == 6
    for _ in range(2):
        for order in take(draw, solo).orders:
            report(arena, told(order, MatchResult((SeatResult(1, 99, Cause.GAME_RULES),), 40, 20)))
    assert {line.over for line in requested_lines(arena, both.matches)} == {True}
    assert (state_of(arena, solo), solo_leaderboard(arena, solo)) == (before, board)
    assert rerate(arena, solo).equal


def as_owner(arena: Arena, name: str) -> Arena:
    """The arena as somebody with a token acts on it."""
    add_owner(arena, name)
    with arena.db.read() as session:
        owner = find_owner(session, name)
        return replace(arena, actor=Actor(name, Role.AUTHOR, owner.id))


def refused(arena: Arena, bots: list[str], game: str = "finca", **named: object) -> str:
    with pytest.raises(SiurellError) as caught:
        request_match(arena, game, bots, **named)  # type: ignore[arg-type]
    return f"{caught.value.reason}: {caught.value}"


def test_request__of_who_cannot_meet_is_refused(arena: Arena, enter: Enter) -> None:
    for name in ("ann", "bob", "cat", "dog", "eve"):
        enter(name)
    assert refused(arena, ["ann", "nobody"]).startswith("UNKNOWN_BOT")
    assert refused(arena, ["ann", "bob@7"]).startswith("UNKNOWN_VERSION: bob has no version 7")
    assert refused(arena, ["ann", "bob@²"]).startswith("UNKNOWN_VERSION")
    assert refused(arena, ["ann", "ann@1"]).startswith("BAD_LINE_UP: ann@1 was named twice")
    five = refused(arena, ["ann", "bob", "cat", "dog", "eve"])
    assert five.startswith("BAD_LINE_UP: On finca a match is of 2, 3, 4 bots, and 5 were named")
    assert refused(arena, ["ann"]).startswith("BAD_LINE_UP")
    assert refused(arena, ["ann", "bob"], season="farmini").startswith("OTHER_GAME")
    assert refused(arena, ["ann", "bob"], season="nothing").startswith("UNKNOWN_SEASON")
    assert refused(arena, ["ann", "bob"], game="chess").startswith("UNKNOWN_GAME")
    for blocks in (0, MOST_BLOCKS + 1):
        assert refused(arena, ["ann", "bob"], blocks=blocks).startswith("BAD_BLOCKS")
    with arena.db.read() as session:
        assert session.exec(select(BatchRow)).all() == []


def test_request__of_what_was_not_checked_is_refused(arena: Arena, enter: Enter) -> None:
    enter("ann")
    version = submit(arena, ShippedBot("random"), name="bob")
    assert refused(arena, ["ann", "bob"]).startswith("UNKNOWN_VERSION: bob has no version that")
    assert refused(arena, ["ann", "bob@1"]).startswith("VERSION_NOT_CHECKED: bob@1 has not been")
    set_checked(arena, version.id, False, "it does not start")
    assert refused(arena, ["ann", "bob@1"]).startswith("VERSION_NOT_CHECKED: bob@1 failed")


def test_request__of_a_replaced_version_is_for_its_owner(arena: Arena, enter: Enter) -> None:
    enter("ann")
    enter("bob")
    enter("bob", "greedy")
    asked = request_match(arena, "finca", ["bob@1", "bob"])
    assert asked.bots == ("bob@1", "bob@2")
    stranger = as_owner(arena, "mia")
    assert refused(stranger, ["ann", "bob@1"]).startswith("NOT_YOURS")
    assert request_match(stranger, "finca", ["ann", "bob"]).bots == ("ann@1", "bob@2")


def test_request__counts_against_the_quota_of_who_asks(
    arena: Arena, season: Season, ask: Ask, clock: Callable[..., object]
) -> None:
    """Each match counts, for a day; the folder's own user has no limit."""
    mia = as_owner(arena, "mia")
    request_match(mia, "finca", ["ann", "bob"], blocks=24)
    assert refused(mia, ["ann", "bob"], blocks=2).startswith("QUOTA")
    request_match(mia, "finca", ["ann", "bob"])
    assert refused(mia, ["ann", "bob"]).startswith("QUOTA: Too many requested matches a day")
    ask(blocks=25)
    with arena.db.read() as session:
        asked_by = [row.requested_by for row in session.exec(select(BatchRow)).all()]
    assert asked_by == [mia.actor.owner_id] * 2 + [None]
    clock.move(hours=24)  # type: ignore[attr-defined]
    request_match(mia, "finca", ["ann", "bob"])


def test_request__of_a_remote_bot_only_while_it_is_online(
    arena: Arena, enter: Enter, draw: Draw, told: Told, aborted: Callable[..., MatchResult]
) -> None:
    """One block at a time, as in rated matches; that it does not come is not held against it."""
    enter("ann")
    remote = register_remote(arena, "mine", ["finca"]).version
    assert isinstance(remote.source, RemoteBot)
    assert refused(arena, ["ann", "mine"]).startswith("BOT_OFFLINE: mine is offline")
    set_presence(arena, "w1", {remote.source.bot_id: OnlineBot(1, "r1")})
    asked = request_match(arena, "finca", ["ann", "mine"], blocks=2)
    assert draw(worker="w2") is None
    batch = take(draw)
    assert not batch.rated and len(batch.orders) == 2 and len(asked.matches) == 4
    assert len({order.seed for order in batch.orders}) == 2
    for order in batch.orders:
        missed = told(order, aborted(order))
        report(arena, replace(missed, missed=(str(remote.id),)))
    for _ in range(MOST_MISSED):
        again = take(draw)
        for order in again.orders:
            report(arena, replace(told(order, aborted(order)), missed=(str(remote.id),)))
    presence = show_bot(arena, "mine").presence
    assert presence is not None and presence.missed == 0


def test_stranger_to_play__is_one_whose_program_would_run_here(arena: Arena, ask: Ask) -> None:
    assert stranger_to_play(arena, ["ann", "bob"]) == ""
    folder = arena.home.path / "theirs"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "siurell.toml").write_text(
        'name = "theirs"\ngames = ["finca"]\ncommand = ["./bot.py"]\n'
    )
    set_checked(arena, submit(arena, folder).id, True, "fine")
    assert stranger_to_play(arena, ["ann", "theirs"]) == "theirs@1"
    request_match(arena, "finca", ["ann", "theirs"])
    assert stranger_to_play(arena, []) == "theirs@1"
