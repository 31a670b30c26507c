"""What a Farmini position is worth: points, and what they grow from.

A pen is closed when the four positions around each of its corners have cards, so the cards that
are missing there say how near it is. Corn counts by that, animals by the wolves that may still
come, free spaces by the animals that may. All weights are in hundredths of a point, found by play.

Laying a card changes a few pens alone, so what many cards are worth is told without laying them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from siurell.bots.evaluations.farmini_pens import Pen, pens_of
from siurell.games.base import Move, State
from siurell.games.farmini.grid import position_at
from siurell.games.farmini.moves import TakePen
from siurell.games.farmini.pens import holes, holes_with
from siurell.games.farmini.placements import placements_of
from siurell.games.farmini.rules import Rules
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import PUT

_CLOSING = (100, 72, 46, 26, 14, 7, 3)
"""How likely a pen is closed in the end, in hundredths, by the cards that are missing around it."""
_PATIENCE = 3
"""So many turns more than cards are missing make it as likely as that."""
_SAFE = (100, 42, 24)
"""How much of an animal in an open pen is left by the wolves that may come for it."""
_SAVED = (0, 40, 34)
"""How much more of it a pen that will be closed saves."""
_SPACE = 13
"""A free space for an animal that may come: so much, and `_SAFE_SPACE` more if it is safe."""
_SAFE_SPACE = 31
_SPARE = 4
"""A space beyond those."""
_HOLE = 8
"""What a hole is worth less than open land, whatever borders on it."""
_HOLE_COUNTS = 75
"""The same where every hole costs a point: it may be filled."""
_PUTTING = 50
"""A token that is still to be put."""

Judgement = tuple[int, int, int]
"""What a pen is worth by itself, its free spaces, and how safe an animal would be in them."""


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What may still come, and what holes cost by the option of the match (FM-SCORE-3)."""

    wolves: tuple[int, ...]
    """Of each kind."""
    turns: int
    """Of each seat."""
    animals: int
    """For each seat, in hundredths."""
    hole: int
    holed: int


def worth(state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    assert isinstance(state, FarminiState)
    farm, held = state.farms[seat], state.animals[seat]
    outlook = _outlook(state.rules, tuple(state.deck), tuple(state.display))
    empty = holes(farm)
    total = -outlook.hole * len(empty)
    rooms: list[int] = []
    for pen in pens_of(farm).pens.values():
        value, free, safe = _judge(pen, held, outlook, empty)
        total += value
        rooms += [safe] * free
    if state.stage == PUT and state.mover == seat:
        total += _PUTTING * state.to_put
    return total + _rooms(rooms, outlook.animals)


def unfinished(state: State) -> bool:
    """Tokens of the card that was taken are still to be put."""
    assert isinstance(state, FarminiState)
    return state.stage == PUT


def worths_after(
    state: State, moves: list[Move], seat: int, make: Callable[[State, Move, int], int]
) -> list[int]:
    """`worth` after each of the moves; `make` tells it by making the move."""
    assert isinstance(state, FarminiState)
    laying = _Laying(state, seat)
    worths = []
    for move in moves:
        told = laying.worth(move) if isinstance(move, TakePen) else None
        worths.append(make(state, move, seat) if told is None else told)
    return worths


class _Laying:
    """What the farm of a seat is worth after laying a card, told without laying it."""

    def __init__(self, state: FarminiState, seat: int) -> None:
        self._rules = state.rules
        self._faces = placements_of(state.rules.box)
        self._farm, self._held = state.farms[seat], state.animals[seat]
        self._pens = pens_of(self._farm)
        self._empty = holes(self._farm)
        # Whichever pen card is taken, what may come is the same afterwards.
        outlook = _outlook(state.rules, tuple(state.deck), tuple(state.display))
        cards = _cards(state.rules, tuple(state.deck), tuple(state.display)) - 1
        self._outlook = replace(outlook, turns=cards // state.seats)
        self._judged = {
            root: _judge(pen, self._held, self._outlook, self._empty)
            for root, pen in self._pens.pens.items()
        }
        self._total = sum([value for value, _, _ in self._judged.values()])
        self._total -= outlook.hole * len(self._empty)
        self._rooms: list[int] = []
        for _, free, safe in self._judged.values():
            self._rooms += [safe] * free

    def worth(self, move: TakePen) -> int | None:
        """None where it must be made: a hole comes or goes."""
        position = position_at(move.x, move.y)
        if holes_with(self._farm, position) != self._empty:
            return None
        face = self._faces.face(self._rules.numbers[move.card], move.rotation)
        changed, grown = self._pens.with_card(self._farm, position, face)
        total, rooms = self._total, self._rooms[:]
        for root in changed:
            value, free, safe = self._judged[root]
            total -= value
            for _ in range(free):
                rooms.remove(safe)
        for pen in grown:
            value, free, safe = _judge(pen, self._held, self._outlook, self._empty)
            total += value
            rooms += [safe] * free
        return total + _rooms(rooms, self._outlook.animals)


def _judge(pen: Pen, held: dict[int, int], outlook: _Outlook, empty: frozenset[int]) -> Judgement:
    holed = bool(empty and pen.beside and pen.beside <= empty)
    if not (pen.spaces or pen.corn or holed):
        return 0, 0, 0
    missing = len(pen.lacking)
    closing = _closing(missing, outlook.turns) if missing else 100
    total = outlook.holed * (closing // 2 - 100) // 100 if holed else 0
    kinds = [held[spot] for spot in pen.spaces if spot in held]
    for kind in kinds:
        wolves = min(2, outlook.wolves[kind])
        total += _SAFE[wolves] + _SAVED[wolves] * closing // 100 if missing else 100
    if not kinds:
        total += pen.corn * closing
    free = len(pen.spaces) - len(kinds) if kinds or pen.corn < 2 else 0
    return total, free, closing // (1 + pen.corn)


def _rooms(rooms: list[int], animals: int) -> int:
    """The free spaces, the safest first, for as many animals as may come."""
    total = 0
    for safe in sorted(rooms, reverse=True):
        if animals <= 0:
            total += _SPARE
        else:
            total += min(animals, 100) * (_SPACE + _SAFE_SPACE * safe // 100) // 100
        animals -= 100
    return total


@lru_cache(maxsize=256)
def _closing(missing: int, turns: int) -> int:
    """How likely a pen is closed in the end, in hundredths, by the cards that are missing."""
    likely = _CLOSING[min(missing, len(_CLOSING) - 1)]
    return likely * min(turns, missing + _PATIENCE) // (missing + _PATIENCE)


@lru_cache(maxsize=256)
def _outlook(rules: Rules, deck: tuple[int, ...], display: tuple[int, ...]) -> _Outlook:
    wolves = [0] * len(rules.tokens)
    for card in deck:
        if rules.wolves[card] >= 0:
            wolves[rules.wolves[card]] += 1
    shown = [rules.animal_cards[card] for card in (*deck, *display)]
    tokens = sum([card.tokens for card in shown if card is not None])
    turns = _cards(rules, deck, display) // rules.seats
    hole, holed = (_HOLE_COUNTS, 0) if rules.penalty_per_hole else (_HOLE, 100)
    return _Outlook(tuple(wolves), turns, 100 * tokens // rules.seats, hole, holed)


def _cards(rules: Rules, deck: tuple[int, ...], display: tuple[int, ...]) -> int:
    """The cards that will still be taken or discarded in turns."""
    return len(display) + len([card for card in deck if rules.wolves[card] < 0])
