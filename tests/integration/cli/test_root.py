"""The root of the command line: short help, unknown words, how errors leave."""

from __future__ import annotations

import errno
import inspect
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from siurell.errors import LadderError, OptionError

from ladder.cli import failure
from ladder.cli.app import WELCOME
from ladder.cli.commands import app
from ladder.cli.output import console, print_json, table


def test_root__alone_shows_short_help_with_two_examples(cli) -> None:
    result = cli()
    assert result.exit_code == 0
    assert result.stdout.strip() == WELCOME
    assert len(re.findall(r"^  siurell \w+", WELCOME, re.MULTILINE)) == 2
    assert max(map(len, WELCOME.splitlines())) <= 80


def test_root__every_command_it_names_exists(cli) -> None:
    named = WELCOME.split("Your bot")[1].split("`siurell")[0].splitlines()
    for line in named:
        for words in re.split(r"  +", line.strip())[-1].split(", "):
            result = cli(*words.split(), "--help")
            assert result.exit_code == 0, words


def test_root__help_of_every_command_fits_and_describes_itself(cli) -> None:
    for words in _commands():
        result = cli(*words, "--help")
        assert result.exit_code == 0, words
        assert "Usage:" in result.stdout


def test_root__help_is_broken_into_lines_where_they_were_written() -> None:
    """Behind the first sentence lines are kept, and a terminal of 80 columns breaks longer ones."""
    groups = [group.typer_instance for group in app.registered_groups if group.typer_instance]
    commands = [command for one in (app, *groups) for command in one.registered_commands]
    told = [inspect.getdoc(command.callback) or "" for command in commands]
    assert all(told)
    paragraphs = [text.splitlines() for one in told for text in one.split("\n\n")[1:]]
    assert not [line for lines in paragraphs for line in lines[:-1] if len(line) > 78]


def _commands() -> list[list[str]]:
    found: list[list[str]] = [[command.name or ""] for command in app.registered_commands]
    for group in app.registered_groups:
        assert group.typer_instance is not None
        found += [
            [
                group.name or "",
                command.name or (command.callback.__name__ if command.callback else ""),
            ]
            for command in group.typer_instance.registered_commands
        ]
    return [[word for word in words if word] for words in found]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gmaes"], "Did you mean"),
        (["games", "--jsno"], "--jsno"),
        (["new"], "Missing argument"),
        (["play", "--games", "none"], "--games"),
        (["play", "--games", "0"], "equal to 1"),
        (["match", "shwo"], "shwo"),
    ],
)
def test_usage__is_one_sentence_and_the_next_command(cli, words, sentence) -> None:
    assert sentence in cli.refused(*words)


@pytest.mark.parametrize(
    ("number", "known"),
    [
        (errno.ENAMETOOLONG, "check the path"),
        (errno.ELOOP, "check the path"),
        (errno.EXDEV, "check the path"),
        (errno.ENOSPC, "make room"),
        (errno.EEXIST, "where nothing is yet"),
    ],
)
def test_failure__what_is_wrong_with_a_path_is_no_bug(capsys, number, known) -> None:
    def refused() -> None:
        raise OSError(number, os.strerror(number), "/some/\x1bpath")

    assert failure.exit_code_of(refused) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"The machine refuses /some/\\x1bpath: {os.strerror(number)}.\nNext: ")
    assert known in said


def test_failure__a_bug_whose_traceback_cannot_be_kept(capsys, monkeypatch, tmp_path) -> None:
    def broken() -> None:
        raise ZeroDivisionError("deep within")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    assert failure.exit_code_of(broken) == 1
    said = capsys.readouterr().err
    assert "cannot be kept" in said
    assert "ZeroDivisionError: deep within" in said


def test_json__what_stdout_cannot_hold_is_written_in_ascii(monkeypatch) -> None:
    for encoding, text in (("ascii", "Artà"), ("utf-8", "half \udcff"), ("utf-8", "Artà")):
        written = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", written)
        print_json({"text": text})
        written.seek(0)
        assert json.loads(written.read()) == {"text": text}


def test_failure__a_bug_names_its_traceback_file_and_exits_1(capsys) -> None:
    def broken() -> None:
        raise ZeroDivisionError("a secret stays in the file")

    assert failure.exit_code_of(broken) == 1
    said = capsys.readouterr().err
    path = Path(re.findall(r"in (\S+)\.\n", said)[0])
    try:
        assert "Traceback" not in said
        assert "ZeroDivisionError: a secret stays in the file" in path.read_text()
        assert path.stat().st_mode & 0o077 == 0
    finally:
        path.unlink()


def test_failure__ctrl_c_is_130_without_a_word(capsys) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert failure.exit_code_of(interrupted) == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "step"),
    [
        (OptionError("No.", reason="UNKNOWN_GAME"), "siurell games"),
        (LadderError("No."), "siurell doctor"),
        (LadderError("Type `siurell submit` first."), None),
        (failure.CommandError("No.", next_step="siurell new x"), "siurell new x"),
    ],
)
def test_failure__each_error_has_a_next_step(error, step) -> None:
    assert failure.next_step(error) == step


def test_failure__a_full_disk_is_a_no_and_no_bug(capsys) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device", "/arena/x")

    assert failure.exit_code_of(full) == 2
    said = capsys.readouterr().err
    assert "/arena/x: No space left on device." in said
    assert "make room" in said


@pytest.mark.process
def test_start__needs_no_heavy_module() -> None:
    """Help must come at once: nothing heavy is imported before a command asks for it."""
    program = (
        "import sys; import ladder.cli.commands; "
        "heavy = {'grpc', 'sqlmodel', 'sqlalchemy', 'alembic', 'trueskill', 'structlog', 'rich',"
        " 'pydantic', 'asyncio'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", ["annotated_doc", "typer.core", "ladder.cli.submit"])
def test_interrupt__while_the_commands_are_imported(module) -> None:
    """Ctrl-C at the import of a module, which is where a quick one falls."""
    code = (
        "import signal, sys\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "from ladder.cli.main import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "games"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_table__writes_out_what_a_terminal_would_obey(capsys) -> None:
    """A ladder elsewhere may send any note or name."""
    evil = "\x1b]0;x\x07\x9b\u202e"
    console().print(table(("bot", ">n"), [(f"a{evil}", f"1{evil}")], title=f"t{evil}"))
    told = capsys.readouterr().out
    assert told.count("\\x1b]0;x\\x07\\x9b\\u202e") == 3
    assert all(char.isprintable() or char == "\n" for char in told)
