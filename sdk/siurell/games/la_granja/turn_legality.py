"""Why the own move of a turn is not legal (LG-DEC-15).

The functions are asked about moves that are not legal, and each says what stands against its own.
"""

from __future__ import annotations

from siurell.games.la_granja.delivery_legality import why_not_there
from siurell.games.la_granja.moves import (
    DeliverToBarrow,
    DeliverToCraft,
    ExtraToBarrow,
    ExtraToCraft,
    PlayBarrow,
    PlayExtension,
    PlayField,
    PlayHelper,
)
from siurell.games.la_granja.playing import can_extend, extension_cost
from siurell.games.la_granja.revenue import can_mark
from siurell.games.la_granja.roof import free_roof_space, roof_price
from siurell.games.la_granja.table import (
    DELIVERY,
    DIE,
    DONKEY,
    LAST_DIE,
    MARK,
    PLAY,
    ROOF,
    Table,
)
from siurell.games.la_granja.transport import available_donkeys


def why_not_done(table: Table) -> str:
    """What has to be done before the turn may end (LG-DEAD-4)."""
    if table.stage == PLAY:
        return f"{table.plays} more to be played from hand in this round (LG-FARM-1)."
    if table.stage == DONKEY:
        return "a donkey marker has to be chosen (LG-TRANS-1)."
    return "a die has to be taken first (LG-REV-3)."


def why_not_play_turn(
    table: Table, seat: int, move: PlayField | PlayBarrow | PlayExtension | PlayHelper
) -> str:
    """Cards are played in the play turn while plays are left (LG-FARM-1)."""
    if table.stage != PLAY:
        return "cards are played in the play turn, or by an effect (LG-FARM-1)."
    if not table.plays:
        return "no play is left in this turn (LG-FARM-1)."
    return why_not_play(table, seat, move)


def why_not_play(
    table: Table, seat: int, move: PlayField | PlayBarrow | PlayExtension | PlayHelper
) -> str:
    """The card is in the hand, and an extension can be paid (LG-FARM-8)."""
    if move.card not in table.hands[seat]:
        return f"card {move.card} is not in your hand."
    if isinstance(move, PlayExtension) and not can_extend(table, seat):
        cost = extension_cost(table, seat)
        return f"this extension costs {cost} different kinds, and you have fewer (LG-FARM-8)."
    return "this card cannot be played now."


def why_not_roof(table: Table, seat: int, marker: int) -> str:
    """One marker that lies face up, for its price, on a free space (LG-ROOF-1 to 3)."""
    if table.stage != ROOF:
        return "roof markers are bought in the roof turn (LG-FARM-18)."
    if table.roof_bought:
        return "you have bought a roof marker in this turn (LG-ROOF-1)."
    if not free_roof_space(table, seat):
        return "all your roof spaces are taken (LG-ROOF-3)."
    if marker not in table.roof:
        return f"roof marker {marker} is not for sale now (LG-ROOF-1)."
    return f"it costs {roof_price(table, seat)} silver; you have {table.silver[seat]} (LG-ROOF-1)."


def why_not_mark(table: Table) -> str:
    """A space is marked before the roll, if the cost can be paid (LG-REV-2)."""
    if table.stage == MARK and not can_mark(table, table.mover):
        return "the cost of the mark cannot be paid (LG-FX-9)."
    return "a space is marked before the roll, by who has an action for it (LG-REV-2)."


def why_not_die(table: Table, number: int) -> str:
    """One die a turn, from a space with a die that no mark guards (LG-REV-2, LG-REV-3)."""
    if table.stage not in (DIE, LAST_DIE):
        return "dice are taken in the revenue phase (LG-REV-3)."
    if table.die:
        return "the die of this turn is used (LG-REV-3)."
    if not table.dice[number - 1]:
        return f"no die lies on space {number} (LG-REV-3)."
    return f"space {number} is marked, and its only die is for another (LG-REV-2)."


def why_not_donkey(table: Table, seat: int, donkey: int) -> str:
    """A donkey marker that was not used (LG-TRANS-2)."""
    if table.stage != DONKEY:
        return "donkey markers are chosen when the transport phase begins (LG-TRANS-1)."
    left = ", ".join([str(other) for other in available_donkeys(table, seat)])
    return f"your donkey marker {donkey} is used; you have {left} (LG-TRANS-2)."


def why_not_delivery_turn(
    table: Table, seat: int, move: DeliverToBarrow | DeliverToCraft | ExtraToBarrow | ExtraToCraft
) -> str:
    """Free deliveries first, then extra ones (LG-TRANS-7, LG-TRANS-11)."""
    if table.stage != DELIVERY:
        return "deliveries are made in the delivery turn, or by an effect (LG-TRANS-8)."
    if isinstance(move, (DeliverToBarrow, DeliverToCraft)):
        if not table.frees:
            return "no free delivery is left in this turn (LG-TRANS-7)."
    elif table.frees:
        return f"free deliveries come first; {table.frees} are left (LG-TRANS-11)."
    elif not table.extras:
        return "no extra delivery is left in this turn (LG-TRANS-11)."
    elif not table.free_extras and (
        table.silver[seat] < table.rules.box.constants.extra_delivery_cost
    ):
        return "your silver does not pay for an extra delivery (LG-TRANS-11)."
    return why_not_there(table, seat, move)
