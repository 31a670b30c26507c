"""Remote bots in the ladder: registered, paired while they are there, with seeds of their own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from siurell.errors import LadderError, OptionError
from siurell.match.result import Cause, MatchResult
from sqlmodel import select

from ladder.domain.batch import Batch, MatchOrder, OnlineBot, RemoteBot, Report
from ladder.domain.presence import MOST_MISSED
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.domain.suspension import SuspensionRule
from ladder.services import remote
from ladder.services.arena import Arena
from ladder.services.bots import list_bots, show_bot
from ladder.services.matches import show_match
from ladder.services.presence import forgive, set_presence
from ladder.services.remote import admitted_bots, new_remote_version, new_token, register_remote
from ladder.services.report import report
from ladder.services.schedule import release
from ladder.services.season_files_export import export_season
from ladder.services.seasons import season_named, set_suspension
from ladder.services.submit import VersionInfo, pending
from ladder.store.tables import AttemptRow, FormatCountRow, RemoteBotRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
Aborted = Callable[[MatchOrder], MatchResult]


@pytest.fixture
def mine(arena: Arena) -> VersionInfo:
    """A remote bot."""
    return register_remote(arena, "mine", ["finca"]).version


def comes(arena: Arena, *bots: VersionInfo, run: str = "r1", slots: int = 1, worker: str = "w1"):
    """These remote bots, and no others, are connected to a worker."""
    there = {}
    for bot in bots:
        assert isinstance(bot.source, RemoteBot)
        there[bot.source.bot_id] = OnlineBot(slots, run)
    set_presence(arena, worker, there)


def labels(batch: Batch | None) -> set[str]:
    return set() if batch is None else {entrant.label for entrant in batch.entrants}


def test_registering__gives_out_a_token_and_keeps_its_hash_alone(arena: Arena) -> None:
    made = register_remote(arena, "mine", ["finca", "farmini", "finca"])
    assert made.token.startswith("siu_") and len(made.token) > 40
    assert made.token not in repr(made)
    assert (made.version.label, made.version.state.value) == ("mine@1", "active")
    assert made.version.games == ("farmini", "finca")
    (admitted,) = admitted_bots(arena)
    assert admitted.token_digest == hashlib.sha256(made.token.encode()).digest()
    assert made.token.encode() not in arena.home.database.read_bytes()


def test_registering__twice_is_refused_and_says_what_else_there_is(
    arena: Arena, mine: VersionInfo
) -> None:
    with pytest.raises(LadderError, match="--new-token") as caught:
        register_remote(arena, "MINE", ["finca"])
    assert caught.value.reason == "REMOTE_ALREADY"


@pytest.mark.parametrize(("name", "game"), [("greedy", "finca"), ("a b", "finca"), ("x", "chess")])
def test_registering__bad_names_and_games_leave_nothing(arena: Arena, name: str, game: str) -> None:
    with pytest.raises((LadderError, OptionError)):
        register_remote(arena, name, [game])
    assert list_bots(arena) == [] and admitted_bots(arena) == ()


def test_registering__that_is_cut_off_leaves_nothing(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version and token are there together or not at all: nobody waits without a token."""

    def cut_off() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(remote, "issue_token", cut_off)
    with pytest.raises(KeyboardInterrupt):
        register_remote(arena, "mine", ["finca"])
    assert list_bots(arena) == [] and pending(arena) == []


def test_new_token__takes_the_place_of_the_old_one(arena: Arena, mine: VersionInfo) -> None:
    before = admitted_bots(arena)[0].token_digest
    token = new_token(arena, "mine")
    (after,) = admitted_bots(arena)
    assert after.token_digest == hashlib.sha256(token.encode()).digest() != before
    with pytest.raises(LadderError, match="There is no bot"):
        new_token(arena, "other")


def test_new_version__begins_anew_with_the_same_token(arena: Arena, mine: VersionInfo) -> None:
    before = admitted_bots(arena)[0]
    version = new_remote_version(arena, "mine", [])
    assert (version.label, version.games) == ("mine@2", ("finca",))
    (after,) = admitted_bots(arena)
    assert after.token_digest == before.token_digest and after.label == "mine@2"


