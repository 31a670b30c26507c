"""The check of a bot as commands make it: the ladder's own, told line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from siurell.errors import LadderError
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl

from ladder.cli.evidence import below
from ladder.cli.output import say, say_state, wrapped
from ladder.domain.batch import BotSource, FolderBot, ShippedBot
from ladder.domain.seasons import default_seasons_of

if TYPE_CHECKING:
    from ladder.services.arena import Arena
    from ladder.services.submit import VersionInfo
    from ladder.worker.check_steps import CheckResult, Step
    from ladder.worker.sandbox.base import Sandbox

OnStep = Callable[["Step"], None]

_OF_OURS = "It comes with this release of Siurell, whose own tests check it.\n"

_ENDED_AT_ONCE = "Does the program call `MyBot.run()` at its end?"


def check_source(
    source: BotSource,
    game: str,
    time: TimeControl | None = None,
    on_step: OnStep | None = None,
    sandbox: Sandbox | None = None,
) -> CheckResult:
    """Check a bot for a game, with the clock of its season unless another one is given.

    It runs in the sandbox, or in the best that there is here.
    """
    return asyncio.run(_check(source, game, time, on_step, sandbox))


async def _check(
    source: BotSource,
    game: str,
    time: TimeControl | None,
    on_step: OnStep | None,
    sandbox: Sandbox | None,
) -> CheckResult:
    from ladder.worker.check import check_bot
    from ladder.worker.cores import hold_cores
    from ladder.worker.referee_process import RefereeProcess
    from ladder.worker.sandbox.base import Limits
    from ladder.worker.sandbox.choice import choose
    from ladder.worker.scratch import Scratch
    from ladder.worker.sessions import Workplace

    found = game_named(game)
    season = default_seasons_of(found)[0]
    sandbox = sandbox or (await choose(own_bots=True)).sandbox
    with hold_cores(1) as cores:
        async with Scratch() as scratch, RefereeProcess(scratch.folder) as referee:
            return await check_bot(
                source,
                found,
                Workplace(referee, sandbox, scratch.folder, Limits(), cores=cores),
                time=time or season.time,
                startup_us=season.startup_us,
                on_step=on_step,
            )


def check_version(
    arena: Arena, version: VersionInfo, sandbox: Sandbox | None, on_step: OnStep | None = None
) -> VersionInfo:
    """Check a version that waits for it, for each of its games, and keep what that comes to.

    Where another command was quicker, what that one found holds.
    """
    from ladder.services.submit import set_checked

    ok, text = True, ""
    if isinstance(version.source, ShippedBot):
        text = _OF_OURS
    else:
        for game in version.games:
            result = check_source(version.source, game, None, on_step, sandbox)
            ok = ok and result.ok
            text += f"{game}\n{result.text()}"
    try:
        return set_checked(arena, version.id, ok, text)
    except LadderError as error:
        if error.reason != "WRONG_STATE":
            raise
        return _as_it_is(arena, version)


def _as_it_is(arena: Arena, version: VersionInfo) -> VersionInfo:
    from ladder.services.bots import show_bot

    return next(one for one in show_bot(arena, version.bot).versions if one.id == version.id)


def stranger_waiting(arena: Arena) -> str:
    """A submitted bot that is still to be checked, which runs it; empty when there is none."""
    from ladder.services.submit import pending

    waiting = (one for one in pending(arena) if isinstance(one.source, FolderBot))
    return next((one.label for one in waiting), "")


def check_waiting(arena: Arena, sandbox: Sandbox) -> list[VersionInfo]:
    """Check all versions that still wait, such as those whose `submit` was interrupted."""
    from ladder.services.submit import pending

    return [check_version(arena, version, sandbox) for version in pending(arena)]


def say_step(step: Step) -> None:
    """Print a step of a check with its evidence."""
    head = f"{step.state.value:<6}  {step.name:<9}  "
    say_state(wrapped(step.sentence, head), step.state.value)
    for line in below(step.evidence, " " * len(head)):
        say(line)
    if step.evidence.exit_code == 0 and step.name == "start":
        say(f"{' ' * len(head)}{_ENDED_AT_ONCE}")
