"""Plays well, and leaves a process behind that left its session."""

import os
import time

from siurell.bot import Bot


class LeavesADaemon(Bot):
    def start(self):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        os.wait()

    def choose(self, view):
        return view.legal_moves[0]


LeavesADaemon.run()
