"""The rules of one match: seats, components and all that follows from them.

Looked up once and shared by all states of such matches; nothing here changes.
"""

from __future__ import annotations

from typing import Final

from siurell.games.la_granja.catalogue import Catalogue
from siurell.games.la_granja.components import Card, Components
from siurell.games.la_granja.laying_out import Luck
from siurell.games.la_granja.vocabulary import (
    BREED_PARENTS,
    BUY_DISCOUNT,
    CHOICE,
    KINDS_OF_GOODS,
    PASSIVES,
    REUSE_ROOF,
    UPGRADE_DISCOUNT,
)

RIVAL_PLAYER: Final = 1
"""The rival of the solo game as a player: it owns market markers and a disc, but no seat."""


class Rules:
    """The rules of one match.

    *Players* are those with a siesta disc and market markers: the seats, and in the solo game the
    rival as player 1 (LG-SOLO-1).
    """

    __slots__ = (
        "barrow_slots",
        "box",
        "breed_parents",
        "buildings",
        "catalogue",
        "dice",
        "discounts",
        "effects_of_marker",
        "helper_slots",
        "kept_markers",
        "luck",
        "mods",
        "neighbours",
        "no_reuse",
        "players",
        "roof_of_round",
        "seats",
        "solo",
        "spaces",
        "spaces_of_value",
    )

    def __init__(self, seats: int, box: Components, catalogue: Catalogue) -> None:
        self.box = box
        self.catalogue = catalogue
        self.seats = seats
        self.solo = seats == 1
        self.players = 2 if self.solo else seats
        self.barrow_slots = box.constants.barrow_slots
        self.helper_slots = box.constants.helper_slots
        self.dice = box.constants.dice[seats - 1]
        self.kept_markers = box.solo.roof_markers if self.solo else seats
        """Roof markers that are kept for a round (LG-SETUP-3)."""
        self.roof_of_round = _roof_of_round(box)
        """The markers of round N at place N."""
        self.effects_of_marker = {marker.number: marker.effects for marker in box.roof_markers}
        """The number of the effects of a roof marker by its number."""
        self.luck = Luck(
            seats=seats,
            cards=tuple([card.number for card in box.cards[1:]]),
            dice=self.dice,
            roof=tuple(self.roof_of_round[1:]),
            kept=self.kept_markers,
        )
        self._number_the_village(box)
        self._index_the_helpers(box)

    def _number_the_village(self, box: Components) -> None:
        self.buildings = {building.key: place for place, building in enumerate(box.buildings)}
        """The number of a building by its key."""
        self.spaces = {space.key: place for place, space in enumerate(box.spaces)}
        """The number of a market space by its key, closed ones included."""
        is_open = [not space.closed or self.seats not in box.closed_for for space in box.spaces]
        self.neighbours = [
            [place for place in space.neighbours if is_open[place]] for space in box.spaces
        ]
        """The open neighbours of a market space (LG-MARKET-2)."""
        self.spaces_of_value = [
            [
                place
                for place, space in enumerate(box.spaces)
                if space.value == value and is_open[place]
            ]
            for value in range(max([card.value for card in box.cards]) + 1)
        ]
        """The open market spaces of a number."""

    def _index_the_helpers(self, box: Components) -> None:
        self.mods = [_by_card(box, mod) for mod in range(len(PASSIVES))]
        """For each passive what the helper side of each card adds; discounts are in `discounts`."""
        self.discounts = [_by_card_and_good(box, mod) for mod in (UPGRADE_DISCOUNT, BUY_DISCOUNT)]
        """What each helper takes off an upgrade and off buying, at ``card * 8 + good``."""
        self.breed_parents = [0, *[_breed_parents(card) for card in box.cards[1:]]]
        """Pigs that offspring needs with each helper, 0 for helpers that do not change it."""
        self.no_reuse = [
            marker.number for marker in box.roof_markers if _turns_up(box, marker.effects)
        ]
        """Markers that `reuse_roof` never turns up (LG-ROOF-7)."""


def _roof_of_round(box: Components) -> list[tuple[int, ...]]:
    return [
        tuple([marker.number for marker in box.roof_markers if marker.round == number])
        for number in range(box.constants.rounds + 1)
    ]


def _by_card(box: Components, mod: int) -> list[int]:
    """Card by card the sum of a passive; place 0 is an empty slot."""
    sums = [
        sum([passive.n for passive in card.helper.passives if passive.mod == mod])
        for card in box.cards
    ]
    sums[0] = 0
    return sums


def _by_card_and_good(box: Components, mod: int) -> list[int]:
    discounts = [0] * (len(box.cards) * KINDS_OF_GOODS)
    for card in box.cards[1:]:
        for passive in card.helper.passives:
            if passive.mod == mod:
                for good in passive.goods:
                    discounts[card.number * KINDS_OF_GOODS + good] += passive.n
    return discounts


def _breed_parents(card: Card) -> int:
    return min(
        [passive.n for passive in card.helper.passives if passive.mod == BREED_PARENTS], default=0
    )


def _turns_up(box: Components, effects: int) -> bool:
    """Whether a list of effects turns roof markers up, be it in an option."""
    for effect in box.effects[effects]:
        if effect.do == REUSE_ROOF:
            return True
        if effect.do == CHOICE:
            options = box.choices[effect.choice]
            if any(_turns_up(box, option.effects) for option in options):
                return True
    return False
