"""How many decisions a match can have at most (LG-TERM-1).

Each seat has in each round at most one turn of each kind (two with a die), and in a turn

- one `done`, or the move that ends it;
- its plays, one roof marker, one mark, one die, or deliveries whose number is fixed at its start:
  what a donkey marker shows and triggers add, and the symbols of extensions and helpers;
- where any-time actions are legal, at most the cap of them (LG-ANY-15).

All these start lists of effects. A list needs as many decisions as its single steps, the goods it
lets choose, and one for each choice; declining ends what could have been steps (LG-TERM-4). Each
step can be heard by the triggers of all craft markers and of the most talkative helpers that fit
the slots. Their lists are reckoned the same way; a trigger does not fire inside itself, so as many
levels as there are triggers are enough (LG-FX-11), and fewer as soon as a level adds nothing.

Four things are reckoned for the whole match or round, as they are bounded there: a row is completed
once (LG-CRAFT-5); the n-th extension costs n kinds at most, of which there are nine (LG-FARM-5);
income comes once in a round; nobody discards more cards to the hand limit than there are.
"""

from __future__ import annotations

from typing import Final

from siurell.games.la_granja.components import Card, Components
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.vocabulary import (
    CHOICE,
    DELIVERY,
    EXTENSION_DISCOUNT,
    EXTRA_DELIVERIES,
    EXTRA_OPTION,
    FREE_UPGRADE,
    GAIN_GOODS,
    GROW,
    ON_BARROW_COMPLETED,
    ON_CARD_PLAYED,
    ON_CRAFT_COMPLETED,
    ON_DELIVERED,
    ON_DELIVERY_TURN,
    ON_DIE_USED,
    ON_INCOME,
    ON_OFFSPRING,
    ON_ROOF_BOUGHT,
    ON_ROOF_USED,
    ON_SCORING,
    ON_UPGRADED,
    PAY_CARD,
    PAY_GOODS,
    PLAY_CARD,
    REFRESH_DONKEY,
    REUSE_ROOF,
    REVENUE_SPACE,
    TRIGGERS,
    Effect,
    Trigger,
)

_TURNS: Final = 10
"""Turns of a seat in a round (LG-DEC-12)."""
_ANY_TIME_TURNS: Final = 8
"""Those of them with any-time actions: all but T-MARK and T-DONKEY (LG-DEC-15)."""
_DICE: Final = 3
"""Dice that a seat uses in a round: two of its own and the last one (LG-REV-3, LG-REV-5)."""


def longest_match(rules: Rules) -> int:
    """No match of so many seats has more decisions."""
    return rules.seats * _Reckoning(rules.box).of_a_seat()


