"""`siurell ladder run`: the whole ladder on this machine, for so many blocks or until Ctrl-C.

Ctrl-C ends at once what is being played. A match counts when its report is in the database, and
what was interrupted is played again by the next run.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.match.lag import LAG_PERCENT

from ladder.cli.api import SUBMITTED_ELSEWHERE, Api, api_door_of, while_open
from ladder.cli.app import MANY, Jobs, LagPercent, command_group, home_of
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.output import note, say
from ladder.cli.referee import TlsCert, TlsKey
from ladder.cli.remote import Public, WithoutTls, door_of, note_remote_bots
from ladder.cli.sandboxes import SandboxName, UnsafeNoSandbox, holds_strangers, sandbox_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from ladder.api.server import ApiDoor
    from ladder.cli.ladder_view import LadderView
    from ladder.domain.seasons import Season
    from ladder.executors.local import LocalExecutor
    from ladder.services.arena import Arena
    from ladder.worker.holding import Holding
    from ladder.worker.public_door import PublicDoor
    from ladder.worker.sandbox.base import Limits

_LEAST_MIB, _FEWEST = 128, 16
"""Less than this, and no bot in Python starts."""

group = command_group(
    "ladder", "Run the ladder; back it up, restore it, clear it out.", "The ladder"
)


@group.callback()
def ladder() -> None:
    """Run the ladder; back it up, restore it, clear it out."""


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
    season: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEASON",
            help="Only this season, such as a game's name; may be repeated (else: all, by weight).",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Fixes the pairing; the seeds of the matches stay secret.")
    ] = None,
    suspend: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT/FEWEST/WINDOW",
            help="Suspend who fails so often, from now on (at first 50/8/20: half of the last 20,"
            " 8 at least played).",
        ),
    ] = None,
    sandbox: SandboxName = None,
    unsafe_no_sandbox: UnsafeNoSandbox = False,
    bot_memory: Annotated[
        int,
        typer.Option(
            min=_LEAST_MIB, max=MANY, help="MiB that all processes of a bot have together."
        ),
    ] = 1024,
    bot_processes: Annotated[
        int,
        typer.Option(
            min=_FEWEST, max=MANY, help="No bot has more processes and threads than these."
        ),
    ] = 256,
    public: Public = None,
    api: Api = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    without_tls: WithoutTls = False,
    lag_percent: LagPercent = LAG_PERCENT,
) -> None:
    """Play rated matches: referee, worker and ladder in one command.

    A block is one seed played from every seat, or by every bot alone. The
    seasons share the time by their weights; those with too few bots wait, as do
    those that are frozen or closed. Ctrl-C is safe at any moment. What was asked
    for (siurell match request) goes first, then tournaments that were started,
    both beside --blocks.
    """
    from ladder.cli.ladder_view import ladder_view
    from ladder.domain.cores import check_jobs
    from ladder.executors.local import LocalExecutor
    from ladder.executors.tournaments import StartedTournaments
    from ladder.services.arena import open_arena
    from ladder.worker.cores import usable_cores
    from ladder.worker.sandbox.base import Limits

    check_jobs(jobs, usable_cores())
    authors = api_door_of(api, tls_cert, tls_key, without_tls=without_tls)
    door = door_of(public, tls_cert, tls_key, without_tls=without_tls, api=api is not None)
    home = home_of(context).create()
    with home.lock("ladder"), open_arena(home) as arena:
        named, seasons = _seasons(arena, season, suspend)
        limits = Limits(memory_bytes=bot_memory << 20, processes=bot_processes)
        held = _hold_strangers(arena, seasons, authors, limits, sandbox, unsafe=unsafe_no_sandbox)
        if authors is None:
            _need_bots(arena, named, seasons)
        _note_who_is_missing(arena, seasons, door)
        with ladder_view(arena, seasons, blocks) as view:
            trusted = holds_strangers(sandbox, unsafe=unsafe_no_sandbox)
            executor = partial(
                LocalExecutor,
                *(arena, seasons, held.sandbox),
                jobs=jobs,
                rng=random.Random(seed),
                on_event=view.tell,
                limits=held.limits,
                lag_percent=lag_percent,
                public=door,
                tournaments=StartedTournaments(arena, jobs, view.tell, strangers_held=trusted),
                strangers_held=trusted,
                new_seasons=not named,
            )
            whole = _run(executor, blocks, view, arena, held, authors)
        say(view.summary())
        if not whole:
            say("Stopped. What was being played is played again by the next run.")
            raise typer.Exit(STOPPED)
        say("Next: siurell leaderboard")


def _seasons(
    arena: Arena, wanted: list[str] | None, suspend: str | None
) -> tuple[list[Season], list[Season]]:
    """The seasons that were named, and those that are played."""
    from ladder.cli.season_rest import tell_who_rests
    from ladder.domain.suspension import SuspensionRule
    from ladder.services.seasons import all_seasons, season_named, set_suspension

    named = [season_named(arena, name) for name in dict.fromkeys(wanted or ())]
    seasons = named or all_seasons(arena)
    if suspend is not None:
        seasons = set_suspension(arena, seasons, SuspensionRule.parse(suspend))
    tell_who_rests(arena, [one.name for one in named], seasons)
    return named, seasons


def _hold_strangers(
    arena: Arena,
    seasons: list[Season],
    authors: ApiDoor | None,
    limits: Limits,
    sandbox: str | None,
    *,
    unsafe: bool,
) -> Holding:
    """How all is held that will run; what waits for its check is checked so."""
    from ladder.cli.checking import check_waiting, stranger_waiting
    from ladder.services.tournament_entrants import stranger_in_tournaments
    from ladder.worker.holding import Holding

    strangers = (
        stranger_waiting(arena)
        or _stranger(arena, seasons)
        or stranger_in_tournaments(arena)
        or (SUBMITTED_ELSEWHERE if authors else "")
    )
    held = Holding(sandbox_for(strangers, sandbox, unsafe=unsafe), limits)
    check_waiting(arena, held, note)
    return held


def _note_who_is_missing(arena: Arena, seasons: list[Season], door: PublicDoor | None) -> None:
    """Say who does not play, and why."""
    from ladder.services.line_ups import spoilt_bots
    from ladder.services.suspensions import open_suspensions

    if door is None:
        note_remote_bots(arena)
    for label in spoilt_bots(arena):
        note(f"{label} is left out: its content is gone or was changed; submit it again.")
    names = {one.name for one in seasons}
    for suspension in open_suspensions(arena):
        if suspension.season in names:
            note(suspension.sentence)


def _need_bots(arena: Arena, named: list[Season], seasons: list[Season]) -> None:
    """Refuse to run where nothing can be played: a season that was named, or all of them."""
    from ladder.services.season_overview import season_overviews
    from ladder.services.tournaments import started_tournaments

    if not named and started_tournaments(arena):
        return
    overviews = [one for one in season_overviews(arena) if one.season in seasons]
    poor = [one for one in overviews if not one.playable]
    if not poor or (not named and len(poor) < len(overviews)):
        return
    lacking = max(poor, key=lambda one: len(one.bots))
    alone = lacking.playing[0].bot if lacking.playing else ""
    there = f"only {alone}" if alone else "none"
    if alone and len({bot.bot for one in poor for bot in one.playing}) > 1:
        there += f" for {lacking.season.name}"
    wanted = f"for {lacking.season.name}" if named else "that play the same game"
    out = ", ".join(bot.bot for bot in lacking.suspended)
    raise CommandError(
        f"A ladder needs two bots {wanted}, and there is {there}."
        + (f" Suspended, since they failed too often: {out}." if out else ""),
        next_step=f"siurell bot resume {lacking.suspended[0].bot}"
        if out
        else f"siurell submit {'random' if alone == 'greedy' else 'greedy'}",
        reason="TOO_FEW_BOTS",
    )


def _stranger(arena: Arena, seasons: list[Season]) -> str:
    """A bot that somebody submitted and that will run; empty when there is none."""
    from ladder.domain.ids import version_label
    from ladder.services.season_overview import season_overviews

    for one in season_overviews(arena):
        stranger = next((bot for bot in one.bots if not (bot.shipped or bot.remote)), None)
        if one.season in seasons and stranger is not None:
            return version_label(stranger.bot, stranger.number)
    return ""


def _run(
    executor: Callable[..., LocalExecutor],
    blocks: int | None,
    view: LadderView,
    arena: Arena,
    held: Holding,
    authors: ApiDoor | None,
) -> bool:
    """Play, in a loop of its own; whether it came to its end undisturbed."""
    import asyncio

    from ladder.cli.arrivals import Arrivals
    from ladder.cli.interrupts import until_stopped

    async def play() -> None:
        arrivals = None if authors is None else Arrivals(arena, held, view.said)
        await executor(arrivals=arrivals).run(blocks)

    return asyncio.run(until_stopped(while_open(arena, authors, view.said, play())))
