"""Who sees what of a state of La Granja, and who reads what of its events (LG-HID, LG-CHANCE-7)."""

from __future__ import annotations

from siurell.games.base import Event
from siurell.games.la_granja.moves import ChooseDonkey
from siurell.games.la_granja.observation import HIDDEN, LaGranjaObservation
from siurell.games.la_granja.outcomes import Draw
from siurell.games.la_granja.table import DONKEY, OVER, Table


def observe(table: Table, viewer: int) -> LaGranjaObservation:
    """What the viewer (a seat or `SPECTATOR`) may know."""
    return LaGranjaObservation(
        viewer=viewer,
        to_act=table.to_act,
        rules=table.rules,
        round=table.round,
        stage=table.stage,
        at=table.at,
        mover=table.mover,
        open=table.open,
        turns=table.turns,
        stack=tuple(table.stack),
        order=tuple(table.order),
        discs=tuple(table.discs),
        siesta=tuple(table.siesta),
        vp=tuple(table.vp),
        silver=tuple(table.silver),
        goods=tuple(table.goods),
        fields=tuple(table.fields),
        full=tuple(table.full),
        field_cards=tuple(table.field_cards),
        extensions=tuple(table.extensions),
        barrows=tuple(table.barrows),
        loaded=tuple(table.loaded),
        barrows_done=tuple(table.barrows_done),
        helpers=tuple(table.helpers),
        acted=tuple(table.acted),
        fired=tuple(table.fired),
        hands=shown_hands(table, viewer),
        held=cards_by_pile(table),
        roof=tuple(table.roof),
        roofs=tuple(table.roofs),
        roof_used=tuple(table.roof_used),
        rows=tuple(table.rows),
        crafted=tuple(table.crafted),
        first_vp=tuple(table.first_vp),
        closed=tuple(table.closed),
        market=tuple(table.market),
        dice=tuple(table.dice),
        marks=tuple(table.marks),
        donkeys=tuple(table.donkeys),
        chosen=shown_choices(table, viewer),
        rival_die=table.rival_die,
        rolls=table.rolls,
        pile=len(table.pile),
        pile_number=table.pile_number,
        pile_of=tuple(table.pile_of),
        discards=tuple(table.discards),
        acts=table.acts,
        plays=table.plays,
        roof_bought=table.roof_bought,
        die=table.die,
        took=table.took,
        frees=table.frees,
        extras=table.extras,
        free_extras=table.free_extras,
    )


def shown_hands(table: Table, viewer: int) -> tuple[tuple[int, ...], ...]:
    """The own hand, at the end all of them (LG-HID-1, LG-HID-7)."""
    if table.stage == OVER:
        return tuple(table.hands)
    return tuple([hand if seat == viewer else () for seat, hand in enumerate(table.hands)])


def cards_by_pile(table: Table) -> tuple[int, ...]:
    """How many hand cards each seat has from each pile: anyone can count along (LG-HID-6)."""
    piles = table.pile_number + 1
    counts = [0] * (len(table.hands) * piles)
    for seat, hand in enumerate(table.hands):
        for card in hand:
            counts[seat * piles + table.pile_of[card]] += 1
    return tuple(counts)


def shown_choices(table: Table, viewer: int) -> tuple[int, ...]:
    """The donkey markers chosen this round; those of others once all have chosen (LG-HID-5)."""
    if table.stage != DONKEY:
        return tuple(table.chosen)
    return tuple(
        [
            HIDDEN if donkey and seat != viewer else donkey
            for seat, donkey in enumerate(table.chosen)
        ]
    )


def text_for(table: Table, viewer: int, event: Event) -> str:
    """What the viewer may read of an event that is about to be applied (LG-CHANCE-7)."""
    if isinstance(event, Draw) and event.seat != viewer:
        return event.hidden()
    if isinstance(event, ChooseDonkey) and table.mover != viewer:
        return event.hidden()
    return str(event)
