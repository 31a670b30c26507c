import os
import threading
import time

from siurell.bot import Bot


class TellsItsCores(Bot):
    """Says on which cores its threads may run, tries to run on all, and never answers."""

    def choose(self, view):
        thread = threading.Thread(target=tell, args=("thread",))
        thread.start()
        thread.join()
        try:
            os.sched_setaffinity(0, range(os.cpu_count()))
        except OSError:
            tell("still")
        time.sleep(600)


def tell(word):
    print(word, *sorted(os.sched_getaffinity(0)), flush=True)


TellsItsCores.run()
