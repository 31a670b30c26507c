"""`siurell submit`: a folder or archive becomes a version on the ladder, once it is checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app
from ladder.cli.failure import CommandError
from ladder.cli.output import print_json, say
from ladder.cli.plain import plain
from ladder.cli.reached import LADDER_RUN

if TYPE_CHECKING:
    from ladder.domain.batch import ShippedBot
    from ladder.services.arena import Arena
    from ladder.services.season_overview import SeasonOverview
    from ladder.services.submit import VersionInfo


@app.command(rich_help_panel="Your bot")
def submit(
    context: typer.Context,
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="A bot's folder, a .zip or .tar.gz of one, or a shipped bot."
        ),
    ] = ".",
    name: Annotated[
        str | None, typer.Option(help="Its name on the ladder (else: that in siurell.toml).")
    ] = None,
    note: Annotated[
        str, typer.Option(metavar="TEXT", help="What you say of this version, in a line.")
    ] = "",
    owner: Annotated[
        str | None, typer.Option(metavar="OWNER", help="Whose bot it is (else: nobody's).")
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool, typer.Option("--unsafe-no-sandbox", help="Check it though nothing holds it.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Submit a bot to the ladder: it is checked here and now, and plays from then on.

    A ladder elsewhere, where you logged in, checks it itself when it comes to it.
    """
    from ladder.cli.ladders import EmbeddedLadder, ladder_of

    with ladder_of(context) as ladder:
        version = ladder.submit(_source(bot), name=name, note=note, owner=owner)
        if isinstance(ladder, EmbeddedLadder):
            _check(ladder.arena, version, word=bot, unsafe=unsafe_no_sandbox, json=json)
        else:
            _tell_sent(version, ladder.place, json=json)


def _check(arena: Arena, version: VersionInfo, *, word: str, unsafe: bool, json: bool) -> None:
    """Check the version, unless it is known, and tell what it comes to."""
    from ladder.cli.checking import build_version, check_version, say_step
    from ladder.cli.sandboxes import sandbox_for
    from ladder.domain.batch import ShippedBot
    from ladder.domain.states import VersionState
    from ladder.services.builds import to_build
    from ladder.services.suspensions import open_suspensions
    from ladder.worker.holding import Holding

    on_step = None if json else say_step
    waiting = version.state is VersionState.PENDING
    if waiting:
        held = None
        if not isinstance(version.source, ShippedBot):
            # Where nothing holds it, it waits until somebody says that it may run.
            held = Holding(sandbox_for(version.label, None, unsafe=unsafe))
        if not json:
            say(f"{version.label} is submitted, content {version.digest[:12]}.")
            if held is not None:
                say("Its check: it plays against itself, which takes as long as it thinks.")
        version = check_version(arena, version, held, on_step)
    elif to_build(arena, version) is not None:
        held = Holding(sandbox_for(version.label, None, unsafe=unsafe))
        version, _, _ = build_version(arena, version, held, on_step)
    suspended = [one for one in open_suspensions(arena) if one.label == version.label]
    entered = _entered(arena, version)
    if json:
        print_json(plain(version))
    seasons = [one.season.name for one in entered]
    _tell(version, seasons, new=waiting, quiet=json, word=word)
    if not json:
        for suspension in suspended:
            say(suspension.sentence)
        alone = not any(one.playable for one in entered)
        opponent = "random" if version.bot == "greedy" else "greedy"
        say(f"Next: {f'siurell submit {opponent}' if alone else LADDER_RUN}")


def _entered(arena: Arena, version: VersionInfo) -> list[SeasonOverview]:
    """The seasons that it takes part in; who does in one that closes was settled before."""
    from ladder.services.season_overview import season_overviews

    return [
        one
        for one in season_overviews(arena)
        if one.season.game in version.games and not one.season.settled
    ]


def _tell_sent(version: VersionInfo, place: str, *, json: bool) -> None:
    """Tell what was submitted elsewhere; it is checked there."""
    if json:
        print_json(plain(version))
        return
    if version.known:
        state = version.state.value
        say(f"This content is on the ladder already, as {version.label}; it is {state}.")
    else:
        say(f"{version.label} is submitted to {place}, content {version.digest[:12]}.")
    say(f"Next: siurell status {version.bot} --watch")


def _source(word: str) -> Path | ShippedBot:
    from siurell.bots import SHIPPED

    from ladder.cli.lineup import BUILTIN, bot_source, refuse_own_name
    from ladder.domain.batch import ShippedBot
    from ladder.domain.manifest import MANIFEST, missing_manifest

    if word.startswith(BUILTIN) or word in SHIPPED:
        source = bot_source(word, Path())
        assert isinstance(source, ShippedBot)
        return source
    folder = Path(word)
    if not folder.exists():
        refuse_own_name(word, Path())
    if folder.is_dir() and not (folder / MANIFEST).is_file():
        raise missing_manifest("This folder" if word == "." else word)
    return folder


def _tell(
    version: VersionInfo, seasons: Sequence[str], *, new: bool, quiet: bool, word: str
) -> None:
    from ladder.domain.states import VersionState

    if version.state is VersionState.REJECTED:
        raise CommandError(
            f"{version.label} was rejected: it failed its check.",
            next_step="mend it, then siurell check" + ("" if word == "." else f" {word}"),
            reason="REJECTED",
        )
    if quiet:
        return
    if not new:
        say(f"This content is on the ladder already, as {version.label}; nothing changed.")
    elif version.state is VersionState.RETIRED:
        say(f"{version.label} is fine, but a later submission of {version.bot} plays instead.")
    else:
        where = ", ".join(seasons) or "no season of its games is open to it"
        say(f"{version.label} plays on the ladder from now on: {where}.")
