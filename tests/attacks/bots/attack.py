"""What attackers share: their targets, how they tell what came of an attack, how they play on."""

import errno
import json
import sys
from pathlib import Path

from siurell.bot import Bot

TARGETS = json.loads(Path("targets.json").read_text("utf-8"))


def tell(attack, outcome):
    """One line in the log."""
    print(json.dumps([attack, outcome]), flush=True)


def outcome_of(attack):
    """What an attack answers, or the name of the error that stopped it."""
    try:
        return attack()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))


def try_all(attacks):
    """Try one attack after the other and tell of each."""
    for attack in attacks:
        tell(attack.__name__, outcome_of(attack))


def play(attack=None, every=None):
    """Play soundly; attack when the first question comes, or at every one."""

    class Attacker(Bot):
        asked = False

        def choose(self, view):
            if attack is not None and not Attacker.asked:
                Attacker.asked = True
                tell(attack.__name__, outcome_of(attack))
            if every is not None:
                every()
            return view.legal_moves[0]

    Attacker.run()


def main(*attacks):
    """Play with the attack that the command names."""
    [chosen] = [attack for attack in attacks if attack.__name__ == sys.argv[1]]
    play(chosen)
