"""The ladder over the wire: who may call, what they see, and what is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
from siurell.client.channel import Address
from siurell.errors import LadderError, SiurellError
from siurell.v1 import ladder_service_pb2 as pb
from siurell.v1 import ladder_service_pb2_grpc
from siurell.wire.metadata import REASON

from ladder.api.client import RemoteLadder
from ladder.api.limits import CHUNK_BYTES
from ladder.api.metadata import PROTOCOL, TOKEN
from ladder.domain.access import Role
from ladder.domain.batch import ShippedBot
from ladder.domain.states import VersionState
from ladder.services.api_tokens import issue_api_token, list_api_tokens, revoke_api_token
from ladder.services.audit import audit_log
from ladder.services.bots import bot_log, list_bots, show_bot
from ladder.services.leaderboard import leaderboard
from ladder.services.matches import list_matches, show_match
from ladder.services.season_overview import season_overviews
from ladder.services.seasons import season_named
from ladder.services.submit import pending, set_checked
from ladder.services.uploads import MAX_PACKED
from serving.guard import TRIES

LIMIT_S = 20.0


def refused(call: Callable[[], object]) -> str:
    """The word by which a call is refused."""
    with pytest.raises(SiurellError) as caught:
        call()
    assert "Traceback" not in str(caught.value)
    return caught.value.reason


class Raw:
    """Calls that no client of ours would make."""

    def __init__(self, served, token: str, **metadata: str) -> None:
        self._address = served.address
        self._metadata = tuple({TOKEN: token, PROTOCOL: "1", **metadata}.items())

    def __call__(self, method: str, request: object, timeout: float | None = LIMIT_S) -> object:
        return asyncio.run(self._call(method, request, timeout))

    async def _call(self, method: str, request: object, timeout: float | None) -> object:
        async with grpc.aio.insecure_channel(self._address) as channel:
            stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
            call = getattr(stub, method)(request, timeout=timeout, metadata=self._metadata)
            async with asyncio.timeout(LIMIT_S):
                return await call

    def refused(self, method: str, request: object, timeout: float | None = LIMIT_S) -> tuple:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            self(method, request, timeout)
        reason = dict(caught.value.trailing_metadata() or ()).get(REASON)
        return caught.value.code().name, reason


def test_who_am_i__is_the_owner_of_the_token(caller):
    assert caller("ana").who_am_i() == ("ana", Role.AUTHOR)
    assert caller("root", Role.OPERATOR).who_am_i() == ("root", Role.OPERATOR)


def test_values__are_those_of_the_ladders_own_machine(played, caller):
    """What an operator is told over the wire is what he is told at the machine."""
    remote = caller("root", Role.OPERATOR)
    season = season_named(played, "finca")
    assert remote.list_bots() == list_bots(played)
    assert remote.seasons() == season_overviews(played)
    assert list(remote.board(season)) == leaderboard(played, season)
    assert remote.list_matches(limit=100) == list_matches(played, limit=100)
    (match, *_) = list_matches(played, bot="greedy", limit=1)
    assert remote.show_match(match.match_id) == show_match(played, match.match_id)
    detail = show_bot(played, "greedy")
    assert remote.show_bot("greedy") == detail
    assert remote.bot_log("greedy", match.match_id) == bot_log(played, "greedy", match.match_id)
    assert remote.bot_logs("greedy", limit=3).logs[0].text.startswith("seat")


def test_pages__bring_all_of_a_long_list_once(played, caller, monkeypatch):
    monkeypatch.setattr("ladder.api.answers.MAX_PAGE", 2)
    remote = caller("root", Role.OPERATOR)
    assert remote.list_matches(limit=7) == list_matches(played, limit=7)
    assert [bot.name for bot in remote.list_bots()] == ["greedy", "mybot", "random"]


def test_privacy__what_bots_of_others_wrote_stays_with_their_owners(played, caller):
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


def test_roles__only_its_owner_changes_a_bot(played, caller):
    """Another author may neither retire, withdraw nor submit it."""
    bob = caller("bob")
    assert refused(lambda: bob.retire("mybot")) == "NOT_YOURS"
    assert refused(lambda: bob.withdraw("mybot")) == "NOT_YOURS"
    assert refused(lambda: bob.submit(ShippedBot("greedy"))) == "NOT_ALLOWED"
    assert caller("ana").retire("mybot").versions == (1,)
    line = next(bot for bot in list_bots(played) if bot.name == "mybot")
    assert line.active is None
    entry = next(one for one in audit_log(played) if one.action == "bot.retire")
    assert entry.actor == "ana"


def test_submit__a_folder_waits_for_its_check_and_is_its_authors(arena, caller, make_bot):
    folder = make_bot()
    version = caller("ana").submit(folder, note="first")
    assert (version.label, version.state) == ("mybot@1", VersionState.PENDING)
    assert [one.digest for one in pending(arena)] == [version.digest]
    stored = arena.home.versions / version.digest / "bot.py"
    assert stored.read_text() == "print()\n"
    assert refused(lambda: caller("bob").submit(folder)) == "NAME_TAKEN"
    again = caller("ana").submit(folder)
    assert (again.number, again.known) == (1, True)


def test_submit__two_at_once_are_two_versions(arena, caller, make_bot):
    ladders = [caller("ana"), caller("ana")]
    folders = [make_bot(code=f"print({n})\n") for n in range(2)]
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(ladders[n].submit(folders[n]).number))
        for n in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    assert sorted(found) == [1, 2]


def test_submit__what_is_unfit_is_not_sent_at_all(served, caller, make_bot):
    ladder = caller()
    folder = make_bot()
    (folder / "siurell.toml").write_text("name = 3")
    served.stop()
    assert refused(lambda: ladder.submit(folder)) == "BAD_MANIFEST"


def test_call__without_a_deadline_is_refused(served, token_of):
    raw = Raw(served, token_of("ana"))
    assert raw.refused("WhoAmI", pb.WhoAmIRequest(), None) == ("INVALID_ARGUMENT", "NO_DEADLINE")


def test_call__of_another_protocol_is_refused(served, token_of):
    raw = Raw(served, token_of("ana"), **{PROTOCOL: "2"})
    assert raw.refused("WhoAmI", pb.WhoAmIRequest()) == (
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
def test_call__that_makes_no_sense_has_a_status_and_a_word(
    served, token_of, method, request_, found
):
    assert Raw(served, token_of("ana")).refused(method, request_) == found


def test_bug__is_not_told_to_the_caller(served, token_of, monkeypatch, capsys):
    def broken(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr("ladder.api.answers.show_bot", broken)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        Raw(served, token_of("ana"))("GetBot", pb.GetBotRequest(bot="x"))
    assert caught.value.code() is grpc.StatusCode.INTERNAL
    assert "secret" not in str(caught.value)


def test_slow__a_call_is_given_up_when_its_time_is_over(served, token_of, monkeypatch):
    held = threading.Event()
    monkeypatch.setattr("ladder.api.service.ANSWER_WITHIN_S", 0.2)
    monkeypatch.setattr("ladder.api.answers.show_bot", lambda *_: held.wait(LIMIT_S))
    try:
        refusal = Raw(served, token_of("ana")).refused("GetBot", pb.GetBotRequest(bot="x"))
    finally:
        held.set()
    assert refusal == ("DEADLINE_EXCEEDED", "TOO_SLOW")


def test_busy__who_finds_no_place_is_sent_away(served, token_of, monkeypatch):
    monkeypatch.setattr("ladder.api.service._Places.taken", full_house)
    refusal = Raw(served, token_of("ana")).refused("WhoAmI", pb.WhoAmIRequest())
    assert refusal == ("RESOURCE_EXHAUSTED", "FULL")


def full_house(_self: object) -> object:
    from ladder.api.service import _Places

    return TAKEN(_Places(0))


def take_original():
    from ladder.api.service import _Places

    return _Places.taken


TAKEN = take_original()


def header(**fields: str) -> pb.SubmitVersionRequest:
    return pb.SubmitVersionRequest(header=pb.SubmissionHeader(**fields))


def chunk(data: bytes) -> pb.SubmitVersionRequest:
    return pb.SubmitVersionRequest(chunk=data)


def test_upload__is_bounded_by_its_size(arena, served, token_of):
    """What is too large is cut off before it is all there."""

    sent = 0

    async def pieces(number):
        nonlocal sent
        yield header()
        for _ in range(number):
            sent += 1
            yield chunk(bytes(CHUNK_BYTES))

    raw = Raw(served, token_of("ana"))
    refusal = raw.refused("SubmitVersion", pieces(MAX_PACKED // CHUNK_BYTES + 1))
    assert refusal == ("RESOURCE_EXHAUSTED", "TOO_LARGE")
    raw.refused("SubmitVersion", pieces(100_000))
    assert sent < 3 * MAX_PACKED // CHUNK_BYTES
    assert list_bots(arena) == []


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([], "NO_HEADER"),
        ([chunk(b"x")], "NO_HEADER"),
        ([header(), header()], "BAD_PIECE"),
        ([header(), chunk(bytes(CHUNK_BYTES + 1))], "BAD_PIECE"),
        ([header(), chunk(b"no archive")], "BROKEN_ARCHIVE"),
        ([header()], "BROKEN_ARCHIVE"),
        ([header(shipped="greedy"), chunk(b"x")], "BAD_PIECE"),
    ],
)
def test_upload__garbage_is_refused(served, token_of, pieces, reason):
    async def sent():
        for piece in pieces:
            yield piece

    _, found = Raw(served, token_of("ana")).refused("SubmitVersion", sent())
    assert found == reason


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        ({"name": "../evil.py"}, "UNSAFE"),
        ({"name": "/etc/evil"}, "UNSAFE"),
        ({"name": "link", "type": b"2", "linkname": "/etc/passwd"}, "UNSAFE"),
        ({"name": "fifo", "type": b"6"}, "UNSAFE"),
        ({"name": "many", "copies": 1_100}, "TOO_MANY_FILES"),
    ],
)
def test_upload__a_hostile_archive_is_refused_and_leaves_nothing(
    arena, served, token_of, make_bot, member, reason
):
    packed = archive_with(make_bot(), **member)

    async def sent():
        yield header()
        yield chunk(packed)

    _, found = Raw(served, token_of("ana")).refused("SubmitVersion", sent())
    assert found == reason
    assert list_bots(arena) == []
    assert [path for path in arena.home.path.rglob("*") if "evil" in path.name] == []


def archive_with(folder: Path, *, name: str, copies: int = 1, **fields: object) -> bytes:
    """A bot's folder with something else in it."""
    import io
    import tarfile

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for file in ("siurell.toml", "bot.py"):
            archive.add(folder / file, file)
        for number in range(copies):
            member = tarfile.TarInfo(name if copies == 1 else f"{name}{number}")
            for field, value in fields.items():
                setattr(member, field, value)
            archive.addfile(member)
    return packed.getvalue()


