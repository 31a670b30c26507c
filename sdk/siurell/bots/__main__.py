"""``python -m siurell.bots NAME``: play a session as a shipped bot, like any bot's own program."""

from __future__ import annotations

import sys

from siurell.bots import SHIPPED


def main(words: list[str]) -> int:
    """Play until the referee ends the session; 2 when no shipped bot has this name."""
    if len(words) != 1 or words[0] not in SHIPPED:
        names = ", ".join(SHIPPED)
        print(f"Name one shipped bot, {names}: python -m siurell.bots random", file=sys.stderr)
        return 2
    SHIPPED[words[0]].run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
