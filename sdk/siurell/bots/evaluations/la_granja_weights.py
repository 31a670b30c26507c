"""What the cards and markers of La Granja are worth, by what they do; looked up once a box.

All weights are in hundredths of a VP, found by play.
"""

from __future__ import annotations

from functools import lru_cache

from siurell.games.la_granja.components import Card, Components
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.vocabulary import (
    CHOICE,
    DELIVERY,
    DRAW_CARD,
    EXTRA_OPTION,
    FREE_UPGRADE,
    GAIN_GOODS,
    GAIN_SILVER,
    GAIN_TRADE,
    GAIN_VP,
    GROW,
    PAY_CARD,
    PAY_GOODS,
    PAY_SILVER,
    PAY_VP,
    PIG_SPACES,
    PLAY_CARD,
    REFRESH_DONKEY,
    RESERVE_DIE,
    REUSE_ROOF,
    REVENUE_SPACE,
    SIESTA,
    SILVER_PER,
    VP_PER,
    Effect,
    Trigger,
)

_SILVER = 25
_TRADE = 105
_GOOD = (60, 60, 60, 90, 80, 90, 95, 105)
"""A good: olive to trade commodity."""
_COSTS = {PAY_SILVER: 25, PAY_VP: 100, PAY_CARD: 25, PAY_GOODS: 55}
_FLAT = {
    GAIN_SILVER: _SILVER,
    GAIN_VP: 100,
    GAIN_TRADE: _TRADE,
    FREE_UPGRADE: 40,
    SIESTA: 35,
    DELIVERY: 75,
    DRAW_CARD: 22,
    PLAY_CARD: 60,
    GROW: 40,
    REUSE_ROOF: 60,
    REFRESH_DONKEY: 20,
    REVENUE_SPACE: 100,
    RESERVE_DIE: 25,
    EXTRA_OPTION: 60,
}
"""Effects for each unit of their number."""
_COUNTED = 2
"""How often something that is counted is there, as a rule."""
_OFTEN = (100, 50, 100, 100, 60, 30, 40, 40, 100, 80, 30, 30, 60, 150, 50)
"""How often a trigger fires in a round, in hundredths: income to offspring."""
_PASSIVES = (8, 6, 8, 10, 0, 18, 30, 14, 14, 12, 12, 30, 55)
"""Each unit of a passive in a round: upgrade discount (for each good) to offspring bonus."""
_ACTION = 70
"""How much of what an action brings is counted, in hundredths: it is not used every round."""
_HAND, _PIG_SPACE, _SYMBOL = 8, 10, 30
"""What an extension adds for good, in a round."""


class Weights:
    """The weights of one box; lists by card have an empty slot at place 0."""

    __slots__ = (
        "action",
        "at_once",
        "barrow",
        "barrow_slots",
        "base_pig_spaces",
        "choice",
        "craft",
        "effects",
        "extension_income",
        "extension_lasting",
        "extension_pig_spaces",
        "half",
        "helper",
        "helper_pig_spaces",
        "helper_slots",
        "order_marker",
        "places",
        "roof",
        "rows",
    )

    def __init__(self, box: Components) -> None:
        cards = box.cards[1:]
        constants = box.constants
        self.barrow_slots = _slots(constants.barrow_slots, constants.max_players)
        self.helper_slots = _slots(constants.helper_slots, constants.max_players)
        """The places of each seat's slots in the lists of a state."""
        self.barrow = [0, *[100 * card.value + _TRADE for card in cards]]
        """What a barrow brings when it is completed, but for its market marker."""
        self.places: list[tuple[int, ...]] = [(), *[card.goods for card in cards]]
        self.extension_income = [0, *[_income(card) for card in cards]]
        self.extension_lasting = [0, *[_lasting(card) for card in cards]]
        self.extension_pig_spaces = [0, *[card.extension.pig_spaces for card in cards]]
        self.helper = [0, *[_helper(box, card) for card in cards]]
        """What a helper does in a round by itself, and what it may do when it is asked."""
        self.action = [0, *[_action(box, card) for card in cards]]
        """What the action of a helper is worth while it is not used."""
        self.helper_pig_spaces = [0, *[_pig_spaces(card) for card in cards]]
        self.base_pig_spaces = box.farm_board.pig_spaces
        self.roof = [0] * (box.roof_markers[-1].number + 1)
        for marker in box.roof_markers:
            self.roof[marker.number] = 9 * effects_worth(box, marker.effects) // 10
        self.rows = [building.row for building in box.buildings]
        self.at_once = [effects_worth(box, building.at_once) for building in box.buildings]
        self.craft = [
            sum([_trigger(box, trigger) for trigger in building.afterwards])
            for building in box.buildings
        ]
        """What a craft marker does in a round."""
        self.order_marker = 100 * box.order_marker_vp
        self.effects = [[_effect(box, effect) for effect in effects] for effects in box.effects]
        """The effects of each list."""
        self.choice = [
            max([effects_worth(box, option.effects) for option in options], default=0)
            for options in box.choices
        ]
        """The best of each set of options."""
        self.half = max(1, constants.donkey_refresh_round - 1)
        """Rounds for which the donkey markers must last."""


