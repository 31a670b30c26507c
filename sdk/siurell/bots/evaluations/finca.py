"""What a Finca position is worth: points, and what they grow from.

Each delivered fruit is a point and a cart carries six, so held fruit counts by what the tops want,
carts by what they could carry now, and beyond that leads for finca tiles, sets of values, and what
the next move would bring. All weights are in hundredths of a point, found by play.
"""

from __future__ import annotations

from functools import cache, lru_cache

from siurell.games.base import State
from siurell.games.finca.components import components
from siurell.games.finca.state import FincaState

_FRUITS = 6
_BLADES = 12
_VALUES = 6
_LOAD = 6

_FRUIT = (0, 48, 96, 144, 184, 216, 240)
"""Held fruit of one kind: the seventh brings nothing more, and a recall may take them all."""
_FRUIT_MORE = 8
_CART = (0, 150, 230, 280, 300)
_CLOSE = (16, 9, 3)
"""A top that 0, 1 or 2 fruits are lacking for, for each point of its value."""
_READY_WITH_CART = 28
_READY = 12
"""Each fruit that could be delivered at once, with and without a cart."""
_FINCA_LEAD = (0, 380, 260, 130, 60)
"""The lead for a finca tile, by the tiles left in its region."""
_FINCA_TIE = (0, 120, 80, 40, 20)
_YIELD = 22
_YIELD_CART = 40


def worth(state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    assert isinstance(state, FincaState)
    held = state.fruit[seat * _FRUITS : (seat + 1) * _FRUITS]
    return (
        _points(state, seat)
        + sum([_FRUIT[fruit] if fruit < 7 else 240 + _FRUIT_MORE * (fruit - 6) for fruit in held])
        + _CART[min(state.carts[seat], 4)]
        + _deliveries(state, seat, held)
        + _leads(state, seat)
        + _sets(state, seat)
        + _next_move(state, seat)
    )


def _points(state: FincaState, seat: int) -> int:
    """What is scored already (F-SCORE-1 to -4)."""
    values = state.values[seat * _VALUES : (seat + 1) * _VALUES]
    points = sum([number * (place + 1) for place, number in enumerate(values)])
    points += 5 * len(state.won[seat]) + 2 * state.actions[seat].bit_count()
    return 100 * (points + sum(state.bonuses[seat]))


def _deliveries(state: FincaState, seat: int, held: list[int]) -> int:
    """How near the held fruit is to the tops, and what one cart could carry off at once."""
    needs, values = _faces()
    worth = 0
    ready = []
    most = max(held)
    for face in state.tops:
        if face < 0:
            continue
        need = needs[face]
        if need:
            lacking = 0
            for fruit, number in need:
                if held[fruit] < number:
                    lacking += number - held[fruit]
        else:
            lacking = max(0, values[face] - most)
        if lacking < 3:
            worth += _CLOSE[lacking] * values[face]
            if not lacking:
                ready.append(face)
    if ready:
        each = _READY_WITH_CART if state.carts[seat] else _READY
        worth += each * _load(ready, held)
    return worth


def _load(ready: list[int], held: list[int]) -> int:
    """A good load for one cart: the greatest tops first, each fruit once."""
    needs, values = _faces()
    rest = held[:]
    room = _LOAD
    for face in sorted(ready, key=values.__getitem__, reverse=True):
        value = values[face]
        if value > room:
            continue
        need = needs[face]
        if not need:
            most = max(rest)
            if most < value:
                continue
            rest[rest.index(most)] -= value
        elif all(rest[fruit] >= number for fruit, number in need):
            for fruit, number in need:
                rest[fruit] -= number
        else:
            continue
        room -= value
    return _LOAD - room


def _leads(state: FincaState, seat: int) -> int:
    """The standing in the count for each finca tile that is still to be won (F-REGION-5)."""
    return _all_leads(tuple(state.fincas), tuple(state.left), tuple(state.tiles))[seat]


@lru_cache(maxsize=4096)
def _all_leads(
    fincas: tuple[int, ...], left: tuple[int, ...], tiles: tuple[tuple[int, ...], ...]
) -> tuple[int, ...]:
    """The worth of the leads of each seat; most moves change nothing that it depends on."""
    kinds_of = _finca_kinds()
    prints = [_printed(collected) for collected in tiles]
    worths = [0] * len(tiles)
    for tile, remain in zip(fincas, left, strict=True):
        if tile < 0 or not remain:
            continue
        counts = [sum([one[kind] for kind in kinds_of[tile]]) for one in prints]
        most = max(counts)
        leaders = [seat for seat, count in enumerate(counts) if count == most]
        gain = _FINCA_LEAD if len(leaders) == 1 else _FINCA_TIE
        if most:
            for seat in leaders:
                worths[seat] += gain[remain]
    return tuple(worths)


def _sets(state: FincaState, seat: int) -> int:
    """The way to the next bonus tile: different values beyond the sets complete (F-BONUS-2)."""
    if not state.bonus_stack:
        return 0
    values = state.values[seat * _VALUES : (seat + 1) * _VALUES]
    least = min(values)
    further = sum([number > least for number in values])
    return 100 * state.bonus_stack[0] * further * further // 40


def _next_move(state: FincaState, seat: int) -> int:
    """What the best move of a farmer would bring (F-MOVE-3, -4, F-CART-3)."""
    best = 0
    stands = state.stands[seat]
    crowd = state.crowd
    for blade in range(_BLADES):
        if not stands >> blade & 1:
            continue
        end = blade + crowd[blade]
        there = crowd[end % _BLADES] + (1 if crowd[blade] % _BLADES else 0)
        carts = end // 6 - blade // 6
        best = max(best, _YIELD * there + _YIELD_CART * carts)
    return best


@cache
def _faces() -> tuple[list[tuple[tuple[int, int], ...]], list[int]]:
    """For each face its needs as pairs of fruit and number (none for a wild one), its value."""
    faces = components().faces
    needs = [
        tuple((fruit, number) for fruit, number in enumerate(face.need) if number) for face in faces
    ]
    return needs, [face.value for face in faces]


@cache
def _finca_kinds() -> list[tuple[int, ...]]:
    """For each finca tile the places of its kinds in `_printed`."""
    return [(_FRUITS,) if tile.counts_any else tile.fruits for tile in components().finca_tiles]


@lru_cache(maxsize=4096)
def _printed(tiles: tuple[int, ...]) -> tuple[int, ...]:
    """The fruit printed on collected tiles, kind by kind, and last the sum of their values."""
    faces = components().faces
    counts = [sum([faces[tile].need[fruit] for tile in tiles]) for fruit in range(_FRUITS)]
    return (*counts, sum([faces[tile].value for tile in tiles]))
