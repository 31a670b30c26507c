"""`siurell.toml`: what a bot's folder says of itself.

::

    name = "mybot"
    games = ["some_game"]
    command = ["python", "bot.py"]
    runtime = "python"
    build = ["make"]

``command``, ``runtime`` and ``build`` may be left out. Every error names the file and the field and
says what would be right.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from siurell.errors import LadderError, OptionError
from siurell.games.registry import game_named, games

from ladder.domain.names import NAME_RULE, is_name
from ladder.domain.runtimes import DEFAULT_RUNTIME, RUNTIMES

MANIFEST = "siurell.toml"
DEFAULT_COMMAND = ("python", "bot.py")
_FIELDS = ("name", "games", "command", "runtime", "build")
_MAX_BYTES = 64 * 1024
_SHOWN = 60
_SHOWN_ERROR = 200
_MAX_WORDS = 64
_MAX_WORD = 1_000


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot's name, the games that it plays and how it is started, in its folder.

    ``runtime``: what kind of program it is, one of `RUNTIMES`. ``build``: the command that makes,
    once and before anything is played, what its folder lacks; empty without one.
    """

    name: str
    games: tuple[str, ...]
    command: tuple[str, ...] = DEFAULT_COMMAND
    runtime: str = DEFAULT_RUNTIME
    build: tuple[str, ...] = ()


def parse_manifest(data: bytes) -> Manifest:
    """Read a `siurell.toml` (`LadderError` with file, field and what would be right)."""
    table = _table(data)
    for field in table:
        if field not in _FIELDS:
            told = ascii(field)[1:-1][:_SHOWN]
            raise _wrong(f"there is no field `{told}`; the fields are {', '.join(_FIELDS)}")
    return Manifest(_name(table), _games(table), _command(table), _runtime(table), _build(table))


def missing_manifest(where: str) -> LadderError:
    """The error for a folder or archive without a `siurell.toml`."""
    return LadderError(
        f"{where} holds no {MANIFEST}, so it is not a bot; "
        "type `siurell new NAME --game GAME` for a folder to start from.",
        reason="NO_MANIFEST",
    )


def check_entry(manifest: Manifest, files: Collection[str]) -> None:
    """Raise `LadderError` unless the command starts a file that is there, or that is to be built.

    ``files`` are names relative to the folder, with ``/``.
    """
    wanted = _entry_names(manifest.command)
    if not wanted:
        raise _wrong(
            "the field `command` names no file of the folder; "
            'write for example command = ["python", "bot.py"]'
        )
    if not manifest.build and not any(name in files for name in wanted):
        raise LadderError(
            f"The bot has no entry file: `command` in {MANIFEST} starts `{wanted[0]}`, and there "
            "is no such file in its folder; add it or change `command`.",
            reason="NO_ENTRY",
        )


def _table(data: bytes) -> dict[str, object]:
    if len(data) > _MAX_BYTES:
        raise _wrong(f"it is longer than {_MAX_BYTES // 1024} KiB; a few short lines are enough")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise _wrong("it is not UTF-8 text; save it as UTF-8") from None
    except ValueError as error:
        # TOML's own errors, and those of numbers that have too many digits.
        raise _wrong(f"it is not TOML: {str(error)[:_SHOWN_ERROR]}") from None
    except RecursionError:
        raise _wrong("it is not TOML: it is nested too deeply") from None


def _entry_names(command: Sequence[str]) -> list[str]:
    """The files that the command could mean: any word but the program and its switches."""
    names: list[str] = []
    module_next = False
    for place, word in enumerate(command):
        if module_next:
            stem = word.replace(".", "/")
            names += [f"{stem}.py", f"{stem}/__main__.py"]
        elif word != "-m" and not word.startswith("-") and (place > 0 or "/" in word):
            names.append(PurePosixPath(word).as_posix())
        module_next = word == "-m"
    return names


def _name(table: dict[str, object]) -> str:
    name = table.get("name")
    if not isinstance(name, str):
        raise _wrong('the field `name` is missing or no text; write for example name = "mybot"')
    if not is_name(name):
        raise _wrong(f"the field `name` is {ascii(name)[:_SHOWN]}, but a name is {NAME_RULE}")
    return name


def _games(table: dict[str, object]) -> tuple[str, ...]:
    named = _words(table, "games", f'games = ["{games()[0].name}"]')
    for game in named:
        try:
            game_named(game)
        except OptionError as error:
            raise _wrong(f"the field `games`: {str(error).rstrip('.')}") from None
    if len(set(named)) != len(named):
        raise _wrong("the field `games` names a game twice")
    return named


def _command(table: dict[str, object]) -> tuple[str, ...]:
    if "command" not in table:
        return DEFAULT_COMMAND
    return _words(table, "command", 'command = ["python", "bot.py"]')


def _build(table: dict[str, object]) -> tuple[str, ...]:
    return _words(table, "build", 'build = ["make"]') if "build" in table else ()


def _runtime(table: dict[str, object]) -> str:
    runtime = table.get("runtime", DEFAULT_RUNTIME)
    if not isinstance(runtime, str) or runtime not in RUNTIMES:
        raise _wrong(
            f"the field `runtime` is {ascii(runtime)[:_SHOWN]}, but it is one of"
            f" {', '.join(RUNTIMES)}; leave it out for a Python bot"
        )
    return runtime


def _words(table: dict[str, object], field: str, example: str) -> tuple[str, ...]:
    value = table.get(field)
    if not isinstance(value, list) or not value or len(value) > _MAX_WORDS:
        raise _wrong(f"the field `{field}` has to be a list of texts; write for example {example}")
    words: list[str] = []
    for word in value:
        if not isinstance(word, str) or not 0 < len(word) <= _MAX_WORD or "\0" in word:
            raise _wrong(f"the field `{field}` may hold texts only; write for example {example}")
        words.append(word)
    return tuple(words)


def _wrong(what: str) -> LadderError:
    return LadderError(f"{MANIFEST}: {what}.", reason="BAD_MANIFEST")
