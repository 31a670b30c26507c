from siurell.bot import Bot


class Raises(Bot):
    def choose(self, view):
        raise ValueError("no idea what to do")


Raises.run()
