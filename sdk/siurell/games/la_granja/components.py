"""What comes out of the box, as the engine holds it: typed, frozen, read from the data file.

`read_components` takes data that has been validated before. Nothing here knows how the game is
played, and nothing of the game but `shipped` reads a file, so a match can have a box of its own.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from siurell.games.component_file import digest_of
from siurell.games.la_granja.effect_reading import Numbering, goods_of, read_passive
from siurell.games.la_granja.vocabulary import (
    GOODS,
    NONE,
    PAYMENTS,
    PHASES,
    Action,
    Choice,
    Effect,
    Passive,
    Trigger,
)

DATA_FILE: Final = "la_granja.toml"


@dataclass(frozen=True, slots=True)
class Constants:
    """Single numbers of the data file; what has a number for each round or seat is a tuple."""

    min_players: int
    max_players: int
    rounds: int
    dice: tuple[int, ...]
    start_hand: int
    plays_per_round: tuple[int, ...]
    plays_mandatory: tuple[bool, ...]
    hand_limit: int
    start_silver: int
    start_vp: int
    start_trade: int
    barrow_slots: int
    helper_slots: int
    silver_per_vp_at_end: int
    end_silver_per_trade: int
    extra_delivery_cost: int
    donkey_refresh_round: int
    any_time_cap_per_turn: int


@dataclass(frozen=True, slots=True)
class Good:
    """Prices of one good (LG-ANY); a price of 0 means not possible, `NONE` is no upgrade."""

    buy: int
    sell: int
    upgrade_to: int
    upgrade_cost: int


@dataclass(frozen=True, slots=True)
class FarmBoard:
    """A farm before any card lies there (LG-GEN-7, LG-FARM-15, LG-ROOF-2)."""

    pig_spaces: int
    breed_parents: int
    offspring: int
    roof_spaces_vp: tuple[int, ...]
    payment_kinds: tuple[int, ...]
    """The kinds that pay for an extension, as places in `PAYMENTS` (LG-GEN-3)."""


@dataclass(frozen=True, slots=True)
class Donkey:
    """A donkey marker (LG-TRANS-1)."""

    deliveries: int
    siesta: int


@dataclass(frozen=True, slots=True)
class Building:
    """A craft building (LG-CRAFT): what a row asks for and what its marker brings."""

    key: str
    name: str
    row: tuple[int, ...]
    at_once: int
    """The number of the effects."""
    afterwards: tuple[Trigger, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """A market space (LG-MARKET-1); coordinates are for drawing."""

    key: str
    value: int
    q: int
    r: int
    closed: bool
    neighbours: tuple[int, ...]
    """Places of the spaces next to it, closed ones included."""


@dataclass(frozen=True, slots=True)
class RoofMarker:
    """A roof marker (LG-ROOF)."""

    number: int
    round: int
    text: str
    effects: int


@dataclass(frozen=True, slots=True)
class Extension:
    """The right side of a card: its income and what it adds for good (LG-FARM-8, LG-FARM-13)."""

    hand: int
    silver: int
    goods: tuple[int, ...]
    trade: int
    pig_spaces: int
    extra_deliveries: int


@dataclass(frozen=True, slots=True)
class Helper:
    """The bottom of a card."""

    name: str
    text: str
    phases: int
    """The phases in which its triggers and its action work, as bits (LG-FX-7)."""
    passives: tuple[Passive, ...]
    triggers: tuple[Trigger, ...]
    action: Action | None


@dataclass(frozen=True, slots=True)
class Card:
    """A farm card with its four sides (LG-COMP-2)."""

    number: int
    field: int
    """The crop."""
    value: int
    goods: tuple[int, ...]
    """Value and places of the barrow."""
    extension: Extension
    helper: Helper


@dataclass(frozen=True, slots=True)
class Solo:
    """The numbers of the solo game (LG-SOLO)."""

    roof_markers: int
    rival_siesta: tuple[int, ...]
    """Spaces of the rival's disc for each face of the die."""
    grades: tuple[tuple[int, str], ...]
    """Words for a result below a number of VP, in ascending order."""


