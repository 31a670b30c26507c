import os
import signal
import time
from pathlib import Path

from siurell.bot import Bot

SOCKET = os.environ["SIURELL_ADDRESS"].partition(":")[2]


class StopsTheReferee(Bot):
    """Lets its referee stand still for a while, and never answers."""

    pid = 0

    def start(self):
        # On a busy machine this may take longer than the decision may.
        self.pid = referee()

    def choose(self, view):
        os.kill(self.pid, signal.SIGSTOP)
        time.sleep(2)
        os.kill(self.pid, signal.SIGCONT)
        time.sleep(600)


def referee():
    """The process that was started for the folder in which the socket of this bot lies."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_text().split("\0")
        except OSError:
            continue
        # Other tests may have referees of their own, with or without such a folder.
        if not {"referee", "--sockets"}.issubset(words[:-1]):
            continue
        if SOCKET.startswith(words[words.index("--sockets") + 1]):
            return int(entry.name)
    raise SystemExit("there is no referee")


StopsTheReferee.run()
