"""starter: a bot for finca. Write your own `choose`; the rest can stay."""

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
