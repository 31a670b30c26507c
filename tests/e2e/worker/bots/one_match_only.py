"""Leaves after each match, which is no fault, and has to be started again."""

import os

from siurell.bot import Bot


class OneMatchOnly(Bot):
    made = 0

    def start(self):
        type(self).made += 1
        if self.made == 2:
            os._exit(0)

    def choose(self, view):
        return view.legal_moves[0]


OneMatchOnly.run()
