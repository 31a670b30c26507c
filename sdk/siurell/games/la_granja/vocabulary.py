"""The closed words of the data file and of the notation, and what rewards are made of (LG-FX-1).

Words are numbers in the engine: their place in the tuples of this module. Cards, roof markers and
revenue spaces keep their printed numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

GOODS: Final = ("olive", "grain", "grape", "pig", "food", "wine", "meat", "trade")
"""The goods in the order of LG-DEC-14; the first three are the crops (LG-GEN-1, LG-GEN-2)."""
CROPS: Final = 3
PIG: Final = 3
TRADE: Final = 7
KINDS_OF_GOODS: Final = 8

FROM_FIELD: Final = 8
"""Source ``FROM_FIELD + crop``: the crop is taken from a full field, not from its den."""
SILVER: Final = 11
VP: Final = 12
PAYMENTS: Final = (*GOODS, "olive@field", "grain@field", "grape@field", "silver", "vp")
"""What `pay` can name: first the sources of LG-DEC-14 (a good, then a crop of a field)."""
SOURCES: Final = PAYMENTS[:SILVER]

PHASES: Final = ("farm", "revenue", "transport", "scoring")
FARM: Final = 1
REVENUE: Final = 2
TRANSPORT: Final = 4
SCORING: Final = 8
"""The phases as bits (LG-ROUND-1)."""

SIDES: Final = ("field", "barrow", "extension", "helper")
FIELD: Final = 0
BARROW: Final = 1
EXTENSION: Final = 2
HELPER: Final = 3

EFFECTS: Final = (
    "gain_silver",
    "gain_vp",
    "gain_goods",
    "gain_trade",
    "free_upgrade",
    "siesta",
    "delivery",
    "draw_card",
    "play_card",
    "choice",
    "grow",
    "reuse_roof",
    "refresh_donkey",
    "revenue_space",
    "reserve_die",
    "extra_option",
    "silver_per",
    "vp_per",
)
GAIN_SILVER: Final = 0
GAIN_VP: Final = 1
GAIN_GOODS: Final = 2
GAIN_TRADE: Final = 3
FREE_UPGRADE: Final = 4
SIESTA: Final = 5
DELIVERY: Final = 6
DRAW_CARD: Final = 7
PLAY_CARD: Final = 8
CHOICE: Final = 9
GROW: Final = 10
REUSE_ROOF: Final = 11
REFRESH_DONKEY: Final = 12
REVENUE_SPACE: Final = 13
RESERVE_DIE: Final = 14
EXTRA_OPTION: Final = 15
SILVER_PER: Final = 16
VP_PER: Final = 17

TARGETS: Final = ("any", "barrow", "craft")
TO_ANY: Final = 0
TO_BARROW: Final = 1
TO_CRAFT: Final = 2

COUNTED: Final = (
    "extensions",
    "craft_markers",
    "fields",
    "barrows",
    "helpers",
    "market_markers",
    "pigs",
)
"""What `silver_per` and `vp_per` count."""

COSTS: Final = ("silver", "vp", "card", "goods")
PAY_SILVER: Final = 0
PAY_VP: Final = 1
PAY_CARD: Final = 2
PAY_GOODS: Final = 3

PASSIVES: Final = (
    "upgrade_discount",
    "buy_discount",
    "sell_from_fields",
    "hand_limit",
    "pig_spaces",
    "extra_deliveries",
    "free_extra_deliveries",
    "extension_discount",
    "roof_discount",
    "market_defence",
    "market_attack",
    "breed_parents",
    "offspring_bonus",
)
UPGRADE_DISCOUNT: Final = 0
BUY_DISCOUNT: Final = 1
SELL_FROM_FIELDS: Final = 2
HAND_LIMIT: Final = 3
PIG_SPACES: Final = 4
EXTRA_DELIVERIES: Final = 5
FREE_EXTRA_DELIVERIES: Final = 6
EXTENSION_DISCOUNT: Final = 7
ROOF_DISCOUNT: Final = 8
MARKET_DEFENCE: Final = 9
MARKET_ATTACK: Final = 10
BREED_PARENTS: Final = 11
OFFSPRING_BONUS: Final = 12

TRIGGERS: Final = (
    "income",
    "scoring",
    "siesta_step",
    "delivery_turn",
    "barrow_completed",
    "craft_completed",
    "marker_removed",
    "marker_captured",
    "upgraded",
    "card_played",
    "roof_bought",
    "roof_used",
    "die_used",
    "delivered",
    "offspring",
)
ON_INCOME: Final = 0
ON_SCORING: Final = 1
ON_SIESTA_STEP: Final = 2
ON_DELIVERY_TURN: Final = 3
ON_BARROW_COMPLETED: Final = 4
ON_CRAFT_COMPLETED: Final = 5
ON_MARKER_REMOVED: Final = 6
ON_MARKER_CAPTURED: Final = 7
ON_UPGRADED: Final = 8
ON_CARD_PLAYED: Final = 9
ON_ROOF_BOUGHT: Final = 10
ON_ROOF_USED: Final = 11
ON_DIE_USED: Final = 12
ON_DELIVERED: Final = 13
ON_OFFSPRING: Final = 14

ANY_TIME: Final = 0
BEFORE_ROLL: Final = 1
AFTER_DIE: Final = 2
WINDOWS: Final = ("", "before_roll", "after_die")

ANY_ORDER: Final = 0
FIRST: Final = 1
LAST: Final = 2
ORDERS: Final = ("", "first", "last")

NONE: Final = -1
"""No building, no choice, no counter, nobody."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a list (LG-HELP-3); fields that its kind does not use keep their default."""

    do: int
    n: int = 0
    """How much or how often; the count of `gain_goods`."""
    goods: tuple[int, ...] = ()
    """What `gain_goods` may give."""
    distinct: bool = False
    to: int = TO_ANY
    choice: int = NONE
    """The number of the options of a `choice`, in `Components.choices`."""
    space: int = 0
    """The space of `revenue_space`; 0 stands for the round number."""
    what: int = 0
    per: int = 1
    most: int = 0
    """What `silver_per` and `vp_per` count, in which steps, and how much they give at most."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a choice or of a revenue space: its key and the number of its effects."""

    key: str
    effects: int


@dataclass(frozen=True, slots=True)
class Trigger:
    """What is carried out whenever something happens (LG-FX-7); empty conditions always hold."""

    number: int
    """Its place in `Components.triggers`."""
    on: int
    effects: int
    """The number of its effects in `Components.effects`."""
    card: int
    """The helper it stands on, 0 for a craft marker."""
    building: int
    """The building of the craft marker it stands on, `NONE` for a helper."""
    limit: int
    """How often it fires in a round; 0 for no limit."""
    counter: int
    """Its place in the counts of a state, `NONE` without a limit (see `Table.fired`)."""
    optional: bool
    spaces: tuple[int, ...]
    sides: tuple[int, ...]
    goods: tuple[int, ...]
    donkeys: tuple[int, ...]
    order: int
    siesta_min: int


@dataclass(frozen=True, slots=True)
class Passive:
    """What a helper changes while it lies (LG-HELP-3); `goods` for discounts only."""

    mod: int
    n: int
    goods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """One cost of an action (LG-HELP-5); `goods` only where goods are paid."""

    pay: int
    n: int
    goods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """What a helper does once in a round when its owner says so (LG-ANY-14)."""

    window: int
    costs: tuple[Cost, ...]
    effects: int
