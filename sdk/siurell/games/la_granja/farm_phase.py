"""Steps 1 to 3 of the farm phase: play and draw, income, growth (LG-FARM-1, -9 to -17)."""

from __future__ import annotations

from siurell.games.la_granja.farm import free_pig_spaces, gain_good, passive
from siurell.games.la_granja.frames import HAND_LIMIT
from siurell.games.la_granja.frames import INCOME as INCOME_FRAME
from siurell.games.la_granja.pile import discard_from_hand, draw_cards
from siurell.games.la_granja.table import BUILDINGS, Table
from siurell.games.la_granja.triggers import (
    crafts_that_hear,
    fire,
    helpers_that_hear,
    line_up,
)
from siurell.games.la_granja.turns import begin_turn
from siurell.games.la_granja.vocabulary import (
    CROPS,
    KINDS_OF_GOODS,
    OFFSPRING_BONUS,
    ON_INCOME,
    ON_OFFSPRING,
    PIG,
    TRADE,
)
from siurell.games.la_granja.vocabulary import HAND_LIMIT as HAND_LIMIT_MOD


def begin_play(table: Table) -> bool:
    """A play turn with the plays of the round (LG-FARM-1)."""
    table.plays = table.rules.box.constants.plays_per_round[table.round - 1]
    begin_turn(table)
    return False


def must_play(table: Table) -> bool:
    """Whether a compulsory play is left; it lapses with an empty hand (LG-FARM-1)."""
    mandatory = table.rules.box.constants.plays_mandatory[table.round - 1]
    return mandatory and table.plays > 0 and bool(table.hands[table.mover])


def end_play(table: Table) -> None:
    """After the play turn comes the hand limit (LG-FARM-9)."""
    table.stack.append((HAND_LIMIT, table.mover))


def hand_limit(table: Table, seat: int) -> int:
    """3, with what extensions and helpers add (LG-FARM-10)."""
    box = table.rules.box
    limit = box.constants.hand_limit + passive(table, seat, HAND_LIMIT_MOD)
    for card in table.extensions[seat]:
        limit += box.cards[card].extension.hand
    return limit


def go_on_limiting(table: Table) -> bool:
    """Draw up to the limit, or discard down to it, one card after the other (LG-FARM-9)."""
    _, seat = table.stack[-1]
    missing = hand_limit(table, seat) - len(table.hands[seat])
    if missing < 0:
        table.to_act = seat
        return True
    table.stack.pop()
    if missing > 0:
        draw_cards(table, seat, missing)
    return False


def discard_to_limit(table: Table, card: int) -> None:
    """Discard a hand card of the own choice (LG-FARM-9)."""
    discard_from_hand(table, table.stack[-1][1], card)


def begin_income(table: Table) -> bool:
    """All income of a player, and an income turn after it (LG-FARM-11, LG-FARM-12)."""
    if has_income(table, table.mover):
        table.stack.append((INCOME_FRAME, table.mover, 0))
    return False


def go_on_with_income(table: Table) -> bool:
    """Craft markers, extensions, helpers; then an income turn (LG-FARM-11, LG-FARM-12).

    Each is asked when its turn comes: an earlier one may have brought cards into play.
    """
    kind, seat, step = table.stack[-1]
    table.stack[-1] = (kind, seat, step + 1)
    if step == 0:
        line_up(table, seat, crafts_that_hear(table, seat, ON_INCOME))
    elif step == 1:
        for card in table.extensions[seat]:
            _take_income(table, seat, card)
    elif step == 2:
        line_up(table, seat, helpers_that_hear(table, seat, ON_INCOME))
    else:
        table.stack.pop()
        begin_turn(table)
    return False


def _take_income(table: Table, seat: int, card: int) -> None:
    """Silver, goods and trade commodities of an extension (LG-FARM-13)."""
    extension = table.rules.box.cards[card].extension
    table.silver[seat] += extension.silver
    for good in extension.goods:
        gain_good(table, seat, good)
    table.goods[seat * KINDS_OF_GOODS + TRADE] += extension.trade


def has_income(table: Table, seat: int) -> bool:
    """A source of income is owned, whatever it brings this time (LG-FARM-12)."""
    box = table.rules.box
    for card in table.extensions[seat]:
        extension = box.cards[card].extension
        if extension.silver or extension.goods or extension.trade:
            return True
    slots = table.rules.helper_slots
    for card in table.helpers[seat * slots : (seat + 1) * slots]:
        if card and ON_INCOME in [trigger.on for trigger in box.cards[card].helper.triggers]:
            return True
    for building in range(BUILDINGS):
        if table.crafted[seat * BUILDINGS + building] and ON_INCOME in [
            trigger.on for trigger in box.buildings[building].afterwards
        ]:
            return True
    return False


def grow_and_breed(table: Table) -> bool:
    """Each empty field gets its crop, then pigs have offspring (LG-FARM-14 to 17)."""
    seat = table.mover
    start = seat * CROPS
    table.full[start : start + CROPS] = table.fields[start : start + CROPS]
    born = offspring(table, seat)
    if born > 0:
        table.goods[seat * KINDS_OF_GOODS + PIG] += born
        fire(table, seat, ON_OFFSPRING)
    return False


def offspring(table: Table, seat: int) -> int:
    """How many pigs are born; those without a space are not (LG-FARM-15, LG-FARM-16)."""
    if table.good(seat, PIG) < breed_parents(table, seat):
        return 0
    born = table.rules.box.farm_board.offspring + passive(table, seat, OFFSPRING_BONUS)
    return max(min(born, free_pig_spaces(table, seat)), 0)


def breed_parents(table: Table, seat: int) -> int:
    """How many pigs offspring needs: the lowest number counts (LG-FARM-15)."""
    parents = table.rules.box.farm_board.breed_parents
    slots = table.rules.helper_slots
    for card in table.helpers[seat * slots : (seat + 1) * slots]:
        changed = table.rules.breed_parents[card]
        if changed and changed < parents:
            parents = changed
    return parents
