"""Logging in to a ladder elsewhere, and what is said when that cannot be."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from ladder.api.client import RemoteLadder
from ladder.api.line import Line
from ladder.cli.logins import Login, login_file, login_of, read_login, write_login
from ladder.services.audit import audit_log
from referee.development import make_certificate

Typed = Callable[..., Result]


@pytest.fixture
def token_file(tmp_path: Path) -> Callable[[str], Path]:
    def _file(token: str) -> Path:
        path = tmp_path / "ana.token"
        path.write_text(f"{token}\n")
        path.chmod(0o600)
        return path

    return _file


def refused(run: Result) -> str:
    """One sentence and the next step on stderr, exit code 2."""
    assert run.exit_code == 2, run.output
    assert run.stdout == ""
    assert 1 <= len(run.stderr.strip().splitlines()) <= 2
    assert "Traceback" not in run.stderr
    return run.stderr


def test_login__keeps_address_and_token_in_a_file_of_ones_own(typed, served, token_of, token_file):
    token = token_of("ana")
    done = typed("login", served.address, "--token-file", token_file(token))
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"You are ana, author, at the ladder at {served.address};")
    assert token not in done.output
    assert stat.S_IMODE(login_file().stat().st_mode) == 0o600
    assert typed("status").stdout.startswith("You are ana, author, at the ladder at 127.")
    assert typed("--home", served.arena.home.path, "status").stdout.startswith("You are local,")
    assert token not in repr(read_login())
    assert token not in str(audit_log(served.arena))


def test_login__reads_the_token_from_a_pipe_too(typed, served, token_of):
    done = typed("login", served.address, "--token-file", "-", stdin=token_of("ana"))
    assert done.exit_code == 0, done.output


def test_logout__means_the_arena_of_this_machine_again(typed, served, token_of, token_file):
    typed("login", served.address, "--token-file", token_file(token_of("ana")))
    assert typed("logout").exit_code == 0
    assert not login_file().exists()
    assert typed("status").stdout.startswith("You are local, operator, at the arena in ")
    assert "logged in nowhere" in refused(typed("logout"))


def test_environment__comes_before_the_login(typed, served, token_of, token_file, monkeypatch):
    typed("login", served.address, "--token-file", token_file(token_of("ana")))
    monkeypatch.setenv("SIURELL_LADDER_TOKEN", token_of("bob"))
    assert typed("status").stdout.startswith("You are bob, author, at the ladder")
    monkeypatch.setenv("SIURELL_LADDER", "127.0.0.1:1")
    assert "No ladder answers at 127.0.0.1:1" in refused(typed("status"))
    monkeypatch.delenv("SIURELL_LADDER")
    monkeypatch.setenv("SIURELL_HOME", str(served.arena.home.path))
    assert typed("status").stdout.startswith("You are local,")


def test_login__of_a_wrong_token_keeps_nothing(typed, served, token_file):
    run = typed("login", served.address, "--token-file", token_file("siu_wrong"))
    assert "not valid here" in refused(run)
    assert not login_file().exists()


@pytest.mark.parametrize("address", ["ladder", "ladder:", "ladder:0", "ladder:99999", ":7444"])
def test_login__of_no_address_is_refused(typed, address, token_file):
    assert "is no address of a ladder" in refused(
        typed("login", address, "--token-file", token_file("siu_x"))
    )


def test_login__without_a_token_says_where_one_comes_from(typed):
    assert "an operator of the ladder gives you one" in refused(
        typed("login", "127.0.0.1:1", stdin="")
    )


def test_login__refuses_a_token_that_others_can_read(typed, served, token_of, token_file):
    path = token_file(token_of("ana"))
    path.chmod(0o644)
    told = refused(typed("login", served.address, "--token-file", path))
    assert "Other users" in told
    assert "chmod 600" in told


def test_login__refuses_its_own_file_when_others_can_read_it(typed, served, token_of, token_file):
    typed("login", served.address, "--token-file", token_file(token_of("ana")))
    login_file().chmod(0o640)
    assert "Other users" in refused(typed("status"))


@pytest.mark.parametrize("text", ["", "address = 3", "{", 'address = "a:1"'])
def test_login__refuses_a_file_that_is_none(typed, text):
    login_file().parent.mkdir(parents=True)
    login_file().write_text(text)
    login_file().chmod(0o600)
    assert "cannot be read" in refused(typed("bot", "list"))
    assert typed("logout").exit_code == 0


def test_login_file__gives_back_any_path(typed, tmp_path):
    path = tmp_path / 'odd "name"\\with\ttab'
    write_login(Login("tls://ladder.example.org:7444", "siu_x", path))
    assert read_login() == Login("tls://ladder.example.org:7444", "siu_x", path)


def test_both_ladders__cannot_be_meant_at_once(typed, tmp_path):
    assert "say one of them" in refused(
        typed("--home", tmp_path, "--ladder", "127.0.0.1:1", "status")
    )


def test_way__is_by_tls_but_to_this_machine():
    assert Login("127.0.0.1:1", "t").way.text == "127.0.0.1:1"
    assert Login("[::1]:1", "t").way.text == "[::1]:1"
    assert Login("ladder.example.org:1", "t").way.text == "tls://ladder.example.org:1"
    assert Login("tls://localhost:1", "t").way.text == "tls://localhost:1"
    assert Login("localhost:1", "t", Path("x.crt")).way.text == "tls://localhost:1"
    assert login_of("folder", None) is None


def test_tls__is_checked_by_the_certificate(typed, served, token_of, token_file, tmp_path):
    token = token_file(token_of("ana"))
    made = make_certificate(tmp_path / "tls", ["localhost", "127.0.0.1"]).files
    other = make_certificate(tmp_path / "other", ["localhost"]).files
    served.stop()
    served.tls, served.address = made, "127.0.0.1:0"
    served.start()
    port = served.address.rpartition(":")[2]

    def log_in(address: str, *options: object) -> Result:
        return typed("login", f"{address}:{port}", "--token-file", token, *options)

    assert "is not the one in" in refused(log_in("localhost", "--certificate", other.certificate))
    assert "vouched for by nobody" in refused(log_in("tls://localhost"))
    assert "The ladder at" in refused(log_in("localhost"))
    assert "holds no certificate" in refused(log_in("localhost", "--certificate", token))
    done = log_in("localhost", "--certificate", made.certificate)
    assert done.exit_code == 0, done.output
    assert typed("status").stdout.startswith("You are ana, author, at the ladder at localhost:")
    with Line(served.way, read_login().token) as line:
        assert RemoteLadder(line).who_am_i()[0] == "ana"


def test_tls__is_missed_where_it_is_not_spoken(typed, served, token_of, token_file):
    port = served.address.rpartition(":")[2]
    told = refused(
        typed("login", f"tls://localhost:{port}", "--token-file", token_file(token_of("ana")))
    )
    assert "does not speak TLS" in told


def test_submit__goes_to_the_ladder_and_says_what_is_next(
    typed, served, token_of, token_file, make_bot
):
    typed("login", served.address, "--token-file", token_file(token_of("ana")))
    folder = make_bot()
    done = typed("submit", folder, "--note", "first")
    assert done.exit_code == 0, done.output
    assert f"mybot@1 is submitted to the ladder at {served.address}" in done.stdout
    assert done.stdout.endswith("Next: siurell status mybot --watch\n")
    assert "it is pending" in typed("submit", folder).stdout
    (folder / "siurell.toml").write_text("name = 3")
    assert "siurell.toml" in refused(typed("submit", folder))
    assert "may not submit bots" in refused(typed("submit", "greedy"))


def test_operators_commands__are_refused_to_others_and_some_work_at_the_machine_alone(
    typed, served, token_of, token_file
):
    typed("login", served.address, "--token-file", token_file(token_of("ana")))
    told = refused(typed("bot", "give", "mybot", "bob"))
    assert "ana is an author here and may not give bots to others" in told
    told = refused(typed("bot", "remote", "mybot"))
    assert "works on an arena of this machine alone" in told


def test_replay__is_saved_to_a_new_file(played_once, typed, token_of, token_file, tmp_path):
    from ladder.services.api_tokens import issue_api_token

    typed(
        "login",
        played_once.address,
        "--token-file",
        token_file(issue_api_token(played_once.arena, "ana").token),
    )
    target = tmp_path / "one.replay"
    done = typed("replay", "save", "m_1", "--output", target)
    assert done.exit_code == 0, done.output
    assert target.read_bytes() == played_once.arena.home.replay("m_1").read_bytes()
    assert "already" in refused(typed("replay", "save", "m_1", "--output", target))


@pytest.mark.parametrize(
    "text", ['address = "x"\ntoken = "y"\n', 'address = "x:y"\ntoken = "y"\n', "address ="]
)
def test_login__a_file_that_was_edited_badly_is_told(typed, text):
    write_login(Login("127.0.0.1:1", "word"))
    login_file().write_text(text)
    assert "siurell logout" in refused(typed("status"))


@pytest.mark.parametrize(
    "more", ['certificate = "a\\u0000b"\n', f"more = {'[' * 5_000}"], ids=["no path", "too deep"]
)
def test_login__what_no_program_of_ours_wrote_is_told(typed, more):
    file = write_login(Login("127.0.0.1:1", "word"))
    file.write_text(file.read_text() + more)
    assert "siurell logout" in refused(typed("status"))


def test_login__what_is_no_file_is_told_and_not_waited_for(typed):
    write_login(Login("127.0.0.1:1", "word"))
    login_file().unlink()
    os.mkfifo(login_file(), 0o600)
    assert "siurell logout" in refused(typed("status"))
    login_file().unlink()
    login_file().mkdir()
    assert "move the folder" in refused(typed("status"))
