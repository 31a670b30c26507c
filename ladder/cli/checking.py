"""The check of a bot as commands make it: the ladder's own, told line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from siurell.errors import LadderError, SiurellError
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl

from ladder.cli.evidence import below
from ladder.cli.output import say, say_state, wrapped
from ladder.domain.batch import BotSource, FolderBot, ShippedBot
from ladder.domain.seasons import default_seasons_of

if TYPE_CHECKING:
    from ladder.services.arena import Arena
    from ladder.services.submit import VersionInfo
    from ladder.worker.builds import Built
    from ladder.worker.check_steps import CheckResult, Step
    from ladder.worker.holding import Holding

OnStep = Callable[["Step"], None]

_OF_OURS = "It comes with this release of Siurell, whose own tests check it.\n"

_ENDED_AT_ONCE = "Does the program call `MyBot.run()` at its end?"


def build_source(source: FolderBot, on_step: OnStep | None = None) -> tuple[Step, Built]:
    """Build a bot, in the best sandbox that there is here, and tell that step."""
    return asyncio.run(_built(source, on_step, None))


def check_source(
    source: BotSource,
    game: str,
    time: TimeControl | None = None,
    on_step: OnStep | None = None,
    built: Built | None = None,
) -> CheckResult:
    """Check a bot for a game, with the clock of its season unless another one is given.

    It runs in the best sandbox that there is here; ``built`` is what it is by now.
    """
    return asyncio.run(_check(source, game, time, on_step, None, built))


async def _held(held: Holding | None) -> Holding:
    """As it was said, or in the best sandbox that there is here for one's own bots."""
    from ladder.worker.holding import Holding
    from ladder.worker.sandbox.choice import choose

    return held or Holding((await choose(own_bots=True)).sandbox)


async def _built(
    source: FolderBot, on_step: OnStep | None, held: Holding | None
) -> tuple[Step, Built]:
    from ladder.worker.check_steps import built_step

    built = await _build(source, await _held(held))
    step = built_step(built)
    if on_step is not None:
        on_step(step)
    return step, built


async def _build(source: FolderBot, held: Holding) -> Built:
    from ladder.worker.builds import build_bot, build_limits
    from ladder.worker.scratch import Scratch

    limits = build_limits(held.limits)
    async with Scratch() as scratch:
        return await build_bot(
            source, held.sandbox, scratch.folder, limits=limits, cores=held.cores
        )


async def _check(
    source: BotSource,
    game: str,
    time: TimeControl | None,
    on_step: OnStep | None,
    held: Holding | None,
    built: Built | None,
) -> CheckResult:
    from ladder.worker.builds import put_down
    from ladder.worker.check import check_bot
    from ladder.worker.cores import hold_cores
    from ladder.worker.referee_process import RefereeProcess
    from ladder.worker.scratch import Scratch
    from ladder.worker.sessions import Workplace

    found = game_named(game)
    season = default_seasons_of(found)[0]
    held = await _held(held)
    with nullcontext(held.cores) if held.cores else hold_cores(1) as cores:
        async with Scratch() as scratch, RefereeProcess(scratch.folder) as referee:
            if built is not None and isinstance(source, FolderBot):
                source = put_down(source, built, scratch.folder / "built")
            return await check_bot(
                source,
                found,
                Workplace(referee, held.sandbox, scratch.folder, held.limits, cores=cores),
                time=time or season.time,
                startup_us=season.startup_us,
                on_step=on_step,
            )


def check_version(
    arena: Arena, version: VersionInfo, held: Holding | None, on_step: OnStep | None = None
) -> VersionInfo:
    """Check a version that waits for it, for each of its games, and keep what that comes to.

    Where another command was quicker, what that one found holds.
    """
    return asyncio.run(check_now(arena, version, held, on_step))


async def check_now(
    arena: Arena,
    version: VersionInfo,
    held: Holding | None,
    on_step: OnStep | None = None,
) -> VersionInfo:
    """The same in the running loop."""
    from ladder.services.submit import set_checked

    await asyncio.to_thread(_refuse_spoilt, arena, version)
    ok, text = True, ""
    if isinstance(version.source, ShippedBot):
        text = _OF_OURS
    else:
        version, ok, text = await _build_version(arena, version, held, on_step)
        for game in version.games if ok else ():
            result = await _check(version.source, game, None, on_step, held, None)
            ok = ok and result.ok
            text += f"{game}\n{result.text()}"
    try:
        return await asyncio.to_thread(set_checked, arena, version.id, ok, text)
    except LadderError as error:
        if error.reason != "WRONG_STATE":
            raise
        return await asyncio.to_thread(_as_it_is, arena, version)


def build_version(
    arena: Arena, version: VersionInfo, held: Holding | None, on_step: OnStep | None = None
) -> tuple[VersionInfo, bool, str]:
    """Build a version that needs it; the version as it plays, whether it is one, and the report."""
    return asyncio.run(_build_version(arena, version, held, on_step))


async def _build_version(
    arena: Arena,
    version: VersionInfo,
    held: Holding | None,
    on_step: OnStep | None,
) -> tuple[VersionInfo, bool, str]:
    from ladder.services.builds import keep_build, to_build
    from ladder.worker.check_steps import CheckResult

    source = await asyncio.to_thread(to_build, arena, version)
    if source is None:
        return version, True, ""
    step, built = await _built(source, on_step, held)
    if not built.failure:
        version = await asyncio.to_thread(keep_build, arena, version, built.files)
    return version, not built.failure, CheckResult((step,)).text()


def _refuse_spoilt(arena: Arena, version: VersionInfo) -> None:
    """Check nothing but what was submitted."""
    from ladder.store.versions import is_intact

    if isinstance(version.source, FolderBot) and not is_intact(arena.home, version.digest):
        raise LadderError("Its content is gone or was changed; submit it again.", reason="SPOILT")


def _as_it_is(arena: Arena, version: VersionInfo) -> VersionInfo:
    from ladder.services.bots import show_bot

    return next(one for one in show_bot(arena, version.bot).versions if one.id == version.id)


def stranger_waiting(arena: Arena) -> str:
    """A submitted bot that is still to be checked, which runs it; empty when there is none."""
    from ladder.services.submit import pending

    waiting = (one for one in pending(arena) if isinstance(one.source, FolderBot))
    return next((one.label for one in waiting), "")


def check_waiting(arena: Arena, held: Holding, told: Callable[[str], None]) -> None:
    """Check all versions that still wait, such as those whose `submit` was interrupted.

    One that cannot be checked waits on: the others play all the same.
    """
    from ladder.services.submit import pending

    for version in pending(arena):
        try:
            checked = check_version(arena, version, held)
        except SiurellError as error:
            told(f"{version.label} could not be checked: {error}")
        else:
            told(f"{version.label} was still to be checked: it is {checked.state.value} now.")


def say_step(step: Step) -> None:
    """Print a step of a check with its evidence."""
    head = f"{step.state.value:<6}  {step.name:<9}  "
    say_state(wrapped(step.sentence, head), step.state.value)
    for line in below(step.evidence, " " * len(head)):
        say(line)
    if step.evidence.exit_code == 0 and step.name == "start":
        say(f"{' ' * len(head)}{_ENDED_AT_ONCE}")