def test_token__wrong_ones_are_refused_and_guessing_is_bounded(served, token_of):
    right = token_of("ana")
    raw = Raw(served, "siu_wrong")
    for _ in range(TRIES):
        assert raw.refused("WhoAmI", pb.WhoAmIRequest()) == ("UNAUTHENTICATED", "UNAUTHENTICATED")
    assert raw.refused("WhoAmI", pb.WhoAmIRequest()) == ("RESOURCE_EXHAUSTED", "TOO_MANY_TRIES")
    with RemoteLadder(served.way, right) as ladder:
        assert ladder.who_am_i() == ("ana", Role.AUTHOR)


def test_token__one_that_was_revoked_or_has_expired_opens_nothing(arena, served, caller, token_of):
    ladder = caller("ana")
    assert ladder.who_am_i()[0] == "ana"
    revoke_api_token(arena, list_api_tokens(arena)[0].number)
    assert refused(ladder.who_am_i) == "UNAUTHENTICATED"
    old = issue_api_token(arena, "ana", days=1).token
    later = served.arena.now().replace(year=served.arena.now().year + 1)
    served.stop()
    object.__setattr__(served.arena, "now", lambda: later)
    served.start()
    with RemoteLadder(served.way, old) as expired:
        assert refused(expired.who_am_i) == "UNAUTHENTICATED"


def test_watch__tells_of_the_check_and_of_the_first_match(played, caller, make_bot, play):
    ana = caller("ana")
    version = ana.submit(make_bot(code="print(2)\n"))
    statuses = ana.watch("mybot")
    assert next(statuses).version.state is VersionState.PENDING
    set_checked(played, version.id, True, "fine\n")
    active = next(statuses)
    assert (active.version.label, active.version.state) == ("mybot@2", VersionState.ACTIVE)
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


def test_watch__of_nobody_is_refused_at_once(caller):
    assert refused(lambda: next(caller().watch("nobody"))) == "UNKNOWN_BOT"


def test_restart__a_client_goes_on_with_its_channel(served, caller):
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
        RemoteLadder(Address(served.address), token_of("ana")) as ladder,
        pytest.raises(LadderError, match="No ladder answers at 127") as caught,
    ):
        ladder.who_am_i()
    assert caught.value.reason == "UNREACHABLE"
