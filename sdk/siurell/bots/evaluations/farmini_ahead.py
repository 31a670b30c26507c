"""What a Farmini position is worth by what its seat can still do: search looks with this.

How likely pens are closed in the end, and animals in open ones are still there, was counted in
matches (`tools/farmini_counts.py` counts such), by the cards that are missing around the pen and
the own turns that are left, and smoothed by hand. On top of that `ahead` looks at the next own
turn: which cards may be offered then, and what the best of them would make of the farm.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from math import comb
from typing import Final

from siurell.bots.evaluations.farmini_laying import (
    Judgement,
    Judging,
    Laying,
    Outlook,
    cards_of,
    outlook_of,
    worth_by,
    worths_after_by,
)
from siurell.bots.evaluations.farmini_pens import Pen
from siurell.games.base import Move, State
from siurell.games.farmini.animals import tokens_to_put
from siurell.games.farmini.moves import TakeAnimal, TakePen
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import TAKE

_CLOSING: Final = (
    (100,) * 15,
    (0, 20, 52, 66, 77, 83, 87, 90, 92, 93, 94, 95, 96, 96, 97),
    (0, 0, 12, 22, 34, 45, 54, 62, 68, 72, 76, 79, 82, 85, 87),
    (0, 0, 1, 5, 9, 14, 19, 23, 27, 31, 36, 40, 44, 48, 52),
    (0, 0, 0, 1, 3, 7, 11, 17, 23, 29, 35, 41, 46, 51, 55),
    (0, 0, 0, 0, 0, 0, 1, 2, 3, 5, 8, 10, 12, 15, 18),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3),
)
"""Of a hundred pens those that are closed in the end: by cards missing, then by own turns left."""
_NEVER: Final = (0,) * 15
_STAYS: Final = (
    (
        (100,) * 15,
        (0, 5, 18, 28, 36, 42, 47, 53, 58, 60, 62, 64, 66, 68, 70),
        (0, 0, 3, 6, 8, 11, 14, 19, 23, 28, 31, 33, 34, 35, 36),
        (0, 0, 0, 0, 0, 2, 3, 5, 7, 10, 12, 14, 17, 20, 22),
        (0, 0, 0, 0, 0, 0, 0, 1, 2, 5, 9, 11, 13, 14, 14),
        _NEVER,
        _NEVER,
    ),
    (
        (100,) * 15,
        (0, 0, 5, 12, 22, 29, 35, 41, 46, 51, 54, 56, 58, 60, 60),
        (0, 0, 1, 2, 4, 7, 10, 13, 16, 18, 20, 22, 23, 24, 25),
        (0, 0, 0, 0, 0, 1, 2, 3, 5, 7, 9, 11, 13, 15, 18),
        (0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 5, 6, 7, 8, 9),
        _NEVER,
        _NEVER,
    ),
)
"""Of a hundred animals those that stay to the end, in the same way, for one wolf and for more."""
_ANIMAL: Final = 115
"""An animal: a point, and the first to break a tie (FM-TIE-1)."""
_SPACE: Final = 8
"""A free space for an animal that may come."""
_SAFE_SPACE: Final = (50, 25, 7, 0, 0, 0, 0)
"""How much more by the cards that are missing around its pen, when there is time enough."""
_TIME: Final = 9
"""So many own turns are time enough."""
_STAYS_SHOWN: Final = 0.75
"""How likely a rival leaves a card of the display to the next one."""


def worth(state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    return worth_by(_JUDGING, state, seat)


def worths_after(
    state: State, moves: list[Move], seat: int, make: Callable[[State, Move, int], int]
) -> list[int]:
    """`worth` after each of the moves; `make` tells it by making the move."""
    return worths_after_by(_JUDGING, state, moves, seat, make)


def ahead(state: State, seat: int) -> float:
    """What the seat may expect after its next turn, when it has just ended one."""
    assert isinstance(state, FarminiState)
    deck, display = tuple(state.deck), tuple(state.display)
    later = cards_of(state.rules, deck, display) - state.seats
    if later < 0:
        return worth(state, seat)
    outlook = replace(outlook_of(state.rules, deck, display), turns=later // state.seats)
    hidden = [card for card in deck if state.rules.wolves[card] < 0]
    bests = _bests(state, seat, outlook, sorted({*hidden, *display}))
    fresh = max(0, state.rules.display - len(display))
    shown = [bests[card] for card in display]
    return best_offered(shown, fresh, [bests[card] for card in hidden], state.seats - 1)


def _bests(state: FarminiState, seat: int, outlook: Outlook, cards: list[int]) -> dict[int, int]:
    """What the farm is worth with each of the cards, played where it is best."""
    rules = state.rules
    laying = Laying(_JUDGING, state, seat, outlook)
    asked = state.copy()
    asked.mover = asked.to_act = seat
    asked.stage, asked.display = TAKE, cards
    found: dict[str, int] = {}
    for move in asked.legal_moves():
        if isinstance(move, TakePen):
            told = laying.worth(move)
            if told is not None and told > found.get(move.card, told - 1):
                found[move.card] = told
        elif isinstance(move, TakeAnimal):
            card = rules.animal_cards[rules.numbers[move.card]]
            assert card is not None
            found[move.card] = laying.worth_with(card.animal, tokens_to_put(asked, seat, card))
    idle = laying.before()
    return {card: found.get(rules.keys[card], idle) for card in cards}


def best_offered(shown: list[int], fresh: int, hidden: list[int], rivals: int) -> float:
    """The mean of the best card that is offered when the turn comes round.

    Of the cards that are shown some are still there by then; the others, and fresh ones beside
    them, are as likely any of the hidden cards.
    """
    hidden, every = sorted(hidden), sorted(shown + hidden)
    stays = _STAYS_SHOWN**rivals
    offered = len(every) - rivals
    mean = below = 0.0
    for value in sorted(set(every)):
        if len(hidden) > rivals:
            known = bisect_right(hidden, value) / len(hidden)
            likely = known**fresh
            for one in shown:
                likely *= (one <= value) * stays + (1 - stays) * known
        else:
            # The last cards: any that the rivals leave.
            likely = comb(bisect_right(every, value), offered) / comb(len(every), offered)
        mean += value * (likely - below)
        below = likely
    return mean


def _closing(missing: int, turns: int) -> int:
    return _CLOSING[min(6, missing)][min(14, turns)]


def _judge(pen: Pen, held: dict[int, int], outlook: Outlook, closing: int) -> Judgement:
    missing, turns, total = min(6, len(pen.lacking)), min(14, outlook.turns), 0
    kinds = [held[spot] for spot in pen.spaces if spot in held]
    for kind in kinds:
        wolves = min(2, outlook.wolves[kind])
        total += _ANIMAL * (_STAYS[wolves - 1][missing][turns] if wolves else 100) // 100
    corn = 0 if kinds else pen.corn
    free = len(pen.spaces) - len(kinds) if corn < 2 else 0
    safe = _SAFE_SPACE[missing] * min(_TIME, outlook.turns) // _TIME
    return total + corn * closing, free, _SPACE + safe // (1 + 2 * corn)


def _rooms(rooms: list[int], animals: int) -> int:
    """The free spaces, the best first, for as many animals as may come."""
    total = 0
    for good in sorted(rooms, reverse=True):
        if animals <= 0:
            break
        total += min(animals, 100) * good // 100
        animals -= 100
    return total


_JUDGING: Final = Judging(_closing, _judge, _rooms)
