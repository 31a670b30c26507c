"""How far each command reaches: no command acts on another ladder than the one that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import typer
from typer.testing import Result

from ladder.cli.commands import app
from ladder.cli.logins import Login, login_file, write_login
from ladder.cli.reach import ELSEWHERE, NO_LADDER

NOWHERE = "127.0.0.1:1"
"""Nobody listens there, and nothing is asked there either."""

Typed = Callable[..., Result]


def tree(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of all commands below this one."""
    below = getattr(command, "commands", None)
    if below is None:
        yield words
        return
    for name, each in below.items():
        yield from tree(each, (*words, name))


ROOT = typer.main.get_command(app)
ALL = {" ".join(words): words for words in tree(ROOT)}
HERE = sorted(set(ALL) - ELSEWHERE - NO_LADDER)


def filled(command: str) -> tuple[str, ...]:
    """A command with something for each word that it cannot do without."""
    below = ROOT
    for word in ALL[command]:
        below = below.commands[word]
    words = ALL[command]
    for param in below.params:
        if param.required:
            words += ("7",) if param.param_type_name == "argument" else (param.opts[0], "7")
    return words


def assert_refused(run: Result, command: str, home: Path) -> str:
    assert run.exit_code == 2, (command, run.output)
    assert run.stdout == "", command
    sentence, _, next_step = run.stderr.partition("Next: ")
    assert f"`siurell {command}` works on" in " ".join(sentence.split()), run.stderr
    assert next_step, command
    assert not home.exists(), command
    return " ".join(run.stderr.split())


def test_reach__lists_name_commands_that_are_there() -> None:
    assert set(ALL) >= ELSEWHERE | NO_LADDER
    assert not ELSEWHERE & NO_LADDER
    assert len(HERE) > 20


def test_reach__what_works_on_the_arena_here_refuses_a_named_ladder(typed, tmp_path) -> None:
    for command in HERE:
        told = assert_refused(
            typed("--ladder", NOWHERE, *filled(command)), command, tmp_path / "data"
        )
        assert f"--ladder names the ladder at {NOWHERE}" in told


def test_reach__what_works_on_the_arena_here_refuses_while_logged_in(typed, tmp_path) -> None:
    write_login(Login(NOWHERE, "word"))
    for command in HERE:
        told = assert_refused(typed(*filled(command)), command, tmp_path / "data")
        assert f"logged in to the ladder at {NOWHERE}" in told
        assert f"Next: siurell --home {tmp_path / 'data' / 'siurell'} {command}" in told.replace(
            "/ ", "/"
        )


def test_reach__what_works_on_the_arena_here_refuses_a_ladder_of_the_environment(
    typed, tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("SIURELL_LADDER", NOWHERE)
    for command in HERE:
        told = assert_refused(typed(*filled(command)), command, tmp_path / "data")
        assert f"SIURELL_LADDER names the ladder at {NOWHERE}" in told


def test_reach__what_needs_no_ladder_refuses_a_named_one_and_no_other(typed, tmp_path) -> None:
    write_login(Login(NOWHERE, "word"))
    for command in sorted(NO_LADDER):
        told = assert_refused(
            typed("--ladder", NOWHERE, *filled(command)), command, tmp_path / "data"
        )
        assert "without --ladder" in told
    assert typed("games").exit_code == 0


def test_reach__help_is_there_while_logged_in(typed) -> None:
    write_login(Login(NOWHERE, "word"))
    assert typed("owner", "add", "--help").exit_code == 0
    assert typed("owner", "--help").exit_code == 0


def test_reach__a_folder_that_is_named_is_meant_while_logged_in(typed, tmp_path, monkeypatch):
    write_login(Login(NOWHERE, "word"))
    arena = tmp_path / "arena"
    assert typed("--home", str(arena), "owner", "add", "ana").exit_code == 0
    monkeypatch.setenv("SIURELL_HOME", str(arena))
    assert "ana" in typed("owner", "list").stdout
    both = typed("--home", str(arena), "--ladder", NOWHERE, "owner", "list")
    assert both.exit_code == 2
    assert "say one of them" in both.stderr


def test_reach__a_login_that_cannot_be_read_is_no_arena_here(typed, tmp_path) -> None:
    write_login(Login(NOWHERE, "word"))
    login_file().write_text("address = ")
    run = typed("owner", "add", "ana")
    assert run.exit_code == 2
    assert "siurell logout" in run.stderr
    assert not (tmp_path / "data").exists()
