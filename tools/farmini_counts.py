"""How often pens of Farmini are closed in the end, and animals stay: what its evaluations rest on.

    python tools/farmini_counts.py [--bot greedy] [--seats 2] [--matches 100]

Matches of a shipped bot against itself are played, in time that stands still. After each turn of
a seat every pen of its farm with a cornfield or an animal space is looked at, and every animal, by
the cards that are missing around the pen (rows, from 0) and the own turns that are left (columns,
from 0). The tables say of how many in a hundred the pen was closed when the match was over, and of
how many the animal was there all the time until then: with one wolf of its kind to come, and with
more. A cell that hardly ever came up is a dash. The same words give the same tables.

The tables of `siurell.bots.evaluations.farmini_ahead` are such figures, smoothed by hand so that
more turns never count for less and more missing cards never for more.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass

from siurell.bots import SHIPPED
from siurell.bots.evaluations.farmini_laying import outlook_of
from siurell.bots.evaluations.farmini_pens import pens_of
from siurell.games.base import State
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import spot_at
from siurell.games.farmini.pens import is_closed
from siurell.games.farmini.state import FarminiState
from siurell.games.registry import game_named
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.match.events import DecisionRecord, MatchRecord
from siurell.match.profiles import clock_of

TIME = "/80ms"
ROWS, COLUMNS, RARE = 7, 15, 20

Cell = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """Something on a farm that may come to something."""

    seat: int
    spot: int
    cell: Cell


class Counts:
    """Of what was seen in matches, how much came to a good end."""

    def __init__(self) -> None:
        self.seen, self.good = Counter[Cell](), Counter[Cell]()
        self._begin()

    def _begin(self) -> None:
        self._pens: list[Seen] = []
        self._animals: list[tuple[Seen, int]] = []
        self._turn = 0

    def after(self, record: MatchRecord, state: State) -> None:
        """Look at a position; the animals that have left meanwhile do not stay."""
        assert isinstance(state, FarminiState)
        there = state.animals
        self._animals = [
            (one, kind) for one, kind in self._animals if there[one.seat].get(one.spot) == kind
        ]
        if isinstance(record, DecisionRecord) and state.turn != self._turn:
            self._turn = state.turn
            self._look(state, record.seat)

    def _look(self, state: FarminiState, seat: int) -> None:
        farm, held = state.farms[seat], state.animals[seat]
        outlook = outlook_of(state.rules, tuple(state.deck), tuple(state.display))
        spots = spots_of(farm)
        for root, pen in pens_of(farm).pens.items():
            if not (pen.spaces or pen.corn):
                continue
            missing, turns = min(ROWS - 1, len(pen.lacking)), min(COLUMNS - 1, outlook.turns)
            self._note(self._pens, Seen(seat, spots[root], ("closed", missing, turns)))
            for spot in pen.spaces:
                wolves = min(2, outlook.wolves[held[spot]]) if spot in held else 0
                if wolves:
                    name = "stays, one wolf" if wolves == 1 else "stays, more wolves"
                    one = Seen(seat, spot, (name, missing, turns))
                    self.seen[one.cell] += 1
                    self._animals.append((one, held[spot]))

    def _note(self, into: list[Seen], one: Seen) -> None:
        self.seen[one.cell] += 1
        into.append(one)

    def end(self, state: FarminiState) -> None:
        """The match is over."""
        for pen in self._pens:
            self.good[pen.cell] += is_closed(state.farms[pen.seat], pen.spot)
        for animal, _ in self._animals:
            self.good[animal.cell] += 1
        self._begin()

    def table(self, name: str) -> str:
        """One table."""
        lines = [f"{name}:"]
        for missing in range(ROWS):
            row = [self._share((name, missing, turns)) for turns in range(COLUMNS)]
            lines.append("  " + " ".join(f"{share:>3}" for share in row))
        return "\n".join(lines)

    def _share(self, cell: Cell) -> str:
        seen = self.seen[cell]
        return f"{100 * self.good[cell] / seen:.0f}" if seen >= RARE else "-"


def spots_of(farm: Farm) -> dict[int, int]:
    """A parcel of every pen, by the pen's root."""
    return {
        farm.root(farm.pieces[position] + piece): spot_at(position, parcel)
        for position, face in farm.cards.items()
        for parcel, piece in enumerate(face.piece_of)
    }


def play(bot: str, seats: int, number: int, counts: Counts) -> None:
    """Play a match and count what came of it."""
    last: list[State] = []

    def watch(record: MatchRecord, state: State) -> None:
        last[:] = [state]
        counts.after(record, state)

    play_local(
        game_named("farmini"),
        [SHIPPED[bot]] * seats,
        seed=seed_from_text(f"counts {number}"),
        time=clock_of(TIME),
        simulated=True,
        on_event=watch,
    )
    (state,) = last
    assert isinstance(state, FarminiState)
    counts.end(state)


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", choices=SHIPPED, default="greedy")
    parser.add_argument("--seats", type=int, choices=(1, 2, 3, 4), default=2)
    parser.add_argument("--matches", type=int, default=100)
    chosen = parser.parse_args()
    counts = Counts()
    for number in range(chosen.matches):
        play(chosen.bot, chosen.seats, number, counts)
    for name in ("closed", "stays, one wolf", "stays, more wolves"):
        print(counts.table(name))


if __name__ == "__main__":
    main()
