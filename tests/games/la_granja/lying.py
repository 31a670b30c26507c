"""What lies on the table of La Granja, set and read by words: the half of the tests' scenes that
knows the fields of a state. `conftest.py` runs this file.
"""

from __future__ import annotations

from typing import Any

from siurell.games.la_granja.state import LaGranjaState

PLAYERS = "ABCD"
GOODS = ("olive", "grain", "grape", "pig", "food", "wine", "meat", "trade")
BUILDINGS = ("merchant", "wainwright", "deli", "greengrocer", "store", "butcher")
FARM: dict[str, Any] = {
    "vp": 1,
    "silver": 1,
    "goods": {},
    "trade": 1,
    "fields": {},
    "extensions": [],
    "barrows": [],
    "loads": {},
    "helpers": [],
    "hand": [],
    "roof": [],
    "turned_down": [],
    "rows": {},
    "crafts": [],
    "donkeys_used": [],
}
"""A farm as at the start, with an empty hand."""


def number(player: str, seats: int) -> int:
    """The number of a player in the engine."""
    return seats if player == "R" else PLAYERS.index(player)


def names(state: LaGranjaState) -> str:
    """The players by number."""
    return "AR" if state.seats == 1 else PLAYERS[: state.seats]


def words(text: str) -> list[str]:
    return text.split()


def trimmed(cards: list[int]) -> list[int]:
    """Slots without the free ones at the end."""
    while cards and cards[-1] == 0:
        cards = cards[:-1]
    return cards


def bits(places: tuple[int, ...], goods: str) -> int:
    """The places that these goods fill, the first of equal ones first."""
    filled = 0
    for word in words(goods):
        filled |= next(
            1 << place
            for place, good in enumerate(places)
            if good == GOODS.index(word) and not filled >> place & 1
        )
    return filled


def filled(places: tuple[int, ...], mask: int) -> str:
    return " ".join(GOODS[good] for place, good in enumerate(places) if mask >> place & 1)


