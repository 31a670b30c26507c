"""`siurell tournament pause|resume|withdraw|replay-round|watch`: while one is being played."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli import tournament_options as options
from ladder.cli.app import home_of
from ladder.cli.tournament import group
from ladder.cli.tournament_ladder import Name

if TYPE_CHECKING:
    from ladder.domain.tournaments.state import Tournament
    from ladder.services.arena import Arena
    from ladder.services.tournaments import AuditLine, StoredTournament

LOOK_S = 0.5

Reason = Annotated[str, typer.Option(help="Why; it is published.")]


@contextmanager
def _arena(context: typer.Context) -> Iterator[Arena]:
    from ladder.services.arena import open_arena

    with options.advised("siurell tournament list"), open_arena(home_of(context)) as arena:
        yield arena


@group.command()
def pause(context: typer.Context, name: Name, reason: Reason = "") -> None:
    """Give out no new blocks; those that are being played are finished."""
    from ladder.cli.output import say
    from ladder.services.tournaments import pause as pause_it

    with _arena(context) as arena:
        stored = pause_it(arena, name, reason, arena.actor.name)
    say(f"{stored.name} is paused.")
    say(f"Next: siurell tournament resume {stored.name}")


@group.command()
def resume(context: typer.Context, name: Name) -> None:
    """Let a paused tournament go on."""
    from ladder.cli.output import say
    from ladder.services.tournaments import resume as resume_it

    with _arena(context) as arena:
        stored = resume_it(arena, name, arena.actor.name)
        then = _who_plays(arena, stored)
    say(f"{stored.name} is not paused.")
    say(f"Next: siurell tournament {then} {stored.name}")


def _who_plays(arena: Arena, stored: StoredTournament) -> str:
    """What to type next: to watch what the ladder plays that runs, or to play it."""
    by_ladder = stored.state.to_be_played and arena.home.is_locked("ladder")
    return "watch" if by_ladder else "start"


@group.command()
def withdraw(
    context: typer.Context,
    name: Name,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="An entrant: `mybot` or `mybot@3`.")],
    reason: Reason = "",
) -> None:
    """Take a bot out: it leaves every pairing that is not over, and is paired no more."""
    from ladder.cli.output import say
    from ladder.services.tournaments import withdraw as withdraw_it

    with _arena(context) as arena:
        stored = withdraw_it(arena, name, bot, reason, arena.actor.name)
    say(f"{bot} has withdrawn from {stored.name}.")
    say(f"Next: siurell tournament standings {stored.name}")


@group.command("replay-round")
def replay_round(
    context: typer.Context,
    name: Name,
    number: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="Its number.")],
    reason: Reason = "",
) -> None:
    """Have a round played again with new seeds; who had that done, and why, is published."""
    from ladder.cli.output import say
    from ladder.services.tournaments import replay_round as replay_it

    with _arena(context) as arena:
        stored = replay_it(arena, name, number, reason, arena.actor.name)
        then = _who_plays(arena, stored)
    say(f"Round {number} of {stored.name} will be played again.")
    say(f"Next: siurell tournament {then} {stored.name}")


@group.command()
def watch(
    context: typer.Context,
    name: Name,
    follow: Annotated[
        bool, typer.Option(help="Wait for what comes, until the tournament is finished.")
    ] = True,
) -> None:
    """Tell what has happened in a tournament, and what happens."""
    from ladder.cli.output import say
    from ladder.services.tournaments import audit_of, tournament_named

    with _arena(context) as arena:
        stored = tournament_named(arena, name)
        teller = _Teller()
        while True:
            for text in teller.news(audit_of(arena, stored.id)):
                say(text)
            if not follow or teller.finished:
                break
            time.sleep(LOOK_S)
    say(f"Next: siurell tournament standings {stored.name}")


class _Teller:
    """Tells a log event by event; of a result that is held back, when it is released."""

    def __init__(self) -> None:
        self._told = 0
        self._held: frozenset[int] = frozenset()
        self.finished = False

    def news(self, lines: Sequence[AuditLine]) -> Iterator[str]:
        """What is to be told now, of all the lines that there are."""
        from ladder.domain.tournaments.release import released

        release = released([line.event for line in lines])
        self.finished = release.state.finished
        new = range(self._told, len(lines))
        for place in sorted({*(self._held - release.held), *new}):
            yield _line(lines[place], release.state, held=place in release.held)
        self._told, self._held = len(lines), release.held


def _line(line: AuditLine, state: Tournament, *, held: bool) -> str:
    from ladder.cli.tournament_events import event_text, held_text

    by = f" ({line.author})" if line.author else ""
    text = held_text(line.event) if held else event_text(line.event, state)
    return f"{line.at.astimezone():%d %b %H:%M:%S}  {text}{by}"
