"""starter: a bot for finca. Write your own `choose`; the rest can stay.

What `view.observation` holds and how a move is read stands in docs/games.md, and in the files
observation.py and moves.py of siurell.games.finca. `self.log(view.observation)` shows all of it.
"""

from siurell import Bot, View
from siurell.games.base import Move


class StarterBot(Bot):
    """Plays what scores most at once; among equals, whatever comes."""

    def choose(self, view: View) -> Move:
        """Answer with one of `view.legal_moves`; there are at least two."""
        best, best_score = [], None
        for move in view.legal_moves:
            state = view.determinize(self.rng)  # the position, to try moves on
            state.apply(move)
            score = state.outcome().scores[view.seat]
            if best_score is None or score > best_score:
                best, best_score = [], score
            if score == best_score:
                best.append(move)
        return self.rng.choice(best)


if __name__ == "__main__":
    StarterBot.run()
