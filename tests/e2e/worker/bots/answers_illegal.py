"""Gives a legal move of its first question again and again until it is legal no more."""

from siurell.bot import Bot


class AnswersIllegal(Bot):
    first = None

    def choose(self, view):
        legal = [str(move) for move in view.legal_moves]
        self.first = self.first or legal[0]
        if self.first not in legal:
            return self.first
        return legal[-1]


AnswersIllegal.run()
