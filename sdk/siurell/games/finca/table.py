"""What lies on the table: the fields of a state of Finca, and no rule.

All of it is public (F-INFO). There is no order of face-down tiles and no tile that is not turned
up, only how many of each face are unseen (F-CHANCE-2).
"""

from __future__ import annotations

from typing import Final

from siurell.games.base import CHANCE, State
from siurell.games.finca.components import BIGCART, DOUBLE, GUST, LESS
from siurell.games.finca.rules import Rules

SETUP: Final = 0
INTRO: Final = 1
TURN: Final = 2
SECOND: Final = 3
OVER: Final = 4
PHASES: Final = ("setup", "intro", "turn", "second", "over")

NOTHING: Final = -1
"""No top lies there, no finca tile lies there."""


class Table(State):
    """The fields. Flat lists hold seat after seat; numbers are places in the component data."""

    __slots__ = (
        "actions",
        "bonus_stack",
        "bonuses",
        "carts",
        "crowd",
        "farmers",
        "fincas",
        "fruit",
        "hand",
        "left",
        "mill",
        "mover",
        "reveals",
        "rules",
        "sets",
        "stage",
        "stands",
        "supply",
        "tiles",
        "to_act",
        "tops",
        "turns",
        "unseen",
        "values",
        "wheel",
        "won",
        "wooden",
    )

    rules: Rules
    to_act: int | None
    stage: int
    """`SETUP` to `OVER`."""
    mover: int
    """The player whose turn it is."""
    turns: int
    """Turns played after the introduction (F-END-4)."""
    wheel: list[int]
    """The fruit of each blade; empty before the blades lie."""
    farmers: list[int]
    """Farmers of each seat on each blade."""
    crowd: list[int]
    """Farmers of all colours on each blade (F-MOVE-2)."""
    stands: list[int]
    """For each seat the blades with a farmer of its own, as bits."""
    hand: list[int]
    """Farmers that each seat has yet to place."""
    fruit: list[int]
    """Held fruit: each seat, each kind."""
    supply: list[int]
    """Fruit of each kind that nobody holds."""
    carts: list[int]
    mill: int
    """Carts that nobody holds."""
    tops: list[int]
    """The face-up tile of each region, or `NOTHING`."""
    left: list[int]
    """Tiles of each pile, the top counted."""
    fincas: list[int]
    """The finca tile of each region, or `NOTHING`."""
    tiles: list[tuple[int, ...]]
    """The fruit tiles that each seat collected, in order."""
    values: list[int]
    """How many of them each seat has of each value."""
    sets: list[int]
    """Complete sets of all values that each seat has (F-BONUS-2)."""
    won: list[tuple[int, ...]]
    """The finca tiles that each seat won, in order."""
    actions: list[int]
    """The unused action tiles of each seat, as bits."""
    bonuses: list[tuple[int, ...]]
    bonus_stack: tuple[int, ...]
    """The bonus tiles that are left, the top first."""
    wooden: int
    """Wooden fincas that are left."""
    reveals: list[int]
    """Regions whose next tile is due to be turned up, in board order."""
    unseen: list[int]
    """The faces of the tiles that nobody has seen, sorted, each as often as it is unseen."""

    def __init__(self, rules: Rules | None = None) -> None:
        """The table before the first event; a bare one without rules, for `copy_to` to fill."""
        if rules is None:
            return
        box = rules.box
        seats = rules.seats
        self.rules = rules
        self.to_act = CHANCE
        self.stage = SETUP
        self.mover = 0
        self.turns = 0
        self.wheel = []
        self.farmers = [0] * (seats * rules.blades)
        self.crowd = [0] * rules.blades
        self.stands = [0] * seats
        self.hand = [rules.farmers] * seats
        self.fruit = [0] * (seats * rules.fruits)
        self.supply = [box.supply_per_fruit] * rules.fruits
        self.carts = [0] * seats
        self.mill = rules.carts
        self.tops = [NOTHING] * rules.regions
        self.left = [box.pile_size] * rules.regions
        self.fincas = [NOTHING] * rules.regions
        self.tiles = [()] * seats
        self.values = [0] * (seats * rules.values)
        self.sets = [0] * seats
        self.won = [()] * seats
        self.actions = [DOUBLE | GUST | BIGCART | LESS] * seats
        self.bonuses = [()] * seats
        self.bonus_stack = box.bonus_stack
        self.wooden = rules.wooden
        self.reveals = list(range(rules.regions))
        self.unseen = rules.all_tiles[:]

    def copy_to(self, twin: Table) -> None:
        """Fill a new table with all that lies on this one."""
        twin.rules = self.rules
        twin.to_act = self.to_act
        twin.stage = self.stage
        twin.mover = self.mover
        twin.turns = self.turns
        twin.wheel = self.wheel[:]
        twin.farmers = self.farmers[:]
        twin.crowd = self.crowd[:]
        twin.stands = self.stands[:]
        twin.hand = self.hand[:]
        twin.fruit = self.fruit[:]
        twin.supply = self.supply[:]
        twin.carts = self.carts[:]
        twin.mill = self.mill
        twin.tops = self.tops[:]
        twin.left = self.left[:]
        twin.fincas = self.fincas[:]
        twin.tiles = self.tiles[:]
        twin.values = self.values[:]
        twin.sets = self.sets[:]
        twin.won = self.won[:]
        twin.actions = self.actions[:]
        twin.bonuses = self.bonuses[:]
        twin.bonus_stack = self.bonus_stack
        twin.wooden = self.wooden
        twin.reveals = self.reveals[:]
        twin.unseen = self.unseen[:]
