"""Which event of chance is due, and what its outcome changes (LG-CHANCE-1, LG-CHANCE-2)."""

from __future__ import annotations

from siurell.errors import RulesError
from siurell.games.base import CHANCE, Chance, ChanceOutcome
from siurell.games.la_granja.chance import (
    BuildingDue,
    CardDue,
    DiceDue,
    FirstDue,
    RivalDieDue,
    RoofDue,
    TurnDue,
)
from siurell.games.la_granja.outcomes import (
    Building,
    Dice,
    Draw,
    First,
    RivalDie,
    RoofMarkers,
    TurnCard,
)
from siurell.games.la_granja.pile import take_drawn
from siurell.games.la_granja.revenue import roll
from siurell.games.la_granja.rival import rival_places
from siurell.games.la_granja.setting_up import (
    roll_for_building,
    set_first_player,
    show_roof_markers,
)
from siurell.games.la_granja.table import (
    DELIVERY,
    FIRST_PLAYER,
    FIRST_ROOF,
    NEXT_ROOF,
    ORDER_ROLLS,
    ROLL,
    Table,
)


def chance_due(table: Table) -> Chance:
    """The event that is due; it is told what is possible now and nothing else."""
    if table.to_act != CHANCE:
        raise RulesError("Nothing is left to chance now.", reason="NO_CHANCE")
    if table.stack:
        return CardDue(table.stack[-1][1], table.pile_number, tuple(table.pile))
    stage = table.stage
    if stage == DELIVERY:
        return TurnDue(table.pile_number, tuple(table.pile))
    if stage == ROLL:
        return DiceDue(table.round, table.rules.dice)
    if stage in (FIRST_ROOF, NEXT_ROOF):
        number = table.round + (stage == NEXT_ROOF)
        return RoofDue(number, table.rules.roof_of_round[number], table.rules.kept_markers)
    if stage == FIRST_PLAYER:
        return FirstDue(table.rules.seats)
    if stage == ORDER_ROLLS:
        return BuildingDue(table.rolls + 1, [building + 1 for building in table.closed])
    return RivalDieDue(table.round)


def apply_outcome(table: Table, outcome: ChanceOutcome) -> None:
    """Let a possible outcome happen, up to what follows from it."""
    if isinstance(outcome, Draw):
        take_drawn(table, outcome.seat, outcome.card)
    elif isinstance(outcome, Dice):
        roll(table, outcome.dice)
    elif isinstance(outcome, RoofMarkers):
        show_roof_markers(table, outcome.markers)
    elif isinstance(outcome, Building):
        roll_for_building(table, outcome.die)
    elif isinstance(outcome, First):
        set_first_player(table, outcome.seat)
    elif isinstance(outcome, RivalDie):
        table.rival_die = outcome.die
    elif isinstance(outcome, TurnCard):
        rival_places(table, outcome.card)
    else:
        raise RulesError(f"`{outcome}` is no event of La Granja.", reason="NOT_LA_GRANJA")
