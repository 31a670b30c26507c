"""What lies on the table and in the hands: the fields of a state of La Granja, and no rule.

There is no order of the draw pile and no roof marker that lies face down (LG-CHANCE-3). Who may see
what is decided in `observation`.
"""

from __future__ import annotations

from typing import Final

from siurell.games.base import CHANCE, State
from siurell.games.la_granja.frames import Frame
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.vocabulary import (
    CROPS,
    FARM,
    KINDS_OF_GOODS,
    NONE,
    REVENUE,
    SCORING,
    TRADE,
    TRANSPORT,
)

FIRST_PLAYER: Final = 0
ORDER_ROLLS: Final = 1
DEAL: Final = 2
FIRST_ROOF: Final = 3
PLAY: Final = 4
INCOME: Final = 5
GROWTH: Final = 6
ROOF: Final = 7
MARK: Final = 8
ROLL: Final = 9
DIE: Final = 10
LAST_DIE: Final = 11
DONKEY: Final = 12
RIVAL_DIE: Final = 13
SIESTA: Final = 14
DELIVERY: Final = 15
SCORE: Final = 16
NEXT_ROOF: Final = 17
OVER: Final = 18
"""The stages in their order (LG-CHANCE-2, LG-DEC-12)."""

STAGES: Final = (
    "first",
    "building",
    "deal",
    "first_roof",
    "play",
    "income",
    "growth",
    "roof",
    "mark",
    "roll",
    "die",
    "last",
    "donkey",
    "rival_die",
    "siesta",
    "deliver",
    "score",
    "next_roof",
    "over",
)
"""The stages by name."""

PHASE_OF_STAGE: Final = (
    *(["setup"] * 4),
    *(["farm"] * 4),
    *(["revenue"] * 4),
    *(["transport"] * 4),
    *(["scoring"] * 2),
    "over",
)
PHASE_BIT: Final = (
    *([0] * 4),
    *([FARM] * 4),
    *([REVENUE] * 4),
    *([TRANSPORT] * 4),
    *([SCORING] * 2),
    0,
)
"""The phase of each stage, in one word and as a bit of `Helper.phases`."""

BUILDINGS: Final = 6
"""Craft buildings (LG-CRAFT-1); lists that hold rows seat after seat are made for so many."""

PIPS: Final = 6
"""Revenue spaces (LG-REV-1)."""


