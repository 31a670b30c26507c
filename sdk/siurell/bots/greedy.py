"""`greedy`: looks one move ahead and takes what its evaluation of the game likes best."""

from __future__ import annotations

from siurell.bot import Bot, View
from siurell.bots.evaluations import Worth, lead, worth_of
from siurell.games.base import Move, State


class Greedy(Bot):
    """One-step look-ahead; equal moves are drawn by lot."""

    def choose(self, view: View) -> Move:
        """The move after which this seat leads by most."""
        worth = worth_of(self.match.game.name)
        values = values_of(worth, view.determinize(self.rng), view.legal_moves, view.seat)
        best = max(values)
        return self.rng.choice(
            [move for move, value in zip(view.legal_moves, values, strict=True) if value == best]
        )


def values_of(worth: Worth, state: State, moves: list[Move], seat: int) -> list[int]:
    """What the seat's lead is worth after each of the moves, before chance has its say."""
    values = []
    for move in moves:
        after = state.copy()
        after.apply(move)
        values.append(lead(worth, after, seat))
    return values
