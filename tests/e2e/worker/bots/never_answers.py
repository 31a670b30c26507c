import time

from siurell.bot import Bot


class NeverAnswers(Bot):
    def choose(self, view):
        time.sleep(600)


NeverAnswers.run()
