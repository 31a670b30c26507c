"""Owners, tokens and the audit log: the same here, and over the wire for the same role."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from siurell.errors import LadderError
from typer.testing import CliRunner, Result

from ladder.api.line import Line
from ladder.api.owner_client import RemoteOwners
from ladder.api.tables import LADDER, TABLES
from ladder.cli.commands import app
from ladder.cli.ladders_owners import EmbeddedOwners, Owners
from ladder.domain.access import Actor, Role
from ladder.domain.batch import ShippedBot
from ladder.domain.quotas import Quota
from ladder.domain.tokens import API_PREFIX
from ladder.services.api_tokens import authenticate, issue_api_token
from ladder.services.arena import Arena, acting
from ladder.services.audit import AuditLine, audit_log
from ladder.services.owners import add_owner, disable_owner, set_owner
from ladder.services.submit import submit

READING = [
    ("audit",),
    ("audit", "--owner", "ana"),
    ("audit", "--owner", "local", "--limit", "2"),
    ("audit", "--owner", "nobody"),
    ("audit", "--since", "1h", "--subject", "ana"),
    ("audit", "--since", "2090-01-01"),
    ("audit", "--since", "soon"),
    ("owner", "defaults"),
    ("owner", "list"),
    ("owner", "show", "ana"),
    ("owner", "show", "root"),
    ("owner", "show", "nobody"),
    ("token", "list"),
    ("token", "list", "ana"),
    ("token", "list", "otto"),
    ("token", "list", "nobody"),
]
"""Commands that change nothing."""

CHANGING = [
    ("bot", "give", "greedy", "otto"),
    ("bot", "give", "greedy", "--nobody"),
    ("bot", "give", "greedy", "nobody"),
    ("bot", "give", "greedy"),
    ("bot", "give", "mybot", "otto"),
    ("owner", "add", "zoe"),
    ("owner", "add", "zoe", "--role", "operator"),
    ("owner", "add", "Ana"),
    ("owner", "add", "local"),
    ("owner", "add", "a b"),
    ("owner", "defaults", "--uploads", "3", "--upload-bytes", "5M"),
    ("owner", "defaults", "--uploads", "ladder"),
    ("owner", "defaults", "--upload-bytes", "999999999999G"),
    ("owner", "disable", "ana"),
    ("owner", "disable", "nobody"),
    ("owner", "enable", "out"),
    ("owner", "set", "ana", "--role", "organiser", "--requests", "0"),
    ("owner", "set", "ana", "--requests", "ladder", "--active-bots", "9"),
    ("owner", "set", "ana", "--upload-bytes", "999999999999G"),
    ("owner", "set", "ana"),
    ("owner", "set", "nobody", "--role", "author"),
    ("token", "issue", "ana"),
    ("token", "issue", "ana", "--label", "laptop", "--days", "30"),
    ("token", "issue", "ana", "--days", "0"),
    ("token", "issue", "ana", "--days", "99999999999999999999"),
    ("token", "issue", "ana", "--label", "a\nb"),
    ("token", "issue", "ana", "--token-file", "kept"),
    ("token", "issue", "nobody"),
    ("token", "issue", "out"),
    ("token", "revoke", "1"),
    ("token", "revoke", "77"),
    ("token", "revoke", "99999999999999999999"),
]
"""Commands that change something, each on an arena of its own."""

TIMES = ("created_at", "disabled_at", "issued_at", "expires_at", "revoked_at", "at", "token")
"""What no two arenas have alike."""

ROLES = {"ana": Role.AUTHOR, "otto": Role.ORGANISER, "root": Role.OPERATOR}

Typist = Callable[..., Result]


class Known:
    """An arena with owners of all roles and a bot, at a port, and a token of each owner."""

    def __init__(self, served, tokens: dict[str, str]) -> None:
        self.served = served
        self.tokens = tokens

    def actor(self, name: str) -> Actor:
        return authenticate(self.served.arena, self.tokens[name])

    def here(self, name: str) -> Owners:
        return EmbeddedOwners(acting(self.served.arena, self.actor(name)))


@pytest.fixture(scope="module")
def knowing(serving, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], object]:
    """Serve a copy of such an arena."""
    first = tmp_path_factory.mktemp("first")
    with serving(first) as served:
        arena: Arena = served.arena
        for name, role in {**ROLES, "out": Role.AUTHOR}.items():
            add_owner(arena, name, role)
        submit(arena, ShippedBot("greedy"), owner="ana")
        set_owner(arena, "ana", limits={Quota.REQUESTS: 7})
        tokens = {name: issue_api_token(arena, name, label="desk").token for name in ROLES}
        disable_owner(arena, "out")

    @contextmanager
    def _knowing(folder: Path) -> Iterator[Known]:
        shutil.copytree(first, folder)
        with serving(folder) as served:
            served.start()
            yield Known(served, tokens)
            served.stop()

    return _knowing


@pytest.fixture(scope="module")
def known(knowing, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    """For tests that change nothing."""
    with knowing(tmp_path_factory.mktemp("known") / "arena") as known:
        yield known


@pytest.fixture
def elsewhere() -> Iterator[Callable[[Known, str], Owners]]:
    """What an owner has of a ladder over the wire."""
    with ExitStack() as lines:

        def _elsewhere(known: Known, name: str) -> RemoteOwners:
            line = lines.enter_context(Line(known.served.way, known.tokens[name]))
            return RemoteOwners(line)

        yield _elsewhere


@pytest.fixture
def typist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typist:
    """Type a command for an arena itself, or for the ladder that serves it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SIURELL_HOME", raising=False)

    def _type(known: Known, way: str, *words: str) -> Result:
        (desk := tmp_path / f"desk{way}").mkdir(exist_ok=True)
        monkeypatch.chdir(desk)
        monkeypatch.setenv("SIURELL_LADDER_TOKEN", known.tokens["root"])
        where = str(known.served.arena.home.path) if way == "--home" else known.served.address
        return CliRunner().invoke(app, [way, where, *words])

    return _type


