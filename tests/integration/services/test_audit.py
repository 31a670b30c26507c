"""The audit log: who changed what, in the transaction that did it, and no secrets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from siurell.errors import LadderError
from sqlmodel import select

from ladder.domain.access import Role
from ladder.domain.quotas import Quota
from ladder.services import activity, owners, remote, suspensions
from ladder.services.api_tokens import issue_api_token, revoke_api_token
from ladder.services.arena import Arena
from ladder.services.audit import audit, audit_log
from ladder.services.purge import purge
from ladder.services.rerate import rerate
from ladder.services.seasons import season_named, set_suspension
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.tables import AuditRow, MatchRow, SuspensionRow

MakeBot = Callable[..., Path]
Dump = Callable[[Arena], list[str]]
Change = Callable[[Arena], object]

CHANGES: list[tuple[str, str, Change]] = [
    ("owner.add", "owner bob", lambda arena: owners.add_owner(arena, "bob")),
    (
        "owner.set",
        "owner ann",
        lambda arena: owners.set_owner(arena, "ann", limits={Quota.UPLOADS: 1}),
    ),
    (
        "ladder.quotas",
        "arena",
        lambda arena: owners.set_ladder_quotas(arena, {Quota.UPLOADS: 1}),
    ),
    ("owner.disable", "owner ann", lambda arena: owners.disable_owner(arena, "ann")),
    ("token.issue", "token 2", lambda arena: issue_api_token(arena, "ann")),
    ("token.revoke", "token 1", lambda arena: revoke_api_token(arena, 1)),
    ("bot.give", "bot one", lambda arena: owners.give_bot(arena, "one", "ann")),
    ("bot.retire", "bot one", lambda arena: activity.retire(arena, "one")),
    ("bot.withdraw", "bot one", lambda arena: activity.withdraw(arena, "one")),
    ("bot.note", "bot one", lambda arena: activity.set_note(arena, "one", "a note")),
    ("bot.resume", "bot one", lambda arena: suspensions.resume(arena, "one")),
    ("bot.new_token", "bot far", lambda arena: remote.new_token(arena, "far")),
    (
        "season.suspension",
        "season finca",
        lambda arena: set_suspension(
            arena, [season_named(arena, "finca")], season_named(arena, "finca").suspension
        ),
    ),
    (
        "season.rerate",
        "season finca",
        lambda arena: rerate(arena, season_named(arena, "finca"), write=True),
    ),
    (
        "arena.purge",
        "arena",
        lambda arena: purge(arena, timedelta(days=-1), dry_run=False),
    ),
]


@pytest.fixture
def busy(arena: Arena, enter: Callable[..., VersionInfo], draw, told) -> Arena:
    """An arena in which all of these can be changed."""
    from ladder.services.report import report

    owners.add_owner(arena, "ann")
    issue_api_token(arena, "ann")
    version = enter("one")
    enter("two")
    remote.register_remote(arena, "far", ["farmini"])
    batch = draw()
    for order in batch.orders:
        report(arena, told(order))
    with arena.db.write() as session:
        match = session.exec(select(MatchRow)).first()
        session.add(
            SuspensionRow(
                season_id=match.season_id,
                version_id=version.id,
                match_id=match.id,
                matches=8,
                faults=8,
                since=arena.now(),
            )
        )
    return arena


@pytest.mark.parametrize(
    ("action", "subject", "change"), CHANGES, ids=[change[0] for change in CHANGES]
)
def test_change__leaves_one_row(
    busy: Arena, clock, action: str, subject: str, change: Change
) -> None:
    before = audit_log(busy, limit=1_000)
    clock.move(hours=1)
    change(busy)
    (line,) = audit_log(busy, limit=1_000)[: -len(before)]
    assert (line.action, line.subject, line.actor, line.role, line.at) == (
        action,
        subject,
        "local",
        Role.OPERATOR,
        clock.at,
    )


@pytest.mark.parametrize(
    ("action", "subject", "change"), CHANGES, ids=[change[0] for change in CHANGES]
)
def test_change__that_is_not_noted_down_is_not_made(
    busy: Arena, dump: Dump, action: str, subject: str, change: Change
) -> None:
    """One transaction: where the row cannot be written, nothing else is (but for removed files)."""
    with busy.db.write() as session:
        session.connection().exec_driver_sql(
            "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    before = dump(busy)
    with pytest.raises(Exception, match=r"full|damaged|database"):
        change(busy)
    assert dump(busy) == before


def test_submission__and_its_check_are_noted_down_with_who_did_it(
    arena: Arena, acting_as: Callable[..., Arena], make_bot: MakeBot
) -> None:
    ann = acting_as("ann")
    version = submit(ann, make_bot(), note="first")
    set_checked(arena, version.id, True, "fine")
    activity.retire(ann, "mybot")
    activity.activate(ann, "mybot")
    lines = audit_log(arena, subject="mybot")
    assert [(line.actor, line.action) for line in lines] == [
        ("ann", "bot.activate"),
        ("ann", "bot.retire"),
        ("local", "bot.check"),
        ("ann", "bot.submit"),
    ]
    assert lines == audit_log(arena, subject="bot mybot")
    assert lines[3].detail["version"] == 1
    assert lines[3].detail["content"] == version.digest
    assert [line.action for line in audit_log(arena, owner="ann", limit=1)] == ["bot.activate"]
    assert {line.actor for line in audit_log(arena, owner="local")} == {"local"}


def test_log__is_asked_for_by_time_subject_and_owner(arena: Arena, clock) -> None:
    owners.add_owner(arena, "ann")
    clock.move(days=1)
    owners.add_owner(arena, "bob")
    assert [line.subject for line in audit_log(arena, since=clock.at)] == ["owner bob"]
    assert [line.subject for line in audit_log(arena, subject="ann")] == ["owner ann"]
    assert audit_log(arena, subject="nn") == audit_log(arena, subject="%") == []
    with pytest.raises(LadderError) as caught:
        audit_log(arena, owner="cid")
    assert caught.value.reason == "UNKNOWN_OWNER"


@pytest.mark.parametrize("name", ["token", "seed"])
def test_log__takes_no_secret(arena: Arena, name: str) -> None:
    with arena.db.write() as session, pytest.raises(AssertionError, match="secret"):
        audit(session, arena, "thing.do", "thing", **{name: "x"})


def test_log__holds_no_token_whatever_was_done_with_one(arena: Arena) -> None:
    owners.add_owner(arena, "ann")
    tokens = [issue_api_token(arena, "ann", label="laptop").token]
    tokens.append(remote.register_remote(arena, "far", ["finca"]).token)
    tokens.append(remote.new_token(arena, "far"))
    revoke_api_token(arena, 1)
    with arena.db.read() as session:
        rows = [row.model_dump_json() for row in session.exec(select(AuditRow)).all()]
    assert len(rows) == 7
    assert not [row for row in rows for token in tokens if token in row]
