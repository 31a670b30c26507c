"""Count sequences of decisions to a fixed depth: `python tools/perft.py` rewrites all counts.

Each line of `tests/games/GAME/perft.txt` names a position and a depth. The position is reached by a
prefix of decisions from the start, chance comes from a layout under a small generator that is
written here, so that the counts depend on nothing but the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from siurell.games.base import CHANCE, Game, Layout, State
from siurell.games.registry import game_named

FOLDER = Path(__file__).parents[1] / "tests" / "games"


@dataclass(frozen=True)
class Line:
    """A position, a depth and the number of sequences of decisions from there."""

    seats: int
    options: str
    seed: int
    prefix: int
    depth: int

    def __str__(self) -> str:
        return f"{self.seats} {self.options} {self.seed} {self.prefix} {self.depth}"

    def chosen(self) -> dict[str, str]:
        """The options that differ from their defaults; ``-`` for none."""
        if self.options == "-":
            return {}
        return dict(pair.split("=") for pair in self.options.split(","))


def read_lines(path: Path) -> list[tuple[Line, int]]:
    """All lines of a file with the counts that stand there."""
    found = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text and not text.startswith("#"):
            seats, options, *numbers = text.split(" ")
            seed, prefix, depth, nodes = map(int, numbers)
            found.append((Line(int(seats), options, seed, prefix, depth), nodes))
    return found


class Script:
    """Chance events answered from layouts under a linear congruential generator."""

    def __init__(self, game: Game, line: Line) -> None:
        self._game = game
        self._line = line
        self._options = game.check_options(line.chosen())
        self._layouts: dict[str, Layout] = {}
        self._number = line.seed

    def _below(self, n: int) -> int:
        self._number = (self._number * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._number >> 33) % n

    def answer(self, state: State) -> None:
        """Apply chance events until a seat decides or the match is over."""
        while state.to_act == CHANCE:
            chance = state.chance()
            if chance.stream not in self._layouts:
                self._layouts[chance.stream] = self._game.layout(
                    chance.stream, self._line.seats, self._options, self._below
                )
            order = self._layouts[chance.stream][chance.item]
            state.apply(next(outcome for outcome in order if chance.allows(outcome)))

    def position(self) -> State:
        """The position after the prefix: the i-th decision is the legal move at 7 x i."""
        state = self._game.new_state(self._line.seats, self._options)
        self.answer(state)
        for number in range(self._line.prefix):
            legal = state.legal_moves()
            state.apply(legal[7 * number % len(legal)])
            self.answer(state)
        return state


def perft(game: Game, line: Line) -> int:
    """The number of sequences of decisions of the line's depth."""
    script = Script(game, line)
    return _count(script, script.position(), line.depth)


def _count(script: Script, state: State, depth: int) -> int:
    legal = state.legal_moves()
    if depth == 1 or not legal:
        return len(legal)
    total = 0
    for move in legal:
        child = state.copy()
        child.apply(move)
        script.answer(child)
        total += _count(script, child, depth - 1)
    return total


def rewrite(path: Path) -> None:
    """Put the present count behind each line of a file."""
    game = game_named(path.parent.name)
    counts = {str(line): perft(game, line) for line, _ in read_lines(path)}
    kept = []
    for text in path.read_text(encoding="utf-8").splitlines():
        position = text.rsplit(" ", 1)[0]
        kept.append(f"{position} {counts[position]}" if position in counts else text)
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def main() -> None:
    """Rewrite the counts of every game."""
    for path in sorted(FOLDER.glob("*/perft.txt")):
        rewrite(path)
        print(f"{path.parent.name}: {len(read_lines(path))} counts")


if __name__ == "__main__":
    main()
