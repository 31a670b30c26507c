"""How it stands with what was submitted: whose bots are told, and how a version begins."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError

from ladder.domain.access import Role
from ladder.domain.states import VersionState
from ladder.services.report import report
from ladder.services.status import FIRST_MATCHES, bot_status, ladder_status
from ladder.services.submit import set_checked, submit


def test_status__tells_an_owner_of_his_bots_alone(arena, acting_as, make_bot):
    ana, bob = acting_as("ana"), acting_as("bob")
    submit(ana, make_bot("hers"))
    submit(bob, make_bot("his"))
    found = ladder_status(ana)
    assert (found.actor, found.role, found.waiting) == ("ana", Role.AUTHOR, 2)
    assert [one.version.bot for one in found.bots] == ["hers"]


def test_status__tells_who_has_the_folder_what_waits(arena, acting_as, make_bot, enter):
    enter("greedy", "greedy")
    submit(acting_as("ana"), make_bot("hers"))
    assert [one.version.label for one in ladder_status(arena).bots] == ["hers@1"]


def test_status__counts_what_was_played(arena, season, enter, draw, told):
    enter("greedy", "greedy")
    enter("random")
    for order in draw(blocks=4).orders:
        report(arena, told(order))
    counted = next(one for one in ladder_status(arena).seasons if one.season == season.name)
    assert (counted.bots, counted.matches) == (2, 8)
    status = bot_status(arena, "random")
    assert status.matches == 8
    assert [one.match_id for one in status.first] == ["m_1", "m_2", "m_3"]
    assert len(status.first) == FIRST_MATCHES


def test_bot_status__is_of_the_version_that_was_submitted_last(arena, make_bot):
    first = submit(arena, make_bot())
    set_checked(arena, first.id, True, "fine")
    submit(arena, make_bot(code="print(2)\n"))
    status = bot_status(arena, "mybot")
    assert (status.version.number, status.version.state) == (2, VersionState.PENDING)


def test_bot_status__hides_the_report_from_others(arena, acting_as, make_bot):
    version = submit(acting_as("ana"), make_bot())
    set_checked(arena, version.id, False, "secret")
    assert bot_status(acting_as("ana"), "mybot").version.check_report == "secret"
    assert bot_status(acting_as("bob"), "mybot").version.check_report == ""


def test_bot_status__of_nobody_is_an_error(arena):
    with pytest.raises(LadderError) as caught:
        bot_status(arena, "nobody")
    assert caught.value.reason == "UNKNOWN_BOT"
