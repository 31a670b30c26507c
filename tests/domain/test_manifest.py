"""Reading `siurell.toml`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from siurell.errors import LadderError

from ladder.domain.manifest import Manifest, check_entry, parse_manifest

GOOD = Manifest("mybot", ("finca",), ("python", "bot.py"))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ('["java", "-jar", "bot.jar"]', ("java", "-jar", "bot.jar")),
        (
            r"""['./run', '--say="hola"', 'C:\tmp', "ñandú \U0001F426"]""",
            ("./run", '--say="hola"', "C:\\tmp", "ñandú 🐦"),
        ),
    ],
)
def test_manifest__says_all_that_is_known_of_a_bot(command: str, words: tuple[str, ...]) -> None:
    text = (
        f'name = "b"\ngames = ["finca"]\ncommand = {command}\nruntime = "java"\nbuild = {command}\n'
    )
    assert parse_manifest(text.encode()) == Manifest("b", ("finca",), words, "java", words)


def test_manifest__command_has_a_default() -> None:
    assert parse_manifest(b'name = "mybot"\ngames = ["finca"]\n') == GOOD


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b"name = ", "is not TOML"),
        (b'games = ["finca"]', "field `name` is missing"),
        (b'name = 3\ngames = ["finca"]', "field `name` is missing or no text"),
        (b'name = "../x"\ngames = ["finca"]', "field `name` is '../x'"),
        (b'name = "b"', "field `games` has to be a list"),
        (b'name = "b"\ngames = []', "field `games` has to be a list"),
        (b'name = "b"\ngames = "finca"', "field `games` has to be a list"),
        (b'name = "b"\ngames = ["chess"]', "field `games`: There is no game called `chess`"),
        (b'name = "b"\ngames = ["finca", "finca"]', "names a game twice"),
        (b'name = "b"\ngames = ["finca"]\ncommand = "python bot.py"', "field `command` has to be"),
        (b'name = "b"\ngames = ["finca"]\ncommand = [1]', "field `command` may hold texts only"),
        (b'name = "b"\ngames = ["finca"]\ncommand = ["a\\u0000"]', "field `command` may hold"),
        (b'name = "b"\ngames = ["finca"]\nruntime = "cobol"', "one of python, java, node, other"),
        (b'name = "b"\ngames = ["finca"]\nruntime = 3', "field `runtime` is 3"),
        (b'name = "b"\ngames = ["finca"]\nbuild = "make"', "field `build` has to be a list"),
        (b'name = "b"\ngames = ["finca"]\nbuild = []', "field `build` has to be a list"),
        (b'name = "b"\ngames = ["finca"]\ncomand = ["x"]', "no field `comand`"),
        (b'name = "b"\ngames = ["finca"]\n[limits]\nmemory = 1', "no field `limits`"),
        (b'"\\u001b[31m" = 1', "no field `\\x1b[31m`"),
        (b"x" * 100 + b" = 1", f"no field `{'x' * 60}`"),
        (b"name = " + b"[" * 5_000, "nested too deeply"),
        (b"name = " + b"{a=" * 5_000, "nested too deeply"),
        (b"name = " + b"9" * 10_000, "is not TOML"),
        (b"name = 2026-99-99", "is not TOML"),
        (b"#" * 70_000, "longer than 64 KiB"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_manifest__wrong_ones_name_file_and_field(text: bytes, told: str) -> None:
    with pytest.raises(LadderError) as caught:
        parse_manifest(text)
    assert str(caught.value).startswith("siurell.toml: ")
    assert told in str(caught.value)
    assert caught.value.reason == "BAD_MANIFEST"


@pytest.mark.parametrize(
    ("command", "files"),
    [
        (("python", "bot.py"), {"bot.py"}),
        (("python", "-u", "src/bot.py"), {"src/bot.py"}),
        (("python", "-m", "mybot"), {"mybot/__main__.py"}),
        (("python", "-m", "my.bot"), {"my/bot.py"}),
        (("./run",), {"run"}),
        (("node", "main.js", "--fast"), {"main.js"}),
    ],
)
def test_entry__found(command: tuple[str, ...], files: set[str]) -> None:
    check_entry(Manifest("b", ("finca",), command), files)


def test_entry__missing_names_the_file() -> None:
    with pytest.raises(LadderError, match=r"starts `bot\.py`, and there is no such file") as caught:
        check_entry(GOOD, {"siurell.toml", "other.py"})
    assert caught.value.reason == "NO_ENTRY"


def test_entry__a_command_that_names_no_file_is_refused() -> None:
    with pytest.raises(LadderError, match="names no file of the folder"):
        check_entry(Manifest("b", ("finca",), ("python",)), {"bot.py"})


def test_entry__may_be_built_yet() -> None:
    check_entry(replace(GOOD, build=("make",)), {"siurell.toml", "Makefile"})
