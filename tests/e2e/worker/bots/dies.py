"""Dies at its third question, with last words."""

import os
import signal
import sys

from siurell.bot import Bot


class Dies(Bot):
    asked = 0

    def choose(self, view):
        self.asked += 1
        if self.asked == 3:
            print("farewell", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal_moves[0]


Dies.run()
