"""Which deliveries are possible: all sets of regions that can be served exactly (F-DELIVER-2).

Fruit is counted in packed numbers: a field of six bits for each kind, its highest bit a guard. Held
fruit is packed with the guards set, so that after subtracting a need a guard is gone exactly where
fruit is lacking. One walk over the sets of items, pruned by fruit and by limit, finds normal
deliveries, big carts and "one fruit less" together.

The walk takes regions in the order of their texts, so each of its lists comes out sorted
(F-NOTE-6). Sets of items are kept from walk to walk with the moves that deliver them; there are
fewer than 10^5 of them, and play meets a few thousand.
"""

from __future__ import annotations

from collections.abc import Sequence

from siurell.games.base import Move
from siurell.games.finca.components import Components
from siurell.games.finca.moves import NO_FRUIT, BigCart, Deliver, Item, Items, OneLess

_FIELD_BITS = 6
_GUARD = 1 << (_FIELD_BITS - 1)

Offer = tuple[int, int, int, int, int, int, int]
"""A way to serve a top: region, number of the item, packed need, value, the fruits of which one may
be saved (bits, F-LESS-3), wild fruits, fruit that pays for them."""


def pack(counts: Sequence[int]) -> int:
    """A count for each fruit, in fields of six bits.

    >>> pack([1, 0, 2]) == 1 + (2 << 12)
    True
    """
    packed = 0
    for count in reversed(counts):
        packed = packed << _FIELD_BITS | count
    return packed


class Serving:
    """A set of items and the moves that deliver it; grows one item at a time."""

    __slots__ = ("bigcart", "deliver", "further", "items", "less")

    def __init__(self, items: Items, fruits: int) -> None:
        self.items = items
        self.deliver: Move = Deliver(items)
        self.bigcart: Move = BigCart(items)
        self.less: list[Move] = [OneLess(fruit, items) for fruit in range(fruits)]
        self.further: dict[int, Serving] = {}

    def with_item(self, number: int) -> Serving:
        """The set with one item more (`Offers.item_number`)."""
        fruits = len(self.less)
        item = Item(number // (fruits + 1), number % (fruits + 1) - 1)
        grown = Serving((*self.items, item), fruits)
        self.further[number] = grown
        return grown


class Offers:
    """For each region and face the ways to serve it, worked out once."""

    __slots__ = ("fruits_of", "guards", "of_top", "regions", "root")

    def __init__(self, box: Components) -> None:
        fruits = len(box.fruits)
        self.guards: int = pack([_GUARD] * fruits)
        self.regions: list[int] = sorted(
            range(len(box.regions)), key=lambda region: box.regions[region].key
        )
        """The regions in the order of their texts."""
        self.of_top: list[list[list[Offer]]] = [
            [_offers(box, region, face) for face in range(len(box.faces))]
            for region in range(len(box.regions))
        ]
        self.fruits_of: list[list[int]] = [
            [fruit for fruit in range(fruits) if bits >> fruit & 1] for bits in range(1 << fruits)
        ]
        self.root: Serving = Serving((), fruits)


def _offers(box: Components, region: int, face_number: int) -> list[Offer]:
    face = box.faces[face_number]
    fruits = len(box.fruits)
    first = region * (fruits + 1)
    if not face.wild:
        bits = sum(1 << fruit for fruit in range(fruits) if face.need[fruit])
        savable = bits if face.value > 1 else 0
        return [(region, first, pack(face.need), face.value, savable, 0, NO_FRUIT)]
    return [
        (
            region,
            first + fruit + 1,
            face.wild << (_FIELD_BITS * fruit),
            face.value,
            1 << fruit if face.value > 1 else 0,
            face.wild,
            fruit,
        )
        for fruit in range(fruits)
    ]


class Walk:
    """The deliveries of one seat in one position.

    The limits are 0 for what the seat cannot do: `deliver` and `less` need a cart, `bigcart` and
    `less` an unused action tile.
    """

    __slots__ = (
        "_big_cap",
        "_cap",
        "_deliver_cap",
        "_guards",
        "_less_cap",
        "_offers",
        "_table",
        "bigcart",
        "deliver",
        "less",
    )

    def __init__(self, table: Offers, deliver_cap: int, less_cap: int, big_cap: int) -> None:
        self._table = table
        self._deliver_cap = deliver_cap
        self._less_cap = less_cap
        self._big_cap = big_cap
        self._cap = max(deliver_cap, less_cap, big_cap)
        self._guards = table.guards
        self._offers: list[Offer] = []
        self.deliver: list[Move] = []
        self.bigcart: list[Move] = []
        self.less: list[list[Move]] = []

    def start(self, tops: list[int], held: list[int]) -> bool:
        """Find the tops that can be served alone; False when there are none."""
        guards = self._guards
        basket = pack(held) + guards
        offers = self._offers
        of_top = self._table.of_top
        less_cap = self._less_cap
        for region in self._table.regions:
            face = tops[region]
            if face < 0:
                continue
            for offer in of_top[region][face]:
                lacking = guards & ~(basket - offer[2])
                if lacking == 0 or (less_cap and self._saves(basket - offer[2], lacking, offer[4])):
                    offers.append(offer)
        if not offers:
            return False
        if less_cap:
            self.less = [[] for _ in held]
        self._walk(self._table.root, -1, basket, 0, 0, 0)
        return True

    def _saves(self, rest: int, lacking: int, savable: int) -> bool:
        """Whether exactly one fruit is lacking, and may be left out (F-LESS-1, F-LESS-3)."""
        if (rest + (lacking >> (_FIELD_BITS - 1))) & self._guards != self._guards:
            return False
        if lacking & (lacking - 1):
            return False
        return savable >> ((lacking.bit_length() - 1) // _FIELD_BITS) & 1 == 1

    def _walk(
        self, serving: Serving, last: int, basket: int, total: int, savable: int, floors: int
    ) -> None:
        """Serve one region more, each that stands behind the last one in board order (F-NOTE-4).

        `floors` holds, three bits for each value of wild tiles, the fruit of the last such tile:
        the next one's may not stand before it (F-NOTE-5).
        """
        guards = self._guards
        for region, number, need, value, saves, wild, fruit in self._offers:
            fruits = total + value
            if region <= last or fruits > self._cap:
                continue
            rest = basket - need
            lacking = guards & ~rest
            all_saves = savable | saves
            if lacking and not (fruits <= self._less_cap and self._saves(rest, lacking, all_saves)):
                continue
            new_floors = floors
            if wild:
                if fruit < floors >> 3 * wild & 7:
                    continue
                new_floors = floors & ~(7 << 3 * wild) | fruit << 3 * wild
            further = serving.further.get(number) or serving.with_item(number)
            self._note(further, fruits, lacking, all_saves)
            if fruits < self._cap:
                self._walk(further, region, rest, fruits, all_saves, new_floors)

    def _note(self, serving: Serving, fruits: int, lacking: int, savable: int) -> None:
        """Write down what this set of items can be served by."""
        if lacking:
            saved = (lacking.bit_length() - 1) // _FIELD_BITS
            self.less[saved].append(serving.less[saved])
            return
        if fruits <= self._deliver_cap:
            self.deliver.append(serving.deliver)
        if fruits <= self._big_cap:
            self.bigcart.append(serving.bigcart)
        if fruits <= self._less_cap:
            for saved in self._table.fruits_of[savable]:
                self.less[saved].append(serving.less[saved])