@dataclass(frozen=True, slots=True)
class Components:
    """All that the data file says.

    >>> box = shipped()
    >>> box.cards[1].helper.name, box.spaces[0].key, box.buildings[0].key
    ('Chef', '2a', 'merchant')
    """

    digest: str
    """What tells one data file from another (see `component_file.digest_of`)."""
    constants: Constants
    goods: tuple[Good, ...]
    """By number of the good."""
    farm_board: FarmBoard
    trade_uses: tuple[Choice, ...]
    revenue_spaces: tuple[int, ...]
    """For each number of the die, less 1, the number of its options in `choices`."""
    donkeys: tuple[Donkey, ...]
    """Donkey marker N stands at place N - 1."""
    siesta_vp: tuple[int, ...]
    buildings: tuple[Building, ...]
    """By number of the die, less 1."""
    first_vp: int
    order_marker_vp: int
    order_markers: int
    spaces: tuple[Space, ...]
    closed_for: tuple[int, ...]
    """Numbers of players for which the closed spaces do not exist (LG-MARKET-2)."""
    setup_spaces: tuple[int, ...]
    vp_per_removed: int
    vp_per_marker: int
    roof_markers: tuple[RoofMarker, ...]
    """In ascending order of their numbers."""
    cards: tuple[Card, ...]
    """Card N stands at place N; place 0 repeats the first card and is never played."""
    solo: Solo
    effects: tuple[tuple[Effect, ...], ...]
    """All lists of effects by their numbers."""
    choices: tuple[tuple[Choice, ...], ...]
    """All sets of options by their numbers."""
    triggers: tuple[Trigger, ...]
    counters: int
    """How many triggers have a limit."""


@cache
def shipped() -> Components:
    """The box of the data file in this folder."""
    return read_components(tomllib.loads(shipped_text()))


def shipped_text() -> str:
    """The data file in this folder."""
    return Path(__file__).with_name(DATA_FILE).read_text(encoding="utf-8")


def read_components(data: dict[str, Any]) -> Components:
    """Read the tables of a data file that has been validated."""
    numbering = Numbering()
    craft = data["craft"]
    market = data["market"]
    keys = [space["id"] for space in market["space"]]
    trade_uses = numbering.choices[numbering.add_choice(data["trade_use"])]
    by_number = sorted(data["revenue_space"], key=itemgetter("number"))
    cards = [_card(entry, numbering) for entry in sorted(data["card"], key=itemgetter("number"))]
    return Components(
        digest=digest_of(data),
        constants=_constants(data["constants"]),
        goods=tuple([_good(data["goods"][word]) for word in GOODS]),
        farm_board=_farm_board(data["farm_board"]),
        trade_uses=trade_uses,
        revenue_spaces=tuple([numbering.add_choice(space["options"]) for space in by_number]),
        donkeys=_donkeys(data["donkey_marker"]),
        siesta_vp=tuple(data["siesta_track"]["vp"]),
        buildings=tuple(
            [
                _building(number, entry, numbering)
                for number, entry in enumerate(sorted(craft["building"], key=itemgetter("die")))
            ]
        ),
        first_vp=craft["first_vp"],
        order_marker_vp=craft["order_marker_vp"],
        order_markers=craft["order_markers"],
        spaces=tuple([_space(entry, keys) for entry in market["space"]]),
        closed_for=tuple(market["closed_for_players"]),
        setup_spaces=tuple([keys.index(key) for key in market["setup_spaces"]]),
        vp_per_removed=market["vp_per_removed_marker"],
        vp_per_marker=market["vp_per_marker_scoring"],
        roof_markers=_roof_markers(data["roof_marker"], numbering),
        cards=(cards[0], *cards),
        solo=_solo(data["solo"]),
        effects=tuple(numbering.effects),
        choices=tuple(numbering.choices),
        triggers=tuple(numbering.triggers),
        counters=numbering.counters,
    )


def _donkeys(entries: list[dict[str, Any]]) -> tuple[Donkey, ...]:
    by_id = sorted(entries, key=itemgetter("id"))
    return tuple([Donkey(entry["deliveries"], entry["siesta"]) for entry in by_id])


