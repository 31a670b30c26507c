"""Who may do what: each role, each action, one's own, another's and nobody's bot."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult

from ladder.domain.access import NOBODY, Role
from ladder.domain.batch import Batch, Report, ShippedBot
from ladder.domain.quotas import Quota
from ladder.domain.seasons import Season
from ladder.services import activity, bots, owners, presence, remote, suspensions
from ladder.services.api_tokens import issue_api_token, list_api_tokens, revoke_api_token
from ladder.services.arena import Arena, acting
from ladder.services.audit import audit_log
from ladder.services.matches import list_matches, show_match
from ladder.services.purge import purge
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.season_files_import import import_season
from ladder.services.seasons import season_named, set_suspension
from ladder.services.submit import set_checked, submit

ActingAs = Callable[..., Arena]
MakeBot = Callable[..., Path]
Dump = Callable[[Arena], list[str]]
Act = Callable[[Arena, str, MakeBot], object]

OF_RIGHTS = {"NOT_YOURS", "NOT_ALLOWED", "NAME_TAKEN", "UNKNOWN_TOKEN"}

ON_A_BOT: dict[str, Act] = {
    "submit": lambda arena, bot, make: submit(arena, make(bot, "import sys\n")),
    "retire": lambda arena, bot, _: activity.retire(arena, bot),
    "withdraw": lambda arena, bot, _: activity.withdraw(arena, bot),
    "activate": lambda arena, bot, _: activity.activate(arena, f"{bot}@1"),
    "note": lambda arena, bot, _: activity.set_note(arena, bot, "a note"),
    "resume": lambda arena, bot, _: suspensions.resume(arena, bot),
    "forgive": lambda arena, bot, _: presence.forgive(arena, bot),
    "logs": lambda arena, bot, _: bots.bot_logs(arena, bot),
    "log": lambda arena, bot, _: bots.bot_log(arena, bot, "m_1"),
    "register": lambda arena, bot, _: remote.register_remote(arena, bot, ["finca"]),
    "new token": lambda arena, bot, _: remote.new_token(arena, f"{bot}-far"),
    "new remote version": lambda arena, bot, _: remote.new_remote_version(
        arena, f"{bot}-far", ["finca"]
    ),
}


@pytest.fixture
def everybodys(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot, request: pytest.FixtureRequest
) -> Arena:
    """Bots of ann, bob and nobody, hosted and remote ones; the arena as ann in her role acts."""
    ann, bob = acting_as("ann"), acting_as("bob")
    for name, whose in (("own", ann), ("other", bob), ("free", arena)):
        version = submit(whose, make_bot(name))
        set_checked(arena, version.id, True, "fine")
        remote.register_remote(whose, f"{name}-far", ["finca"])
    owners.set_owner(arena, "ann", role=request.param)
    return acting_as("ann")


def reason_of(act: Callable[[], object]) -> str | None:
    """Why something is refused; None when it is done."""
    try:
        act()
    except LadderError as error:
        assert str(error).isprintable()
        return error.reason
    return None


@pytest.mark.parametrize("bot", ["own", "other", "free"])
@pytest.mark.parametrize("everybodys", list(Role), indirect=True, ids=lambda role: role.value)
def test_bot__only_its_owner_and_operators_change_it_or_read_what_it_wrote(
    everybodys: Arena, make_bot: MakeBot, dump: Dump, bot: str
) -> None:
    allowed = bot == "own" or everybodys.actor.role is Role.OPERATOR
    for name, act in ON_A_BOT.items():
        before = dump(everybodys)
        reason = reason_of(lambda act=act: act(everybodys, bot, make_bot))
        assert (reason not in OF_RIGHTS) == allowed, (name, reason)
        if not allowed:
            assert dump(everybodys) == before, name


BY_ROLE: dict[str, tuple[Role, Callable[[Arena, MakeBot], object]]] = {
    "add owner": (Role.OPERATOR, lambda arena, _: owners.add_owner(arena, "new")),
    "set owner": (
        Role.OPERATOR,
        lambda arena, _: owners.set_owner(arena, "ann", role=Role.OPERATOR),
    ),
    "set limits": (
        Role.OPERATOR,
        lambda arena, _: owners.set_ladder_quotas(arena, {Quota.UPLOADS: 1}),
    ),
    "disable": (Role.OPERATOR, lambda arena, _: owners.disable_owner(arena, "bob")),
    "enable": (Role.OPERATOR, lambda arena, _: owners.enable_owner(arena, "bob")),
    "give": (Role.OPERATOR, lambda arena, _: owners.give_bot(arena, "own", None)),
    "issue": (Role.OPERATOR, lambda arena, _: issue_api_token(arena, "ann")),
    "check": (Role.OPERATOR, lambda arena, _: set_checked(arena, 1, True, "fine")),
    "shipped": (Role.OPERATOR, lambda arena, _: submit(arena, ShippedBot("greedy"))),
    "purge": (Role.OPERATOR, lambda arena, _: purge(arena, timedelta(), dry_run=False)),
    "rerate": (
        Role.OPERATOR,
        lambda arena, _: rerate(arena, season_named(arena, "finca"), write=True),
    ),
    "import": (
        Role.OPERATOR,
        lambda arena, make: import_season(arena, make() / "none", lambda: None),
    ),
    "suspension": (
        Role.ORGANISER,
        lambda arena, _: set_suspension(
            arena,
            [season_named(arena, "finca")],
            season_named(arena, "finca").suspension,
        ),
    ),
}


@pytest.mark.parametrize("everybodys", list(Role), indirect=True, ids=lambda role: role.value)
def test_role__what_needs_one_is_refused_to_those_below(
    everybodys: Arena, make_bot: MakeBot, dump: Dump
) -> None:
    season_named(everybodys, "finca")
    role = everybodys.actor.role
    for name, (needed, act) in BY_ROLE.items():
        before = dump(everybodys)
        try:
            reason = reason_of(lambda act=act: act(everybodys, make_bot))
        except FileNotFoundError:
            reason = "NO_FILE"
        assert (reason != "NOT_ALLOWED") == role.covers(needed), name
        if reason == "NOT_ALLOWED":
            assert dump(everybodys) == before, name


@pytest.mark.parametrize("everybodys", [Role.AUTHOR, Role.ORGANISER], indirect=True)
def test_others__owners_tokens_and_deeds_are_nobodys_business(
    arena: Arena, everybodys: Arena
) -> None:
    assert [owner.name for owner in owners.list_owners(everybodys)] == ["ann"]
    assert reason_of(lambda: owners.show_owner(everybodys, "bob")) == "NOT_YOURS"
    assert reason_of(lambda: list_api_tokens(everybodys, "bob")) == "NOT_YOURS"
    assert {token.owner for token in list_api_tokens(everybodys)} == {"ann"}
    (theirs,) = [token.number for token in list_api_tokens(arena, "bob")]
    assert reason_of(lambda: revoke_api_token(everybodys, theirs)) == "UNKNOWN_TOKEN"
    own = list_api_tokens(everybodys)[0].number
    assert revoke_api_token(everybodys, own).revoked_at is not None
    assert {line.actor for line in audit_log(everybodys)} == {"ann"}
    assert audit_log(everybodys, owner="bob") == []
    assert {line.actor for line in audit_log(arena)} == {"ann", "bob", "local"}


@pytest.mark.parametrize("role", list(Role))
def test_evidence__words_of_a_bot_are_for_its_owner(
    arena: Arena,
    season: Season,
    acting_as: ActingAs,
    make_bot: MakeBot,
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
    role: Role,
) -> None:
    """Everybody sees how a match ended and by which cause; not what another's bot said."""
    ann, bob = acting_as("ann", role), acting_as("bob")
    for name, whose in (("hers", ann), ("his", bob)):
        version = submit(whose, make_bot(name))
        set_checked(arena, version.id, True, f"what {name} said")
    batch = draw()
    assert batch is not None
    for order in batch.orders:
        causes = {0: Cause.CRASH, 1: Cause.TIMEOUT}
        report(arena, told(order, result_of((1, 2), causes)))
    shown = {seat.bot: seat for seat in show_match(ann, "m_1").line.seats}
    listed = {seat.bot: seat for seat in list_matches(ann, limit=1)[0].seats}
    sees = role is Role.OPERATOR
    assert (shown["hers"].evidence.detail, shown["his"].evidence.detail) == (
        "made up",
        "made up" if sees else "",
    )
    assert (listed["his"].evidence.detail != "") is sees
    assert shown["his"].cause in (Cause.CRASH, Cause.TIMEOUT)
    assert shown["his"].evidence.limit_us == 500_000
    reports = {name: bots.show_bot(ann, name).versions[0].check_report for name in ("hers", "his")}
    assert reports == {"hers": "what hers said", "his": "what his said" if sees else ""}
    nobody = acting(arena, NOBODY)
    assert all(not seat.evidence.detail for seat in show_match(nobody, "m_1").line.seats)