def _slots(each: int, seats: int) -> list[range]:
    return [range(seat * each, (seat + 1) * each) for seat in range(seats)]


@lru_cache(maxsize=16)
def weights_of(rules: Rules) -> Weights:
    """The weights of the box that is played with."""
    return Weights(rules.box)


def effects_worth(box: Components, effects: int) -> int:
    """What a list of effects is worth."""
    return sum([_effect(box, effect) for effect in box.effects[effects]])


def _effect(box: Components, effect: Effect) -> int:
    if effect.do == GAIN_GOODS:
        best = max([_GOOD[good] for good in effect.goods])
        return effect.n * (best + 5 * (len(effect.goods) - 1))
    if effect.do == CHOICE:
        options = box.choices[effect.choice]
        return 5 + max([effects_worth(box, option.effects) for option in options])
    if effect.do in (SILVER_PER, VP_PER):
        each = 100 if effect.do == VP_PER else _SILVER
        return each * min(effect.most, effect.n * _COUNTED // effect.per or effect.n)
    return _FLAT[effect.do] * max(1, effect.n)


def _trigger(box: Components, trigger: Trigger) -> int:
    often = _OFTEN[trigger.on]
    often = often * len(trigger.spaces) // 6 if trigger.spaces else often
    often = often * len(trigger.sides) // 3 if trigger.sides else often
    often = often * len(trigger.goods) // 7 if trigger.goods else often
    often = often * len(trigger.donkeys) // 4 if trigger.donkeys else often
    if trigger.limit:
        often = min(often, 100 * trigger.limit)
    return often * effects_worth(box, trigger.effects) // 100


def _helper(box: Components, card: Card) -> int:
    total = 0
    for passive in card.helper.passives:
        total += _PASSIVES[passive.mod] * passive.n * max(1, len(passive.goods))
    for trigger in card.helper.triggers:
        total += _trigger(box, trigger)
    return total + _action(box, card)


def _action(box: Components, card: Card) -> int:
    action = card.helper.action
    if action is None:
        return 0
    paid = sum([_COSTS[cost.pay] * cost.n for cost in action.costs])
    return max(0, effects_worth(box, action.effects) - paid) * _ACTION // 100


def _income(card: Card) -> int:
    extension = card.extension
    goods = sum([_GOOD[good] for good in extension.goods])
    return extension.silver * _SILVER + goods + extension.trade * _TRADE


def _lasting(card: Card) -> int:
    extension = card.extension
    spaces = extension.pig_spaces * _PIG_SPACE
    return extension.hand * _HAND + spaces + extension.extra_deliveries * _SYMBOL


def _pig_spaces(card: Card) -> int:
    passives = card.helper.passives
    return sum([passive.n for passive in passives if passive.mod == PIG_SPACES])
