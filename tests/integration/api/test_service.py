"""The ladder over the wire: who may call, what they see, and what is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable

import grpc
import pytest
from siurell.client.channel import Address
from siurell.errors import LadderError
from siurell.v1 import ladder_service_pb2 as pb

from ladder.api.answers import ANSWERS
from ladder.api.client import RemoteLadder
from ladder.api.line import Line
from ladder.api.metadata import PROTOCOL
from ladder.api.tables import LADDER
from ladder.domain.access import Role
from ladder.domain.batch import ShippedBot
from ladder.domain.quotas import Quota
from ladder.domain.states import VersionState
from ladder.services.api_tokens import issue_api_token, list_api_tokens, revoke_api_token
from ladder.services.audit import audit_log
from ladder.services.bots import bot_log, list_bots, show_bot
from ladder.services.matches import list_matches, show_match
from ladder.services.owners import disable_owner, set_owner
from ladder.services.submit import set_checked
from referee.serving.guard import TRIES

LIMIT_S = 20.0


def test_who_am_i__is_the_owner_of_the_token(caller):
    assert caller("ana").who_am_i() == ("ana", Role.AUTHOR)
    assert caller("root", Role.OPERATOR).who_am_i() == ("root", Role.OPERATOR)


def test_values__are_those_of_the_ladders_own_machine(played, caller):
    """What an operator is told over the wire is what he is told at the machine."""
    remote = caller("root", Role.OPERATOR)
    assert remote.list_bots() == list_bots(played)
    assert remote.list_matches(limit=100) == list_matches(played, limit=100)
    (match, *_) = list_matches(played, bot="greedy", limit=1)
    assert remote.show_match(match.match_id) == show_match(played, match.match_id)
    detail = show_bot(played, "greedy")
    assert remote.show_bot("greedy") == detail
    assert remote.bot_log("greedy", match.match_id) == bot_log(played, "greedy", match.match_id)
    assert remote.bot_logs("greedy", limit=3).logs[0].text.startswith("seat")


def test_pages__bring_all_of_a_long_list_once(played, caller, monkeypatch):
    monkeypatch.setattr("ladder.api.asked.MAX_PAGE", 2)
    remote = caller("root", Role.OPERATOR)
    assert remote.list_matches(limit=7) == list_matches(played, limit=7)
    assert [bot.name for bot in remote.list_bots()] == ["greedy", "mybot", "random"]


def test_privacy__what_bots_of_others_wrote_stays_with_their_owners(played, caller, refused):
    ana, bob = caller("ana"), caller("bob")
    assert ana.show_bot("mybot").versions[0].check_report == "checked\n"
    assert bob.show_bot("mybot").versions[0].check_report == ""
    (match, *_) = list_matches(played, bot="mybot", limit=1)
    assert ana.bot_log("mybot", match.match_id).text.startswith("seat")
    assert refused(lambda: bob.bot_log("mybot", match.match_id)) == "NOT_YOURS"
    assert refused(lambda: bob.bot_logs("mybot")) == "NOT_YOURS"
    failed = next(
        one for one in list_matches(played, limit=100) if one.seats[-1].cause.value == "timeout"
    )
    assert all(seat.evidence.stderr == "" for seat in bob.show_match(failed.match_id).line.seats)


def test_roles__only_its_owner_changes_a_bot(played, caller, refused):
    """Another author may neither retire, withdraw nor submit it."""
    bob = caller("bob")
    assert refused(lambda: bob.retire("mybot")) == "NOT_YOURS"
    assert refused(lambda: bob.withdraw("mybot")) == "NOT_YOURS"
    assert refused(lambda: bob.submit(ShippedBot("greedy"))) == "NOT_ALLOWED"
    assert caller("ana").retire("mybot").versions == (2,)
    line = next(bot for bot in list_bots(played) if bot.name == "mybot")
    assert line.active is None
    entry = next(one for one in audit_log(played) if one.action == "bot.retire")
    assert entry.actor == "ana"


def test_call__without_a_deadline_is_refused(raw):
    call = raw()
    assert call.refused("WhoAmI", pb.WhoAmIRequest(), None) == ("INVALID_ARGUMENT", "NO_DEADLINE")


def test_call__of_another_protocol_is_refused(raw):
    call = raw(**{PROTOCOL: "2"})
    assert call.refused("WhoAmI", pb.WhoAmIRequest()) == (
        "FAILED_PRECONDITION",
        "PROTOCOL_VERSION",
    )


@pytest.mark.parametrize(
    ("method", "request_", "found"),
    [
        ("GetBot", pb.GetBotRequest(bot="nobody"), ("NOT_FOUND", "UNKNOWN_BOT")),
        ("GetBot", pb.GetBotRequest(bot="../x\n"), ("NOT_FOUND", "UNKNOWN_BOT")),
        (
            "GetLeaderboard",
            pb.GetLeaderboardRequest(season="chess"),
            ("NOT_FOUND", "UNKNOWN_SEASON"),
        ),
        (
            "GetMatch",
            pb.LadderServiceGetMatchRequest(match_id="m_0"),
            ("NOT_FOUND", "UNKNOWN_MATCH"),
        ),
        (
            "ListMatches",
            pb.LadderServiceListMatchesRequest(page_token="x"),
            ("NOT_FOUND", "UNKNOWN_MATCH"),
        ),
        (
            "ListMatches",
            pb.LadderServiceListMatchesRequest(cause=77),
            ("INVALID_ARGUMENT", "BAD_CAUSE"),
        ),
        ("GetReplay", pb.GetReplayRequest(match_id="m_1"), ("NOT_FOUND", "UNKNOWN_MATCH")),
    ],
)
def test_call__that_makes_no_sense_has_a_status_and_a_word(method, request_, found, raw):
    assert raw().refused(method, request_) == found


def test_bug__is_not_told_to_the_caller(monkeypatch, raw):
    def broken(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr("ladder.api.answers.show_bot", broken)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        raw()("GetBot", pb.GetBotRequest(bot="x"))
    assert caught.value.code() is grpc.StatusCode.INTERNAL
    assert "secret" not in str(caught.value)


def test_slow__a_call_is_given_up_when_its_time_is_over(monkeypatch, raw):
    held = threading.Event()
    monkeypatch.setattr("ladder.api.desk.ANSWER_WITHIN_S", 0.2)
    monkeypatch.setattr("ladder.api.answers.show_bot", lambda *_: held.wait(LIMIT_S))
    try:
        refusal = raw().refused("GetBot", pb.GetBotRequest(bot="x"))
    finally:
        held.set()
    assert refusal == ("DEADLINE_EXCEEDED", "TOO_SLOW")


def test_busy__who_finds_no_place_is_sent_away(monkeypatch, raw):
    monkeypatch.setattr("ladder.api.desk.Places.taken", full_house)
    refusal = raw().refused("WhoAmI", pb.WhoAmIRequest())
    assert refusal == ("RESOURCE_EXHAUSTED", "FULL")


def full_house(_self: object) -> object:
    from ladder.api.desk import Places

    return TAKEN(Places(0))


def take_original():
    from ladder.api.desk import Places

    return Places.taken


TAKEN = take_original()


def test_token__wrong_ones_are_refused_and_guessing_is_bounded(served, token_of, raw):
    right = token_of("ana")
    call = raw("siu_wrong")
    for _ in range(TRIES):
        assert call.refused("WhoAmI", pb.WhoAmIRequest()) == ("UNAUTHENTICATED", "UNAUTHENTICATED")
    assert call.refused("WhoAmI", pb.WhoAmIRequest()) == ("RESOURCE_EXHAUSTED", "TOO_MANY_TRIES")
    with Line(served.way, right) as line:
        assert RemoteLadder(line).who_am_i() == ("ana", Role.AUTHOR)


def test_token__one_that_was_revoked_or_has_expired_opens_nothing(arena, served, caller, refused):
    ladder = caller("ana")
    assert ladder.who_am_i()[0] == "ana"
    revoke_api_token(arena, list_api_tokens(arena)[0].number)
    assert refused(ladder.who_am_i) == "UNAUTHENTICATED"
    old = issue_api_token(arena, "ana", days=1).token
    later = served.arena.now().replace(year=served.arena.now().year + 1)
    served.stop()
    object.__setattr__(served.arena, "now", lambda: later)
    served.start()
    with Line(served.way, old) as line:
        assert refused(RemoteLadder(line).who_am_i) == "UNAUTHENTICATED"


def test_watch__tells_of_the_check_and_of_the_first_match(played, caller, make_bot, play):
    ana = caller("ana")
    version = ana.submit(make_bot(code="print(2)\n"))
    statuses = ana.watch("mybot")
    assert next(statuses).version.state is VersionState.PENDING
    set_checked(played, version.id, True, "fine\n")
    active = next(statuses)
    assert (active.version.label, active.version.state) == ("mybot@3", VersionState.ACTIVE)
    assert active.matches == 0
    play(played, "finca", 3)
    while not (status := next(statuses)).first:
        pass
    assert status.first[0].seats
    statuses.close()


def test_watch__outlives_a_ladder_that_is_started_again(served, arena, caller, make_bot):
    ana = caller("ana")
    version = ana.submit(make_bot())
    statuses = ana.watch("mybot")
    assert next(statuses).version.state is VersionState.PENDING
    served.stop()
    set_checked(arena, version.id, False, "no\n")
    again = threading.Timer(1.0, served.start)
    again.start()
    assert next(statuses).version.state is VersionState.REJECTED
    again.join()
    statuses.close()


def test_watch__of_nobody_is_refused_at_once(caller, refused):
    assert refused(lambda: next(caller().watch("nobody"))) == "UNKNOWN_BOT"


def test_restart__a_client_goes_on_with_its_channel(served, caller, refused):
    ladder = caller()
    assert ladder.who_am_i()[0] == "ana"
    served.stop()
    assert refused(ladder.who_am_i) == "UNREACHABLE"
    served.start()
    assert eventually(ladder.who_am_i)[0] == "ana"


def eventually(call: Callable[[], tuple]) -> tuple:
    """What a call gives once the ladder is found again."""
    for _ in range(50):
        try:
            return call()
        except LadderError as error:
            assert error.reason == "UNREACHABLE"
            threading.Event().wait(0.2)
    raise AssertionError("the ladder was not found again")


def test_unreachable__says_so(caller, served, token_of):
    served.stop()
    with (
        Line(Address(served.address), token_of("ana")) as line,
        pytest.raises(LadderError, match="No ladder answers at 127") as caught,
    ):
        RemoteLadder(line).who_am_i()
    assert caught.value.reason == "UNREACHABLE"


def test_older_ladder__is_told_from_what_is_no_ladder(served, token_of, caller, monkeypatch):
    token_of("ana")
    old = {name: ANSWERS[name] for name in ("WhoAmI", "GetBot")}
    served.stop()
    monkeypatch.setattr("ladder.api.server.TABLES", {LADDER: old})
    served.start()
    with pytest.raises(LadderError) as caught:
        caller("ana").list_bots()
    assert caught.value.reason == "OLDER_LADDER"
    assert str(caught.value).startswith(f"The ladder at {served.address} is older than this")
    served.stop()
    monkeypatch.setattr("ladder.api.server.TABLES", {LADDER: {}})
    served.start()
    with pytest.raises(LadderError, match="is no ladder") as caught:
        caller("ana").list_bots()
    assert caught.value.reason == "NO_LADDER"


def test_quota__is_that_of_the_owner_of_the_token(arena, caller, make_bot, refused):
    ana = caller("ana")
    set_owner(arena, "ana", limits={Quota.UPLOADS: 1})
    ana.submit(make_bot(code="print(1)\n"))
    assert refused(lambda: ana.submit(make_bot(code="print(2)\n"))) == "QUOTA"


def test_owner__who_is_disabled_comes_in_no_more(arena, caller, refused):
    ana = caller("ana")
    assert ana.who_am_i()[0] == "ana"
    disable_owner(arena, "ana")
    assert refused(ana.who_am_i) == "UNAUTHENTICATED"


def test_watch__ends_when_the_token_is_revoked(arena, caller, make_bot, refused):
    ana = caller("ana")
    ana.submit(make_bot())
    statuses = ana.watch("mybot")
    next(statuses)
    revoke_api_token(arena, list_api_tokens(arena)[0].number)
    assert refused(lambda: next(statuses)) == "UNAUTHENTICATED"
