"""`siurell submit`: a folder or archive becomes a version on the ladder, once it is checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app, home_of
from ladder.cli.failure import CommandError
from ladder.cli.leaderboard import LADDER_RUN
from ladder.cli.output import print_json, say
from ladder.cli.plain import plain

if TYPE_CHECKING:
    from ladder.domain.batch import ShippedBot
    from ladder.services.submit import VersionInfo


@app.command(rich_help_panel="Your bot")
def submit(
    context: typer.Context,
    bot: Annotated[
        str, typer.Argument(help="A bot's folder, a .zip or .tar.gz of one, or a shipped bot.")
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
    """Submit a bot to the ladder: it is checked here and now, and plays from then on."""
    from ladder.cli.checking import build_version, check_version, say_step
    from ladder.cli.sandboxes import sandbox_for
    from ladder.domain.batch import ShippedBot
    from ladder.domain.states import VersionState
    from ladder.services.arena import open_arena
    from ladder.services.builds import to_build
    from ladder.services.season_overview import season_overviews
    from ladder.services.submit import submit as submit_version
    from ladder.services.suspensions import open_suspensions

    with open_arena(home_of(context)) as arena:
        version = submit_version(arena, _source(bot), name=name, note=note, owner=owner)
        waiting = version.state is VersionState.PENDING
        if waiting:
            sandbox = None
            if not isinstance(version.source, ShippedBot):
                # Where nothing holds it, it waits until somebody says that it may run.
                sandbox = sandbox_for(version.label, None, unsafe=unsafe_no_sandbox)
            if not json:
                say(f"{version.label} is submitted, content {version.digest[:12]}.")
                if sandbox is not None:
                    say("Its check: it plays against itself, which takes as long as it thinks.")
            version = check_version(arena, version, sandbox, None if json else say_step)
        elif to_build(arena, version) is not None:
            held = sandbox_for(version.label, None, unsafe=unsafe_no_sandbox)
            version, _, _ = build_version(arena, version, held, None if json else say_step)
        suspended = [one for one in open_suspensions(arena) if one.label == version.label]
        entered = [one for one in season_overviews(arena) if one.season.game in version.games]
    if json:
        print_json(plain(version))
    seasons = [one.season.name for one in entered]
    _tell(version, seasons, new=waiting, quiet=json, word=bot)
    if not json:
        for suspension in suspended:
            say(suspension.sentence)
        alone = not any(one.playable for one in entered)
        opponent = "random" if version.bot == "greedy" else "greedy"
        say(f"Next: {f'siurell submit {opponent}' if alone else LADDER_RUN}")


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
        say(f"{version.label} plays on the ladder from now on: {', '.join(seasons)}.")
