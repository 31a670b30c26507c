"""On a terminal: a live table, a progress bar, colour; and none of it anywhere else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from contextlib import suppress

import pytest
from siurell.games.registry import games

pytestmark = pytest.mark.process
SOLO = next(game for game in games() if game.min_seats == 1).name + "-solo"

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]m|\x1b\[9[0-7]m")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(shell, *words: str, **environment: str) -> tuple[int, str]:
    """Run `siurell ...` on a terminal of 80 columns; its exit code and all that it wrote."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(shell.python.with_name("siurell")), *words],
        cwd=shell.desk,
        env={name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        | {"SIURELL_HOME": str(shell.home), "TERM": "xterm", "COLUMNS": "80"}
        | environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = b""
    try:
        with suppress(OSError):  # how a terminal says that nobody writes any more
            while chunk := os.read(ours, 65_536):
                written += chunk
        code = process.wait(60)
    finally:
        os.close(ours)
        process.kill()
        process.wait(10)
    return code, written.decode()


def test_ladder_run__shows_the_table_and_a_bar_in_place(shell) -> None:
    for bot in ("random", "greedy"):
        shell.run("submit", bot)
    words = ["ladder", "run", "--season", "finca"]
    code, written = on_terminal(shell, *words, "--blocks", "2")
    assert code == 0
    assert ESCAPE.search(written)
    plain = ESCAPE.sub("", written)
    assert plain.count("finca: the ladder") >= 3, "the table is not drawn while matches are played"
    assert "greedy@1" in plain
    assert "blocks 2/2" in plain
    assert "4 matches in 2 blocks" in plain

    piped = shell.run(*words, "--blocks", 1).stdout
    assert not ESCAPE.search(piped)
    assert "finca: the ladder" not in piped
    assert re.search(r"^blocks 0/1  m_\d+  finca  1\. \S+ \d+", piped, re.MULTILINE)
    assert re.search(r"^blocks 1/1  m_\d+  finca  1\. \S+ \d+", piped, re.MULTILINE)


def test_ladder_run__of_several_seasons_shows_the_best_of_each(shell) -> None:
    for bot in ("random", "greedy"):
        shell.run("submit", bot)
    words = ["ladder", "run", "--season", "finca", "--season", SOLO, "--blocks", "2"]
    code, written = on_terminal(shell, *words)
    assert code == 0
    plain = ESCAPE.sub("", written)
    assert "4 matches in 2 blocks" in plain
    last = plain[plain.rindex("The ladder") :]
    assert re.search(r"^finca +2 +1\. \S+ -?\d", last, re.MULTILINE)
    assert re.search(rf"^{SOLO} +2 +1\. \S+ [+]\d", last, re.MULTILINE)


def test_sentence__is_wrapped_on_a_terminal_and_one_line_anywhere_else(shell) -> None:
    words = ["play", "finca", "greedy", "random", "--time", "ten"]
    _, written = on_terminal(shell, *words)
    lines = ESCAPE.sub("", written).splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
    piped = shell.run(*words, code=2).stderr.splitlines()
    assert len(piped) == 2
    assert " ".join(lines) == " ".join(piped)


def test_play__has_a_bar_on_a_terminal_only(shell) -> None:
    words = ["play", "finca", "random", "random", "--games", "3"]
    code, written = on_terminal(shell, *words)
    assert code == 0
    assert "3/3" in ESCAPE.sub("", written)
    done = shell.run(*words)
    assert "3/3" not in done.stdout + done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("words", [["leaderboard"], ["games"], ["play", "chess"], ["doctor"]])
def test_colour__is_off_when_it_is_not_wanted(shell, words) -> None:
    shell.run("submit", "greedy")
    _, plain = on_terminal(shell, *words, NO_COLOR="1")
    assert not COLOUR.search(plain)


def test_colour__marks_an_error_on_a_terminal(shell) -> None:
    code, written = on_terminal(shell, "play", "chess")
    assert code == 2
    assert COLOUR.search(written)


def test_colour__marks_what_is_well_on_a_terminal(shell) -> None:
    code, written = on_terminal(shell, "doctor")
    assert code == 0
    assert "\x1b[32mok\x1b[0m" in written
    assert "\nok " in f"\n{shell.run('doctor').stdout}"


def test_keeping__shows_a_bar_on_a_terminal_alone(shell) -> None:
    for bot in ("random", "greedy"):
        shell.run("submit", bot)
    shell.run("ladder", "run", "--season", "finca", "--blocks", "1")
    other = ("--home", str(shell.home.with_name("other")))
    third = ("--home", str(shell.home.with_name("third")))
    for word, *words in (
        ("Writing", "season", "export", "finca", "--output", "finca.jsonl"),
        ("Reading", *other, "season", "import", "finca.jsonl"),
        ("Copying", "ladder", "backup", "kept"),
        ("Copying", *third, "ladder", "restore", "kept"),
    ):
        code, said = on_terminal(shell, *words)
        assert code == 0, said
        assert word in ESCAPE.sub("", said) and ESCAPE.search(said)
    done = shell.run("season", "export", "finca", "--output", "again.jsonl")
    assert "Writing" not in done.stdout + done.stderr