class Setter:
    """Changes what lies on the table, one named thing at a time."""

    def __init__(self, state: LaGranjaState) -> None:
        self.state = state
        self.box = state.rules.box

    def farm(self, seat: int, **values: Any) -> None:
        for key, value in values.items():
            getattr(self, f"set_{key}")(seat, value)

    def set_vp(self, seat: int, value: int) -> None:
        self.state.vp[seat] = value

    def set_silver(self, seat: int, value: int) -> None:
        self.state.silver[seat] = value

    def set_trade(self, seat: int, value: int) -> None:
        self.state.goods[seat * 8 + 7] = value

    def set_goods(self, seat: int, value: dict[str, int]) -> None:
        self.state.goods[seat * 8 : seat * 8 + 7] = [value.get(good, 0) for good in GOODS[:7]]

    def set_fields(self, seat: int, value: dict[str, str]) -> None:
        cards: tuple[int, ...] = ()
        for crop in range(3):
            these = words(value.get(GOODS[crop], ""))
            self.state.fields[seat * 3 + crop] = len(these)
            self.state.full[seat * 3 + crop] = these.count("full")
            fitting = [card.number for card in self.box.cards[:0:-1] if card.field == crop]
            cards += tuple(fitting[: len(these)])
        self.state.field_cards[seat] = cards

    def set_extensions(self, seat: int, value: list[int]) -> None:
        self.state.extensions[seat] = tuple(value)

    def set_barrows(self, seat: int, value: list[int]) -> None:
        self.state.barrows[seat * 3 : seat * 3 + 3] = [*value, 0, 0, 0][:3]
        self.state.loaded[seat * 3 : seat * 3 + 3] = [0, 0, 0]

    def set_loads(self, seat: int, value: dict[int, str]) -> None:
        for card, goods in value.items():
            slot = self.state.barrows.index(card, seat * 3)
            self.state.loaded[slot] = bits(self.box.cards[card].goods, goods)

    def set_helpers(self, seat: int, value: list[int]) -> None:
        self.state.helpers[seat * 3 : seat * 3 + 3] = [*value, 0, 0, 0][:3]
        self.state.acted[seat * 3 : seat * 3 + 3] = [0, 0, 0]

    def set_hand(self, seat: int, value: list[int]) -> None:
        self.state.hands[seat] = tuple(sorted(value))

    def set_roof(self, seat: int, value: list[int]) -> None:
        self.state.roofs[seat] = tuple(value)

    def set_turned_down(self, seat: int, value: list[int]) -> None:
        places = [self.state.roofs[seat].index(marker) for marker in value]
        self.state.roof_used[seat] = sum(1 << place for place in places)

    def set_rows(self, seat: int, value: dict[str, str]) -> None:
        for place, key in enumerate(BUILDINGS):
            row = self.box.buildings[place].row
            self.state.rows[seat * 6 + place] = bits(row, value.get(key, ""))

    def set_crafts(self, seat: int, value: list[str]) -> None:
        for place, key in enumerate(BUILDINGS):
            self.state.crafted[seat * 6 + place] = int(key in value)
            if key in value:
                self.state.rows[seat * 6 + place] = 15
                self.state.first_vp[place] = 0

    def set_donkeys_used(self, seat: int, value: list[int]) -> None:
        self.state.donkeys[seat] = sum(1 << (donkey - 1) for donkey in value)

    def village(
        self,
        *,
        market: dict[str, str] | None = None,
        order_markers: dict[str, int] | None = None,
        roof_display: list[int] | None = None,
        dice: list[int] | None = None,
        donkeys: dict[str, int] | None = None,
        discs: dict[int, str] | None = None,
        discards: list[int] | None = None,
        pile: list[int] | None = None,
    ) -> None:
        state, seats = self.state, self.state.seats
        if market is not None:
            owners = {space.key: market.get(space.key) for space in self.box.spaces}
            state.market[:] = [number(who, seats) if who else -1 for who in owners.values()]
        if order_markers is not None:
            closed = sorted(order_markers, key=order_markers.__getitem__)
            state.closed[:] = [BUILDINGS.index(key) for key in closed]
        if roof_display is not None:
            state.roof[:] = roof_display
        if dice is not None:
            state.dice[:] = [dice.count(pips) for pips in range(1, 7)]
        for player, donkey in (donkeys or {}).items():
            state.chosen[number(player, seats)] = donkey
            state.donkeys[number(player, seats)] |= 1 << (donkey - 1)
        if discs is not None:
            stacks = sorted(discs.items(), reverse=True)
            state.discs[:] = [number(who, seats) for _, stack in stacks for who in stack]
            for space, stack in stacks:
                for who in stack:
                    state.siesta[number(who, seats)] = space
        if discards is not None:
            state.discards[:] = discards
        self.pile(pile)

    def pile(self, pile: list[int] | None) -> None:
        """The draw pile: what is named, or every card that lies nowhere else."""
        state = self.state
        lying = {*state.barrows, *state.helpers, *state.discards}
        lying |= {
            card
            for cards in (state.hands, state.extensions, state.field_cards)
            for owned in cards
            for card in owned
        }
        every = range(1, len(self.box.cards))
        state.pile[:] = sorted(set(every) - lying if pile is None else pile)


