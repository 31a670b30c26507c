"""Who takes part, and in which order they are seeded."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from siurell.errors import LadderError


@dataclass(frozen=True, slots=True)
class Entrant:
    """One that takes part. ``id`` tells it from the others, ``name`` is for people.

    ``seed_rank``: 1 is the strongest. Nothing but this orders entrants, so a tournament comes out
    the same under other names and in whatever order they were entered.
    """

    id: str
    name: str
    seed_rank: int


def in_seed_order(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants, strongest first."""
    return tuple(sorted(entrants, key=lambda entrant: entrant.seed_rank))


def entrant_named(entrants: Sequence[Entrant], word: str) -> Entrant:
    """The entrant that a person means by ``mybot@2``, or by ``mybot`` where one version plays.

    Raises `LadderError`: ``NO_SUCH_ENTRANT``, or ``TWO_VERSIONS`` where the word fits several.
    """
    wanted = word.lower()
    fits = [one for one in entrants if one.name.lower() == wanted]
    fits = fits or [one for one in entrants if one.name.partition("@")[0].lower() == wanted]
    said = ascii(word)[1:-1][:60]
    if not fits:
        raise LadderError(
            f"`{said}` does not take part; name a bot that does.", reason="NO_SUCH_ENTRANT"
        )
    if len(fits) > 1:
        versions = ", ".join(one.name for one in fits)
        raise LadderError(
            f"`{said}` takes part with more than one version; name one of {versions}.",
            reason="TWO_VERSIONS",
        )
    return fits[0]


def ranked(entrants: Sequence[tuple[str, str]]) -> tuple[Entrant, ...]:
    """Entrants from ids and names, seeded in the order given.

    >>> ranked([("v7", "ada@2"), ("v3", "bob@1")])[1]
    Entrant(id='v3', name='bob@1', seed_rank=2)
    """
    return tuple(Entrant(key, name, rank) for rank, (key, name) in enumerate(entrants, start=1))


def drawn(entrants: Sequence[Entrant], seed: str) -> tuple[Entrant, ...]:
    """The entrants seeded by lot: an order that ids and seed alone decide."""

    def lot(entrant: Entrant) -> bytes:
        text = f"siurell/lot/1\n{seed}\n{entrant.id}"
        return hashlib.sha256(text.encode(errors="surrogateescape")).digest()

    in_order = sorted(entrants, key=lot)
    return tuple(replace(entrant, seed_rank=rank) for rank, entrant in enumerate(in_order, 1))


def play_off(season: Sequence[tuple[str, str]], count: int) -> tuple[Entrant, ...]:
    """The first so many of a season's table, ids and names, seeded as they stand there."""
    if count < 2:
        raise LadderError("A play-off needs at least 2 entrants.", reason="TOO_FEW_ENTRANTS")
    if count > len(season):
        raise LadderError(
            f"The season has {len(season)} entries in its table, too few for a play-off of "
            f"{count}; ask for fewer.",
            reason="TOO_FEW_ENTRANTS",
        )
    return ranked(season[:count])


def with_numbered_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each later one of the same name with a number: who enters twice plays twice.

    >>> with_numbered_names(["greedy", "mine", "greedy", "greedy-2"])
    ('greedy', 'mine', 'greedy-3', 'greedy-2')
    """
    taken = set(names)
    seen: set[str] = set()
    result = []
    for name in names:
        own, number = name, 2
        if name in seen:
            while (own := f"{name}-{number}") in taken:
                number += 1
        seen.add(name)
        taken.add(own)
        result.append(own)
    return tuple(result)
