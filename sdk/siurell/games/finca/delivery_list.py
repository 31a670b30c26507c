"""Which deliveries are possible: all sets of regions that can be served exactly (F-DELIVER-2).

Two walks over sets of items: one finds what is paid exactly, normal deliveries and big carts
together; the other what is paid with one fruit less. Both take regions in the order of their texts,
so that their lists come out sorted (F-NOTE-6).

A basket is a packed number: the fruit held and, above it, how many fruits may still be delivered.
"""

from __future__ import annotations

from typing import Final

from siurell.games.base import Move
from siurell.games.finca.servings import (
    FIELD_BITS,
    GUARD,
    GUARDS,
    TOTAL_SHIFT,
    Offer,
    Offers,
    Serving,
    pack,
)

_NO_ROOM: Final = GUARD << TOTAL_SHIFT
"""A basket below this holds more than its limit."""
_FULL_BASKET: Final = (2 * GUARD) << TOTAL_SHIFT
"""No basket is as large."""
_ROOM_FOR_MORE: Final = (GUARD + 1) << TOTAL_SHIFT
"""A basket from here on may take another fruit."""


def exact_deliveries(
    table: Offers, tops: list[int], held: list[int], deliver_cap: int, big_cap: int
) -> list[Move]:
    """Big carts, then normal deliveries; a limit is 0 for what the seat cannot do."""
    offers = table.that_fit(tops, held)
    if not offers:
        return []
    cap = deliver_cap if deliver_cap > big_cap else big_cap
    walk = ExactWalk(offers, cap - deliver_cap, big_cap > 0)
    walk.serve_more(table.root, -1, pack(held, cap) + GUARDS, 0)
    return walk.bigcart + walk.deliver if big_cap else walk.deliver


def deliveries_with_one_less(
    table: Offers, tops: list[int], held: list[int], limit: int
) -> list[Move]:
    """Deliveries with one fruit less; the limit is counted after the reduction (F-LESS-2)."""
    offers = table.that_fit_but_for_one(tops, held)
    if not offers:
        return []
    walk = OneLessWalk(offers, table.kinds)
    walk.serve_more(table.root, -1, pack(held, limit + 1) + GUARDS, 0, 0)
    return [move for moves in walk.less for move in moves]


def next_floors(floors: int, wild: int, fruit: int) -> int:
    """Note the fruit of the last wild tile of a value: three bits for each value.

    The next tile of that value may not have a fruit that stands before it (F-NOTE-5).

    >>> next_floors(0, 4, 2) >> 3 * 4 & 7
    2
    """
    return floors & ~(7 << 3 * wild) | fruit << 3 * wild


class ExactWalk:
    """What can be delivered with exactly the fruit wanted (F-DELIVER-3)."""

    __slots__ = ("_big", "_deliver_floor", "_more_floor", "_offers", "bigcart", "deliver")

    def __init__(self, offers: list[Offer], spare: int, big: bool) -> None:
        self._offers = offers
        self._big = big
        self._deliver_floor = (GUARD + spare) << TOTAL_SHIFT
        """A basket from here on is within the limit of a normal delivery (F-DELIVER-4)."""
        self._more_floor = _ROOM_FOR_MORE if len(offers) > 1 else _FULL_BASKET
        self.deliver: list[Move] = []
        self.bigcart: list[Move] = []

    def serve_more(self, serving: Serving, last: int, basket: int, floors: int) -> None:
        """Serve one region more, each that stands behind the last in board order (F-NOTE-4)."""
        for region, number, need, wild, fruit, _ in self._offers:
            if region <= last:
                continue
            rest = basket - need
            if rest & GUARDS != GUARDS or (wild and fruit < floors >> 3 * wild & 7):
                continue
            further = serving.further[number - serving.first] or serving.with_item(number)
            if self._big:
                self.bigcart.append(further.bigcart)
            if rest >= self._deliver_floor:
                self.deliver.append(further.deliver)
            if rest >= self._more_floor:
                new_floors = next_floors(floors, wild, fruit) if wild else floors
                self.serve_more(further, region, rest, new_floors)


class OneLessWalk:
    """What can be delivered with one fruit fewer than wanted, in all (F-LESS-1)."""

    __slots__ = ("_kinds", "_offers", "less")

    def __init__(self, offers: list[Offer], kinds: list[list[int]]) -> None:
        self._offers = offers
        self._kinds = kinds
        self.less: list[list[Move]] = [[] for _ in kinds[-1]]
        """For each fruit that is saved the deliveries, sorted."""

    def serve_more(
        self, serving: Serving, last: int, basket: int, savable: int, floors: int
    ) -> None:
        """Serve one region more, as long as no more than one fruit is lacking.

        Without lacking fruit any may be saved that a tile of value 2 or more wants (F-LESS-3).
        """
        for region, number, need, wild, fruit, more_savable in self._offers:
            if region <= last:
                continue
            rest = basket - need
            if rest < _NO_ROOM or (wild and fruit < floors >> 3 * wild & 7):
                continue
            all_savable = saved = savable | more_savable
            lacking = GUARDS & ~rest
            if lacking:
                saved = all_savable & the_one_lacking(rest, lacking)
                if not saved:
                    continue
            further = serving.further[number - serving.first] or serving.with_item(number)
            for kind in self._kinds[saved]:
                self.less[kind].append(further.less[kind] or further.saving(kind))
            if rest >= _ROOM_FOR_MORE:
                new_floors = next_floors(floors, wild, fruit) if wild else floors
                self.serve_more(further, region, rest, all_savable, new_floors)


def the_one_lacking(rest: int, lacking: int) -> int:
    """The kind of which exactly one fruit is lacking, as a bit; 0 when more is lacking.

    `lacking` has a bit for each field that lost its guard; one added there gives it back.
    """
    if lacking & (lacking - 1) or rest + (lacking >> (FIELD_BITS - 1)) & GUARDS != GUARDS:
        return 0
    return 1 << (lacking.bit_length() - 1) // FIELD_BITS
