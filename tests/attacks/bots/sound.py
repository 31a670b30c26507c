"""A sound bot: the first legal move, at once."""

from siurell.bot import Bot


class Sound(Bot):
    def choose(self, view):
        return view.legal_moves[0]


if __name__ == "__main__":
    Sound.run()
