"""What a position is worth to a seat, one file per game; the registry is here.

A worth is a whole number in hundredths of a point: greater is better for the seat. It may be asked
at any point of a match, also while chance is due.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from siurell.bots.evaluations import farmini, farmini_ahead, finca, la_granja
from siurell.games.base import Move, State

Worth = Callable[[State, int], int]
"""``worth(state, seat)``, whatever the others have."""

MakeAndJudge = Callable[[State, Move, int], int]
"""``make(state, move, seat)``: the worth after a move, told by making it."""

WorthsAfter = Callable[[State, list[Move], int, MakeAndJudge], list[int]]
"""``worths_after(state, moves, seat, make)``: the worth after each of the moves."""


Ahead = Callable[[State, int], float]
"""``ahead(state, seat)``: what the seat, which has just moved, may expect after its next turn."""


def _never(state: State) -> bool:
    return False


def _no_rest(state: State, move: Move) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a game is judged.

    ``unfinished(state)`` says that the seat which is to act is in the middle of a move: such a
    position is judged after its next choices. ``rests(state, move)`` says of a move that it only
    lets things take their course: it is worth what the position is before, and is taken when no
    other move makes it better. In an ``alone`` game a move changes little for the others, so that
    the own worth is enough to compare moves; ``worths_after`` is there when that can be told faster
    than by making each of them. Search looks closer at moves within a ``margin`` of the best one.
    Its playouts go on for so many ``turns`` of every seat and at least ``least_turns`` in all; a
    plan counts ``turn_us`` for each. A choice in them is the best of ``peek`` moves drawn by lot,
    in an ``alone`` game the own choices are the best of all.

    Where ``ahead`` tells what to expect from the next turn, search asks it once for each of its
    best moves in place of playouts; a plan counts ``ahead_us`` for that.
    """

    worth: Worth
    unfinished: Callable[[State], bool] = _never
    rests: Callable[[State, Move], bool] = _no_rest
    alone: bool = False
    worths_after: WorthsAfter | None = None
    margin: int = 10_000
    turns: int = 2
    least_turns: int = 0
    turn_us: int = 120
    peek: int = 8
    ahead: Ahead | None = None
    ahead_us: int = 4000


_EVALUATIONS: Final[dict[str, Evaluation]] = {
    "finca": Evaluation(finca.worth),
    "farmini": Evaluation(
        farmini.worth,
        farmini.unfinished,
        alone=True,
        worths_after=farmini.worths_after,
    ),
    "la_granja": Evaluation(
        la_granja.worth,
        la_granja.unfinished,
        la_granja.rests,
        alone=True,
        margin=100,
        turns=1,
        least_turns=6,
        turn_us=1000,
        peek=2,
    ),
}

_SEARCHED: Final[dict[str, Evaluation]] = {
    "farmini": Evaluation(
        farmini_ahead.worth,
        farmini.unfinished,
        alone=True,
        worths_after=farmini_ahead.worths_after,
        ahead=farmini_ahead.ahead,
    ),
}
"""What search looks with where that is not the evaluation of the game."""


def searched_evaluation_of(game: str) -> Evaluation:
    """What search looks with."""
    return _SEARCHED.get(game) or evaluation_of(game)


def evaluation_of(game: str) -> Evaluation:
    """The evaluation of a game; a game without one of its own is judged by the points so far."""
    return _EVALUATIONS.get(game, Evaluation(points))


def points(state: State, seat: int) -> int:
    """The seat's points as the state stands."""
    return 100 * state.outcome().scores[seat]


def lead(worth: Worth, state: State, seat: int) -> int:
    """The seat's worth less that of its rivals, of whom the best counts most; alone, its worth."""
    rivals = [worth(state, other) for other in range(state.seats) if other != seat]
    if not rivals:
        return worth(state, seat)
    return worth(state, seat) - (2 * max(rivals) + sum(rivals) // len(rivals)) // 3
