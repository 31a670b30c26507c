"""What must hold of effects and of what has them: choices, triggers, actions and passives.

Where a list of effects stands decides what may be in it. The bounds keep every number small enough
for a state to hold it, and every chain of effects finite (LG-TERM).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from siurell.games.checked_table import CheckedTable
from siurell.games.component_mistakes import one_of, shown
from siurell.games.la_granja.vocabulary import (
    COSTS,
    COUNTED,
    EFFECTS,
    GOODS,
    ORDERS,
    PASSIVES,
    SIDES,
    TARGETS,
    TRADE,
    TRIGGERS,
    WINDOWS,
)

RESOURCES: Final = GOODS[:4]
DELIVERABLE: Final = GOODS[:TRADE]
"""The goods that lie in dens and on pig spaces (LG-GEN-4); a trade commodity is none of them."""

KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")
SPACES: Final = 6
DONKEY_MARKERS: Final = 4

_MOST: Final = {
    "gain_silver": 50,
    "gain_vp": 50,
    "gain_trade": 9,
    "free_upgrade": 4,
    "siesta": 9,
    "delivery": 4,
    "draw_card": 6,
    "play_card": 4,
    "grow": 4,
    "reuse_roof": 4,
    "refresh_donkey": 4,
}
"""The effects that have only `n` (and `to`), with the most that it may be."""

_ELSEWHERE: Final = ("reserve_die", "extra_option")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a list of effects stands: which ones may be in it, and why no others."""

    effects: tuple[str, ...]
    why: str
    asks: bool = True
    """Whether a decision may be asked for."""
    targets: tuple[str, ...] = TARGETS


def _without(*words: str) -> tuple[str, ...]:
    return tuple([effect for effect in EFFECTS if effect not in words])


_ORDINARY_WHY: Final = (
    "reserve_die belongs to an action before the roll, extra_option to a die_used trigger"
)
ORDINARY: Final = Place(_without(*_ELSEWHERE), _ORDINARY_WHY)
REVENUE: Final = Place(_without(*_ELSEWHERE, "revenue_space"), "a space leads to no other space")
IN_A_CHOICE: Final = Place(_without(*_ELSEWHERE, "choice"), "a choice holds no other choice")
_IN_A_SPACE: Final = Place(
    _without(*_ELSEWHERE, "choice", "revenue_space"), "a space leads to no other space"
)
_BEFORE_ROLL: Final = Place(("reserve_die",), "before the roll a space is marked (LG-REV-2)")
_NO_DECISION: Final = (
    "gain_silver",
    "gain_vp",
    "gain_goods",
    "gain_trade",
    "siesta",
    "draw_card",
    "silver_per",
    "vp_per",
)
_OUT_OF_TURN: Final = Place(
    ("gain_silver", "gain_vp", "draw_card"), "nobody is asked out of turn (LG-FX-8)", asks=False
)
_FIRED: Final = {
    "siesta_step": Place(("siesta",), "its steps are added up (LG-TRANS-3)"),
    "delivery_turn": Place(
        ("delivery",), "its deliveries are added up (LG-TRANS-7)", targets=("any",)
    ),
    "marker_removed": _OUT_OF_TURN,
    "marker_captured": _OUT_OF_TURN,
    "scoring": Place(_NO_DECISION, "the scoring phase has no decisions (LG-SCORE-6)", asks=False),
    "offspring": Place(_NO_DECISION, "growth has no decisions (LG-FARM-17)", asks=False),
    "die_used": Place(_without("reserve_die"), _ORDINARY_WHY),
}
"""The triggers that allow other effects than `ORDINARY`."""

_NEVER_OPTIONAL: Final = (
    "siesta_step",
    "delivery_turn",
    "marker_removed",
    "marker_captured",
    "scoring",
    "offspring",
)
_WHEN: Final = {
    "die_used": ("space",),
    "card_played": ("as",),
    "delivered": ("goods",),
    "upgraded": ("goods",),
    "delivery_turn": ("donkey",),
    "scoring": ("order", "siesta_min"),
}
"""The conditions that a trigger may have: one of these at a time."""


def check_effects(table: CheckedTable, field: str, place: Place) -> None:
    """A list of one to six effects (LG-FX-1)."""
    for effect in table.tables(field, 1, 6):
        _check_effect(effect, place)


def check_options(table: CheckedTable, place: Place) -> None:
    """One to six options, each with a key of its own (LG-FX-5, LG-REV-6)."""
    keys: list[str] = []
    for option in table.tables("options", 1, 6):
        check_key(option, keys)
        check_effects(option, "effects", place)
        option.close()


def check_key(table: CheckedTable, keys: list[str]) -> str | None:
    """The word by which a move takes an option or a use; no two of a list have the same."""
    key = table.text("key", 20)
    if key is None:
        return None
    if KEY.fullmatch(key) is None:
        table.say("key", f"must be small letters, digits and `_`, not {shown(key)}")
    elif key in keys:
        table.say("key", f"must be a word of its own; {shown(key)} stands here before")
    else:
        keys.append(key)
    return key


def check_space_options(table: CheckedTable) -> None:
    """The options of a revenue space (LG-REV-6)."""
    check_options(table, REVENUE)


