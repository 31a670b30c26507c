"""`siurell tournament start`: played by the ladder that runs on this machine, or here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ladder.cli.app import AsJson, Jobs, home_of
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.sandboxes import SandboxName, UnsafeNoSandbox
from ladder.cli.tournament import group
from ladder.cli.tournament_ladder import Name

if TYPE_CHECKING:
    from ladder.cli.tournament_field import Field
    from ladder.services.arena import Arena
    from ladder.services.tournaments import StoredTournament


@group.command()
def start(
    context: typer.Context,
    name: Name,
    jobs: Jobs = 1,
    sandbox: SandboxName = None,
    unsafe_no_sandbox: UnsafeNoSandbox = False,
    json: AsJson = False,
) -> None:
    """Play a tournament on this machine; the same again goes on after whatever stopped it.

    Where `siurell ladder run` is running, that plays it, before its seasons.
    """
    from ladder.domain.cores import check_jobs
    from ladder.services.arena import open_arena
    from ladder.services.tournaments import tournament_named
    from ladder.worker.cores import usable_cores

    check_jobs(jobs, usable_cores())
    with open_arena(home_of(context)) as arena:
        stored = tournament_named(arena, name)
        _refuse_paused(stored)
        by_ladder = stored.state.finished is False and arena.home.is_locked("ladder")
        if by_ladder:
            _leave_to_the_ladder(arena, stored)
            stopped = False
        else:
            stopped = _play_alone(
                arena, stored, jobs, sandbox=sandbox, unsafe=unsafe_no_sandbox, quiet=json
            )
        stored = tournament_named(arena, name)
    _tell(stored, by_ladder=by_ladder, stopped=stopped, json=json)
    if stopped:
        raise typer.Exit(STOPPED)


def _refuse_paused(stored: StoredTournament) -> None:
    if stored.state.paused:
        raise CommandError(
            f"{stored.name} is paused.",
            next_step=f"siurell tournament resume {stored.name}",
            reason="PAUSED",
        )


def _leave_to_the_ladder(arena: Arena, stored: StoredTournament) -> None:
    """Mark it as started, when it can be played."""
    from ladder.services.tournament_entrants import entrants_for
    from ladder.services.tournaments import start as start_it

    entrants_for(arena, [entrant.id for entrant in stored.state.active])
    start_it(arena, stored.name, arena.actor.name)


def _play_alone(
    arena: Arena,
    stored: StoredTournament,
    jobs: int,
    *,
    sandbox: str | None,
    unsafe: bool,
    quiet: bool,
) -> bool:
    """Play what is left of a tournament here; whether Ctrl-C ended that early."""
    from ladder.cli.tournament_arena import field_for
    from ladder.services.tournament_book import playing_alone
    from ladder.services.tournaments import start as start_it
    from ladder.services.tournaments import tournament_named

    with playing_alone(arena, stored):
        stored = tournament_named(arena, stored.name)
        if stored.state.finished:
            return False
        players = field_for(arena, stored, stored.state, jobs, sandbox=sandbox, unsafe=unsafe)
        return _play(arena, start_it(arena, stored.name, arena.actor.name), players, quiet=quiet)


def _play(arena: Arena, stored: StoredTournament, players: Field, *, quiet: bool) -> bool:
    from ladder.cli.progress import progress_bar
    from ladder.cli.tournament_playing import play_tournament
    from ladder.cli.tournament_run import matches_reported
    from ladder.domain.tournaments.desk import Desk
    from ladder.domain.tournaments.plan import plan_of
    from ladder.services.tournament_book import ArenaBook

    state = stored.state
    left = plan_of(state.created).matches.least - matches_reported(state)
    with progress_bar("matches", left, hidden=quiet, remaining=True) as on_match:
        try:
            desk = Desk(state, ArenaBook(arena, stored, players.bots), on_match)
            play_tournament(desk, players)
        except KeyboardInterrupt:
            return True
    return False


def _tell(stored: StoredTournament, *, by_ladder: bool, stopped: bool, json: bool) -> None:
    from ladder.cli.output import note, print_json, say
    from ladder.cli.tournament_report import note_held_back, print_tournament
    from ladder.cli.tournament_values import tournament_values

    release = stored.released
    state = release.state
    note_held_back(release)
    if json:
        print_json(tournament_values(state) | {"held_back_rounds": list(release.rounds)})
        return
    if by_ladder:
        say(f"{stored.name} is started; the ladder that runs plays it before its seasons.")
        say(f"Next: siurell tournament watch {stored.name}")
        return
    print_tournament(state)
    if stopped:
        note("Stopped; nothing is lost.")
    say(f"Next: siurell tournament {'export' if state.finished else 'start'} {stored.name}")
