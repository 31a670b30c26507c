"""Ways to serve a top, and sets of them with the moves that deliver them.

Fruit is counted in packed numbers: a field of six bits for each kind and, above them, one for the
number of all fruits. In what a seat holds the highest bit of each field is set, a guard, so that
after subtracting a need a guard is gone exactly where something is lacking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from siurell.games.base import Move
from siurell.games.finca.components import FRUITS, Components
from siurell.games.finca.moves import NO_FRUIT, BigCart, Deliver, Item, Items, OneLess

FIELD_BITS: Final = 6
TOTAL_SHIFT: Final = 36
GUARD: Final = 32
GUARDS: Final = 0o40404040404040
"""The highest bit of each of the seven fields."""

_CHOICES: Final = FRUITS + 1
"""Items of one region: without a fruit, or with one of them."""

Offer = tuple[int, int, int, int, int, int]
"""A way to serve a top: region, number of the item, packed need, wild fruits, fruit that pays for
them, and as bits the fruits of which one may be left out (F-LESS-3)."""


def pack(counts: Sequence[int], total: int) -> int:
    """Counts of the six fruits in fields of six bits, the first one lowest, and a total on top.

    >>> pack([1, 0, 2, 0, 0, 0], 0) == 1 + (2 << 12)
    True
    """
    almond, fig, grape, lemon, olive, orange = counts
    return (
        almond
        | fig << 6
        | grape << 12
        | lemon << 18
        | olive << 24
        | orange << 30
        | total << TOTAL_SHIFT
    )


class Serving:
    """A set of items and the moves that deliver it; grows one item at a time.

    Sets are kept: there are fewer than 10^5 of them, and play meets a few thousand.
    """

    __slots__ = ("bigcart", "deliver", "first", "further", "items", "less")

    def __init__(self, items: Items, first: int, numbers: int) -> None:
        self.items = items
        self.deliver: Move = Deliver(items)
        self.bigcart: Move = BigCart(items)
        self.less: list[Move | None] = [None] * FRUITS
        """By the fruit that is saved, as far as they were asked for (`saving`)."""
        self.first = first
        """The lowest number of an item that can be added."""
        self.further: list[Serving | None] = [None] * (numbers - first)
        """By the number of the item less `first`, as far as asked for (`with_item`)."""

    def with_item(self, number: int) -> Serving:
        """Make the set with one item more; an item's number is 7 x region + its fruit + 1."""
        item = Item(number // _CHOICES, number % _CHOICES - 1)
        first = (item.region + 1) * _CHOICES
        grown = Serving((*self.items, item), first, self.first + len(self.further))
        self.further[number - self.first] = grown
        return grown

    def saving(self, fruit: int) -> Move:
        """Make the delivery with one fruit less."""
        move: Move = OneLess(fruit, self.items)
        self.less[fruit] = move
        return move


class Offers:
    """All ways to serve all faces in all regions, and which of them a seat can pay."""

    __slots__ = ("_bits_of_face", "_fitting", "_found", "_of_bit", "_regions", "kinds", "root")

    def __init__(self, box: Components) -> None:
        fruits = len(box.fruits)
        self.root: Serving = Serving((), 0, len(box.regions) * _CHOICES)
        """The empty set of items."""
        self.kinds: list[list[int]] = [
            [fruit for fruit in range(fruits) if bits >> fruit & 1] for bits in range(1 << fruits)
        ]
        """The fruits of each bit set."""
        self._regions: list[int] = sorted(
            range(len(box.regions)), key=lambda region: box.regions[region].key
        )
        needs: list[tuple[int, ...]] = []
        self._bits_of_face: list[int] = []
        self._of_bit: list[list[Offer]] = [[] for _ in box.regions]
        for number, face in enumerate(box.faces):
            first = len(needs)
            needs.extend(_needs(box, number))
            self._bits_of_face.append((1 << len(needs)) - (1 << first))
            for region, offers in enumerate(self._of_bit):
                offers.extend(_offers(region, needs[first:], face.wild))
        self._bits_of_face.append(0)  # so that no top, -1, wants nothing
        self._fitting: list[list[int]] = [
            [
                sum([1 << bit for bit, need in enumerate(needs) if need[fruit] <= held])
                for held in range(box.supply_per_fruit + 1)
            ]
            for fruit in range(fruits)
        ]
        self._found: list[dict[int, list[Offer]]] = [{} for _ in box.regions]

    def that_fit(self, tops: list[int], held: list[int]) -> list[Offer]:
        """The offers that the fruit held can pay, one at a time, in order of their texts."""
        almond, fig, grape, lemon, olive, orange = self._fitting
        fits = (
            almond[held[0]]
            & fig[held[1]]
            & grape[held[2]]
            & lemon[held[3]]
            & olive[held[4]]
            & orange[held[5]]
        )
        return self._pick(tops, fits)

    def that_fit_but_for_one(self, tops: list[int], held: list[int]) -> list[Offer]:
        """The offers that the fruit held, or one fruit more of any kind, can pay."""
        fits = -1
        lacking_one = 0
        for fitting, count in zip(self._fitting, held, strict=True):
            more = fitting[min(count + 1, len(fitting) - 1)]
            lacking_one = lacking_one & fitting[count] | fits & more
            fits &= fitting[count]
        return self._pick(tops, lacking_one)

    def _pick(self, tops: list[int], fits: int) -> list[Offer]:
        offers: list[Offer] = []
        bits_of_face = self._bits_of_face
        for region in self._regions:
            hits = fits & bits_of_face[tops[region]]
            if hits:
                found = self._found[region].get(hits)
                if found is None:
                    found = self._found[region][hits] = [
                        offer for bit, offer in enumerate(self._of_bit[region]) if hits >> bit & 1
                    ]
                offers += found
        return offers


def _needs(box: Components, face_number: int) -> list[tuple[int, ...]]:
    """What the face wants, for a wild one with each kind of fruit (F-WILD-1)."""
    face = box.faces[face_number]
    fruits = range(len(box.fruits))
    if not face.wild:
        return [face.need]
    return [tuple([face.wild if kind == fruit else 0 for kind in fruits]) for fruit in fruits]


def _offers(region: int, needs: list[tuple[int, ...]], wild: int) -> list[Offer]:
    offers: list[Offer] = []
    for fruit, need in enumerate(needs):
        total = sum(need)
        savable = sum([1 << kind for kind, count in enumerate(need) if count and total > 1])
        paid_with = fruit if wild else NO_FRUIT
        number = region * (len(need) + 1) + paid_with + 1
        offers.append((region, number, pack(need, total), wild, paid_with, savable))
    return offers