def check_triggers(table: CheckedTable, field: str, siesta_spaces: int, *, helper: bool) -> None:
    """What a helper or a craft marker does whenever something happens (LG-FX-7)."""
    for trigger in table.tables(field, 0 if helper else 1, 4):
        on = trigger.kind("on", TRIGGERS)
        if on is not None:
            _check_trigger(trigger, on, siesta_spaces, helper)


def check_passives(table: CheckedTable) -> None:
    """What a helper changes while it lies (LG-HELP-3)."""
    for passive in table.tables("passive", 0, 4):
        mod = passive.kind("mod", PASSIVES)
        if mod is None:
            continue
        if mod != "sell_from_fields":
            passive.whole("n", 1, 9)
        if mod in ("upgrade_discount", "buy_discount"):
            passive.words("goods", RESOURCES, 1, len(RESOURCES))
        passive.close()


def check_actions(table: CheckedTable) -> str | None:
    """At most one action (LG-HELP-5); its window, or None when it has none."""
    window = None
    for action in table.tables("action", 0, 1):
        if action.has("window"):
            window = action.word("window", WINDOWS[1:])
        _check_costs(action, window)
        if window == "before_roll":
            check_effects(action, "effects", _BEFORE_ROLL)
        else:
            check_effects(action, "effects", ORDINARY)
        action.close()
    return window


def _check_effect(table: CheckedTable, place: Place) -> None:
    do = table.kind("do", EFFECTS)
    if do is None:
        return
    if do not in place.effects:
        table.say("do", f'must be {one_of(place.effects)}, not "{do}": {place.why}')
    if do in _MOST:
        table.whole("n", 1, _MOST[do])
    if do == "delivery":
        table.word("to", place.targets)
    elif do == "gain_goods":
        _check_goods(table, place)
    elif do == "choice":
        check_options(table, _IN_A_SPACE if place is REVENUE else IN_A_CHOICE)
    elif do == "revenue_space":
        _check_space(table)
    elif do in ("silver_per", "vp_per"):
        table.word("what", COUNTED)
        table.whole("n", 1, 9)
        table.whole("per", 1, 99)
        table.whole("max", 1, 99)
    table.close()


def _check_goods(table: CheckedTable, place: Place) -> None:
    goods = table.words("from", DELIVERABLE, 1, len(DELIVERABLE))
    count = table.whole("count", 1, 9)
    distinct = table.flag("distinct")
    if goods is None or count is None:
        return
    if distinct and count > len(goods):
        table.say("count", f"must be at most {len(goods)}, since they are distinct, not {count}")
    if len(goods) > 1 and not place.asks:
        table.say("from", f"must be one good, not {len(goods)}: {place.why}")


def _check_space(table: CheckedTable) -> None:
    """A revenue space by its number, or that of the round."""
    if table.peek("space") == "round":
        table.has("space")
    else:
        table.whole("space", 1, SPACES, ' or "round"')


def _check_trigger(table: CheckedTable, on: str, siesta_spaces: int, helper: bool) -> None:
    if table.has("when"):
        _check_when(table, on, siesta_spaces)
    if table.has("limit"):
        table.whole("limit", 1, 9)
    if table.has("optional") and table.flag("optional"):
        if not helper:
            table.say("optional", "must be false: only helpers ask their owner (LG-DEC-18)")
        elif on in _NEVER_OPTIONAL:
            table.say("optional", f"must be false: {on} is at a moment without decisions")
    check_effects(table, "effects", _FIRED.get(on, ORDINARY))
    table.close()


def _check_when(table: CheckedTable, on: str, siesta_spaces: int) -> None:
    known = _WHEN.get(on, ())
    if not known:
        table.say("when", f"must be left out: {on} has no condition")
        return
    when = table.table("when")
    if when is None:
        return
    if len([field for field in known if when.has(field)]) != 1:
        table.say("when", f"must hold {' or '.join(known)}, and one condition alone")
        return
    if when.has("space"):
        when.wholes("space", 1, SPACES, 1, SPACES, twice=False)
    elif when.has("as"):
        when.words("as", SIDES, 1, len(SIDES))
    elif when.has("goods"):
        when.words("goods", GOODS, 1, len(GOODS))
    elif when.has("donkey"):
        when.wholes("donkey", 1, DONKEY_MARKERS, 1, DONKEY_MARKERS, twice=False)
    elif when.has("order"):
        when.word("order", ORDERS[1:])
    elif when.has("siesta_min"):
        when.whole("siesta_min", 1, siesta_spaces - 1)
    when.close()


def _check_costs(table: CheckedTable, window: str | None) -> None:
    """What is paid before the effects: each kind of cost at most once (LG-FX-9)."""
    paid: list[str] = []
    for cost in table.tables("cost", 0, len(COSTS)):
        pay = cost.kind("pay", COSTS)
        if pay is None:
            continue
        if pay in paid:
            cost.say("pay", f'must be another kind of cost: "{pay}" stands here before')
        paid.append(pay)
        cost.whole("n", 1, 50 if pay in ("silver", "vp") else 6)
        if pay == "goods":
            cost.words("from", DELIVERABLE, 1, len(DELIVERABLE))
        cost.close()
