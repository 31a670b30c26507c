"""sampler: a bot that plays each of its moves on at random, as long as its clock is good for it.

It knows no rule of any game: `view.determinize` gives a full state that agrees with all that the
seat knows, and the state knows its own moves, chance and score.
"""

import time

from siurell import Bot, View
from siurell.games.base import CHANCE, Move, State


class Sampler(Bot):
    """Takes the move with the best mean lead after a few random turns of everybody."""

    depth = 12

    def choose(self, view: View) -> Move:
        """Sample the moves in turn until a fiftieth of the time that is left has passed."""
        moves = view.legal_moves
        totals = [0] * len(moves)
        stop = time.monotonic() + (view.clock.limit_us or 1_000_000) / 50 / 1_000_000
        while time.monotonic() < stop:
            start = view.determinize(self.rng)
            for place, move in enumerate(moves):
                state = start.copy()
                state.apply(move)
                self.play_on(state)
                totals[place] += self.lead(state, view.seat)
        return moves[totals.index(max(totals))]

    def play_on(self, state: State) -> None:
        """Let everybody play at random for a while."""
        for _ in range(self.depth):
            while state.to_act == CHANCE:
                state.apply(state.chance().draw(self.rng.randrange))
            if state.to_act is None:
                return
            state.apply(self.rng.choice(state.legal_moves()))

    def lead(self, state: State, seat: int) -> int:
        """The seat's points less those of its best opponent."""
        scores = state.outcome().scores
        others = [score for other, score in enumerate(scores) if other != seat]
        return scores[seat] - max(others, default=0)


if __name__ == "__main__":
    Sampler.run()
