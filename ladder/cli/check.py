"""`siurell check`: what the ladder will test when the bot is submitted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.app import AsJson, Clock, app
from ladder.cli.failure import NO
from ladder.cli.output import note, print_json, say
from ladder.cli.plain import plain


@app.command(rich_help_panel="Your bot")
def check(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="A bot's folder, or a shipped bot.")
    ] = ".",
    game: Annotated[
        str | None, typer.Option(help="Check for this game only (else: all its games).")
    ] = None,
    time: Clock = None,
    json: AsJson = False,
) -> None:
    """Check a bot: build, start, handshake, legal moves, time, two runs from one seed.

    It plays itself in all seats. Exit code 2 when the ladder would reject it.
    """
    from siurell.games.registry import game_named
    from siurell.match.profiles import clock_of

    from ladder.cli.checking import build_source, check_source, say_step
    from ladder.cli.lineup import bot_source, games_of
    from ladder.domain.batch import FolderBot
    from ladder.services.submit import fit_files

    named = "" if bot == "." else f" {bot}"
    control = None if time is None else clock_of(time)
    source = bot_source(bot, Path(), None if game is None else game_named(game))
    if isinstance(source, FolderBot):
        fit_files(source.folder)
    games = [game] if game is not None else games_of(source, Path(), bot)
    on_step = None if json else say_step
    build, built = None, None
    if isinstance(source, FolderBot) and source.build is not None:
        build, built = build_source(source, on_step)
    results = {}
    for name in games if built is None or not built.failure else ():
        if not json:
            say(f"{name}: it plays against itself, which takes as long as it thinks.")
        results[name] = check_source(source, name, control, on_step, built=built)
    ok = bool(results) and all(result.ok for result in results.values())
    if json:
        steps = {name: plain(result.steps) for name, result in results.items()}
        print_json({"ok": ok, "build": plain(build), "games": steps})
    elif ok:
        say("All green: the ladder will take it.")
        say(f"Next: siurell submit{named}")
    if not ok:
        note("The ladder would reject it.")
        note(f"Next: mend it, then siurell check{named}")
        raise typer.Exit(NO)
