"""`greedy`: looks one move ahead and takes what its evaluation of the game likes best."""

from __future__ import annotations

from functools import partial

from siurell.bot import Bot, View
from siurell.bots.evaluations import Evaluation, evaluation_of, lead
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

    def make(state: State, move: Move, seat: int) -> int:
        return evaluation.worth(made(evaluation, state, move, seat), seat)

    if evaluation.worths_after is not None:
        return evaluation.worths_after(state, moves, seat, make)
    judge = evaluation.worth if evaluation.alone else partial(lead, evaluation.worth)
    return [
        judge(state, seat) + 1
        if evaluation.rests(state, move)
        else judge(made(evaluation, state, move, seat), seat)
        for move in moves
    ]


def made(evaluation: Evaluation, state: State, move: Move, seat: int) -> State:
    """The state after a move of the seat and the choices that belong to it."""
    after = state.copy()
    after.apply(move)
    while after.to_act == seat and evaluation.unfinished(after):
        after.apply(quick_choice(evaluation, after, after.legal_moves(), seat))
    return after


def quick_choice(evaluation: Evaluation, state: State, moves: list[Move], seat: int) -> Move:
    """The first of the moves that leaves the seat with the greatest worth, looking no further."""
    if len(moves) == 1:
        return moves[0]

    def make(state: State, move: Move, seat: int) -> int:
        if evaluation.rests(state, move):
            return evaluation.worth(state, seat) + 1
        after = state.copy()
        after.apply(move)
        return evaluation.worth(after, seat)

    if evaluation.worths_after is not None:
        worths = evaluation.worths_after(state, moves, seat, make)
    else:
        worths = [make(state, move, seat) for move in moves]
    return moves[worths.index(max(worths))]
