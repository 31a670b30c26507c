"""Works in a thread and in a process of its own; says how far both came while others were asked."""

import os
import subprocess
import sys
import tempfile
import threading
import time

from siurell.bot import Bot

WORK = "import time\nwhile True: print(1, flush=True); time.sleep(0.0005)"


class Ponders(Bot):
    before = None

    def start(self):
        self.counted = 0
        self.file = tempfile.TemporaryFile()  # noqa: SIM115
        subprocess.Popen([sys.executable, "-c", WORK], stdout=self.file)
        while not os.fstat(self.file.fileno()).st_size:  # Until it works.
            time.sleep(0.001)
        threading.Thread(target=self.count, daemon=True).start()

    def count(self):
        while True:
            self.counted += 1
            time.sleep(0.0005)

    def come_so_far(self):
        return self.counted, os.fstat(self.file.fileno()).st_size

    def choose(self, view):
        now = self.come_so_far()
        if self.before is not None:
            print(now[0] - self.before[0], now[1] - self.before[1], file=sys.stderr)
        self.before = self.come_so_far()
        return view.legal_moves[0]


Ponders.run()
