"""`greedy`: looks one move ahead and takes what its evaluation of the game likes best."""

from __future__ import annotations

from siurell.bot import Bot, View
from siurell.bots.evaluations import Evaluation, Worth, evaluation_of, lead
from siurell.games.base import Move, State


class Greedy(Bot):
    """One-step look-ahead; equal moves are drawn by lot."""

    def choose(self, view: View) -> Move:
        """The move after which this seat leads by most."""
        evaluation = evaluation_of(self.match.game.name)
        values = values_of(evaluation, view.determinize(self.rng), view.legal_moves, view.seat)
        best = max(values)
        return self.rng.choice(
            [move for move, value in zip(view.legal_moves, values, strict=True) if value == best]
        )


def values_of(evaluation: Evaluation, state: State, moves: list[Move], seat: int) -> list[int]:
    """What the seat's lead is worth after each of the moves, before chance has its say."""
    values = []
    for move in moves:
        after = state.copy()
        after.apply(move)
        finish_move(evaluation, after, seat)
        values.append(lead(evaluation.worth, after, seat))
    return values


def finish_move(evaluation: Evaluation, state: State, seat: int) -> None:
    """Make the choices that belong to a move which the seat has begun, each as it looks best."""
    while state.to_act == seat and evaluation.unfinished(state):
        state.apply(best_of(evaluation.worth, state, state.legal_moves(), seat))


def best_of(worth: Worth, state: State, moves: list[Move], seat: int) -> Move:
    """The first of the moves that leaves the seat with the greatest worth."""
    best, best_worth = moves[0], None
    for move in moves if len(moves) > 1 else ():
        after = state.copy()
        after.apply(move)
        here = worth(after, seat)
        if best_worth is None or here > best_worth:
            best, best_worth = move, here
    return best
