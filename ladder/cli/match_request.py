"""`siurell match request`: an unrated match between bots of the ladder, at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.errors import LadderError

from ladder.cli.app import AsJson
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.match import group, match_facts, print_matches
from ladder.cli.output import note, print_json, say
from ladder.cli.reached import LADDER_RUN, to_play
from ladder.cli.sandboxes import SandboxName, UnsafeNoSandbox, holds_strangers, sandbox_for

if TYPE_CHECKING:
    from ladder.cli.ladders import Ladder
    from ladder.services.arena import Arena
    from ladder.services.matches import MatchLine
    from ladder.services.requests import RequestedMatches
    from ladder.worker.sandbox.base import Sandbox

_LOOK_EVERY_S = 0.2
_PATIENCE_S = 600
_MOST_PATIENCE_S = 86_400


@dataclass(frozen=True, slots=True)
class _Holding:
    """What was said of the sandbox, and the one that was chosen for it, once."""

    name: str | None
    unsafe: bool
    sandbox: Sandbox | None = None

    def chosen_for(self, stranger: str) -> _Holding:
        if self.sandbox is not None:
            return self
        return replace(self, sandbox=sandbox_for(stranger, self.name, unsafe=self.unsafe))


@group.command()
def request(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="What they play.")],
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT...", help="Who plays: NAME, or NAME@2 for that version."),
    ],
    season: Annotated[
        str | None,
        typer.Option(help="By whose clock (else: the first season of the game for so many)."),
    ] = None,
    blocks: Annotated[
        int, typer.Option("--blocks", "-b", min=1, max=25, help="So many seeds, from all seats.")
    ] = 1,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Wait for the result, or only ask for it.")
    ] = True,
    timeout: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            min=1,
            max=_MOST_PATIENCE_S,
            help="How long to wait for a ladder that runs elsewhere.",
        ),
    ] = _PATIENCE_S,
    sandbox: SandboxName = None,
    unsafe_no_sandbox: UnsafeNoSandbox = False,
    json: AsJson = False,
) -> None:
    """Have bots play an unrated match at once.

    A block is played: one seed from every seat. A ladder that runs plays it
    before anything else; where none runs, this command plays it itself. It is
    in `match list` with replay and logs, but it moves no rating, is in no
    table or statistics, and suspends nobody. A version that was replaced
    plays too, when its owner asks for it.
    """
    from ladder.cli.ladders import EmbeddedLadder, ladder_of
    from ladder.services.requests import stranger_to_play

    with ladder_of(context) as ladder:
        arena = ladder.arena if isinstance(ladder, EmbeddedLadder) else None
        held = _Holding(sandbox, unsafe_no_sandbox)
        if wait and arena is not None and not arena.home.is_locked("ladder"):
            held = held.chosen_for(stranger_to_play(arena, bots))
        asked = ladder.request_match(game, bots, season=season, blocks=blocks)
        if wait:
            try:
                _until_played(ladder, arena, asked, held, timeout)
            except KeyboardInterrupt:
                note(f"Stopped; {_waiting(arena, asked)}")
                raise typer.Exit(STOPPED) from None
        lines = ladder.lines_of(asked.matches)
        if json:
            matches = [match_facts(ladder, line) for line in lines]
            print_json({"season": asked.season, "bots": asked.bots, "matches": matches})
            return
    if wait:
        print_matches(lines)
    else:
        say(f"Asked for: {_waiting(arena, asked)}")
    say(f"Next: {_next(context, lines)}")


def _until_played(
    ladder: Ladder,
    arena: Arena | None,
    asked: RequestedMatches,
    holding: _Holding,
    timeout: int,
) -> None:
    """Return when all is played: by the ladder that runs or, where none does, by ourselves."""
    deadline = time.monotonic() + timeout
    told = False
    waiting: Sequence[str] = asked.matches
    while waiting := [line.match_id for line in ladder.lines_of(waiting) if not line.over]:
        if arena is not None and _played_here(arena, holding):
            return
        if not told:
            note("A ladder runs here and plays it next." if arena else "That ladder plays it next.")
            told = True
        if time.monotonic() >= deadline:
            raise CommandError(
                f"It has not been played within {timeout} s; {_waiting(arena, asked)}",
                next_step=f"siurell match show {asked.matches[0]}",
                reason="STILL_WAITING",
            )
        time.sleep(_LOOK_EVERY_S)


def _played_here(arena: Arena, holding: _Holding) -> bool:
    """Play what was asked for, unless a ladder runs in this arena; whether it was played."""
    from ladder.services.requests import stranger_to_play

    with ExitStack() as held:
        try:
            held.enter_context(arena.home.lock("ladder"))
        except LadderError as error:
            if error.reason != "LOCKED":
                raise
            return False
        _play(arena, holding.chosen_for(stranger_to_play(arena, ())))
    return True


def _play(arena: Arena, holding: _Holding) -> None:
    """Play all that was asked for, as a ladder would; nothing else."""
    import asyncio

    from ladder.cli.interrupts import until_stopped
    from ladder.executors.local import LocalExecutor

    assert holding.sandbox is not None, "it is chosen before anything is played"
    trusted = holds_strangers(holding.name, unsafe=holding.unsafe)
    executor = LocalExecutor(arena, (), holding.sandbox, strangers_held=trusted)
    if not asyncio.run(until_stopped(executor.run(1))):
        raise KeyboardInterrupt


def _waiting(arena: Arena | None, asked: RequestedMatches) -> str:
    """Who plays what is not played yet."""
    first, last = asked.matches[0], asked.matches[-1]
    which = first if first == last else f"{first} to {last}"
    if arena is None:
        return f"{which}, which that ladder plays before anything else."
    return f"{which}, which a ladder plays before anything else (`{LADDER_RUN}`)."


def _next(context: typer.Context, lines: list[MatchLine]) -> str:
    """What to look at now."""
    played = [line for line in lines if line.state.value == "reported" and not line.sealed]
    if played:
        return f"siurell replay show {played[0].match_id}"
    if all(line.over for line in lines):
        return f"siurell match show {lines[0].match_id}"
    return to_play(context, elsewhere=f"siurell match show {lines[0].match_id}")
