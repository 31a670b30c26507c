"""The farms of La Granja as text: goods, cards and markers of each player, and the own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from siurell.draw.rows import whole, wrap
from siurell.games.base import SPECTATOR
from siurell.games.la_granja.components import Card, Extension
from siurell.games.la_granja.farm import pig_spaces
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.rebuilding import rebuild
from siurell.games.la_granja.table import OVER
from siurell.games.la_granja.views import HIDDEN
from siurell.games.la_granja.vocabulary import CROPS, GOODS, KINDS_OF_GOODS, PIG

_INDENT: Final = 3
_LABEL: Final = 10


def draw_farms(seen: LaGranjaObservation, names: Sequence[str]) -> Iterator[str]:
    """One paragraph for each seat."""
    for seat in range(seen.seats):
        if seat:
            yield ""
        yield _first_line(seen, seat, names)
        yield from _row("goods", _goods(seen, seat))
        yield from _row("fields", _fields(seen, seat))
        yield from _barrows(seen, seat)
        yield from _helpers(seen, seat)
        yield from _extensions(seen, seat)
        yield from _row("roof", _roof(seen, seat))
        yield from _row("donkeys", _donkeys(seen, seat))
        yield from _hand(seen, seat)


def _row(label: str, text: str) -> list[str]:
    """A line with a label; what does not fit goes on below; nothing without a text."""
    return wrap(text, f"{'':<{_INDENT}}{label:<{_LABEL}}")


def _first_line(seen: LaGranjaObservation, seat: int, names: Sequence[str]) -> str:
    name = names[seat][:20] if seat < len(names) else ""
    mark = ">" if seen.to_act == seat else " "
    shown = seen.viewer in (seat, SPECTATOR) or seen.turn.stage == OVER
    points = str(seen.farms.vp[seat]) if shown else "?"
    markers = seen.village.market.count(seat)
    return (
        f"{mark}{seat} {name:<22}VP {points:<5}silver {seen.farms.silver[seat]:<5}"
        f"cards {seen.hand_size(seat):<4}markers {markers}"
    )


def _goods(seen: LaGranjaObservation, seat: int) -> str:
    spaces = pig_spaces(rebuild(seen), seat)
    held = seen.farms.goods[seat * KINDS_OF_GOODS : (seat + 1) * KINDS_OF_GOODS]
    parts = []
    for good, number in enumerate(held):
        of = f"/{spaces}" if good == PIG else ""
        parts.append(whole(f"{GOODS[good]} {number or '.'}{of}"))
    return "  ".join(parts)


def _fields(seen: LaGranjaObservation, seat: int) -> str:
    """How many of the fields of each crop are full."""
    parts = []
    for crop in range(CROPS):
        place = seat * CROPS + crop
        if seen.farms.fields[place]:
            full, fields = seen.farms.full[place], seen.farms.fields[place]
            parts.append(whole(f"{GOODS[crop]} {full} of {fields} full"))
    return ", ".join(parts)


def _barrows(seen: LaGranjaObservation, seat: int) -> Iterator[str]:
    slots = seen.rules.box.constants.barrow_slots
    for slot in range(slots):
        number = seen.farms.barrows[seat * slots + slot]
        if not number:
            continue
        card = seen.rules.box.cards[number]
        loaded = seen.farms.loaded[seat * slots + slot]
        places = [
            f"[{GOODS[good]}]" if loaded >> place & 1 else GOODS[good]
            for place, good in enumerate(card.goods)
        ]
        yield from _row(
            f"barrow {slot + 1}", f"card {number}, value {card.value}: {' '.join(places)}"
        )


def _helpers(seen: LaGranjaObservation, seat: int) -> Iterator[str]:
    slots = seen.rules.box.constants.helper_slots
    for slot in range(slots):
        number = seen.farms.helpers[seat * slots + slot]
        if not number:
            continue
        helper = seen.rules.box.cards[number].helper
        used = ", used" if _is_used(seen, seat, slot, number) else ""
        yield from _row(f"helper {slot + 1}", f"{helper.name} ({number}{used}): {helper.text}")


def _is_used(seen: LaGranjaObservation, seat: int, slot: int, number: int) -> bool:
    """Whether the action was used this round, or a trigger fired as often as it may."""
    if seen.farms.acted[seat * seen.rules.box.constants.helper_slots + slot]:
        return True
    counters = seen.rules.box.counters
    for trigger in seen.rules.box.cards[number].helper.triggers:
        if trigger.limit and seen.farms.fired[seat * counters + trigger.counter] >= trigger.limit:
            return True
    return False


def _extensions(seen: LaGranjaObservation, seat: int) -> Iterator[str]:
    for number in seen.farms.extensions[seat]:
        extension = seen.rules.box.cards[number].extension
        yield from _row("extension", f"card {number}: {_extension(extension)}")


def _extension(extension: Extension) -> str:
    parts = []
    if extension.silver:
        parts.append(f"{extension.silver} silver")
    parts += [GOODS[good] for good in extension.goods]
    if extension.trade:
        parts.append(f"{extension.trade} trade")
    income = [f"income {' '.join(parts)}"] if parts else []
    for number, what in (
        (extension.pig_spaces, "pig spaces"),
        (extension.extra_deliveries, "donkeys"),
        (extension.hand, "hand limit"),
    ):
        if number:
            income.append(whole(f"{what} +{number}"))
    return ", ".join(income) or "nothing"


def _roof(seen: LaGranjaObservation, seat: int) -> str:
    texts = {marker.number: marker.text for marker in seen.rules.box.roof_markers}
    used = seen.farms.roof_used[seat]
    return ", ".join(
        [
            whole(f"{marker} ({'used' if used >> place & 1 else texts[marker]})")
            for place, marker in enumerate(seen.farms.roofs[seat])
        ]
    )


def _donkeys(seen: LaGranjaObservation, seat: int) -> str:
    """The markers used, as deliveries and hats, and what was chosen this round."""
    parts = []
    used = [
        str(number + 1)
        for number in range(len(seen.rules.box.donkeys))
        if seen.farms.donkeys[seat] >> number & 1
    ]
    if used:
        parts.append(f"used {' '.join(used)}")
    chosen = seen.farms.chosen[seat]
    if chosen:
        parts.append("has chosen" if chosen == HIDDEN else f"chose {chosen}")
    return ", ".join(parts)


def _hand(seen: LaGranjaObservation, seat: int) -> Iterator[str]:
    """The numbers of the cards that are seen; of the own ones what each side would be."""
    hand = seen.cards.hands[seat]
    if seen.turn.stage == OVER or seat != seen.viewer:
        yield from _row("hand", " ".join([str(number) for number in hand]))
        return
    for number in hand:
        yield from _row(f"card {number}", _sides(seen.rules.box.cards[number]))


def _sides(card: Card) -> str:
    goods = " ".join([GOODS[good] for good in card.goods])
    return (
        f"field {GOODS[card.field]}; barrow of value {card.value}: {goods}; "
        f"extension: {_extension(card.extension)}; {card.helper.name}: {card.helper.text}"
    )
