"""Whether an observation shows a position of La Granja that can be played on from.

For observations that come from elsewhere, such as over the wire. The checks are put in such an
order that each may rely on those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from siurell.games.base import CHANCE
from siurell.games.la_granja.card_faults import card_faults
from siurell.games.la_granja.chance import FREE_ROLLS, PIPS
from siurell.games.la_granja.effect_faults import frame_faults, rest_faults
from siurell.games.la_granja.farm_faults import farm_faults, village_faults
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.table import (
    BUILDINGS,
    DELIVERY,
    DIE,
    DONKEY,
    FIRST_PLAYER,
    FIRST_ROOF,
    INCOME,
    LAST_DIE,
    MARK,
    NEXT_ROOF,
    ORDER_ROLLS,
    OVER,
    PLAY,
    RIVAL_DIE,
    ROLL,
    ROOF,
    SCORE,
    SIESTA,
    STAGES,
)
from siurell.games.la_granja.views import HIDDEN
from siurell.games.la_granja.vocabulary import CROPS, KINDS_OF_GOODS, NONE

MOST: Final = 9999
"""No number of silver, VP or goods and no number of turns in a position is higher."""

Check = Callable[[LaGranjaObservation], Iterator[str]]

_STAGES_WITH_TURNS: Final = (PLAY, INCOME, ROOF, MARK, DIE, LAST_DIE, DONKEY, SIESTA, DELIVERY)
_CHANCE_STAGES: Final = (FIRST_PLAYER, ORDER_ROLLS, FIRST_ROOF, ROLL, RIVAL_DIE, NEXT_ROOF)


def first_fault(seen: LaGranjaObservation) -> str | None:
    """What makes no sense, in words; None for a position that can be played on from."""
    for check in _CHECKS:
        for fault in check(seen):
            return fault
    return None


def _table_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Every list has as many numbers as there are things to tell of, and none is too high."""
    for name, numbers, count, least, most in _tables(seen):
        if len(numbers) != count:
            yield f"`{name}` has {len(numbers)} numbers, not {count}"
        if min(numbers, default=least) < least or max(numbers, default=most) > most:
            yield f"a number of `{name}` is not between {least} and {most}"
    for name, lists in (
        ("field_cards", seen.farms.field_cards),
        ("extensions", seen.farms.extensions),
        ("hands", seen.cards.hands),
        ("roofs", seen.farms.roofs),
    ):
        if len(lists) != seen.seats:
            yield f"`{name}` has {len(lists)} lists, not {seen.seats}"


def _tables(seen: LaGranjaObservation) -> list[tuple[str, Sequence[int], int, int, int]]:
    """Name, numbers, how many there are, the least and the most that one can be."""
    rules = seen.rules
    return [*_tables_of_farms(seen, rules), *_tables_of_village(seen, rules)]


def _tables_of_farms(
    seen: LaGranjaObservation, rules: Rules
) -> list[tuple[str, Sequence[int], int, int, int]]:
    seats = rules.seats
    box = rules.box
    cards = len(box.cards) - 1
    places = max([len(card.goods) for card in box.cards])
    limits = max([trigger.limit for trigger in box.triggers], default=0)
    barrows = seats * rules.barrow_slots
    helpers = seats * rules.helper_slots
    donkeys = len(box.donkeys)
    return [
        ("vp", seen.farms.vp, seats, 0, MOST),
        ("silver", seen.farms.silver, seats, 0, MOST),
        ("goods", seen.farms.goods, seats * KINDS_OF_GOODS, 0, MOST),
        ("fields", seen.farms.fields, seats * CROPS, 0, cards),
        ("full", seen.farms.full, seats * CROPS, 0, cards),
        ("barrows", seen.farms.barrows, barrows, 0, cards),
        ("loaded", seen.farms.loaded, barrows, 0, (1 << places) - 1),
        ("barrows_done", seen.farms.barrows_done, seats, 0, MOST),
        ("helpers", seen.farms.helpers, helpers, 0, cards),
        ("acted", seen.farms.acted, helpers, 0, 1),
        ("fired", seen.farms.fired, seats * box.counters, 0, limits),
        (
            "roof_used",
            seen.farms.roof_used,
            seats,
            0,
            (1 << len(box.farm_board.roof_spaces_vp)) - 1,
        ),
        ("donkeys", seen.farms.donkeys, seats, 0, (1 << donkeys) - 1),
        ("chosen", seen.farms.chosen, seats, HIDDEN, donkeys),
    ]


def _tables_of_village(
    seen: LaGranjaObservation, rules: Rules
) -> list[tuple[str, Sequence[int], int, int, int]]:
    seats = rules.seats
    box = rules.box
    last = rules.players - 1
    lined_up = 0 if seen.turn.stage == FIRST_PLAYER else rules.players
    rows = seats * BUILDINGS
    places = max([len(building.row) for building in box.buildings])
    return [
        ("order", seen.village.order, lined_up, 0, last),
        ("discs", seen.village.discs, lined_up, 0, last),
        ("siesta", seen.village.siesta, rules.players, 0, len(box.siesta_vp) - 1),
        ("rows", seen.village.rows, rows, 0, (1 << places) - 1),
        ("crafted", seen.village.crafted, rows, 0, box.constants.rounds),
        ("first_vp", seen.village.first_vp, BUILDINGS, 0, 1),
        ("market", seen.village.market, len(box.spaces), NONE, last),
        ("dice", seen.village.dice, PIPS, 0, rules.dice),
        ("marks", seen.village.marks, PIPS, NONE, seats - 1),
        ("held", seen.cards.held, seats * (seen.cards.pile_number + 1), 0, len(box.cards)),
        ("pile_of", seen.cards.pile_of, len(box.cards), 0, seen.cards.pile_number),
    ]