class Reader:
    """Reads what lies on the table by the words of `Setter`, and more."""

    def __init__(self, state: LaGranjaState) -> None:
        self.state = state
        self.box = state.rules.box

    # Of a seat:

    def vp(self, seat: int) -> int:
        return self.state.vp[seat]

    def silver(self, seat: int) -> int:
        return self.state.silver[seat]

    def trade(self, seat: int) -> int:
        return self.state.goods[seat * 8 + 7]

    def goods(self, seat: int) -> dict[str, int]:
        held = self.state.goods[seat * 8 : seat * 8 + 8]
        return {good: count for good, count in zip(GOODS, held, strict=True) if count}

    def fields(self, seat: int) -> dict[str, str]:
        found = {}
        for crop in range(3):
            full = self.state.full[seat * 3 + crop]
            empty = self.state.fields[seat * 3 + crop] - full
            if full or empty:
                found[GOODS[crop]] = " ".join(["full"] * full + ["empty"] * empty)
        assert sum(self.state.fields[seat * 3 : seat * 3 + 3]) == len(self.state.field_cards[seat])
        return found

    def extensions(self, seat: int) -> list[int]:
        return list(self.state.extensions[seat])

    def barrows(self, seat: int) -> list[int]:
        return trimmed(self.state.barrows[seat * 3 : seat * 3 + 3])

    def loads(self, seat: int) -> dict[int, str]:
        slots = range(seat * 3, seat * 3 + 3)
        cards = [(self.state.barrows[slot], self.state.loaded[slot]) for slot in slots]
        return {card: filled(self.box.cards[card].goods, mask) for card, mask in cards if card}

    def helpers(self, seat: int) -> list[int]:
        return trimmed(self.state.helpers[seat * 3 : seat * 3 + 3])

    def hand(self, seat: int) -> list[int]:
        return list(self.state.hands[seat])

    def hand_size(self, seat: int) -> int:
        return len(self.state.hands[seat])

    def roof(self, seat: int) -> list[int]:
        return list(self.state.roofs[seat])

    def turned_down(self, seat: int) -> list[int]:
        mask = self.state.roof_used[seat]
        owned = enumerate(self.state.roofs[seat])
        return sorted(marker for place, marker in owned if mask >> place & 1)

    def rows(self, seat: int) -> dict[str, str]:
        rows = self.state.rows[seat * 6 : seat * 6 + 6]
        buildings = zip(self.box.buildings, rows, strict=True)
        return {building.key: filled(building.row, mask) for building, mask in buildings}

    def crafts(self, seat: int) -> list[str]:
        taken = self.state.crafted[seat * 6 : seat * 6 + 6]
        return sorted(key for key, round_ in zip(BUILDINGS, taken, strict=True) if round_)

    def donkeys_used(self, seat: int) -> list[int]:
        return [donkey for donkey in range(1, 5) if self.state.donkeys[seat] >> (donkey - 1) & 1]

    # Of the village:

    def round(self) -> int:
        return self.state.round

    def order(self) -> str:
        return "".join(names(self.state)[who] for who in self.state.order)

    def discs(self) -> dict[int, str]:
        stacks: dict[int, str] = {}
        for who in self.state.discs:
            space = self.state.siesta[who]
            stacks[space] = stacks.get(space, "") + names(self.state)[who]
        return stacks

    def market(self) -> dict[str, str]:
        owners = zip(self.box.spaces, self.state.market, strict=True)
        return {space.key: names(self.state)[who] for space, who in owners if who >= 0}

    def order_markers(self) -> dict[str, int]:
        first = self.box.order_markers - len(self.state.closed) + 1
        return {BUILDINGS[place]: first + i for i, place in enumerate(self.state.closed)}

    def open(self) -> list[str]:
        return [key for place, key in enumerate(BUILDINGS) if place not in self.state.closed]

    def first_taken(self) -> list[str]:
        left = zip(BUILDINGS, self.state.first_vp, strict=True)
        return [key for key, vp in left if not vp]

    def roof_display(self) -> list[int]:
        return list(self.state.roof)

    def dice(self) -> list[int]:
        return [pips for pips in range(1, 7) for _ in range(self.state.dice[pips - 1])]

    def dice_count(self) -> int:
        return sum(self.state.dice)

    def pile(self) -> int:
        return len(self.state.pile)

    def discards(self) -> list[int]:
        return list(self.state.discards)

    def over(self) -> bool:
        return self.state.to_act is None

    def scores(self) -> list[int]:
        return list(self.state.outcome().scores)

    def ranks(self) -> list[int]:
        return list(self.state.outcome().placements)

    def grade(self) -> str:
        return self.state.outcome().grade