def _roof_markers(entries: list[dict[str, Any]], numbering: Numbering) -> tuple[RoofMarker, ...]:
    by_id = sorted(entries, key=itemgetter("id"))
    return tuple(
        [
            RoofMarker(
                entry["id"], entry["round"], entry["text"], numbering.add_effects(entry["effects"])
            )
            for entry in by_id
        ]
    )


def _constants(entry: dict[str, Any]) -> Constants:
    return Constants(
        min_players=entry["min_players"],
        max_players=entry["max_players"],
        rounds=entry["rounds"],
        dice=tuple(entry["dice"]),
        start_hand=entry["start_hand"],
        plays_per_round=tuple(entry["plays_per_round"]),
        plays_mandatory=tuple(entry["plays_mandatory"]),
        hand_limit=entry["hand_limit"],
        start_silver=entry["start_silver"],
        start_vp=entry["start_vp"],
        start_trade=entry["start_trade"],
        barrow_slots=entry["barrow_slots"],
        helper_slots=entry["helper_slots"],
        silver_per_vp_at_end=entry["silver_per_vp_at_end"],
        end_silver_per_trade=entry["end_silver_per_trade"],
        extra_delivery_cost=entry["extra_delivery_cost"],
        donkey_refresh_round=entry["donkey_refresh_round"],
        any_time_cap_per_turn=entry["any_time_cap_per_turn"],
    )


def _good(entry: dict[str, Any]) -> Good:
    upgrade_to = GOODS.index(entry["upgrade_to"]) if "upgrade_to" in entry else NONE
    return Good(entry["buy"], entry["sell"], upgrade_to, entry.get("upgrade_cost", 0))


def _farm_board(entry: dict[str, Any]) -> FarmBoard:
    return FarmBoard(
        pig_spaces=entry["pig_spaces"],
        breed_parents=entry["breed_parents"],
        offspring=entry["offspring"],
        roof_spaces_vp=tuple(entry["roof_spaces_vp"]),
        payment_kinds=tuple([PAYMENTS.index(word) for word in entry["extension_payment"]]),
    )


def _building(number: int, entry: dict[str, Any], numbering: Numbering) -> Building:
    return Building(
        key=entry["key"],
        name=entry["name"],
        row=goods_of(entry["row"]),
        at_once=numbering.add_effects(entry["at_once"]),
        afterwards=tuple(
            [numbering.add_trigger(trigger, 0, number) for trigger in entry["afterwards"]]
        ),
    )


def _space(entry: dict[str, Any], keys: list[str]) -> Space:
    return Space(
        key=entry["id"],
        value=entry["value"],
        q=entry["q"],
        r=entry["r"],
        closed=entry["closed"],
        neighbours=tuple([keys.index(key) for key in entry["neighbours"]]),
    )


def _card(entry: dict[str, Any], numbering: Numbering) -> Card:
    right = entry["extension"]
    return Card(
        number=entry["number"],
        field=GOODS.index(entry["field"]),
        value=entry["barrow"]["value"],
        goods=goods_of(entry["barrow"]["goods"]),
        extension=Extension(
            hand=right["hand"],
            silver=right["silver"],
            goods=goods_of(right["goods"]),
            trade=right["trade"],
            pig_spaces=right["pig_spaces"],
            extra_deliveries=right["extra_deliveries"],
        ),
        helper=_helper(entry["number"], entry["helper"], numbering),
    )


def _helper(number: int, entry: dict[str, Any], numbering: Numbering) -> Helper:
    named = entry["phases"] or PHASES
    return Helper(
        name=entry["name"],
        text=entry["text"],
        phases=sum([1 << PHASES.index(phase) for phase in named]),
        passives=tuple([read_passive(passive) for passive in entry.get("passive", [])]),
        triggers=tuple(
            [numbering.add_trigger(trigger, number, NONE) for trigger in entry.get("trigger", [])]
        ),
        action=numbering.read_action(entry.get("action", [])),
    )


def _solo(entry: dict[str, Any]) -> Solo:
    return Solo(
        roof_markers=entry["roof_markers_per_round"],
        rival_siesta=tuple(entry["rival_siesta_by_die"]),
        grades=tuple([(grade["below"], grade["name"]) for grade in entry["grades"]]),
    )
