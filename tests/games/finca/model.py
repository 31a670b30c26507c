"""Finca once more: slow, simple, written from docs/rules/finca.md alone.

Shares no code with the engine, not even the notation: a decision is a text here, fruit is counted
in tables by name, every list is made by trying everything. Tests compare the two step by step.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import siurell.games.finca

DATA = tomllib.loads(
    Path(siurell.games.finca.__file__).with_name("finca.toml").read_text(encoding="utf-8")
)
FRUITS: list[str] = DATA["constants"]["fruits"]
REGIONS = [region["key"] for region in DATA["region"]]
NEED = {face["key"]: Counter(face["need"]) for face in DATA["fruit_tile"]}
WILD = {face["key"]: face["wild"] for face in DATA["fruit_tile"]}
VALUE = {face["key"]: face["value"] for face in DATA["fruit_tile"]}
COUNTED = {tile["key"]: tile["fruits"] for tile in DATA["finca_tile"]}
TILES = [face["key"] for face in DATA["fruit_tile"] for _ in range(face["copies"])]
BLADES = [blade["fruit"] for blade in DATA["blade"] for _ in range(blade["copies"])]
FARMERS, CARTS, WOODEN = {2: 5, 3: 4, 4: 3}, {2: 4, 3: 6, 4: 8}, {2: 4, 3: 5, 4: 6}

Choice = list[tuple[str, str, str]]
"""Region, face, fruit for a wild tile (or empty)."""


def wanted(choice: Choice) -> Counter[str]:
    """What the served tops want together (F-DELIVER-3, F-WILD-2)."""
    need: Counter[str] = Counter()
    for _, face, kind in choice:
        need.update({kind: WILD[face]} if kind else NEED[face])
    return need


def savable(choice: Choice) -> set[str]:
    """Fruits wanted by a served tile of value 2 or more (F-LESS-3)."""
    big = [one for one in choice if VALUE[one[1]] >= 2]
    return set(wanted(big))


def is_canonical(choice: Choice) -> bool:
    """Fruits of wild tiles of equal value stand in alphabetical order (F-NOTE-5)."""
    kinds = [[kind for _, face, kind in choice if WILD[face] == value] for value in (4, 5, 6)]
    return all(row == sorted(row) for row in kinds)


def choices(tops: dict[str, str], held: Counter[str], chosen: Choice) -> Iterator[Choice]:
    """Sets of regions with fruits for their wild tiles: up to 10, and no more than one lacking."""
    later = REGIONS[REGIONS.index(chosen[-1][0]) + 1 :] if chosen else REGIONS
    for region in filter(tops.__contains__, later):
        face = tops[region]
        for kind in FRUITS if WILD[face] else [""]:
            grown = [*chosen, (region, face, kind)]
            need = wanted(grown)
            if need.total() <= 10 and (need - held).total() <= 1:
                yield grown
                yield from choices(tops, held, grown)


def deliveries(
    tops: dict[str, str], held: Counter[str], carts: int, actions: set[str]
) -> Iterator[str]:
    """All deliveries of all three kinds (F-DELIVER, F-BIG, F-LESS)."""
    if not carts and "bigcart" not in actions:
        return
    for choice in filter(is_canonical, choices(tops, held, [])):
        need = wanted(choice)
        items = " ".join(f"{region}:{kind}" if kind else region for region, _, kind in choice)
        if need <= held and carts and need.total() <= 6:
            yield f"deliver {items}"
        if need <= held and "bigcart" in actions and need.total() <= 10:
            yield f"bigcart {items}"
        if carts and "less" in actions and need.total() - 1 <= 6:
            for fruit in savable(choice):
                if need - Counter([fruit]) <= held:
                    yield f"less {fruit} {items}"


class Model:
    """One match; the piles lie in order, so it knows more than a state does."""

    def __init__(
        self,
        seats: int,
        options: dict[str, str],
        wheel: list[str],
        fincas: list[str],
        piles: list[list[str]],
    ) -> None:
        self.seats, self.options, self.wheel = seats, options, wheel
        self.fincas = dict(zip(REGIONS, fincas, strict=True))
        self.piles = {key: list(pile) for key, pile in zip(REGIONS, piles, strict=True)}
        self.face_up = set(REGIONS)
        self.supply = Counter(dict.fromkeys(FRUITS, 18))
        self.fruit: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.mill, self.carts = CARTS[seats], [0] * seats
        self.hand = [FARMERS[seats]] * seats
        self.farmers: list[list[int]] = [[] for _ in range(seats)]
        self.actions = [{"double", "gust", "bigcart", "less"} for _ in range(seats)]
        self.tiles: list[list[str]] = [[] for _ in range(seats)]
        self.won: list[list[str]] = [[] for _ in range(seats)]
        self.bonus = [7, 6, 5, 4]
        self.bonuses: list[list[int]] = [[] for _ in range(seats)]
        self.wooden = WOODEN[seats]
        self.phase, self.mover, self.turns = "intro", 0, 0

    def tops(self) -> dict[str, str]:
        """The face-up tile of each region that has one."""
        return {key: pile[0] for key, pile in self.piles.items() if pile and key in self.face_up}

    def crowd(self, blade: int) -> int:
        """Farmers of every colour on a blade (F-MOVE-2)."""
        return sum(stands.count(blade) for stands in self.farmers)

    def legal(self) -> list[str]:
        """The legal list (F-DEC, F-NOTE-6)."""
        own, actions = set(self.farmers[self.mover]), self.actions[self.mover]
        moves = [f"move {blade}" for blade in own]
        if self.phase == "intro":
            moves = [f"place {blade}" for blade in range(12)]
        elif self.phase == "second":
            moves.append("stay")
        elif self.phase == "turn":
            moves += [f"double {blade}" for blade in own if "double" in actions]
            gusts = [f"gust {blade} {goal}" for blade in own for goal in range(12)]
            moves += gusts if "gust" in actions else []
            held, carts = self.fruit[self.mover], self.carts[self.mover]
            moves += deliveries(self.tops(), held, carts, actions)
        return sorted(moves, key=str.encode) if self.phase != "over" else []

    def play(self, text: str) -> list[str]:
        """A decision; returns the regions that turn up their next tile, in order."""
        word, *rest = text.split(" ")
        if word == "place":
            self.place(int(rest[0]))
            return []
        self.actions[self.mover].discard(word)
        served: list[str] = []
        if word in ("move", "double"):
            self.move(int(rest[0]))
        elif word == "gust":
            self.land(int(rest[0]), int(rest[1]))
        elif word != "stay":
            saved = rest.pop(0) if word == "less" else ""
            served = self.deliver([item.partition(":") for item in rest], saved, word == "bigcart")
        if word == "double":
            self.phase = "second"
            return []
        return self.end_turn(served)

    def place(self, blade: int) -> None:
        """One farmer, one fruit, then the next seat (F-INTRO-1 to -3)."""
        self.hand[self.mover] -= 1
        self.farmers[self.mover].append(blade)
        self.take_fruit(self.wheel[blade], 1)
        self.mover = (self.mover + 1) % self.seats
        if not any(self.hand):
            self.phase, self.mover = "turn", 0

    def move(self, blade: int) -> None:
        """Step by step over the lines between 5 and 6 and between 11 and 0 (F-MOVE, F-CART-2)."""
        steps = self.crowd(blade)
        passed = [(blade + step) % 12 for step in range(1, steps + 1)]
        self.land(blade, passed[-1])
        self.take_carts(passed.count(0) + passed.count(6))

    def land(self, blade: int, goal: int) -> None:
        """As many fruits as farmers on the landing blade (F-MOVE-4, F-GUST-2)."""
        self.farmers[self.mover].remove(blade)
        self.farmers[self.mover].append(goal)
        self.take_fruit(self.wheel[goal], self.crowd(goal))

    def take_fruit(self, kind: str, owed: int) -> None:
        """A short supply recalls the kind from all first (F-SUPPLY-1, -2)."""
        if self.supply[kind] < owed:
            self.supply[kind] += sum(held.pop(kind, 0) for held in self.fruit)
        self.supply[kind] -= owed
        self.fruit[self.mover][kind] += owed

    def take_carts(self, owed: int) -> None:
        """A short mill recalls all carts first (F-CART-5, F-CART-6)."""
        if owed == 2 and self.options["two_carts_owed_and_short"] == "one_by_one":
            self.take_carts(1)
            self.take_carts(1)
            return
        if self.mill < owed:
            self.mill, self.carts = CARTS[self.seats], [0] * self.seats
        self.mill -= owed
        self.carts[self.mover] += owed

    def deliver(self, items: list[tuple[str, str, str]], saved: str, big_cart: bool) -> list[str]:
        """The steps of F-DELIVER-6; returns the regions served."""
        if not big_cart:
            self.carts[self.mover] -= 1
            self.mill += 1
        served = [region for region, _, _ in items]
        paid = wanted([(region, self.piles[region][0], kind) for region, _, kind in items])
        paid.subtract([saved] if saved else [])
        self.fruit[self.mover].subtract(paid)
        self.supply.update(paid)
        self.face_up -= set(served)
        sets = self.sets()
        batches = [served]
        if self.options["same_turn_finca_awards"] == "one_by_one":
            batches = [[region] for region in served]
        for batch in batches:
            self.tiles[self.mover] += [self.piles[region].pop(0) for region in batch]
            for region in batch:
                self.close(region)
        for _ in range(min(self.sets() - sets, len(self.bonus))):
            self.bonuses[self.mover].append(self.bonus.pop(0))
        return served

    def sets(self) -> int:
        """Complete sets of the values 1 to 6 of the mover (F-BONUS-2)."""
        values = [VALUE[tile] for tile in self.tiles[self.mover]]
        return min(values.count(value) for value in range(1, 7))

    def close(self, region: str) -> None:
        """Award the finca tile of an emptied region (F-REGION-1, -5, -6, -8)."""
        if self.piles[region]:
            return
        tile = self.fincas.pop(region)
        counts = [self.count(tiles, tile) for tiles in self.tiles]
        if counts.count(max(counts)) == 1:
            self.won[counts.index(max(counts))].append(tile)
        self.wooden = max(0, self.wooden - 1)

    def count(self, tiles: list[str], finca_tile: str) -> int:
        """What collected tiles count for a finca tile (F-REGION-2 to -4)."""
        if finca_tile != "any":
            return sum(NEED[tile][kind] for tile in tiles for kind in COUNTED[finca_tile])
        by_value = self.options["any_finca_counts"] == "all_values"
        return sum((VALUE if by_value else WILD)[tile] for tile in tiles)

    def end_turn(self, served: list[str]) -> list[str]:
        """The end, or the reveals and the next player (F-END-1, F-END-4, F-DELIVER-9)."""
        self.turns += 1
        self.phase = "over" if self.wooden == 0 or self.turns == 400 else "turn"
        if self.phase == "over":
            return []
        self.mover = (self.mover + 1) % self.seats
        self.face_up |= set(served)
        return [region for region in REGIONS if region in served and self.piles[region]]

    def result(self) -> tuple[list[int], list[int]]:
        """Points and places (F-SCORE, F-TIE)."""
        points = [
            sum(VALUE[tile] for tile in self.tiles[seat])
            + 5 * len(self.won[seat])
            + 2 * len(self.actions[seat])
            + sum(self.bonuses[seat])
            for seat in range(self.seats)
        ]
        standings = [(own, held.total()) for own, held in zip(points, self.fruit, strict=True)]
        return points, [1 + sum(other > own for other in standings) for own in standings]
