"""What laying a card makes of a farm's worth, told without laying it, whatever judges the pens.

Laying a card changes a few pens alone, so what many cards are worth is told from those.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from siurell.bots.evaluations.farmini_pens import Pen, pens_of
from siurell.games.base import Move, State
from siurell.games.farmini.grid import position_at
from siurell.games.farmini.moves import TakePen
from siurell.games.farmini.pens import holes, holes_with
from siurell.games.farmini.placements import placements_of
from siurell.games.farmini.rules import Rules
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import PUT

_PUTTING = 50
"""A token that is still to be put."""
_HOLE = 8
"""What a hole is worth less than open land, whatever borders on it."""
_HOLE_COUNTS = 75
"""The same where every hole costs a point: it may be filled."""

Judgement = tuple[int, int, int]
"""What a pen is worth by itself, its free spaces, and how good one of them is for an animal."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may still come, and whether every hole costs a point (FM-SCORE-3)."""

    wolves: tuple[int, ...]
    """Of each kind."""
    turns: int
    """Of each seat."""
    animals: int
    """For each seat, in hundredths."""
    each_hole: bool


class Judging(NamedTuple):
    """How pens and free spaces are judged, in hundredths of a point."""

    closing: Callable[[int, int], int]
    """``closing(missing, turns)``: how likely a pen is closed in the end, in hundredths, by the
    cards that are missing around it and the turns of its seat."""
    pen: Callable[[Pen, dict[int, int], Outlook, int], Judgement]
    """``pen(pen, held, outlook, closing)``: one pen, with the tokens of its farm, without holes."""
    rooms: Callable[[list[int], int], int]
    """``rooms(rooms, animals)``: free spaces by how good they are, for animals in hundredths."""


def worth_by(judging: Judging, state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    assert isinstance(state, FarminiState)
    outlook = outlook_of(state.rules, tuple(state.deck), tuple(state.display))
    total = Laying(judging, state, seat, outlook).before()
    if state.stage == PUT and state.mover == seat:
        total += _PUTTING * state.to_put
    return total


def worths_after_by(
    judging: Judging,
    state: State,
    moves: list[Move],
    seat: int,
    make: Callable[[State, Move, int], int],
) -> list[int]:
    """`worth_by` after each of the moves; `make` tells it by making the move."""
    assert isinstance(state, FarminiState)
    # Whichever pen card is taken, what may come is the same afterwards.
    deck, display = tuple(state.deck), tuple(state.display)
    turns = (cards_of(state.rules, deck, display) - 1) // state.seats
    outlook = replace(outlook_of(state.rules, deck, display), turns=turns)
    laying = Laying(judging, state, seat, outlook)
    worths = []
    for move in moves:
        told = laying.worth(move) if isinstance(move, TakePen) else None
        worths.append(make(state, move, seat) if told is None else told)
    return worths


class Laying:
    """What the farm of a seat is worth, and what it is after a card more."""

    def __init__(self, judging: Judging, state: FarminiState, seat: int, outlook: Outlook) -> None:
        self._judging, self._outlook, self._rules = judging, outlook, state.rules
        self._faces = placements_of(state.rules.box)
        self._farm, self._held = state.farms[seat], state.animals[seat]
        self._pens = pens_of(self._farm)
        self._empty = holes(self._farm)
        self._judged = {root: self._judge(pen, self._held) for root, pen in self._pens.pens.items()}
        self._total = sum([value for value, _, _ in self._judged.values()])
        self._total -= (_HOLE_COUNTS if outlook.each_hole else _HOLE) * len(self._empty)
        self._rooms: list[int] = []
        for _, free, good in self._judged.values():
            self._rooms += [good] * free

    def before(self) -> int:
        """As the farm is."""
        return self._total + self._judging.rooms(self._rooms, self._outlook.animals)

    def worth(self, move: TakePen) -> int | None:
        """With the card of this move; None where it must be made: a hole comes or goes."""
        position = position_at(move.x, move.y)
        if holes_with(self._farm, position) != self._empty:
            return None
        face = self._faces.face(self._rules.numbers[move.card], move.rotation)
        changed, grown = self._pens.with_card(self._farm, position, face)
        total, rooms = self._total, self._rooms[:]
        for root in changed:
            value, free, good = self._judged[root]
            total -= value
            for _ in range(free):
                rooms.remove(good)
        for pen in grown:
            value, free, good = self._judge(pen, self._held)
            total += value
            rooms += [good] * free
        return total + self._judging.rooms(rooms, self._outlook.animals)

    def worth_with(self, kind: int, tokens: int) -> int:
        """With so many animals of a kind more, each where it adds most."""
        held, judged = self._held, self._judged.copy()
        for _ in range(tokens):
            most, best = 0, None
            for root, pen in self._pens.pens.items():
                spot = next((spot for spot in pen.spaces if spot not in held), None)
                if spot is None:
                    continue
                more = {**held, spot: kind}
                found = self._judge(pen, more)
                value, free, good = judged[root]
                gain = found[0] - value - (good if free else 0)
                if best is None or gain > most:
                    most, best = gain, (root, more, found)
            if best is None:
                break
            root, held, judged[root] = best
        total, rooms = self._total, []
        for root, (value, free, good) in judged.items():
            total += value - self._judged[root][0]
            rooms += [good] * free
        animals = self._outlook.animals - 100 * tokens // self._rules.seats
        return total + self._judging.rooms(rooms, animals)

    def _judge(self, pen: Pen, held: dict[int, int]) -> Judgement:
        """A pen with these tokens; one that goes round a hole alone counts for it too."""
        empty, outlook = self._empty, self._outlook
        holed = bool(empty and pen.beside and pen.beside <= empty)
        if not (pen.spaces or pen.corn or holed):
            return 0, 0, 0
        closing = self._judging.closing(len(pen.lacking), outlook.turns)
        value, free, good = self._judging.pen(pen, held, outlook, closing)
        if holed and not outlook.each_hole:
            value += closing // 2 - 100
        return value, free, good


@lru_cache(maxsize=256)
def outlook_of(rules: Rules, deck: tuple[int, ...], display: tuple[int, ...]) -> Outlook:
    """What may still come from these cards."""
    wolves = [0] * len(rules.tokens)
    for card in deck:
        if rules.wolves[card] >= 0:
            wolves[rules.wolves[card]] += 1
    shown = [rules.animal_cards[card] for card in (*deck, *display)]
    tokens = sum([card.tokens for card in shown if card is not None])
    turns = cards_of(rules, deck, display) // rules.seats
    animals = 100 * tokens // rules.seats
    return Outlook(tuple(wolves), turns, animals, rules.penalty_per_hole)


def cards_of(rules: Rules, deck: tuple[int, ...], display: tuple[int, ...]) -> int:
    """The cards that will still be taken or discarded in turns."""
    return len(display) + len([card for card in deck if rules.wolves[card] < 0])