class _Reckoning:
    """How many decisions each part of the game can lead to, for one seat."""

    __slots__ = ("_box", "_heard", "_known")

    def __init__(self, box: Components) -> None:
        self._box = box
        self._heard = [0] * len(TRIGGERS)
        """What can follow from each event that triggers hear."""
        self._known: dict[int, int] = {}
        """The lists of effects that were reckoned with what is heard now, by number."""
        for _ in box.triggers:
            deeper = [self._after(on) for on in range(len(TRIGGERS))]
            if deeper == self._heard:
                break
            self._heard = deeper
            self._known = {}

    def of_a_seat(self) -> int:
        """All rounds, and what is reckoned for the whole match."""
        box = self._box
        rows = sum([self._list(building.at_once) for building in box.buildings])
        rows += len(box.buildings) * self._heard[ON_CRAFT_COMPLETED]
        kinds = len(box.farm_board.payment_kinds)
        payments = sum([min(number, kinds) for number in range(1, self._most_extensions() + 1)])
        rounds = sum([self._round(plays) for plays in box.constants.plays_per_round])
        return rows + payments + rounds

    def _round(self, plays: int) -> int:
        constants = self._box.constants
        any_time = _ANY_TIME_TURNS * constants.any_time_cap_per_turn * self._any_time_action()
        spaces = [self._choice(choice) for choice in self._box.revenue_spaces]
        dice = _DICE * (1 + max(spaces) + self._heard[ON_DIE_USED])
        discards = max(len(self._box.cards) - 1 - constants.hand_limit, 0)
        heard = sum([self._heard[on] for on in (ON_INCOME, ON_OFFSPRING, ON_SCORING)])
        roof = 1 + self._heard[ON_ROOF_BOUGHT]
        mark = 1 + max([self._costs(card) for card in self._box.cards])
        own = plays * self._play() + roof + mark + dice + self._deliveries() * self._delivery()
        return _TURNS + own + any_time + discards + heard

    def _any_time_action(self) -> int:
        """The action itself and what it can lead to (LG-DEC-17)."""
        box = self._box
        roofs = [self._list(marker.effects) for marker in box.roof_markers]
        follows = [self._heard[ON_UPGRADED], self._heard[ON_ROOF_USED] + max(roofs)]
        follows += [self._list(use.effects) for use in box.trade_uses]
        for card in box.cards:
            if card.helper.action:
                follows.append(self._costs(card) + self._list(card.helper.action.effects))
        return 1 + max(follows)

    def _costs(self, card: Card) -> int:
        """Only goods and cards are chosen when they are paid."""
        action = card.helper.action
        if action is None:
            return 0
        return sum([cost.n for cost in action.costs if cost.pay in (PAY_CARD, PAY_GOODS)])

    def _play(self) -> int:
        """A play, a slot to free, and what hears it; payments are reckoned for the match."""
        return 2 + self._heard[ON_CARD_PLAYED]

    def _delivery(self) -> int:
        """A delivery, the market, and what hears it; rows are reckoned for the match."""
        return 2 + self._heard[ON_DELIVERED] + self._heard[ON_BARROW_COMPLETED]

    def _deliveries(self) -> int:
        """Free and extra deliveries of a delivery turn (LG-TRANS-7, LG-TRANS-11)."""
        box = self._box
        added = self._sum_heard(ON_DELIVERY_TURN, [self._added(t) for t in box.triggers])
        symbols = sorted([card.extension.extra_deliveries for card in box.cards[1:]])
        extensions = self._most_extensions()
        extra = sum(symbols[-extensions:]) + self._most_of_helpers(EXTRA_DELIVERIES)
        return max([donkey.deliveries for donkey in box.donkeys]) + added + extra

    def _added(self, trigger: Trigger) -> int:
        return sum([effect.n for effect in self._box.effects[trigger.effects]])

    def _most_extensions(self) -> int:
        """A seat has no more: the next one would cost more kinds than there are (LG-FARM-7)."""
        kinds = len(self._box.farm_board.payment_kinds)
        most = kinds + self._most_of_helpers(EXTENSION_DISCOUNT)
        return min(most, len(self._box.cards) - 1)

    def _most_of_helpers(self, mod: int) -> int:
        """The most that as many helpers as there are slots can add up to."""
        sums = [
            sum([passive.n for passive in card.helper.passives if passive.mod == mod])
            for card in self._box.cards[1:]
        ]
        return sum(sorted(sums)[-self._box.constants.helper_slots :])

    def _after(self, on: int) -> int:
        """What can follow from an event, with the triggers of the level before."""
        return self._sum_heard(
            on, [trigger.optional + self._list(trigger.effects) for trigger in self._box.triggers]
        )

    def _sum_heard(self, on: int, by_trigger: list[int]) -> int:
        """The sum over all craft markers and the helpers with the most, as many as fit."""
        crafts = 0
        helpers = [0] * len(self._box.cards)
        for trigger in self._box.triggers:
            if trigger.on == on and trigger.card:
                helpers[trigger.card] += by_trigger[trigger.number]
            elif trigger.on == on:
                crafts += by_trigger[trigger.number]
        return crafts + sum(sorted(helpers)[-self._box.constants.helper_slots :])

    def _list(self, effects: int) -> int:
        """A list of effects."""
        known = self._known.get(effects)
        if known is None:
            known = sum([self._effect(effect) for effect in self._box.effects[effects]])
            self._known[effects] = known
        return known

    def _effect(self, effect: Effect) -> int:
        do = effect.do
        if do == GAIN_GOODS:
            return effect.n if len(effect.goods) > 1 else 0
        if do == FREE_UPGRADE:
            return effect.n * (1 + self._heard[ON_UPGRADED])
        if do == DELIVERY:
            return effect.n * self._delivery()
        if do == PLAY_CARD:
            return effect.n * self._play()
        if do in (GROW, REUSE_ROOF, REFRESH_DONKEY):
            return effect.n
        if do == CHOICE:
            return self._choice(effect.choice)
        if do in (REVENUE_SPACE, EXTRA_OPTION):
            return max([self._choice(choice) for choice in self._box.revenue_spaces])
        return 0

    def _choice(self, choice: int) -> int:
        """Taking an option, if there are several, and the option with the most decisions."""
        options = self._box.choices[choice]
        return int(len(options) > 1) + max([self._list(option.effects) for option in options])
