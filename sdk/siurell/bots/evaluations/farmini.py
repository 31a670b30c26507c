"""What a Farmini position is worth: points, and what they grow from.

A pen is closed when the four positions around each of its corners have cards, so the cards that
are missing there say how near it is. Corn counts by that, animals by the wolves that may still
come, free spaces by the animals that may. All weights are in hundredths of a point, found by play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from siurell.games.base import State
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import STEPS, spot_at
from siurell.games.farmini.pens import holes
from siurell.games.farmini.rules import Rules
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import PUT

_CLOSING = (100, 72, 46, 26, 14, 7, 3)
"""How likely a pen is closed in the end, in hundredths, by the cards that are missing around it."""
_SAFE = (100, 42, 24)
"""How much of an animal in an open pen is left by the wolves that may come for it."""
_SAVED = (0, 40, 34)
"""How much more of it a pen that will be closed saves."""
_SPACE = 45
"""A free space for an animal that may come, if the animal is safe there."""
_SPARE = 4
"""A space beyond those."""
_HOLE = 8
"""What a hole is worth less than open land, whatever borders on it."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """A pen, open or closed: what does not depend on animals and deck."""

    missing: int
    holed: bool
    corn: int
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Coming:
    """What may still come: wolves of each kind, tokens on animal cards, cards that are no wolf."""

    wolves: tuple[int, ...]
    tokens: int
    cards: int


def worth(state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    assert isinstance(state, FarminiState)
    coming = _coming(state.rules, tuple(state.deck), tuple(state.display))
    turns = coming.cards // state.seats
    farm, held = state.farms[seat], state.animals[seat]
    total = -_HOLE * len(holes(farm))
    rooms: list[int] = []
    for pen in _pens(farm):
        closing = _closing(pen, turns)
        kinds = [held[spot] for spot in pen.spaces if spot in held]
        for kind in kinds:
            wolves = min(2, coming.wolves[kind])
            total += _SAFE[wolves] + _SAVED[wolves] * closing // 100 if pen.missing else 100
        if pen.holed:
            total -= 100 - closing // 2
        if not kinds:
            total += pen.corn * closing
        if kinds or pen.corn < 2:
            rooms += [closing // (1 + pen.corn)] * (len(pen.spaces) - len(kinds))
    expected = coming.tokens / state.seats
    putting = state.to_put if state.stage == PUT and state.mover == seat else 0
    return total + _rooms(rooms, expected) + putting * 50


def _rooms(rooms: list[int], expected: float) -> int:
    """The free spaces, the safest first, for as many animals as may come."""
    total = 0.0
    for safe in sorted(rooms, reverse=True):
        share = max(0.0, min(1.0, expected))
        expected -= 1
        total += share * _SPACE * (30 + 70 * safe // 100) // 100 + _SPARE * (1 - share)
    return int(total)


def _closing(pen: _Pen, turns: int) -> int:
    """How likely the pen is closed in the end, in hundredths."""
    if not pen.missing:
        return 100
    likely = _CLOSING[min(pen.missing, len(_CLOSING) - 1)]
    return likely * min(turns, pen.missing + 3) // (pen.missing + 3)


@lru_cache(maxsize=4096)
def _coming(rules: Rules, deck: tuple[int, ...], display: tuple[int, ...]) -> _Coming:
    wolves = [0] * len(rules.tokens)
    tokens = 0
    cards = len(display)
    for card in deck:
        if rules.wolves[card] >= 0:
            wolves[rules.wolves[card]] += 1
        else:
            cards += 1
    for card in (*deck, *display):
        shown = rules.animal_cards[card]
        if shown is not None:
            tokens += shown.tokens
    return _Coming(tuple(wolves), tokens, cards)


@lru_cache(maxsize=4096)
def _pens(farm: Farm) -> tuple[_Pen, ...]:
    """The pens of a farm that hold corn or spaces, or that are holed; a farm is a value."""
    cards, empty = farm.cards, holes(farm)
    missing: dict[int, set[int]] = {}
    outside: set[int] = set()
    corn: dict[int, int] = {}
    spaces: dict[int, list[int]] = {}
    for position, face in cards.items():
        first = farm.pieces[position]
        roots = [farm.root(first + piece) for piece in face.piece_of]
        for parcel, root in enumerate(roots):
            one, other = STEPS[parcel - 1], STEPS[parcel]
            lacking = missing.setdefault(root, set())
            for around in (position + one, position + other, position + one + other):
                if around not in cards:
                    lacking.add(around)
            for beside in (position + one, position + other):
                if beside not in cards and beside not in empty:
                    outside.add(root)
        for parcel in face.corn:
            corn[roots[parcel]] = corn.get(roots[parcel], 0) + 1
        for parcel in face.spaces:
            spaces.setdefault(roots[parcel], []).append(spot_at(position, parcel))
    return tuple(
        [
            _Pen(
                len(lacking),
                bool(farm.opens[root]) and root not in outside,
                corn.get(root, 0),
                tuple(spaces.get(root, ())),
            )
            for root, lacking in missing.items()
        ]
    )


def unfinished(state: State) -> bool:
    """Tokens of the card that was taken are still to be put."""
    assert isinstance(state, FarminiState)
    return state.stage == PUT
