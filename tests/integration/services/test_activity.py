"""Bots that play no more: retired, withdrawn, active again; their ratings stay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from siurell.errors import LadderError
from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState, VersionState
from ladder.services.activity import activate, retire, set_note, withdraw
from ladder.services.arena import Arena
from ladder.services.bots import show_bot
from ladder.services.matches import list_matches
from ladder.services.report import report
from ladder.services.schedule import recover
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.tables import FormatCountRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


@pytest.fixture
def three(enter: Enter) -> None:
    for name in ("ann", "bob", "cid"):
        enter(name)


def test_retire__the_bot_is_paired_no_more_and_keeps_its_rating(
    arena: Arena, draw: Draw, told: Told, three: None
) -> None:
    batch = draw()
    assert batch is not None
    for order in batch.orders:
        report(arena, told(order))
    before = show_bot(arena, "ann")
    assert retire(arena, "ann").versions == (1,)
    after = show_bot(arena, "ann")
    assert (after.line.active, after.versions[0].state) == (None, VersionState.RETIRED)
    assert after.seasons == before.seasons
    met = {entrant.label for _ in range(6) for entrant in draw().entrants}  # type: ignore[union-attr]
    assert met == {"bob@1", "cid@1"}
    with pytest.raises(LadderError) as caught:
        retire(arena, "ann")
    assert caught.value.reason == "NOT_ACTIVE"
    assert activate(arena, "ann") == "ann@1"
    assert show_bot(arena, "ann").line.active == 1


def test_retire__takes_a_version_that_waits_for_its_check_with_it(
    arena: Arena, make_bot: Callable[..., Path]
) -> None:
    """Its check comes to nothing, and it is activated only by being submitted again."""
    waiting = submit(arena, make_bot())
    retire(arena, "mybot")
    with pytest.raises(LadderError) as caught:
        set_checked(arena, waiting.id, True, "fine")
    assert caught.value.reason == "WRONG_STATE"
    for word in ("mybot", "mybot@1"):
        with pytest.raises(LadderError) as caught:
            activate(arena, word)
        assert caught.value.reason in ("UNKNOWN_VERSION", "WRONG_STATE")
    assert show_bot(arena, "mybot").line.active is None


def test_activate__refuses_what_was_rejected_or_plays_already(
    arena: Arena, enter: Enter, make_bot: Callable[..., Path]
) -> None:
    enter("ann")
    rejected = submit(arena, make_bot())
    set_checked(arena, rejected.id, False, "it crashed")
    for word in ("ann", "ann@1", "mybot@1"):
        with pytest.raises(LadderError) as caught:
            activate(arena, word)
        assert caught.value.reason == "WRONG_STATE"


def test_activate__an_earlier_version_takes_the_place_of_the_later_one(
    arena: Arena, enter: Enter
) -> None:
    """A check of something submitted before that does not undo it."""
    enter("ann")
    enter("ann", "greedy")
    activate(arena, "ann@1")
    states = {version.number: version.state for version in show_bot(arena, "ann").versions}
    assert states == {1: VersionState.ACTIVE, 2: VersionState.RETIRED}


def test_withdraw__calls_off_what_waits_and_counts_what_is_being_played(
    arena: Arena, season: Season, draw: Draw, told: Told, three: None
) -> None:
    """S15: who leaves does so with a defined effect on results."""
    lost, played = draw(worker="dead"), draw(worker="w1")
    assert lost is not None and played is not None
    recover(arena, "dead")
    names = {one.match_id for one in list_matches(arena, bot="ann", state=MatchState.QUEUED)}
    assert names
    gone = withdraw(arena, "ann")
    assert set(gone.called_off) == names
    assert {
        match.match_id: match.reason for match in list_matches(arena, state=MatchState.VOID)
    } == dict.fromkeys(names, "ann was withdrawn.")
    for order in played.orders:
        report(arena, told(order))
    done = {match.match_id for match in list_matches(arena, state=MatchState.REPORTED)}
    assert done == {order.match_id for order in played.orders}
    assert counted(arena, season) == seats_of_reported(arena) + seats_of_queued(arena)


def seats_of_reported(arena: Arena) -> int:
    return sum(len(one.seats) for one in list_matches(arena, state=MatchState.REPORTED))


def seats_of_queued(arena: Arena) -> int:
    return sum(len(one.seats) for one in list_matches(arena, state=MatchState.QUEUED))


def counted(arena: Arena, season: Season) -> int:
    with arena.db.read() as session:
        rows = session.exec(select(FormatCountRow).where(FormatCountRow.season_id == season.id))
        return sum(row.matches for row in rows)


def test_withdraw__a_round_that_is_drawn_is_played_to_its_end(
    arena: Arena, solo: Season, enter: Enter, draw: Draw
) -> None:
    """Without one of its matches a round would count for nobody."""
    for name in ("ann", "bob"):
        enter(name)
    assert draw(solo, worker="dead") is not None
    recover(arena, "dead")
    assert withdraw(arena, "ann").called_off == ()
    assert len(list_matches(arena, bot="ann", state=MatchState.QUEUED)) == 1


def test_note__is_kept_with_the_version_and_may_say_something_else(
    arena: Arena, make_bot: Callable[..., Path]
) -> None:
    folder = make_bot()
    version = submit(arena, folder, note="  deeper search ")
    assert version.note == "deeper search"
    assert submit(arena, folder).note == "deeper search"
    assert set_note(arena, "mybot@1", "searches deeper") == "mybot@1"
    assert show_bot(arena, "mybot").versions[0].note == "searches deeper"
    assert show_bot(arena, "mybot").versions[0].digest == version.digest


@pytest.mark.parametrize("note", ["x" * 201, "two\nlines", "\x1b[31mred", "\u202egnirts"])
def test_note__what_a_terminal_would_obey_is_refused(
    arena: Arena, make_bot: Callable[..., Path], note: str
) -> None:
    with pytest.raises(LadderError) as caught:
        submit(arena, make_bot(), note=note)
    assert caught.value.reason == "BAD_TEXT"
    assert str(caught.value).isprintable()
