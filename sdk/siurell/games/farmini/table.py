"""What lies on the table: the fields of a state of Farmini, and no rule.

All of it is public (FM-INFO). There is no order of the deck, only which cards are in it
(FM-CHANCE-2).
"""

from __future__ import annotations

from typing import Final

from siurell.games.base import State
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.rules import Rules

TAKE: Final = 0
PUT: Final = 1
FILL: Final = 2
OVER: Final = 3
PHASES: Final = ("take", "put", "fill", "over")

NOTHING: Final = -1
"""No token is being put, none was put before."""


class Table(State):
    """The fields. Cards and kinds of animals are numbers: places in the component data.

    A farm and the tokens on it are never changed in place, so that copies share them.
    """

    __slots__ = (
        "animals",
        "deck",
        "discards",
        "display",
        "farms",
        "kind",
        "last",
        "mover",
        "rules",
        "stage",
        "to_act",
        "to_put",
        "turns",
        "yard",
    )

    rules: Rules
    to_act: int | None
    stage: int
    """`TAKE` to `OVER`."""
    mover: int
    """The player whose turn it is, or comes when the display is filled."""
    turns: int
    """Turns played."""
    display: list[int]
    """The face-up cards, sorted (FM-SETUP-2)."""
    deck: list[int]
    """The cards that nobody has seen, sorted (FM-CHANCE-2)."""
    discards: list[int]
    """The cards that are out of the game, in the order in which they went."""
    farms: list[Farm]
    """The cards of each seat."""
    animals: list[dict[int, int]]
    """For each seat the kind of the token on each parcel that has one."""
    yard: list[int]
    """Tokens of each kind that are on no farm (FM-SETUP-5)."""
    kind: int
    """In the stage `PUT` the kind of the tokens that are put."""
    to_put: int
    """How many of them are still to be put."""
    last: int
    """The parcel on which the one before was put, or `NOTHING` (FM-NOTE-7)."""

    def __init__(self, rules: Rules | None = None) -> None:
        """The table before the first event; a bare one without rules, for `copy_to` to fill."""
        if rules is None:
            return
        self.rules = rules
        self.to_act = 0
        self.stage = TAKE
        self.mover = 0
        self.turns = 0
        self.display = rules.start_cards[:]
        self.deck = rules.deck[:]
        self.discards = []
        self.farms = [rules.first_farm] * rules.seats
        self.animals = [{}] * rules.seats
        self.yard = rules.tokens[:]
        self.kind = NOTHING
        self.to_put = 0
        self.last = NOTHING

    def copy_to(self, twin: Table) -> None:
        """Fill a new table with all that lies on this one."""
        twin.rules = self.rules
        twin.to_act = self.to_act
        twin.stage = self.stage
        twin.mover = self.mover
        twin.turns = self.turns
        twin.display = self.display[:]
        twin.deck = self.deck[:]
        twin.discards = self.discards[:]
        twin.farms = self.farms[:]
        twin.animals = self.animals[:]
        twin.yard = self.yard[:]
        twin.kind = self.kind
        twin.to_put = self.to_put
        twin.last = self.last
