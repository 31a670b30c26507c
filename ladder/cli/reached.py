"""The other end of a command: the arena of this machine, or the line to a ladder elsewhere.

Groups of commands that reach elsewhere have a protocol, and two classes that fulfil it: one is made
of an arena, the other of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import typer

from ladder.cli.app import globals_of, home_of

if TYPE_CHECKING:
    from ladder.api.line import Line
    from ladder.services.arena import Arena

T = TypeVar("T")

LADDER_RUN = "siurell ladder run --blocks 20"
"""What to type so that matches are played on the arena of this machine."""


@contextmanager
def reached(
    context: typer.Context, here: Callable[[Arena], T], elsewhere: Callable[[Line], T]
) -> Iterator[T]:
    """What the command line, the environment or the last login means, made of its end."""
    from ladder.cli.logins import login_of

    said = globals_of(context)
    login = login_of(said.home, said.ladder)
    if login is None:
        from ladder.services.arena import open_arena

        with open_arena(home_of(context)) as arena:
            yield here(arena)
        return
    from ladder.api.line import Line

    with Line(login.way, login.token) as line:
        yield elsewhere(line)


def to_play(
    context: typer.Context, *, here: str = LADDER_RUN, elsewhere: str = "siurell status"
) -> str:
    """What to type where matches are to be played next.

    A ladder elsewhere is run by whoever has its machine: there one can but look, by ``elsewhere``.
    """
    from ladder.cli.logins import meant

    said = globals_of(context)
    return here if meant(said.home, said.ladder) is None else elsewhere
