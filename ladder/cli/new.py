"""`siurell new`: a folder with a bot that plays, a test that passes and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from ladder.cli.app import app
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import CommandError
from ladder.cli.output import say

_FILES = ("siurell.toml", "bot.py", "test_bot.py")


@app.command(rich_help_panel="Your bot")
def new(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="The folder to make; its last part names the bot."),
    ],
    game: Annotated[str, typer.Option(help="The game that the bot plays.")] = DEFAULT_GAME,
) -> None:
    """Write a new bot: siurell.toml, bot.py and test_bot.py."""
    from siurell.games.registry import game_named

    from ladder.domain.names import NAME_RULE, is_name

    name = folder.resolve().name
    if not is_name(name):
        raise CommandError(
            f"`{name}` cannot name a bot: a name is {NAME_RULE}.",
            next_step=f"siurell new {_suggest_name(name)}",
            reason="BAD_NAME",
        )
    known = game_named(game)
    if folder.exists() or folder.is_symlink():
        raise CommandError(
            f"{folder} exists already; nothing was written.",
            next_step=f"siurell new {name}2 --game {game}",
            reason="EXISTS",
        )
    _write_whole(folder, {"name": name, "game": known.name, "class_name": _class_name(name)})
    say(f"Wrote {folder}/: {', '.join(_FILES)}.")
    say(f"Next: cd {folder} && siurell play")


def _write_whole(folder: Path, words: dict[str, str]) -> None:
    """Make the folder with all its files, or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name in _FILES:
            template = files("ladder.cli").joinpath("templates", f"{name}.txt")
            text = Template(template.read_text(encoding="utf-8")).substitute(words)
            (draft / name).write_text(text, encoding="utf-8")
        draft.chmod(0o777 & ~_umask())
        draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _class_name(name: str) -> str:
    stem = re.sub(r"[-_]?bot$", "", name, flags=re.IGNORECASE)
    parts = [part for part in re.split(r"[-_]+", stem) if part]
    word = "".join(part[0].upper() + part[1:] for part in parts) + "Bot"
    return word if word[0].isalpha() else f"A{word}"


def _suggest_name(name: str) -> str:
    from ladder.domain.names import MAX_NAME, is_name

    plain = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")[:MAX_NAME]
    return plain if is_name(plain) else "mybot"
