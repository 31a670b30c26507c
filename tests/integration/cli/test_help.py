"""The help of every command, as a terminal of 80 columns shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
import typer
from typer.testing import CliRunner

from ladder.cli.command_order import ORDER
from ladder.cli.commands import app

ROOT = typer.main.get_command(app)
CUT = "\N{HORIZONTAL ELLIPSIS}"


def tree(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of this command, of its groups and of all commands below it."""
    yield words
    for name, each in getattr(command, "commands", {}).items():
        yield from tree(each, (*words, name))


ALL = list(tree(ROOT))


def shown(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    run = CliRunner().invoke(app, [*words, "--help"])
    assert run.exit_code == 0, run.output
    return run.stdout


def sentences(text: str) -> str:
    """The help as one line, without the frames."""
    return " ".join(re.sub("[^ -~]", " ", text).split())


def of(words: tuple[str, ...]) -> click.Command:
    found = ROOT
    for word in words:
        found = found.commands[word]
    return found


def test_help__of_every_command_fits_80_columns_and_cuts_nothing(monkeypatch) -> None:
    for words in ALL:
        lines = shown(monkeypatch, *words).splitlines()
        assert not [line for line in lines if CUT in line or len(line) > 80], words


def test_help__has_each_option_and_each_choice_in_one_piece(monkeypatch) -> None:
    for words in ALL:
        text = shown(monkeypatch, *words)
        for param in of(words).params:
            options = param.opts if param.param_type_name == "option" else []
            choices = [str(getattr(one, "value", one)) for one in _choices(param)]
            for word in (*options, *param.secondary_opts, *choices):
                assert re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text), (words, word)


def _choices(param: click.Parameter) -> tuple[object, ...]:
    return tuple(param.type_descriptor.choices or ())


def test_help__tells_by_capitals_what_is_typed_and_by_brackets_what_may_be_left_out() -> None:
    for words in ALL:
        command = of(words)
        if hasattr(command, "commands"):
            continue
        typed = " ".join(command.collect_usage_pieces(click.Context(command)))
        assert "{" not in typed, typed
        assert "[[" not in typed, typed
        known = re.sub(r"\bunix:/|\blast\b", "", typed)
        assert known == known.upper(), typed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("ladder run", "So many matches at a time. 1 to 64. [default: 1]"),
        ("tournament run", "worth. `rank-points`, `win-share` or `game-points`. [default: rank"),
        ("tournament run", "final twice. Usual; the opposite: --no-reset-final."),
        ("season set", "Bots of one owner may meet. The opposite: --no-own-opponents."),
        ("bot diff", "Usage: siurell bot diff [OPTIONS] BOT [OLD] [NEW]"),
        ("tournament create", "siurell tournament create [OPTIONS] NAME GAME [BOT]..."),
        ("match request", "siurell match request [OPTIONS] GAME BOT..."),
    ],
)
def test_help__tells_bounds_choices_and_opposites_in_the_sentence(monkeypatch, words, told) -> None:
    assert told in sentences(shown(monkeypatch, *words.split()))


def test_help__has_the_commands_of_each_group_in_an_order_that_names_them_all() -> None:
    groups = {words: of(words) for words in ALL if hasattr(of(words), "commands")}
    assert {words[-1] if words else "siurell" for words in groups} == set(ORDER)
    for words, group in groups.items():
        order = ORDER[words[-1] if words else "siurell"]
        assert set(group.commands) == set(order)
        assert tuple(group.list_commands(click.Context(group))) == order
