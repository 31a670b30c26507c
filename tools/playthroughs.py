"""Write the playthroughs anew: one text for each game and number of seats.

python tools/playthroughs.py
"""

from __future__ import annotations

from pathlib import Path

from siurell.games.registry import games
from siurell.testing.playthrough import playthrough

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"


def main() -> None:
    wanted = {
        f"{game.name}_{seats}.txt": (game, seats)
        for game in games()
        for seats in range(game.min_seats, game.max_seats + 1)
    }
    for path in FOLDER.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
            print(f"removed {path.name}")
    for name, (game, seats) in wanted.items():
        text = playthrough(game, seats)
        path = FOLDER / name
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        print(f"{'changed' if changed else 'same   '} {name} {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
