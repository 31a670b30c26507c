"""`siurell ladder run`: the whole ladder on this machine, for so many blocks or until Ctrl-C.

Ctrl-C ends at once what is being played. A match counts when its report is in the database, and
what was interrupted is played again by the next run.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import MANY, Jobs, command_group, home_of
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.leaderboard import Season
from ladder.cli.output import note, say

if TYPE_CHECKING:
    from ladder.cli.ladder_view import LadderView
    from ladder.domain.seasons import Season as SeasonValue
    from ladder.services.arena import Arena

group = command_group("ladder", "Run the ladder.", "The ladder")


@group.callback()
def ladder() -> None:
    """Run the ladder."""


@group.command()
def run(
    context: typer.Context,
    blocks: Annotated[
        int | None,
        typer.Option(
            "--blocks", "-b", min=1, max=MANY, help="So many blocks (else: until Ctrl-C)."
        ),
    ] = None,
    jobs: Jobs = 1,
    game: Season = DEFAULT_GAME,
    seed: Annotated[
        int | None, typer.Option(help="Fixes the pairing; the seeds of the matches stay secret.")
    ] = None,
) -> None:
    """Play rated matches: referee, worker and ladder in one command.

    A block is one seed played from every seat. Ctrl-C is safe at any moment.
    """
    from ladder.cli.checking import check_waiting
    from ladder.cli.ladder_view import ladder_view
    from ladder.services.arena import open_arena
    from ladder.services.line_ups import spoilt_bots
    from ladder.services.seasons import default_season

    home = home_of(context).create()
    with home.lock("ladder"), open_arena(home) as arena:
        season = default_season(arena, game)
        for version in check_waiting(arena):
            note(f"{version.label} was still to be checked: it is {version.state.value} now.")
        _need_two(arena, season)
        _warn(arena, season)
        for label in spoilt_bots(arena, season):
            note(f"{label} is left out: its content is gone or was changed; submit it again.")
        with ladder_view(arena, season, blocks) as view:
            whole = _run(arena, season, blocks, jobs, seed, view)
        say(view.summary())
        if not whole:
            say("Stopped. What was being played is played again by the next run.")
            raise typer.Exit(STOPPED)
        say("Next: siurell leaderboard")


def _need_two(arena: Arena, season: SeasonValue) -> None:
    from ladder.services.leaderboard import leaderboard

    active = leaderboard(arena, season)
    if len(active) < 2:
        alone = active[0].bot if active else ""
        there = f"only {alone}" if alone else "none"
        raise CommandError(
            f"A ladder needs two bots that play {season.game}, and there is {there}.",
            next_step=f"siurell submit {'random' if alone == 'greedy' else 'greedy'}",
            reason="TOO_FEW_BOTS",
        )


def _warn(arena: Arena, season: SeasonValue) -> None:
    """Say in a line that somebody's program will run, when nothing holds it back."""
    from ladder.domain.batch import ShippedBot
    from ladder.services.bots import show_bot
    from ladder.services.leaderboard import leaderboard
    from ladder.worker.sandbox.none import NoSandbox

    if not NoSandbox().missing:
        return
    for row in leaderboard(arena, season):
        version = next(v for v in show_bot(arena, row.bot).versions if v.number == row.version)
        if not isinstance(version.source, ShippedBot):
            note(
                f"No sandbox holds {version.label} back: run only bots you trust (siurell doctor)."
            )
            return


def _run(
    arena: Arena,
    season: SeasonValue,
    blocks: int | None,
    jobs: int,
    seed: int | None,
    view: LadderView,
) -> bool:
    """Play; whether it came to its end undisturbed."""
    import asyncio

    from ladder.executors.local import LocalExecutor
    from ladder.worker.sandbox.none import NoSandbox

    executor = LocalExecutor(
        arena,
        season,
        NoSandbox(),
        jobs=jobs,
        rng=random.Random(seed),
        on_event=view.tell,
    )
    return asyncio.run(_until_stopped(executor.run(blocks)))


async def _until_stopped(work: Coroutine[object, object, None]) -> bool:
    """Do the work until it is done, or until Ctrl-C or SIGTERM; whether it was done."""
    import asyncio

    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return False
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
    return True
