"""`random`: any legal move, each as likely as the others. The baseline that nobody loses to."""

from __future__ import annotations

from siurell.bot import Bot, View
from siurell.games.base import Move


class Random(Bot):
    """Plays at random, from the random numbers of the match alone."""

    def choose(self, view: View) -> Move:
        """Any of the legal moves."""
        return self.rng.choice(view.legal_moves)