class Table(State):
    """The fields. Flat lists hold seat after seat; numbers are those of the component data.

    *Players* are the seats and, in the solo game, the rival as player 1 (see `Rules`).
    """

    __slots__ = (
        "acted",
        "acts",
        "at",
        "barrows",
        "barrows_done",
        "chosen",
        "closed",
        "crafted",
        "dice",
        "die",
        "discards",
        "discs",
        "donkeys",
        "extensions",
        "extras",
        "field_cards",
        "fields",
        "fired",
        "first_vp",
        "free_extras",
        "frees",
        "full",
        "goods",
        "hands",
        "helpers",
        "loaded",
        "market",
        "marks",
        "mover",
        "open",
        "order",
        "pile",
        "pile_number",
        "pile_of",
        "plays",
        "rival_die",
        "rolls",
        "roof",
        "roof_bought",
        "roof_used",
        "roofs",
        "round",
        "rows",
        "rules",
        "siesta",
        "silver",
        "stack",
        "stage",
        "to_act",
        "took",
        "turns",
        "vp",
    )

    rules: Rules
    to_act: int | None

    round: int
    """The round, from 1 (LG-ROUND-1)."""
    stage: int
    """`FIRST_PLAYER` to `OVER`."""
    at: int
    """Whose part of the stage it is: a place in its sequence of players (two passes in `DIE`)."""
    mover: int
    """The player whose part of the stage it is."""
    open: bool
    """Whether a turn of LG-DEC-15 is open: with an empty stack its own moves are legal."""
    turns: int
    """Turns of LG-DEC-15 begun so far."""
    stack: list[Frame]
    """Effects in progress, the innermost last (see `frames`)."""

    order: list[int]
    """Players in turn order; empty before the first player is known."""
    discs: list[int]
    """Players by their siesta discs: of two on one space the upper one stands first."""
    siesta: list[int]
    """The siesta space of each player's disc."""

    vp: list[int]
    silver: list[int]
    goods: list[int]
    """Goods in dens and on pig spaces and trade commodities: each seat, each good (8)."""
    fields: list[int]
    """Fields: each seat, each crop (3)."""
    full: list[int]
    """How many of them hold their crop (LG-GEN-5)."""
    field_cards: list[tuple[int, ...]]
    """Each seat's cards that lie as fields, in order of play."""
    extensions: list[tuple[int, ...]]
    """Each seat's cards that lie as extensions, in order of play (LG-FARM-11)."""
    barrows: list[int]
    """Each seat's barrow slots: the card, or 0."""
    loaded: list[int]
    """Places of the barrow in that slot that are filled, as bits by place in `Card.goods`; of
    places that ask for the same good the first is filled first."""
    barrows_done: list[int]
    """Barrows that each seat has completed; no rule asks for it."""
    helpers: list[int]
    """Each seat's helper slots: the card, or 0."""
    acted: list[int]
    """1 for each helper slot whose action was used this round (LG-ANY-14)."""
    fired: list[int]
    """How often each trigger with a limit fired this round: each seat, each `Trigger.counter`."""
    hands: list[tuple[int, ...]]
    """Each seat's hand cards, ascending."""

    roof: list[int]
    """Roof markers that lie face up for sale, ascending (LG-ROOF-1)."""
    roofs: list[tuple[int, ...]]
    """Each seat's bought roof markers, leftmost first."""
    roof_used: list[int]
    """Those of them that are turned down, as bits by place (LG-ROOF-5)."""

    rows: list[int]
    """Filled places of each seat's row in each building (6), as bits by place in `Building.row`;
    of places that ask for the same good the first is filled first."""
    crafted: list[int]
    """The round in which each seat took the craft marker of each building (6), or 0."""
    first_vp: list[int]
    """1 for each building whose grey area still holds its VP (LG-SETUP-4)."""
    closed: list[int]
    """Closed buildings in the order of their order markers, the next to open first."""
    market: list[int]
    """The player whose marker is on each market space, or `NONE`."""

    dice: list[int]
    """Revenue dice on spaces 1 to 6, at places 0 to 5."""
    marks: list[int]
    """The player who marked each of these spaces this round, or `NONE` (LG-REV-2)."""
    donkeys: list[int]
    """Each seat's used donkey markers, marker N as bit N - 1."""
    chosen: list[int]
    """The donkey marker that each seat chose this round, or 0; hidden while `stage` is `DONKEY`."""
    rival_die: int
    """The rival's siesta die of this round, or 0 (LG-SOLO-7)."""
    rolls: int
    """Rolls for order markers so far (LG-SETUP-5)."""

    pile: list[int]
    """The cards in the draw pile, ascending: which they are is hidden, how many is open."""
    pile_number: int
    """0 for the first pile, one more after each shuffle of the discards."""
    pile_of: list[int]
    """For each card number the pile that it was last shuffled into: open to all."""
    discards: list[int]
    """The discard pile, the last card on top."""

    acts: int
    """Any-time actions in this turn (LG-ANY-15)."""
    plays: int
    """Plays left in this play turn (LG-FARM-1)."""
    roof_bought: bool
    """Whether a roof marker was bought in this roof turn (LG-ROOF-1)."""
    die: int
    """The number of the die taken in this turn, or 0."""
    took: int
    """1 + the place of the option that this die brought, 0 for none (LG-REV-9)."""
    frees: int
    """Free deliveries left in this delivery turn (LG-TRANS-7)."""
    extras: int
    """Extra deliveries left in this delivery turn (LG-TRANS-13)."""
    free_extras: int
    """How many of the next extra deliveries cost nothing (LG-TRANS-14)."""

    def __init__(self, rules: Rules | None = None) -> None:
        """The table before the first event; a bare one without rules, for `copy_to` to fill."""
        if rules is None:
            return
        self.rules = rules
        self.to_act = CHANCE
        self.round = 1
        self.stage = FIRST_PLAYER
        self.at = 0
        self.mover = 0
        self.open = False
        self.turns = 0
        self.stack = []
        self.order = []
        self.discs = []
        self.siesta = [0] * rules.players
        self._set_up_farms()
        self._set_up_village()
        self.pile = [card.number for card in rules.box.cards[1:]]
        self.pile_number = 0
        self.pile_of = [0] * len(rules.box.cards)
        self.discards = []
        self.acts = 0
        self.plays = 0
        self.roof_bought = False
        self.die = 0
        self.took = 0
        self.frees = 0
        self.extras = 0
        self.free_extras = 0

    def _set_up_farms(self) -> None:
        constants = self.rules.box.constants
        seats = self.rules.seats
        self.vp = [constants.start_vp] * seats
        self.silver = [constants.start_silver] * seats
        self.goods = ([0] * TRADE + [constants.start_trade]) * seats
        self.fields = [0] * (seats * CROPS)
        self.full = [0] * (seats * CROPS)
        self.field_cards = [()] * seats
        self.extensions = [()] * seats
        self.barrows = [0] * (seats * constants.barrow_slots)
        self.loaded = [0] * (seats * constants.barrow_slots)
        self.barrows_done = [0] * seats
        self.helpers = [0] * (seats * constants.helper_slots)
        self.acted = [0] * (seats * constants.helper_slots)
        self.fired = [0] * (seats * self.rules.box.counters)
        self.hands = [()] * seats
        self.roofs = [()] * seats
        self.roof_used = [0] * seats

    def _set_up_village(self) -> None:
        seats = self.rules.seats
        self.roof = []
        self.rows = [0] * (seats * BUILDINGS)
        self.crafted = [0] * (seats * BUILDINGS)
        self.first_vp = [1] * BUILDINGS
        self.closed = []
        self.market = [NONE] * len(self.rules.box.spaces)
        self.dice = [0] * PIPS
        self.marks = [NONE] * PIPS
        self.donkeys = [0] * seats
        self.chosen = [0] * seats
        self.rival_die = 0
        self.rolls = 0

    def good(self, seat: int, good: int) -> int:
        """How many of a good the seat has in dens, on pig spaces, or as trade commodities."""
        return self.goods[seat * KINDS_OF_GOODS + good]

    def copy_to(self, twin: Table) -> None:
        """Fill a new table with all that lies on this one."""
        twin.rules = self.rules
        twin.to_act = self.to_act
        twin.round = self.round
        twin.stage = self.stage
        twin.at = self.at
        twin.mover = self.mover
        twin.open = self.open
        twin.turns = self.turns
        twin.stack = self.stack[:]
        twin.order = self.order[:]
        twin.discs = self.discs[:]
        twin.siesta = self.siesta[:]
        self._copy_farms(twin)
        self._copy_village(twin)
        twin.pile = self.pile[:]
        twin.pile_number = self.pile_number
        twin.pile_of = self.pile_of[:]
        twin.discards = self.discards[:]
        twin.acts = self.acts
        twin.plays = self.plays
        twin.roof_bought = self.roof_bought
        twin.die = self.die
        twin.took = self.took
        twin.frees = self.frees
        twin.extras = self.extras
        twin.free_extras = self.free_extras

    def _copy_farms(self, twin: Table) -> None:
        twin.vp = self.vp[:]
        twin.silver = self.silver[:]
        twin.goods = self.goods[:]
        twin.fields = self.fields[:]
        twin.full = self.full[:]
        twin.field_cards = self.field_cards[:]
        twin.extensions = self.extensions[:]
        twin.barrows = self.barrows[:]
        twin.loaded = self.loaded[:]
        twin.barrows_done = self.barrows_done[:]
        twin.helpers = self.helpers[:]
        twin.acted = self.acted[:]
        twin.fired = self.fired[:]
        twin.hands = self.hands[:]
        twin.roofs = self.roofs[:]
        twin.roof_used = self.roof_used[:]

    def _copy_village(self, twin: Table) -> None:
        twin.roof = self.roof[:]
        twin.rows = self.rows[:]
        twin.crafted = self.crafted[:]
        twin.first_vp = self.first_vp[:]
        twin.closed = self.closed[:]
        twin.market = self.market[:]
        twin.dice = self.dice[:]
        twin.marks = self.marks[:]
        twin.donkeys = self.donkeys[:]
        twin.chosen = self.chosen[:]
        twin.rival_die = self.rival_die
        twin.rolls = self.rolls
