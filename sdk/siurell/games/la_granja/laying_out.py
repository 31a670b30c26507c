"""How the dealer lays a stream of chance out, so that a seed gives the same luck (LG-CHANCE-6).

What comes depends on the seed, on which event it is and on what is possible then, on nothing else.
The numbers that a stream takes, one after another:

- ``first``: ``below(seats)`` is the seat; in the solo game ``below(2)``, and 1 is the rival.
- ``building``: ``1 + below(6)`` for each of the rolls 1 to 40, then six orders of all faces, as
  `shuffled` makes them, for the rolls 41 to 46.
- ``roof``: for each round ``below`` of the number of sets that can be kept; the sets are numbered
  in the order of `itertools.combinations` of the round's markers.
- ``dice``: for each round and die ``1 + below(6)``. ``rival``: the same with one die a round.
- ``pile/N``: one order of all cards, as `shuffled` makes it, the first one being drawn first.
"""

from __future__ import annotations

from dataclasses import dataclass

from siurell.errors import RulesError
from siurell.games.base import Below, ChanceOutcome, Layout
from siurell.games.la_granja.chance import (
    BUILDING,
    DICE,
    FIRST,
    FREE_ROLLS,
    PILE,
    PIPS,
    PLAYER,
    RIVAL_DIE,
    ROOF,
    DiceDue,
    FirstDue,
    RivalDieDue,
    RoofDue,
)
from siurell.games.la_granja.outcomes import Building, Draw, TurnCard
from siurell.games.shuffling import shuffled


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance is made of in one match: seats, cards, dice and roof markers."""

    seats: int
    cards: tuple[int, ...]
    """The numbers of all farm cards."""
    dice: int
    """Revenue dice (LG-SETUP-7)."""
    roof: tuple[tuple[int, ...], ...]
    """The roof markers of each round, in ascending order; as many rounds as there are entries."""
    kept: int
    """Roof markers kept for a round (LG-SETUP-3)."""


def lay_out(stream: str, luck: Luck, below: Below) -> Layout:
    """For each item of a stream its outcomes in order of preference (LG-CHANCE-6)."""
    rounds = range(1, len(luck.roof) + 1)
    if stream == FIRST:
        return {PLAYER: [FirstDue(luck.seats).draw(below)]}
    if stream == BUILDING:
        return _lay_out_buildings(below)
    if stream == ROOF:
        return {
            str(number): [RoofDue(number, luck.roof[number - 1], luck.kept).draw(below)]
            for number in rounds
        }
    if stream == DICE:
        return {str(number): [DiceDue(number, luck.dice).draw(below)] for number in rounds}
    if stream == RIVAL_DIE:
        return {str(number): [RivalDieDue(number).draw(below)] for number in rounds}
    if stream.startswith(PILE + "/"):
        return _lay_out_pile(luck, below)
    raise RulesError(f"La Granja has no stream of chance called `{stream}`.", reason="NO_STREAM")


def _lay_out_buildings(below: Below) -> Layout:
    """Free rolls, then for each marker an order of all faces: the first free building comes."""
    layout: dict[str, list[ChanceOutcome]] = {
        str(number): [Building(1 + below(PIPS))] for number in range(1, FREE_ROLLS + 1)
    }
    for number in range(FREE_ROLLS + 1, FREE_ROLLS + PIPS + 1):
        faces = shuffled(range(1, PIPS + 1), below)
        layout[str(number)] = [Building(die) for die in faces]
    return layout


def _lay_out_pile(luck: Luck, below: Below) -> Layout:
    """One order of all cards: those in the pile come in that order, whoever draws or turns up."""
    order: list[ChanceOutcome] = []
    for card in shuffled(luck.cards, below):
        order += [Draw(seat, card) for seat in range(luck.seats)]
        if luck.seats == 1:
            order.append(TurnCard(card))
    return {str(left): order for left in range(1, len(luck.cards) + 1)}
