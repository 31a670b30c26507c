"""Which sandbox a command runs bots in, and what it says to that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.failure import CommandError
from ladder.cli.output import note

if TYPE_CHECKING:
    from ladder.worker.sandbox.base import Sandbox
    from ladder.worker.sandbox.choice import Chosen

SandboxName = Annotated[
    str | None,
    typer.Option(help="bwrap, landlock, container or none (else: the best that holds here)."),
]

UnsafeNoSandbox = Annotated[
    bool,
    typer.Option("--unsafe-no-sandbox", help="Run submitted bots though nothing holds them."),
]


def sandbox_for(strangers: str, name: str | None, *, unsafe: bool) -> Sandbox:
    """For the bots of a ladder; ``strangers`` is one that somebody submitted, empty without any.

    Raises `CommandError` when they would run unheld, unless that is wanted.
    """
    chosen = best(name)
    if chosen.probe.safe or not strangers:
        return chosen.sandbox
    if unsafe:
        note(f"No sandbox holds {strangers} back: run only bots you trust (siurell doctor).")
        return chosen.sandbox
    raise CommandError(
        f"No sandbox on this machine holds {strangers} back: it could read and change all that"
        " you can.",
        next_step="siurell doctor --sandbox, or with bots that you trust: --unsafe-no-sandbox",
        reason="NO_SANDBOX",
    )


def holds_strangers(name: str | None, *, unsafe: bool) -> bool:
    """Whether bots that somebody submitted may run in it: it holds them, or that is not wanted."""
    return unsafe or best(name).probe.safe


def best(name: str | None = None) -> Chosen:
    """The named sandbox, or the best one that was seen to hold here."""
    import asyncio

    from ladder.worker.sandbox.choice import choose

    return asyncio.run(choose(name))
