from siurell.bot import Bot


class AnswersNonsense(Bot):
    def choose(self, view):
        return "to the beach"


AnswersNonsense.run()
