"""Prints without end as soon as it is asked."""

import sys

from siurell.bot import Bot


class Floods(Bot):
    def choose(self, view):
        while True:
            sys.stdout.write("x" * 65536)


Floods.run()
