"""A position as plain text of at most 80 columns: the place where the drawings are registered."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Final

from siurell.draw import farmini, finca
from siurell.games.base import SPECTATOR, Observation, State

_DRAWINGS: Final[tuple[tuple[type[Observation], Callable[[Any, Sequence[str]], str]], ...]] = (
    (finca.DRAWS, finca.draw),
    (farmini.DRAWS, farmini.draw),
)


def draw_text(position: State | Observation, names: Sequence[str] = ()) -> str:
    """Draw a state as everybody may see it, or an observation as its viewer does.

    `names` are those of the seats, if they have any. A game without a drawing of its own gets a
    list of what the observation holds.
    """
    seen = position.observe(SPECTATOR) if isinstance(position, State) else position
    for kind, draw in _DRAWINGS:
        if isinstance(seen, kind):
            return draw(seen, names)
    return _list_fields(seen)


def _list_fields(seen: Observation) -> str:
    if not dataclasses.is_dataclass(seen):
        return repr(seen)
    shown = [field.name for field in dataclasses.fields(seen) if field.repr]
    return "\n".join(f"{name:<12} {getattr(seen, name)}" for name in shown)