def test_folder_submitted__puts_the_remote_bot_out(
    arena: Arena, mine: VersionInfo, enter: Enter
) -> None:
    enter("mine")
    assert admitted_bots(arena) == ()


def test_pairing__has_a_remote_bot_while_it_is_online(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw
) -> None:
    enter("ann")
    assert draw() is None
    comes(arena, mine)
    batch = draw()
    assert labels(batch) == {"ann@1", "mine@1"}
    release(arena, batch.orders)
    comes(arena)
    assert draw() is None, "what waits for it is not given out"
    comes(arena, mine)
    assert labels(draw()) == {"ann@1", "mine@1"}


def test_pairing__a_bot_is_offline_when_its_worker_died(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw, clock
) -> None:
    enter("ann")
    comes(arena, mine)
    assert list_bots(arena)[1].online
    clock.move(seconds=46)
    assert draw() is None
    assert not list_bots(arena)[1].online


def test_pairing__goes_to_the_worker_that_the_bot_is_connected_to(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw
) -> None:
    enter("ann")
    comes(arena, mine, worker="w2")
    assert draw(worker="w1") is None
    assert labels(draw(worker="w2")) == {"ann@1", "mine@1"}


def test_pairing__a_bot_plays_as_many_matches_at_a_time_as_it_says(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw
) -> None:
    for name in ("ann", "bob", "cid", "dan"):
        enter(name)
    comes(arena, mine)
    drawn = [draw() for _ in range(4)]
    assert sum("mine@1" in labels(batch) for batch in drawn) == 1
    comes(arena, mine, slots=2)
    drawn = [draw() for _ in range(4)]
    assert sum("mine@1" in labels(batch) for batch in drawn) == 1, "one more"


def test_seeds__each_match_and_each_attempt_has_one_of_its_own(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw, told: Told, aborted: Aborted
) -> None:
    """A remote bot remembers: a seed that it met tells it every pile."""
    enter("ann")
    comes(arena, mine)
    batch = draw(blocks=4)
    assert batch is not None and len(batch.orders) == 2, "one block: nobody waits long"
    assert {order.seating for order in batch.orders} == {(0, 1), (1, 0)}
    assert len({order.block for order in batch.orders}) == 1
    seeds = {order.seed for order in batch.orders}
    for _ in range(2):
        for order in batch.orders:
            report(arena, told(order, aborted(order)))
        batch = draw()
        assert batch is not None
        seeds |= {order.seed for order in batch.orders}
    assert len(seeds) == 6
    with arena.db.read() as session:
        assert set(session.exec(select(AttemptRow.seed)).all()) == seeds


def test_seeds__hosted_bots_alone_share_one_in_a_block(enter: Enter, draw: Draw, arena: Arena):
    enter("ann")
    enter("bob")
    batch = draw()
    assert len({order.seed for order in batch.orders}) == 1
    with arena.db.read() as session:
        assert set(session.exec(select(AttemptRow.seed)).all()) == {None}


