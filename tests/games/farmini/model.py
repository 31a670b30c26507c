"""Farmini once more, slow and plain, to hold the engine against: written from the ledger alone.

A parcel is a cell of a grid twice as fine as that of the cards; nothing is kept that can be counted
again. Moves and reveals are texts.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

DATA = tomllib.loads(
    (Path(__file__).parents[3] / "sdk/siurell/games/farmini/farmini.toml").read_text("utf-8")
)
PENS = {card["key"]: card for card in [DATA["farm"], *DATA["pen_card"]]}
SHOWN = {card["key"]: (card["animal"], card["tokens"]) for card in DATA["animal_card"]}
SCARES = {card["key"]: card["animal"] for card in DATA["wolf_card"]}

Place = tuple[int, int]
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
SIDES = (NORTH, EAST, SOUTH, WEST)
CORNERS = {"nw": (0, 0), "ne": (1, 0), "se": (1, 1), "sw": (0, 1)}


def add(one: Place, other: Place) -> Place:
    return one[0] + other[0], one[1] + other[1]


class Card:
    """A card that lies somewhere: where it has fences, and what its corners show."""

    def __init__(self, key: str, rotation: int) -> None:
        self.key = key
        self.rotation = rotation
        self.fences = {
            side: sign == "1" for side, sign in zip(SIDES, PENS[key]["fences"], strict=True)
        }
        self.corners = dict(zip(CORNERS.values(), PENS[key]["parcels"], strict=True))
        for _ in range(rotation // 90):
            self.fences = {(-y, x): fence for (x, y), fence in self.fences.items()}
            self.corners = {(1 - y, x): sign for (x, y), sign in self.corners.items()}

    def parted(self, one: Place, other: Place) -> bool:
        """Whether a fence stands between two neighbouring corners."""
        if one[0] == other[0]:
            return self.fences[EAST if one[0] else WEST]
        return self.fences[SOUTH if one[1] else NORTH]


def faces(key: str) -> list[Card]:
    """The rotations that look different, each by its smallest number of degrees."""
    found: list[Card] = []
    for rotation in (0, 90, 180, 270):
        card = Card(key, rotation)
        if not any((card.fences, card.corners) == (one.fences, one.corners) for one in found):
            found.append(card)
    return found


class Farm:
    """Cards by their places, tokens by their cells."""

    def __init__(self) -> None:
        self.cards = {(0, 0): Card("farm", 0)}
        self.tokens: dict[Place, str] = {}

    def fits(self, place: Place, card: Card) -> bool:
        beside = [side for side in SIDES if add(place, side) in self.cards]
        return bool(beside) and all(
            card.fences[side] == self.cards[add(place, side)].fences[(-side[0], -side[1])]
            for side in beside
        )

    def around(self) -> list[Place]:
        """All places of the farm and one more on each side."""
        xs, ys = zip(*self.cards, strict=True)
        return list(product(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)))

    def placements(self, key: str) -> list[str]:
        return [
            f"take {key} {x},{y} {card.rotation}"
            for x, y in self.around()
            if (x, y) not in self.cards
            for card in faces(key)
            if self.fits((x, y), card)
        ]

    def cells(self, sign: str) -> list[Place]:
        """The cells that show something, by X, then Y, then clockwise from nw."""
        return [
            (2 * x + corner[0], 2 * y + corner[1])
            for x, y in sorted(self.cards)
            for corner in CORNERS.values()
            if self.cards[x, y].corners[corner] == sign
        ]

    def free(self) -> list[Place]:
        return [cell for cell in self.cells("a") if cell not in self.tokens]

    def beyond(self, cell: Place) -> list[Place]:
        """The four cells beside one."""
        return [add(cell, side) for side in SIDES]

    def joined(self, cell: Place, other: Place) -> bool:
        place, there = card_of(cell), card_of(other)
        if place != there:
            return place in self.cards and there in self.cards
        return not self.cards[place].parted(corner_of(cell), corner_of(other))

    def areas(self) -> list[set[Place]]:
        left = {(2 * x + dx, 2 * y + dy) for x, y in self.cards for dx, dy in CORNERS.values()}
        found = []
        while left:
            area = [left.pop()]
            for cell in area:
                for other in self.beyond(cell):
                    if other in left and self.joined(cell, other):
                        left.discard(other)
                        area.append(other)
            found.append(set(area))
        return found

    def faced(self, area: set[Place]) -> set[Place]:
        """The empty places that an area is open to."""
        places = {card_of(other) for cell in area for other in self.beyond(cell)}
        return places - set(self.cards)

    def holes(self) -> set[Place]:
        empty = set(self.around()) - set(self.cards)
        outside = [min(self.around())]
        for place in outside:
            for other in map(add, [place] * 4, SIDES):
                if other in empty and other not in outside:
                    outside.append(other)
        return empty - set(outside)

    def figures(self, per_hole: bool, double: bool) -> dict[str, int]:
        """What counts at the end."""
        areas = self.areas()
        holes = self.holes()
        corn = set(self.cells("c"))
        found = {"animals": len(self.tokens), "corn": 0, "closed": 0, "holed": 0}
        twice = 0
        for area in areas:
            faced = self.faced(area)
            kinds = [self.tokens[cell] for cell in area if cell in self.tokens]
            found["closed"] += not faced
            found["holed"] += bool(faced) and faced <= holes
            found["corn"] += len(area & corn) if not faced and not kinds else 0
            twice += len(kinds) if not faced and len(kinds) > 1 and len(set(kinds)) == 1 else 0
        found["holes"] = len(holes)
        less = found["holes"] if per_hole else found["holed"]
        return found | {"points": len(self.tokens) + twice * double + found["corn"] - less}

    def scare(self, kind: str) -> int:
        """Animals of a kind that are not fenced in run away; how many did."""
        if kind not in self.tokens.values():
            return 0
        safe = set().union(*[area for area in self.areas() if not self.faced(area)])
        gone = [cell for cell, one in self.tokens.items() if one == kind and cell not in safe]
        for cell in gone:
            del self.tokens[cell]
        return len(gone)


def card_of(cell: Place) -> Place:
    return cell[0] // 2, cell[1] // 2


def corner_of(cell: Place) -> Place:
    return cell[0] % 2, cell[1] % 2


def cell_text(cell: Place) -> str:
    x, y = card_of(cell)
    parcel = next(name for name, corner in CORNERS.items() if corner == corner_of(cell))
    return f"{x},{y},{parcel}"


class Model:
    """A whole match with a deck whose order is known."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.farms = [Farm() for _ in range(seats)]
        self.per_hole = options["hole_penalty"] == "per_hole"
        self.double = options["same_species_double"] == "true"
        self.display = [key for key, card in PENS.items() for _ in range(card.get("start", 0))]
        self.deck = Counter(
            {card["key"]: card["copies"] for kind in ("pen", "animal", "wolf")
             for card in DATA[f"{kind}_card"]}
        )  # fmt: skip
        self.deck["farm"] = 4 - seats if options["unused_farms_in_deck"] == "true" else 0
        self.yard = {animal["key"]: animal["tokens"] for animal in DATA["animal"]}
        self.mover = self.turns = 0
        self.hand: list[str] = []
        self.before: Place | None = None

    @property
    def phase(self) -> str:
        if self.hand:
            return "put"
        if self.deck.total() and len(self.display) < 4:
            return "fill"
        return "take" if self.display else "over"

    def legal(self) -> list[str]:
        if self.phase == "put":
            return sorted(f"put {cell_text(cell)}" for cell in self.puts())
        if self.phase != "take":
            return []
        farm = self.farms[self.mover]
        found = []
        for key in set(self.display):
            if key in PENS:
                found += farm.placements(key)
            elif self.tokens_for(key):
                found.append(f"take {key}")
        return sorted(found or {f"discard {key}" for key in self.display})

    def tokens_for(self, key: str) -> int:
        kind, shown = SHOWN[key]
        return min(shown, self.yard[kind], len(self.farms[self.mover].free()))

    def puts(self) -> list[Place]:
        free = self.farms[self.mover].free()
        if self.before is not None:
            order = sorted(self.farms[self.mover].cells("a"), key=self.rank)
            free = [cell for cell in free if order.index(cell) > order.index(self.before)]
        return free[: len(free) - len(self.hand) + 1]

    def rank(self, cell: Place) -> tuple[Place, int]:
        return card_of(cell), list(CORNERS.values()).index(corner_of(cell))

    def apply(self, text: str) -> None:
        verb, *rest = text.split(" ")
        getattr(self, f"_{verb}")(*rest)

    def _take(self, key: str, place: str = "", rotation: str = "") -> None:
        self.display.remove(key)
        if place:
            x, y = map(int, place.split(","))
            self.farms[self.mover].cards[x, y] = Card(key, int(rotation))
            self._end_turn()
        else:
            self.hand = [SHOWN[key][0]] * self.tokens_for(key)

    def _put(self, place: str) -> None:
        x, y, parcel = place.split(",")
        cell = (2 * int(x) + CORNERS[parcel][0], 2 * int(y) + CORNERS[parcel][1])
        kind = self.hand.pop()
        self.yard[kind] -= 1
        self.farms[self.mover].tokens[cell] = kind
        self.before = cell if self.hand else None
        if not self.hand:
            self._end_turn()

    def _discard(self, key: str) -> None:
        self.display.remove(key)
        self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        self.mover = (self.mover + 1) % len(self.farms)

    def _reveal(self, key: str) -> None:
        self.deck[key] -= 1
        if key not in SCARES:
            self.display.append(key)
            return
        if len(self.farms) == 1:
            self.display = [card for card in self.display if card not in SHOWN]
        for farm in self.farms:
            self.yard[SCARES[key]] += farm.scare(SCARES[key])

    def facts(self) -> dict[str, Any]:
        """What the engine must agree with."""
        figures = [farm.figures(self.per_hole, self.double) for farm in self.farms]
        order = ("points", "animals", "corn", "closed")
        standings = [tuple(one[name] for name in order) for one in figures]
        return {
            "phase": self.phase,
            "mover": self.mover,
            "turns": self.turns,
            "display": sorted(self.display),
            "deck": sorted(self.deck.elements()),
            "yard": self.yard,
            "tokens": [
                {cell_text(cell): kind for cell, kind in farm.tokens.items()} for farm in self.farms
            ],
            "standings": standings,
            "holes": [(one["holes"], one["holed"]) for one in figures],
            "ranks": [1 + sum(other > own for other in standings) for own in standings],
        }
