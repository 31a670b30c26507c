"""What a viewer may know of La Granja, as a value, and what it may read of an event (LG-HID).

Hidden are the cards in other hands, those in the draw pile, and the donkey markers that others
chose until all have chosen. The rest lies on the table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from siurell.games.base import Event, Move, Observation
from siurell.games.la_granja.moves import ChooseDonkey
from siurell.games.la_granja.outcomes import Draw
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.table import DONKEY, OVER, Table
from siurell.games.la_granja.views import HIDDEN, Cards, Farms, Turn, Village

if TYPE_CHECKING:
    from siurell.games.la_granja.state import LaGranjaState


@dataclass(frozen=True, slots=True)
class LaGranjaObservation(Observation):
    """One position, in four parts: see `views`."""

    viewer: int = field()
    to_act: int | None = field()
    rules: Rules = field(repr=False, compare=False)
    """The rules of the match: seats and components."""
    turn: Turn
    farms: Farms
    village: Village
    cards: Cards

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.seats

    def hand_size(self, seat: int) -> int:
        """How many hand cards a seat has (LG-HID-1)."""
        piles = self.cards.pile_number + 1
        return sum(self.cards.held[seat * piles : (seat + 1) * piles])

    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves; empty when it is not the viewer who decides."""
        if self.to_act != self.viewer:
            return []
        from siurell.games.la_granja.rebuilding import rebuild

        return rebuild(self).legal_moves()

    def determinize(self, rng: random.Random) -> LaGranjaState:
        """A state that agrees with this.

        The cards that are hidden are dealt anew from those that may be there, and a hidden donkey
        marker is one of those that may have been chosen, each equally likely.
        """
        from siurell.games.la_granja.rebuilding import determinize

        return determinize(self, rng)


def observe(table: Table, viewer: int) -> LaGranjaObservation:
    """What the viewer (a seat or `SPECTATOR`) may know."""
    return LaGranjaObservation(
        viewer=viewer,
        to_act=table.to_act,
        rules=table.rules,
        turn=_see_turn(table),
        farms=_see_farms(table, viewer),
        village=_see_village(table),
        cards=_see_cards(table, viewer),
    )


def _see_turn(table: Table) -> Turn:
    return Turn(
        round=table.round,
        stage=table.stage,
        at=table.at,
        mover=table.mover,
        open=table.open,
        turns=table.turns,
        stack=tuple(table.stack),
        acts=table.acts,
        plays=table.plays,
        roof_bought=table.roof_bought,
        die=table.die,
        took=table.took,
        frees=table.frees,
        extras=table.extras,
        free_extras=table.free_extras,
    )


def _see_farms(table: Table, viewer: int) -> Farms:
    return Farms(
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
        roofs=tuple(table.roofs),
        roof_used=tuple(table.roof_used),
        donkeys=tuple(table.donkeys),
        chosen=shown_choices(table, viewer),
    )


def _see_village(table: Table) -> Village:
    return Village(
        order=tuple(table.order),
        discs=tuple(table.discs),
        siesta=tuple(table.siesta),
        roof=tuple(table.roof),
        rows=tuple(table.rows),
        crafted=tuple(table.crafted),
        first_vp=tuple(table.first_vp),
        closed=tuple(table.closed),
        market=tuple(table.market),
        dice=tuple(table.dice),
        marks=tuple(table.marks),
        rival_die=table.rival_die,
        rolls=table.rolls,
    )


def _see_cards(table: Table, viewer: int) -> Cards:
    return Cards(
        hands=shown_hands(table, viewer),
        held=cards_by_pile(table),
        pile=len(table.pile),
        pile_number=table.pile_number,
        pile_of=tuple(table.pile_of),
        discards=tuple(table.discards),
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