def _number_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Single numbers are not too high for anything that is looked up by them."""
    box = seen.rules.box
    constants = box.constants
    options = (
        len(box.choices[box.revenue_spaces[seen.turn.die - 1]]) if 0 < seen.turn.die <= PIPS else 0
    )
    for name, number, least, most in (
        ("stage", seen.turn.stage, 0, len(STAGES) - 1),
        ("round", seen.turn.round, 1, constants.rounds),
        ("mover", seen.turn.mover, 0, seen.rules.players - 1),
        ("turns", seen.turn.turns, 0, MOST),
        ("rolls", seen.village.rolls, 0, FREE_ROLLS + PIPS),
        ("rival_die", seen.village.rival_die, 0, PIPS if seen.rules.solo else 0),
        ("pile", seen.cards.pile, 0, len(box.cards)),
        ("acts", seen.turn.acts, 0, constants.any_time_cap_per_turn),
        ("plays", seen.turn.plays, 0, max(constants.plays_per_round)),
        ("die", seen.turn.die, 0, PIPS),
        ("took", seen.turn.took, 0, options),
        ("frees", seen.turn.frees, 0, MOST),
        ("extras", seen.turn.extras, 0, MOST),
        ("free_extras", seen.turn.free_extras, 0, MOST),
    ):
        if not least <= number <= most:
            yield f"`{name}` is {number}, not between {least} and {most}"


def _order_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Whose part of which stage it is."""
    for players in (seen.village.order, seen.village.discs):
        if len(set(players)) != len(players):
            yield "a player is there twice"
    if not 0 <= seen.turn.at < max(_parts(seen), 1):
        yield f"the stage has no part {seen.turn.at}"
    yield from _round_faults(seen)
    if seen.turn.stage in _CHANCE_STAGES or seen.turn.stage == OVER:
        return
    place = seen.turn.at % len(seen.village.order)
    if seen.turn.stage == ROOF and seen.turn.round == 1:
        place = len(seen.village.order) - 1 - place
    if seen.turn.mover != seen.village.order[place]:
        yield "it is another player's part of the stage"


def _round_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Stages that only some rounds and some matches have."""
    last = seen.turn.round == seen.rules.box.constants.rounds
    if seen.turn.stage in (NEXT_ROOF, OVER) and last != (seen.turn.stage == OVER):
        yield "the game ends in the wrong round"
    if seen.turn.stage == RIVAL_DIE and not seen.rules.solo:
        yield "there is no rival"
    if seen.turn.stage <= FIRST_ROOF and seen.turn.round != 1:
        yield "the set-up is in the wrong round"


def _parts(seen: LaGranjaObservation) -> int:
    """How many parts the stage has."""
    if seen.turn.stage == ORDER_ROLLS:
        return seen.rules.box.order_markers
    if seen.turn.stage in _CHANCE_STAGES or seen.turn.stage in (SCORE, OVER):
        return 1
    return len(seen.village.order) * (2 if seen.turn.stage == DIE else 1)


def _actor_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Who acts when no effect is in progress; `rest_faults` has the rest."""
    if seen.turn.stage == OVER or seen.turn.stage in _CHANCE_STAGES:
        wanted = None if seen.turn.stage == OVER else CHANCE
        if seen.to_act != wanted or seen.turn.open or seen.turn.stack:
            yield "it goes on when it cannot"
        return
    if seen.turn.open:
        if seen.turn.mover >= seen.seats or seen.turn.stage not in _STAGES_WITH_TURNS:
            yield "a turn is open when there is none"
        if not seen.turn.stack and seen.to_act != seen.turn.mover:
            yield "another seat acts than the one whose turn it is"
    elif not seen.turn.stack:
        rival = seen.turn.stage == DELIVERY and seen.turn.mover >= seen.seats
        if not rival or seen.to_act != CHANCE or not seen.cards.pile:
            yield "nobody's turn is open"


def _choice_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Donkey markers chosen this round (LG-TRANS-1, LG-HID-5)."""
    for seat, donkey in enumerate(seen.farms.chosen):
        if seen.turn.stage != DONKEY:
            if donkey == HIDDEN:
                yield "a donkey marker is hidden that was revealed"
            continue
        if donkey == HIDDEN and seat == seen.viewer:
            yield "the own donkey marker is hidden"
        if donkey > 0 and (seat != seen.viewer or seen.farms.donkeys[seat] >> donkey - 1 & 1):
            yield "a donkey marker is chosen that cannot be, or that is hidden"
        if donkey == HIDDEN and seen.farms.donkeys[seat] + 1 == 1 << len(seen.rules.box.donkeys):
            yield "a donkey marker is chosen where none is left"


_CHECKS: Final[tuple[Check, ...]] = (
    _number_faults,
    _table_faults,
    _order_faults,
    _actor_faults,
    _choice_faults,
    frame_faults,
    card_faults,
    farm_faults,
    village_faults,
    rest_faults,
)
