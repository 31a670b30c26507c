"""A position as plain text of at most 80 columns: the place where the drawings are registered."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from siurell.draw import farmini, finca, la_granja
from siurell.games.base import SPECTATOR, Observation, State

_DRAWINGS: Final[tuple[tuple[type[Observation], Callable[[Any, Sequence[str]], str]], ...]] = (
    (finca.DRAWS, finca.draw),
    (la_granja.DRAWS, la_granja.draw),
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
    return "\n".join(f"{name:<12} {value}" for name, value in shown_fields(seen))


def shown_fields(value: object) -> Iterator[tuple[str, object]]:
    """Name and value of each field that a `repr` shows.

    A part that is made of fields and has no text of its own gives its fields instead.
    """
    assert dataclasses.is_dataclass(value)
    for field in dataclasses.fields(value):
        part = getattr(value, field.name)
        if not field.repr:
            continue
        if dataclasses.is_dataclass(part) and type(part).__str__ is object.__str__:
            yield from shown_fields(part)
        else:
            yield field.name, part
