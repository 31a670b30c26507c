"""Whether farms and village of an observation can be as they are."""

from __future__ import annotations

from collections.abc import Iterator

from siurell.games.la_granja.frames import BARROW_DONE, ROW_DONE
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.table import BUILDINGS, FIRST_ROOF, ORDER_ROLLS, PLAY, ROOF
from siurell.games.la_granja.vocabulary import CROPS, NONE


def farm_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """What makes no sense about farms."""
    yield from _field_faults(seen)
    yield from _barrow_faults(seen)
    yield from _roof_faults(seen)


def _field_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """As many fields as cards lie there, and no more are full (LG-GEN-5)."""
    cards = seen.rules.box.cards
    for seat in range(seen.seats):
        crops = [cards[card].field for card in seen.farms.field_cards[seat]]
        for crop in range(CROPS):
            place = seat * CROPS + crop
            if seen.farms.fields[place] != crops.count(crop):
                yield "the fields are not those of the cards"
            if seen.farms.full[place] > seen.farms.fields[place]:
                yield "more fields are full than there are"


def _barrow_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Only goods that are asked for, in their order, and a full barrow is on its way."""
    slots = seen.rules.barrow_slots
    done = [frame[1] * slots + frame[2] for frame in seen.turn.stack if frame[0] == BARROW_DONE]
    for place, loaded in enumerate(seen.farms.loaded):
        goods = (
            seen.rules.box.cards[seen.farms.barrows[place]].goods
            if seen.farms.barrows[place]
            else ()
        )
        if not _is_filled_in_order(goods, loaded):
            yield "a barrow holds what it does not ask for"
        if goods and loaded == (1 << len(goods)) - 1 and place not in done:
            yield "a full barrow lies about"


def _is_filled_in_order(goods: tuple[int, ...], filled: int) -> bool:
    """Of places that ask for the same good the first is filled first (see `Table.loaded`)."""
    if filled >> len(goods):
        return False
    open_goods = []
    for place, good in enumerate(goods):
        if not filled >> place & 1:
            open_goods.append(good)
        elif good in open_goods:
            return False
    return True


def _roof_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Markers for sale are those of the round, bought ones of rounds up to it (LG-ROOF)."""
    rules = seen.rules
    on_sale = FIRST_ROOF < seen.turn.stage <= ROOF
    allowed = rules.roof_of_round[seen.turn.round] if on_sale else ()
    if list(seen.village.roof) != sorted(set(seen.village.roof)) or not set(
        seen.village.roof
    ) <= set(allowed):
        yield "roof markers are for sale that cannot be"
    if len(seen.village.roof) > rules.kept_markers:
        yield "too many roof markers are for sale"
    bought = [marker for roofs in seen.farms.roofs for marker in roofs]
    known = {
        marker for number in range(1, seen.turn.round + 1) for marker in rules.roof_of_round[number]
    }
    if (
        len({*bought, *seen.village.roof}) != len(bought) + len(seen.village.roof)
        or not set(bought) <= known
    ):
        yield "a roof marker is owned that cannot be"
    for roofs, used in zip(seen.farms.roofs, seen.farms.roof_used, strict=True):
        if len(roofs) > len(rules.box.farm_board.roof_spaces_vp) or used >> len(roofs):
            yield "a roof has markers where it has no space"


def village_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """What makes no sense about craft buildings, market and dice."""
    yield from _craft_faults(seen)
    rules = seen.rules
    if seen.turn.stage < PLAY and any(seen.village.rows):
        yield "a row has got goods in the set-up"
    for place, holder in enumerate(seen.village.market):
        value = rules.box.spaces[place].value
        if holder != NONE and place not in rules.spaces_of_value[value]:
            yield "a marker is on a closed market space"
    if sum(seen.village.dice) > rules.dice:
        yield "there are too many dice"


def _craft_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Rows, craft markers, grey areas and order markers agree (LG-CRAFT)."""
    for seat in range(seen.seats):
        for number in range(BUILDINGS):
            yield from _row_faults(seen, seat, number)
    for number in range(BUILDINGS):
        if seen.village.first_vp[number] == any(seen.village.crafted[number::BUILDINGS]):
            yield "a grey area has another VP than its markers tell"
    markers = seen.rules.box.order_markers
    closed = seen.village.closed
    if len(set(closed)) != len(closed) or not set(closed) <= set(range(BUILDINGS)):
        yield "a building is closed that cannot be"
    rolled = seen.turn.at if seen.turn.stage <= ORDER_ROLLS else markers
    if len(closed) > rolled or (seen.turn.stage == ORDER_ROLLS and len(closed) < rolled):
        yield "another number of buildings is closed than can be"


def _row_faults(seen: LaGranjaObservation, seat: int, number: int) -> Iterator[str]:
    goods = seen.rules.box.buildings[number].row
    filled = seen.village.rows[seat * BUILDINGS + number]
    crafted = seen.village.crafted[seat * BUILDINGS + number]
    if not _is_filled_in_order(goods, filled):
        yield "a row holds what it does not ask for"
    if filled and number in seen.village.closed:
        yield "a closed building has got goods"
    if crafted > seen.turn.round:
        yield "a craft marker is of a round to come"
    full = filled == (1 << len(goods)) - 1
    due = (ROW_DONE, seat, number) in seen.turn.stack
    if full != (crafted > 0 or due) or (due and crafted):
        yield "a row and its craft marker do not agree"
