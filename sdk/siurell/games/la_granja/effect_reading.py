"""Reading effects, triggers, passives and actions from the data file and numbering them.

Lists of effects, sets of options and triggers get running numbers in the order in which they are
read, so that a state can name them by whole numbers.
"""

from __future__ import annotations

from typing import Any

from siurell.games.la_granja.vocabulary import (
    CHOICE,
    COSTS,
    COUNTED,
    EFFECTS,
    GOODS,
    NONE,
    ORDERS,
    PASSIVES,
    SIDES,
    TARGETS,
    TRIGGERS,
    WINDOWS,
    Action,
    Choice,
    Cost,
    Effect,
    Passive,
    Trigger,
)


class Numbering:
    """What has been read so far: effects, options and triggers by their numbers."""

    __slots__ = ("choices", "counters", "effects", "triggers")

    def __init__(self) -> None:
        self.effects: list[tuple[Effect, ...]] = []
        self.choices: list[tuple[Choice, ...]] = []
        self.triggers: list[Trigger] = []
        self.counters = 0
        """How many triggers have a limit."""

    def add_effects(self, entries: list[dict[str, Any]]) -> int:
        """The number of a new list of effects."""
        read = tuple([self._effect(entry) for entry in entries])
        self.effects.append(read)
        return len(self.effects) - 1

    def add_choice(self, options: list[dict[str, Any]]) -> int:
        """The number of a new set of options."""
        read = tuple(
            [Choice(entry["key"], self.add_effects(entry["effects"])) for entry in options]
        )
        self.choices.append(read)
        return len(self.choices) - 1

    def add_trigger(self, entry: dict[str, Any], card: int, building: int) -> Trigger:
        """A new trigger of a helper or of a craft marker."""
        when = entry.get("when", {})
        limit = entry.get("limit", 0)
        counter = NONE
        if limit:
            counter = self.counters
            self.counters += 1
        trigger = Trigger(
            number=len(self.triggers),
            on=TRIGGERS.index(entry["on"]),
            effects=self.add_effects(entry["effects"]),
            card=card,
            building=building,
            limit=limit,
            counter=counter,
            optional=entry.get("optional", False),
            spaces=tuple(when.get("space", [])),
            sides=tuple([SIDES.index(side) for side in when.get("as", [])]),
            goods=goods_of(when.get("goods", [])),
            donkeys=tuple(when.get("donkey", [])),
            order=ORDERS.index(when.get("order", "")),
            siesta_min=when.get("siesta_min", 0),
        )
        self.triggers.append(trigger)
        return trigger

    def read_action(self, entries: list[dict[str, Any]]) -> Action | None:
        """The action of a helper; a card has at most one (LG-HELP-5)."""
        if not entries:
            return None
        entry = entries[0]
        costs = tuple(
            [
                Cost(COSTS.index(cost["pay"]), cost["n"], goods_of(cost.get("from", [])))
                for cost in entry["cost"]
            ]
        )
        effects = self.add_effects(entry["effects"])
        return Action(WINDOWS.index(entry.get("window", "")), costs, effects)

    def _effect(self, entry: dict[str, Any]) -> Effect:
        do = EFFECTS.index(entry["do"])
        space = entry.get("space", 0)
        return Effect(
            do=do,
            n=entry.get("count", entry.get("n", 0)),
            goods=goods_of(entry.get("from", [])),
            distinct=entry.get("distinct", False),
            to=TARGETS.index(entry.get("to", "any")),
            choice=self.add_choice(entry["options"]) if do == CHOICE else NONE,
            space=0 if space == "round" else space,
            what=COUNTED.index(entry.get("what", COUNTED[0])),
            per=entry.get("per", 1),
            most=entry.get("max", 0),
        )


def read_passive(entry: dict[str, Any]) -> Passive:
    """A passive of a helper."""
    goods = goods_of(entry.get("goods", []))
    return Passive(PASSIVES.index(entry["mod"]), entry.get("n", 1), goods)


def goods_of(words: list[str]) -> tuple[int, ...]:
    """The numbers of goods."""
    return tuple([GOODS.index(word) for word in words])
