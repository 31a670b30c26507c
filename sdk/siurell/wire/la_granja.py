"""La Granja's observation as a message and back.

All lists are packed numbers. A message is checked when it is read: what passes is a position that
the rules can play on from, whatever the other side sent. The components do not travel: a match
over the wire has the shipped ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from siurell.errors import RemoteProtocolError
from siurell.games.base import Options
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.position_faults import first_fault
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.views import Cards, Farms, Turn, Village
from siurell.v1 import la_granja_pb2 as pb

_UP = 1
"""What is added to numbers that can be -1."""


def encode(seen: LaGranjaObservation) -> pb.LaGranjaObservation:
    """The message of an observation; viewer, seats and options travel elsewhere."""
    message = pb.LaGranjaObservation(
        round=seen.turn.round,
        stage=seen.turn.stage,
        at=seen.turn.at,
        mover=seen.turn.mover,
        open=seen.turn.open,
        turns=seen.turn.turns,
        stack=_flat(seen.turn.stack),
        acts=seen.turn.acts,
        plays=seen.turn.plays,
        roof_bought=seen.turn.roof_bought,
        die=seen.turn.die,
        took=seen.turn.took,
        frees=seen.turn.frees,
        extras=seen.turn.extras,
        free_extras=seen.turn.free_extras,
    )
    message.MergeFrom(_encode_farms(seen))
    message.MergeFrom(_encode_village(seen))
    message.MergeFrom(_encode_cards(seen))
    return message


def _encode_farms(seen: LaGranjaObservation) -> pb.LaGranjaObservation:
    return pb.LaGranjaObservation(
        vp=seen.farms.vp,
        silver=seen.farms.silver,
        goods=seen.farms.goods,
        fields=seen.farms.fields,
        full=seen.farms.full,
        field_cards=_flat(seen.farms.field_cards),
        extensions=_flat(seen.farms.extensions),
        barrows=seen.farms.barrows,
        loaded=seen.farms.loaded,
        barrows_done=seen.farms.barrows_done,
        helpers=seen.farms.helpers,
        acted=seen.farms.acted,
        fired=seen.farms.fired,
        roofs=_flat(seen.farms.roofs),
        roof_used=seen.farms.roof_used,
        donkeys=seen.farms.donkeys,
        chosen=_up(seen.farms.chosen),
    )


def _encode_village(seen: LaGranjaObservation) -> pb.LaGranjaObservation:
    return pb.LaGranjaObservation(
        order=seen.village.order,
        discs=seen.village.discs,
        siesta=seen.village.siesta,
        roof=seen.village.roof,
        rows=seen.village.rows,
        crafted=seen.village.crafted,
        first_vp=seen.village.first_vp,
        closed=seen.village.closed,
        market=_up(seen.village.market),
        dice=seen.village.dice,
        marks=_up(seen.village.marks),
        rival_die=seen.village.rival_die,
        rolls=seen.village.rolls,
    )


def _encode_cards(seen: LaGranjaObservation) -> pb.LaGranjaObservation:
    return pb.LaGranjaObservation(
        hands=_flat(seen.cards.hands),
        held=seen.cards.held,
        pile=seen.cards.pile,
        pile_number=seen.cards.pile_number,
        pile_of=seen.cards.pile_of[1:] if seen.cards.pile_number else (),
        discards=seen.cards.discards,
    )


def decode(
    message: pb.LaGranjaObservation, seats: int, options: Options, viewer: int, to_act: int | None
) -> LaGranjaObservation:
    """The observation of a message (`RemoteProtocolError` when it is no position of La Granja)."""
    seen = _decode(message, _game().rules(seats), viewer, to_act)
    fault = first_fault(seen)
    if fault is not None:
        raise _no_position(fault)
    return seen


@cache
def _game() -> LaGranja:
    """The game with the shipped components."""
    return LaGranja()


def _decode(
    message: pb.LaGranjaObservation, rules: Rules, viewer: int, to_act: int | None
) -> LaGranjaObservation:
    return LaGranjaObservation(
        viewer=viewer,
        to_act=to_act,
        rules=rules,
        turn=_decode_turn(message),
        farms=_decode_farms(message, rules.seats),
        village=_decode_village(message),
        cards=_decode_cards(message, rules),
    )


def _decode_turn(message: pb.LaGranjaObservation) -> Turn:
    return Turn(
        round=message.round,
        stage=message.stage,
        at=message.at,
        mover=message.mover,
        open=message.open,
        turns=message.turns,
        stack=_lists(message.stack),
        acts=message.acts,
        plays=message.plays,
        roof_bought=message.roof_bought,
        die=message.die,
        took=message.took,
        frees=message.frees,
        extras=message.extras,
        free_extras=message.free_extras,
    )


def _decode_farms(message: pb.LaGranjaObservation, seats: int) -> Farms:
    return Farms(
        vp=tuple(message.vp),
        silver=tuple(message.silver),
        goods=tuple(message.goods),
        fields=tuple(message.fields),
        full=tuple(message.full),
        field_cards=_by_seat(message.field_cards, seats),
        extensions=_by_seat(message.extensions, seats),
        barrows=tuple(message.barrows),
        loaded=tuple(message.loaded),
        barrows_done=tuple(message.barrows_done),
        helpers=tuple(message.helpers),
        acted=tuple(message.acted),
        fired=tuple(message.fired),
        roofs=_by_seat(message.roofs, seats),
        roof_used=tuple(message.roof_used),
        donkeys=tuple(message.donkeys),
        chosen=_down(message.chosen),
    )


def _decode_village(message: pb.LaGranjaObservation) -> Village:
    return Village(
        order=tuple(message.order),
        discs=tuple(message.discs),
        siesta=tuple(message.siesta),
        roof=tuple(message.roof),
        rows=tuple(message.rows),
        crafted=tuple(message.crafted),
        first_vp=tuple(message.first_vp),
        closed=tuple(message.closed),
        market=_down(message.market),
        dice=tuple(message.dice),
        marks=_down(message.marks),
        rival_die=message.rival_die,
        rolls=message.rolls,
    )


def _decode_cards(message: pb.LaGranjaObservation, rules: Rules) -> Cards:
    return Cards(
        hands=_by_seat(message.hands, rules.seats),
        held=tuple(message.held),
        pile=message.pile,
        pile_number=message.pile_number,
        pile_of=_pile_of(message, rules),
        discards=tuple(message.discards),
    )


def _pile_of(message: pb.LaGranjaObservation, rules: Rules) -> tuple[int, ...]:
    """By card; place 0 is no card."""
    if not message.pile_number and not message.pile_of:
        return (0,) * len(rules.box.cards)
    return (0, *message.pile_of)


def _up(numbers: Sequence[int]) -> list[int]:
    return [number + _UP for number in numbers]


def _down(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple([number - _UP for number in numbers])


def _flat(lists: Iterable[Sequence[int]]) -> list[int]:
    """For each list its number of entries, then the entries."""
    flat: list[int] = []
    for entries in lists:
        flat.append(len(entries))
        flat += entries
    return flat


def _lists(flat: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    lists = []
    place = 0
    while place < len(flat):
        end = place + 1 + flat[place]
        if not place < end <= len(flat):
            raise _no_position("a list ends early")
        lists.append(tuple(flat[place + 1 : end]))
        place = end
    return tuple(lists)


def _by_seat(flat: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    lists = _lists(flat)
    if len(lists) != seats:
        raise _no_position(f"there are lists for {len(lists)} of {seats} seats")
    return lists


def _no_position(fault: str) -> RemoteProtocolError:
    return RemoteProtocolError(
        f"The position of La Granja that was sent makes no sense: {fault}.", reason="BAD_POSITION"
    )
