"""Takes a fortieth of a second for each decision."""

import time

from siurell.bot import Bot


class Dozes(Bot):
    def choose(self, view):
        time.sleep(0.025)
        return view.legal_moves[0]


Dozes.run()