def test_seeds__of_a_block_that_none_was_played_with_are_in_no_file(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """Where remote bots play, no match was played with the seed of its block."""
    enter("ann")
    comes(arena, mine)
    batches = [draw()]
    comes(arena)
    enter("bob")
    batches.append(draw())
    for batch in batches:
        assert batch is not None
        for order in batch.orders:
            report(arena, told(order))
    done = export_season(arena, season_named(arena, "finca"), tmp_path / "out", lambda: None)
    lines = [json.loads(line) for line in done.file.read_text().splitlines()]
    seeds = [line["seed"] for line in lines if line["kind"] == "block"]
    assert seeds == [None, batches[1].orders[0].seed.hex()]


def test_solo__has_no_remote_bots(arena: Arena, solo: Season, enter: Enter, draw: Draw) -> None:
    """A round is one seed for all, and what one program learns of it another may be told."""
    mine = register_remote(arena, "mine", [solo.game]).version
    enter("ann")
    comes(arena, mine)
    assert draw(solo) is None
    enter("bob")
    assert labels(draw(solo)) == {"ann@1", "bob@1"}


def missed(arena: Arena, told: Told, aborted: Aborted, batch: Batch, bot: VersionInfo) -> None:
    """The bot does not come to the first match of a batch; the rest is given back."""
    first, *rest = batch.orders
    report(arena, replace(told(first, aborted(first)), missed=(str(bot.id),)))
    release(arena, rest)


def test_no_show__is_no_contest_and_suspends_after_some_in_a_row(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw, told: Told, aborted: Aborted
) -> None:
    """F08: what never started is no fault of anybody's."""
    enter("ann")
    for number in range(MOST_MISSED):
        comes(arena, mine)
        batch = draw()
        assert batch is not None, number
        missed(arena, told, aborted, batch, mine)
    detail = show_bot(arena, "mine")
    assert detail.causes == () and detail.presence.suspended
    comes(arena, mine)
    assert draw() is None, "the same start of the program"
    comes(arena, mine, run="r2")
    batch = draw()
    assert batch is not None, "started anew"
    missed(arena, told, aborted, batch, mine)
    assert draw() is None, "it has not played since"
    assert forgive(arena, "mine") and not forgive(arena, "mine")
    assert draw() is not None


def test_suspended__the_author_is_told_why_and_what_helps(
    arena: Arena,
    season: Season,
    mine: VersionInfo,
    enter: Enter,
    draw: Draw,
    told: Told,
    result_of: Callable[..., MatchResult],
) -> None:
    enter("ann")
    set_suspension(arena, [season], SuspensionRule(window=4, fewest=2, percent=50))
    assert admitted_bots(arena)[0].notice == ""
    comes(arena, mine)
    batch = draw()
    seat_of_mine = [entrant.label for entrant in batch.entrants].index("mine@1")
    for order in batch.orders:
        seat = order.seating.index(seat_of_mine)
        places = [2 if number == seat else 1 for number in range(2)]
        report(arena, told(order, result_of(places, causes={seat: Cause.CRASH})))
    (bot,) = admitted_bots(arena)
    assert bot.notice.startswith("mine@1 is suspended in finca: 2 of its last 2")
    assert "siurell bot remote mine --new-version" in bot.notice and "Submit" not in bot.notice
    new_remote_version(arena, "mine", [])
    assert admitted_bots(arena)[0].notice == ""


def test_no_show__is_forgotten_with_the_next_match_that_is_played(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw, told: Told, aborted: Aborted
) -> None:
    enter("ann")
    comes(arena, mine)
    missed(arena, told, aborted, draw(), mine)
    for order in draw().orders:
        report(arena, told(order))
    assert show_bot(arena, "mine").presence.missed == 0


def test_release__is_no_abort_of_the_match(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw
) -> None:
    enter("ann")
    comes(arena, mine)
    for _ in range(5):
        batch = draw()
        release(arena, batch.orders)
    line = show_match(arena, batch.orders[0].match_id).line
    assert (line.state, line.attempt) == (MatchState.QUEUED, 6)


@pytest.mark.parametrize("way", ["away too long", "another version"])
def test_waiting_matches__are_void_when_the_bot_will_not_come(
    arena: Arena, mine: VersionInfo, enter: Enter, draw: Draw, clock, way: str
) -> None:
    enter("ann")
    comes(arena, mine)
    batch = draw()
    release(arena, batch.orders)
    comes(arena)
    if way == "away too long":
        clock.move(minutes=59)
        draw()
        assert show_match(arena, batch.orders[0].match_id).line.state is MatchState.QUEUED
        clock.move(minutes=2)
    else:
        new_remote_version(arena, "mine", [])
    assert draw() is None
    detail = show_match(arena, batch.orders[0].match_id)
    assert detail.line.state is MatchState.VOID and "remote bot" in detail.line.reason
    with arena.db.read() as session:
        counts = session.exec(select(FormatCountRow.matches)).all()
    assert set(counts) == {0}, "who was held up is not counted as having played"


def test_presence__is_of_one_worker_at_a_time(arena: Arena, mine: VersionInfo) -> None:
    comes(arena, mine, worker="w1")
    set_presence(arena, "w2", {})
    with arena.db.read() as session:
        (row,) = session.exec(select(RemoteBotRow)).all()
        assert (row.slots, row.worker) == (1, "w1")
    set_presence(arena, "w1", {})
    assert not show_bot(arena, "mine").line.online