def alike(value: object) -> object:
    """The value without what no two arenas have alike."""
    if isinstance(value, dict):
        return {key: key if key in TIMES else alike(each) for key, each in value.items()}
    return [alike(each) for each in value] if isinstance(value, list) else value


def told(text: str) -> str:
    return re.sub(rf"{API_PREFIX}\S+", "TOKEN", text)


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_both__tell_operators_the_same(known, typist, words, more):
    here, there = (typist(known, way, *words, *more) for way in ("--home", "--ladder"))
    assert "bug" not in here.stderr
    assert (here.exit_code, here.stdout) == (there.exit_code, there.stdout)
    assert here.stderr == there.stderr


@pytest.mark.parametrize("words", CHANGING, ids=" ".join)
def test_both__change_the_same_and_say_who_did_it(words, knowing, typist, tmp_path):
    runs, files, changes = [], [], []
    for way, who, more in (
        ("--home", "local", ()),
        ("--ladder", "root", ()),
        ("--home", "local", ("--json",)),
        ("--ladder", "root", ("--json",)),
    ):
        with knowing(tmp_path / f"{way}{len(more)}") as known:
            before = audit_log(known.served.arena, limit=100)
            runs.append(typist(known, way, *words, *more))
            new = audit_log(known.served.arena, limit=100)[: -len(before)]
            assert {line.actor for line in new} <= {who}
            changes.append([(line.action, line.subject, line.detail) for line in new])
        desk = tmp_path / f"desk{way}"
        files.append([path.name for path in desk.iterdir()])
        for path in desk.iterdir():
            path.unlink()
    here, there, here_json, there_json = runs
    assert "bug" not in here.stderr
    assert (here.exit_code, told(here.stdout)) == (there.exit_code, told(there.stdout))
    assert here.stderr == there.stderr
    assert here_json.exit_code == there_json.exit_code == here.exit_code
    if here_json.stdout:
        assert alike(json.loads(here_json.stdout)) == alike(json.loads(there_json.stdout))
    assert files[0] == files[1]
    assert changes[0] == changes[1] == changes[2] == changes[3]
    assert bool(changes[0]) == (here.exit_code == 0)


CALLS: dict[str, Callable[[Owners], object]] = {
    "add": lambda owners: owners.add_owner("zoe", Role.AUTHOR),
    "list": lambda owners: owners.list_owners(),
    "show ana": lambda owners: owners.show_owner("ana"),
    "show otto": lambda owners: owners.show_owner("otto"),
    "set": lambda owners: owners.set_owner("ana", role=Role.OPERATOR, limits={}),
    "disable": lambda owners: owners.disable_owner("root"),
    "enable": lambda owners: owners.enable_owner("out"),
    "quotas": lambda owners: owners.ladder_quotas(),
    "set quotas": lambda owners: owners.set_ladder_quotas({Quota.UPLOADS: 99}),
    "give": lambda owners: owners.give_bot("greedy", "otto"),
    "issue": lambda owners: owners.issue_token("ana", label="", days=None),
    "tokens": lambda owners: owners.list_tokens(None),
    "tokens of ana": lambda owners: owners.list_tokens("ana"),
    "tokens of root": lambda owners: owners.list_tokens("root"),
    "revoke another's": lambda owners: owners.revoke_token(3),
    "audit": lambda owners: owners.audit(owner=None, subject=None, since=None, limit=50),
    "audit of root": lambda owners: owners.audit(owner="root", subject=None, since=None, limit=9),
    "audit of local": lambda owners: owners.audit(owner="local", subject=None, since=None, limit=9),
}
"""What authors and organisers may not change, and what they see."""


