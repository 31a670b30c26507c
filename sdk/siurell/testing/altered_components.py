"""Components files with one thing changed: what a check must refuse, or a game must play with."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

_STRANGE: Final[tuple[Any, ...]] = (
    -1,
    0,
    1,
    2,
    7,
    40,
    10**30,
    True,
    False,
    "",
    "x",
    "olive",
    "any",
    1.5,
    [],
    {},
)
"""Put in the place of something else; some of them fit here and there."""


@dataclass(frozen=True, slots=True)
class Altered:
    """The text of a file, and where in it what was done."""

    text: str
    path: tuple[str | int, ...]
    how: str


def as_toml(data: dict[str, Any]) -> str:
    """Data as TOML, a line for each field at the top.

    >>> as_toml({"a": [1, {"b": True}]})
    'a = [1, {"b" = true}]\\n'
    """
    return "".join(f"{name} = {_inline(value)}\n" for name, value in data.items())


def altered(data: dict[str, Any], rng: random.Random) -> Altered:
    """The file with one value left out, replaced, doubled, or called otherwise."""
    changed = deepcopy(data)
    values = dict(_values(data))
    path = rng.choice(list(values))
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[step]
    last: Any = path[-1]
    how = rng.choice(("left out", "replaced", "replaced", "moved", "doubled", "renamed"))
    if how == "left out":
        del holder[last]
    elif how == "doubled" and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), deepcopy(holder[last]))
    elif how == "renamed" and isinstance(holder, dict):
        holder[f"{last}s"] = holder.pop(last)
    elif how == "moved":
        like = [value for value in values.values() if type(value) is type(holder[last])]
        holder[last] = deepcopy(rng.choice(like))
    else:
        holder[last] = rng.choice(_STRANGE)
    return Altered(as_toml(changed), path, how)


def _values(
    value: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value in the data, with the way to it."""
    if path:
        yield path, value
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for step, child in inside:
        yield from _values(child, (*path, step))


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        fields = (f"{json.dumps(name)} = {_inline(each)}" for name, each in value.items())
        return f"{{{', '.join(fields)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value)
