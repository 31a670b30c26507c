from siurell.bot import Bot


class RaisesInStart(Bot):
    def start(self):
        raise ValueError("cannot get ready")

    def choose(self, view):
        return view.legal_moves[0]


RaisesInStart.run()