def outcome(call: Callable[[Owners], object], owners: Owners) -> object:
    try:
        return call(owners)
    except LadderError as error:
        return error.reason, str(error)


@pytest.mark.parametrize("name", ["ana", "otto"])
@pytest.mark.parametrize("call", CALLS)
def test_roles__are_refused_the_same_words_over_the_wire(known, elsewhere, call, name):
    before = audit_log(known.served.arena, limit=100)
    there = outcome(CALLS[call], elsewhere(known, name))
    assert there == outcome(CALLS[call], known.here(name))
    assert audit_log(known.served.arena, limit=100) == before


@pytest.mark.parametrize("name", ["ana", "otto"])
def test_roles__who_is_no_operator_sees_themselves_alone(known, elsewhere, name):
    owners = elsewhere(known, name)
    assert [owner.name for owner in owners.list_owners()] == [name]
    assert [token.owner for token in owners.list_tokens(None)] == [name]
    assert owners.audit(owner=None, subject=None, since=None, limit=50) == []
    for call in ("tokens of root", "add", "give", "set", "issue", "disable", "set quotas"):
        reason, sentence = outcome(CALLS[call], owners)
        assert reason in ("NOT_YOURS", "NOT_ALLOWED"), call
        assert name in sentence
    assert outcome(CALLS["revoke another's"], owners)[0] == "UNKNOWN_TOKEN"


def test_token__an_author_ends_their_own(knowing, elsewhere, tmp_path):
    with knowing(tmp_path / "arena") as known:
        (own,) = elsewhere(known, "ana").list_tokens(None)
        assert elsewhere(known, "ana").revoke_token(own.number).revoked_at is not None
        (line,) = audit_log(known.served.arena, owner="ana")
        assert (line.action, line.subject, line.role) == (
            "token.revoke",
            f"token {own.number}",
            Role.AUTHOR,
        )
        with pytest.raises(LadderError) as caught:
            elsewhere(known, "ana").list_owners()
        assert caught.value.reason == "UNAUTHENTICATED"


def test_token__is_told_once_and_written_nowhere(knowing, elsewhere, tmp_path, capfd):
    with knowing(tmp_path / "arena") as known:
        issued = elsewhere(known, "root").issue_token("ana", label="laptop", days=3)
        assert authenticate(known.served.arena, issued.token).name == "ana"
        listed = elsewhere(known, "root").list_tokens("ana")
        assert issued.known in listed
        assert issued.token not in repr((issued, listed))
        arena = known.served.arena
        assert issued.token not in repr(audit_log(arena, limit=100))
    kept = [path for path in (tmp_path / "arena").rglob("*") if path.is_file()]
    assert len(kept) > 1
    assert all(issued.token.encode() not in path.read_bytes() for path in kept)
    assert issued.token not in "".join(capfd.readouterr())


def test_pages__bring_all_of_a_long_list_once(known, elsewhere, monkeypatch):
    root = elsewhere(known, "root")
    here = known.here("root")
    monkeypatch.setattr("ladder.api.asked.MAX_PAGE", 2)
    assert root.list_owners() == here.list_owners()
    assert root.list_tokens(None) == here.list_tokens(None)
    assert changes_of(root, 100) == changes_of(here, 100)
    assert len(changes_of(root, 100)) > 4
    assert changes_of(root, 3) == changes_of(here, 3)
    monkeypatch.setattr("ladder.api.owner_answers.PAGE_BYTES", 1)
    assert changes_of(root, 100) == changes_of(here, 100)


def changes_of(owners: Owners, limit: int) -> list[AuditLine]:
    return owners.audit(owner=None, subject=None, since=None, limit=limit)


def test_older_ladder__is_told_as_such_with_what_to_do(known, typist, monkeypatch):
    only = {LADDER: TABLES[LADDER]}
    known.served.stop()
    monkeypatch.setattr("ladder.api.server.TABLES", only)
    known.served.start()
    try:
        run = typist(known, "--ladder", "owner", "list")
    finally:
        known.served.stop()
        monkeypatch.undo()
        known.served.start()
    assert (run.exit_code, run.stdout) == (2, "")
    told = " ".join(run.stderr.split())
    assert f"The ladder at {known.served.address} is older than this command" in told
    assert "ask its operator for a newer one" in told
    assert "Next:" not in told
