"""The revenue phase: marking, rolling, taking dice (LG-REV)."""

from __future__ import annotations

from siurell.games.la_granja.any_time import begin_action
from siurell.games.la_granja.costs import can_pay
from siurell.games.la_granja.frames import DIE_DONE, OPTION
from siurell.games.la_granja.rival import rival_discards_die
from siurell.games.la_granja.table import LAST_DIE, PIPS, Table
from siurell.games.la_granja.triggers import fire
from siurell.games.la_granja.turns import begin_turn, end_turn
from siurell.games.la_granja.vocabulary import BEFORE_ROLL, NONE, ON_DIE_USED, REVENUE


def begin_mark(table: Table) -> bool:
    """The owner of an unused action before the roll is asked (LG-REV-2)."""
    if marking_card(table, table.mover):
        begin_turn(table)
    return False


def marking_card(table: Table, seat: int) -> int:
    """The helper of the seat with an unused action before the roll, or 0."""
    slots = table.rules.helper_slots
    for slot in range(seat * slots, seat * slots + slots):
        card = table.helpers[slot]
        if card and not table.acted[slot]:
            helper = table.rules.box.cards[card].helper
            if helper.action and helper.action.window == BEFORE_ROLL and helper.phases & REVENUE:
                return card
    return 0


def can_mark(table: Table, seat: int) -> bool:
    """Whether the cost of the mark can be paid (LG-REV-2, LG-FX-4)."""
    card = marking_card(table, seat)
    action = table.rules.box.cards[card].helper.action if card else None
    return action is not None and can_pay(table, seat, action)


def mark(table: Table, space: int) -> None:
    """Mark a space: it uses the action up, and with it the turn is over (LG-REV-2)."""
    seat = table.mover
    table.marks[space - 1] = seat
    begin_action(table, seat, marking_card(table, seat))
    end_turn(table)


def roll(table: Table, dice: tuple[int, ...]) -> None:
    """All dice lie on the spaces of their numbers (LG-REV-1)."""
    table.dice = [dice.count(number) for number in range(1, PIPS + 1)]


def begin_die(table: Table) -> bool:
    """A player takes a die; the rival discards one (LG-REV-3, LG-SOLO-5)."""
    if table.mover < table.rules.seats:
        begin_turn(table)
    else:
        rival_discards_die(table)
    return False


def begin_last_die(table: Table) -> bool:
    """Everybody carries the die left over out (LG-REV-5)."""
    if max(table.dice):
        begin_turn(table)
    return False


def dice_to_take(table: Table, player: int) -> list[int]:
    """Numbers of the dice that a player may take; a mark guards the only die (LG-REV-2)."""
    return [
        number
        for number in range(1, PIPS + 1)
        if table.dice[number - 1]
        and (table.dice[number - 1] > 1 or table.marks[number - 1] in (NONE, player))
    ]


def use_die(table: Table, number: int) -> None:
    """Carry out the space of a die; the last die stays for the others (LG-REV-3, LG-REV-5)."""
    table.die = number
    if table.stage != LAST_DIE:
        table.dice[number - 1] -= 1
    table.stack.append((DIE_DONE, table.mover, number))
    choice = table.rules.box.revenue_spaces[number - 1]
    table.stack.append((OPTION, table.mover, choice, 0, 1))


def finish_die(table: Table) -> bool:
    """The effect of a die is over: `die_used` fires (LG-REV-9)."""
    _, seat, space = table.stack.pop()
    fire(table, seat, ON_DIE_USED, space)
    return False


def end_picks(table: Table) -> None:
    """With the second dice taken the marks are over (LG-REV-2)."""
    table.marks = [NONE] * PIPS
