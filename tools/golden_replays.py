"""Write the golden replays that are missing: one for each game, rules version and number of seats.

    python tools/golden_replays.py

A golden replay is never written again: it must verify as long as its rules version is the current
one. When the rules version moves, this adds replays of the new one and leaves the old ones.
"""

from __future__ import annotations

from pathlib import Path

from siurell.bot import Bot, View
from siurell.bots import SHIPPED
from siurell.games.base import Game, Move
from siurell.games.registry import games
from siurell.local import BotFactory, LocalMatch, play_local
from siurell.match.clock import TimeControl
from siurell.match.dealer import seed_from_text

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "replays"


class GivesUp(Bot):
    """Plays at random and raises after twenty questions, so that a substitute plays on."""

    def choose(self, view: View) -> Move:
        if view.decision_id > 20:
            raise RuntimeError("I give up.")
        return self.rng.choice(view.legal_moves)


def golden_match(game: Game, seats: int) -> LocalMatch:
    """Greedy against random bots; of three or more, the last one gives up."""
    bots: list[BotFactory] = [SHIPPED["greedy"], *[SHIPPED["random"]] * (seats - 1)]
    labels = ["greedy", *["random"] * (seats - 1)]
    if seats > 2:
        bots[-1], labels[-1] = GivesUp, "gives up"
    return play_local(
        game,
        bots,
        seed=seed_from_text(f"golden {game.name} {seats}"),
        time=TimeControl.parse("60s+500ms/5s"),
        labels=labels,
        match_id=f"golden-{game.name}-{seats}",
    )


def main() -> None:
    for game in games():
        for seats in range(game.min_seats, game.max_seats + 1):
            path = FOLDER / f"{game.rules_version}_{seats}.replay"
            if path.exists():
                continue
            replay = golden_match(game, seats).replay
            path.write_bytes(replay.data)
            path.with_suffix(".digest").write_text(replay.digest + "\n", encoding="ascii")
            print(f"wrote {path.name}, {len(replay.data)} bytes")


if __name__ == "__main__":
    main()
