"""Owners, tokens, the audit log, and what a bot does, as they are typed."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta

import pytest

from ladder.domain.tokens import API_PREFIX


def test_owner__is_added_shown_changed_and_put_out(cli) -> None:
    assert "siurell token issue ann" in cli("owner", "add", "ann").stdout
    assert "siurell owner show ann" in cli.refused("owner", "add", "Ann")
    facts = cli.json("owner", "set", "ann", "--role", "organiser", "--upload-bytes", "2M")
    assert facts["role"] == "organiser" and facts["quotas"]["upload_bytes"] == 2 << 20
    assert facts["own"] == ["upload_bytes"]
    shown = cli("owner", "show", "ann").stdout
    assert "ann: organiser" in shown and "2.0 MiB  own" in shown
    assert cli.json("owner", "set", "ann", "--upload-bytes", "ladder")["own"] == []
    assert cli.json("owner", "defaults", "--requests", "7")["requests"] == 7
    assert "requested matches a day         7" in cli("owner", "defaults").stdout
    assert "ann is out" in cli("owner", "disable", "ann").stdout
    assert "disabled" in cli("owner", "list").stdout
    assert cli.json("owner", "enable", "ann")["disabled_at"] is None


def test_audit__a_limit_of_nothing_and_one_that_is_gone_are_told_too(cli) -> None:
    cli("owner", "add", "ann")
    cli("owner", "set", "ann", "--uploads", "0")
    cli("owner", "set", "ann", "--uploads", "ladder")
    cli("owner", "defaults", "--requests", "ladder")
    assert [line["detail"] for line in cli.json("audit")[:3]] == [
        {"requests": "usual"}, {"uploads": "ladder"}, {"uploads": 0}
    ]  # fmt: skip
    shown = cli("audit").stdout
    assert "uploads 0" in shown and "uploads ladder" in shown and "requests usual" in shown


def test_owner__nobody_is_told_as_such(cli) -> None:
    assert "Next: siurell owner add NAME" in cli("owner", "list").stdout
    assert cli.json("owner", "list") == cli.json("token", "list") == cli.json("audit") == []


@pytest.mark.parametrize(
    "words",
    [
        ("owner", "add", "local"),
        ("owner", "show", "bob"),
        ("owner", "set", "ann"),
        ("owner", "set", "ann", "--uploads", "-1"),
        ("owner", "set", "ann", "--uploads", "2M"),
        ("owner", "set", "ann", "--uploads", "many"),
        ("owner", "set", "ann", "--role", "king"),
        ("owner", "defaults", "--active-bots", "x" * 200),
        ("owner", "disable", "bob"),
        ("token", "issue", "bob"),
        ("token", "issue", "ann", "--days", "0"),
        ("token", "issue", "ann", "--label", "\x1b[31m"),
        ("token", "list", "bob"),
        ("token", "revoke", "7"),
        ("audit", "--owner", "bob"),
        ("audit", "--since", "yesterday"),
        ("audit", "--since", "999999999999d"),
        ("audit", "--since", "0001-01-01T00:00+14:00"),
        ("token", "revoke", "99999999999999999999"),
        ("bot", "give", "mybot", "ann"),
        ("bot", "give", "mybot"),
        ("bot", "retire", "mybot"),
        ("bot", "activate", "mybot@1"),
        ("bot", "note", "mybot@1", "text"),
        ("submit", "greedy", "--owner", "bob"),
        ("submit", "greedy", "--note", "a\nb"),
    ],
    ids=" ".join,
)
def test_bad_input__is_a_sentence_and_a_next_step(cli, words: tuple[str, ...]) -> None:
    cli("owner", "add", "ann")
    cli.refused(*words)


def test_token__is_shown_once_or_written_to_a_file_of_ones_own(cli) -> None:
    cli("owner", "add", "ann")
    shown = cli("token", "issue", "ann", "--label", "laptop", "--days", "30").stdout
    token = next(line for line in shown.splitlines() if line.startswith(API_PREFIX))
    kept = cli("token", "issue", "ann", "--token-file", "ann.token").stdout
    file = cli.desk / "ann.token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().startswith(API_PREFIX) and API_PREFIX not in kept
    listed = cli("token", "list").stdout
    assert token not in listed and "laptop" in listed
    assert "nothing was changed" in cli.refused("token", "issue", "ann", "--token-file", file)
    assert len(cli.json("token", "list", "ann")) == 2
    assert cli.json("token", "revoke", "1")["revoked_at"] is not None
    assert "revoked" in cli("token", "list").stdout


def test_token__a_file_goes_again_where_there_is_no_token(cli) -> None:
    cli.refused("token", "issue", "bob", "--token-file", "bob.token")
    assert list(cli.desk.iterdir()) == []


def test_audit__tells_who_changed_what_since_when(cli) -> None:
    cli("owner", "add", "ann")
    cli("submit", "greedy", "--owner", "ann", "--note", "a start")
    said = cli("audit").stdout
    assert "owner.add" in said and "bot.submit" in said and "local" in said
    (line,) = cli.json("audit", "--subject", "ann", "--since", "1h")
    assert line["detail"] == {"role": "author"}
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    assert cli.json("audit", "--since", tomorrow) == []
    assert (
        "Nobody has changed anything of that kind, or then."
        in cli("audit", "--owner", "ann").stdout
    )
    assert len(cli.json("audit", "--owner", "local", "-n", "2")) == 2


def test_bot__shows_whose_it_is_its_notes_and_that_it_plays_no_more(cli) -> None:
    cli("owner", "add", "ann")
    cli("submit", "greedy", "--owner", "ann", "--note", "a start")
    shown = cli("bot", "show", "greedy").stdout
    assert "of ann" in shown and "@1: a start" in shown
    assert cli.json("bot", "note", "greedy", "better") == {"version": "greedy@1", "note": "better"}
    assert cli.json("bot", "retire", "greedy") == {
        "bot": "greedy",
        "versions": [1],
        "called_off": [],
    }
    assert "siurell bot activate greedy" in cli("bot", "show", "greedy").stdout
    cli.refused("bot", "withdraw", "greedy")
    assert "greedy@1 plays from now on." in cli("bot", "activate", "greedy").stdout
    assert "0 matches were called off" in cli("bot", "withdraw", "greedy").stdout
    assert cli.json("bot", "activate", "greedy@1") == {"version": "greedy@1"}
    assert "nobody's from now on" in cli("bot", "give", "greedy", "--nobody").stdout
    assert cli.json("bot", "list")[0]["owner"] is None
