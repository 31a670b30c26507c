"""Finca as text: the wheel, the island, and what lies before each player."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from siurell.games.base import CHANCE
from siurell.games.finca.components import Components, Face, FincaTile, components
from siurell.games.finca.observation import FincaObservation

DRAWS: Final = FincaObservation
"""What this file draws."""

_WIDTH: Final = 80
_CELL: Final = 12
_FRUIT: Final = 7


def draw(seen: FincaObservation, names: Sequence[str] = ()) -> str:
    """Draw what a viewer sees; `names` are those of the seats."""
    box = components()
    lines = [
        _headline(seen, names),
        _stacks(seen),
        "",
        *_wheel(seen, box),
        "",
        *_island(seen, box),
        "",
        *_seats(seen, box, names),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _headline(seen: FincaObservation, names: Sequence[str]) -> str:
    if seen.to_act is None:
        acts = "the game is over"
    elif seen.to_act == CHANCE:
        acts = "a tile is turned up"
    else:
        acts = f"{_name(seen.to_act, names)} to move"
    doing = {"intro": ", placing farmers", "second": ", second move"}.get(seen.phase, "")
    return f"Finca, {seen.turns} turns played, {acts}{doing}"


def _name(seat: int, names: Sequence[str]) -> str:
    return f"seat {seat} ({names[seat][:20]})" if seat < len(names) else f"seat {seat}"


def _stacks(seen: FincaObservation) -> str:
    bonus = " ".join(map(str, seen.bonus_stack)) or "-"
    return f"Wooden fincas left {seen.wooden}, bonus tiles left {bonus}"


def _wheel(seen: FincaObservation, box: Components) -> Iterator[str]:
    """The blades clockwise, the second half from right to left; a bar is a dividing line."""
    if not seen.wheel:
        yield "The blades are not laid yet."
        return
    half = box.line_every
    for blades in (range(half), range(2 * half - 1, half - 1, -1)):
        kinds = [f"{blade:>2} {box.fruits[seen.wheel[blade]]}" for blade in blades]
        crowds = [f"   {_crowd(seen, box, blade)}" for blade in blades]
        for cells in (kinds, crowds):
            yield "|" + "".join(f"{cell:<{_CELL}}" for cell in cells) + "|"


def _crowd(seen: FincaObservation, box: Components, blade: int) -> str:
    """The farmers of a blade: for each the number of its seat."""
    blades = len(box.blades)
    return "".join(str(seat) * seen.farmers[seat * blades + blade] for seat in range(seen.seats))


def _island(seen: FincaObservation, box: Components) -> Iterator[str]:
    yield f"{'region':<13}{'wants':<24}{'tiles left':<13}finca tile"
    for number, region in enumerate(box.regions):
        top, left, tile = seen.tops[number], seen.left[number], seen.fincas[number]
        wants = _wants(box.faces[top], box) if top >= 0 else "closed" if not left else "-"
        finca = _counts(box.finca_tiles[tile], box) if tile >= 0 else "-"
        yield f"{region.key:<13}{wants:<24}{left:<13}{finca}"


def _wants(face: Face, box: Components) -> str:
    if face.wild:
        return f"{face.wild} of any one kind"
    if all(face.need):
        return "1 of each kind"
    needs = zip(face.need, box.fruits, strict=True)
    return " + ".join(f"{number} {fruit}" for number, fruit in needs if number)


def _counts(tile: FincaTile, box: Components) -> str:
    return "any" if tile.counts_any else " + ".join(box.fruits[kind] for kind in tile.fruits)


def _seats(seen: FincaObservation, box: Components, names: Sequence[str]) -> Iterator[str]:
    scores = seen.rebuild().outcome().scores
    kinds = "".join(f"{fruit:>{_FRUIT}}" for fruit in box.fruits)
    yield f"{'':<22}{kinds}  carts  score"
    for seat in range(seen.seats):
        name = names[seat] if seat < len(names) else ""
        mark = ">" if seen.to_act == seat else " "
        held = seen.fruit[seat * len(box.fruits) : (seat + 1) * len(box.fruits)]
        who = f"{mark}{seat} {name[:12]}"
        yield f"{who:<16}holds {_row(held)}{seen.carts[seat]:>7}{scores[seat]:>7}"
        faces = [box.faces[face] for face in seen.tiles[seat]]
        if faces:
            printed = [sum(face.need[kind] for face in faces) for kind in range(len(box.fruits))]
            yield f"{'':<14}printed {_row(printed)}"
        yield from textwrap.wrap(
            "; ".join(_belongings(seen, box, seat, faces)),
            _WIDTH,
            initial_indent=" " * 3,
            subsequent_indent=" " * 3,
        )
    yield _supply(seen, box)


def _supply(seen: FincaObservation, box: Components) -> str:
    kinds = len(box.fruits)
    left = [box.supply_per_fruit - sum(seen.fruit[kind::kinds]) for kind in range(kinds)]
    mill = box.setup(seen.seats).carts - sum(seen.carts)
    return f"{'':<15}supply {_row(left)}{mill:>7}"


def _row(numbers: Sequence[int]) -> str:
    return "".join(f"{number or '.':>{_FRUIT}}" for number in numbers)


def _belongings(
    seen: FincaObservation, box: Components, seat: int, faces: Sequence[Face]
) -> Iterator[str]:
    if seen.hand[seat]:
        yield f"farmers to place {seen.hand[seat]}"
    if faces:
        values = sorted(face.value for face in faces)
        yield f"tiles {' '.join(map(str, values))}"
    if seen.won[seat]:
        yield f"fincas {' '.join(box.finca_tiles[tile].key for tile in seen.won[seat])}"
    if seen.bonuses[seat]:
        yield f"bonus {' '.join(map(str, seen.bonuses[seat]))}"
    unused = [key for bit, key in enumerate(box.actions) if seen.actions[seat] & 1 << bit]
    yield f"unused {' '.join(unused) or '-'}"
