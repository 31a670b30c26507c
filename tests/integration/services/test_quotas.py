"""Quotas at their borders, also when two use the last one at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from siurell.errors import LadderError
from sqlmodel import select

from ladder.domain.access import Role
from ladder.domain.quotas import Quota
from ladder.services.activity import activate, retire
from ladder.services.arena import Arena
from ladder.services.audit import audit_log
from ladder.services.owners import set_owner, show_owner
from ladder.services.quotas import check_request_quota
from ladder.services.remote import new_remote_version, register_remote
from ladder.services.requests import request_match
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.database import Database
from ladder.store.tables import AuditRow, BotRow, VersionRow

ActingAs = Callable[..., Arena]
MakeBot = Callable[..., Path]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(LadderError) as caught:
        act()
    assert caught.value.reason == "QUOTA"
    return str(caught.value)


def test_uploads__the_last_of_a_day_fits_and_the_next_a_day_later(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot, clock
) -> None:
    """Whatever is submitted counts, the same content and what is rejected too."""
    ann = acting_as("ann")
    set_owner(arena, "ann", limits={Quota.UPLOADS: 3})
    first = submit(ann, make_bot())
    set_checked(arena, first.id, False, "it crashed")
    clock.move(hours=1)
    submit(ann, make_bot())
    new_kind = make_bot("other")
    submit(ann, new_kind)
    assert show_owner(arena, "ann").uploads == 3
    sentence = refused(lambda: submit(ann, make_bot("third")))
    assert "the limit is 3" in sentence and "from 02 Jan 00:00:00 UTC" in sentence
    clock.move(hours=23)
    assert submit(ann, make_bot("third")).number == 1
    refused(lambda: submit(ann, make_bot("fourth")))


def test_uploads__what_waits_or_plays_already_is_sent_again_for_nothing(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    """Who did not hear the answer, since the ladder or the line died, sends it once more."""
    ann = acting_as("ann")
    set_owner(arena, "ann", limits={Quota.UPLOADS: 1})
    folder = make_bot()
    first = submit(ann, folder, note="first")
    again = submit(ann, folder)
    assert (again.id, again.state, again.known) == (first.id, first.state, True)
    set_checked(arena, first.id, True, "fine")
    assert submit(ann, folder, note="still the first").note == "still the first"
    assert show_owner(arena, "ann").uploads == 1
    changes = [(line.action, line.detail) for line in audit_log(arena, owner="ann")]
    assert [action for action, _ in changes] == ["bot.note", "bot.submit"]
    assert changes[0][1]["before"] == "first"
    retire(ann, "mybot")
    refused(lambda: submit(ann, folder))


def test_uploads__what_is_refused_leaves_nothing_behind(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    ann = acting_as("ann")
    set_owner(arena, "ann", limits={Quota.UPLOADS: 0})
    refused(lambda: submit(ann, make_bot()))
    refused(lambda: register_remote(ann, "far", ["finca"]))
    with arena.db.read() as session:
        for table in (BotRow, VersionRow):
            assert session.exec(select(table)).all() == []
        assert session.exec(select(AuditRow).where(AuditRow.actor == "ann")).all() == []
    assert list(arena.home.versions.iterdir()) == []


def test_size__at_its_border(arena: Arena, acting_as: ActingAs, make_bot: MakeBot) -> None:
    ann = acting_as("ann")
    folder = make_bot(code="# " + "x" * 1_000)
    size = sum(path.stat().st_size for path in folder.iterdir())
    set_owner(arena, "ann", limits={Quota.UPLOAD_BYTES: size - 1})
    assert f"this one has {size}" in refused(lambda: submit(ann, folder))
    set_owner(arena, "ann", limits={Quota.UPLOAD_BYTES: size})
    assert submit(ann, folder).number == 1


def test_active_bots__a_new_version_takes_no_more_and_a_retired_bot_gives_room(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    ann = acting_as("ann")
    set_owner(arena, "ann", limits={Quota.ACTIVE_BOTS: 1})
    first = submit(ann, make_bot("one"))
    refused(lambda: submit(ann, make_bot("two")))
    set_checked(arena, first.id, True, "fine")
    submit(ann, make_bot("one", "import sys\n"))
    refused(lambda: register_remote(ann, "two", ["finca"]))
    retire(ann, "one")
    register_remote(ann, "two", ["finca"])
    assert new_remote_version(ann, "two", ()).number == 2
    assert "`siurell bot retire BOT`" in refused(lambda: activate(ann, "one@1"))
    retire(ann, "two")
    assert activate(ann, "one@1") == "one@1"


def test_quotas__an_operator_has_none(arena: Arena, acting_as: ActingAs, make_bot: MakeBot) -> None:
    root = acting_as("root", Role.OPERATOR)
    set_owner(arena, "root", limits=dict.fromkeys(Quota, 0))
    assert submit(root, make_bot()).number == 1


@pytest.mark.parametrize("limit", [Quota.UPLOADS, Quota.ACTIVE_BOTS])
def test_quotas__two_at_once_do_not_share_the_last_one(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot, limit: Quota
) -> None:
    """Two connections of their own, as two processes have them."""
    ann = acting_as("ann")
    set_owner(arena, "ann", limits={limit: 1})
    together = Barrier(2, timeout=30)

    def race(name: str) -> str:
        folder = make_bot(name)
        with Database.open(arena.home) as db:
            mine = Arena(arena.home, db, arena.now, ann.actor)
            together.wait()
            try:
                return submit(mine, folder).label
            except LadderError as error:
                return error.reason

    with ThreadPoolExecutor(2) as pool:
        outcomes = sorted(pool.map(race, ["one", "two"]))
    assert outcomes[0] == "QUOTA" and outcomes[1] in ("one@1", "two@1")
    assert len(list(arena.home.versions.iterdir())) == 1


def test_requests__at_their_border_and_an_operator_has_none(
    arena: Arena, acting_as: ActingAs, enter: Callable[..., VersionInfo], clock
) -> None:
    for name in ("one", "two"):
        enter(name)
    ann = acting_as("ann")
    set_owner(arena, "ann", limits={Quota.REQUESTS: 4})
    request_match(ann, "finca", ["one", "two"])
    with arena.db.write() as session:
        check_request_quota(session, ann, wanted=2)
        check_request_quota(session, arena, wanted=1_000)
        refused(lambda: check_request_quota(session, ann, wanted=3))
    clock.move(hours=24)
    with arena.db.write() as session:
        check_request_quota(session, ann, wanted=4)
