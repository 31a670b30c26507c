"""Triggers: what craft markers and helpers do whenever something happens (LG-FX-7, LG-HELP-4)."""

from __future__ import annotations

from siurell.games.la_granja.feasibility import feasible
from siurell.games.la_granja.frames import CARRY_OUT, FIRE, Frame
from siurell.games.la_granja.table import BUILDINGS, PHASE_BIT, Table
from siurell.games.la_granja.vocabulary import (
    ANY_ORDER,
    FIRST,
    ON_DELIVERY_TURN,
    ON_SCORING,
    Trigger,
)


def fire(table: Table, seat: int, on: int, about: int = 0, but_card: int = 0) -> None:
    """All that hears an event is due, in the order of LG-FX-7.

    `about` is the space of a die, the side of a played card, or the good that was delivered or
    upgraded; the helper `but_card` does not hear it.
    """
    line_up(table, seat, heard_by(table, seat, on, about, but_card))


def line_up(table: Table, seat: int, triggers: list[int]) -> None:
    """These triggers are due, the first one next."""
    if triggers:
        table.stack.append((FIRE, seat, *triggers))


def heard_by(table: Table, seat: int, on: int, about: int = 0, but_card: int = 0) -> list[int]:
    """Numbers of the triggers that hear an event: craft markers by die number, then helpers."""
    return crafts_that_hear(table, seat, on, about) + helpers_that_hear(
        table, seat, on, about, but_card
    )


def crafts_that_hear(table: Table, seat: int, on: int, about: int = 0) -> list[int]:
    """Triggers of the seat's craft markers."""
    found: list[int] = []
    for building in range(BUILDINGS):
        if table.crafted[seat * BUILDINGS + building]:
            for trigger in table.rules.box.buildings[building].afterwards:
                if trigger.on == on and _matches(table, seat, trigger, about):
                    found.append(trigger.number)
    return found


def helpers_that_hear(
    table: Table, seat: int, on: int, about: int = 0, but_card: int = 0
) -> list[int]:
    """Triggers of the seat's helpers by slot, in their phases only."""
    phase = PHASE_BIT[table.stage]
    slots = table.rules.helper_slots
    found: list[int] = []
    for slot in range(seat * slots, seat * slots + slots):
        card = table.helpers[slot]
        if card in (0, but_card):
            continue
        helper = table.rules.box.cards[card].helper
        if not helper.phases & phase:
            continue
        for trigger in helper.triggers:
            if trigger.on == on and _matches(table, seat, trigger, about):
                found.append(trigger.number)
    return found


def _matches(table: Table, seat: int, trigger: Trigger, about: int) -> bool:
    """Whether what happened meets the condition of the trigger."""
    if trigger.on == ON_SCORING:
        return _matches_scoring(table, seat, trigger)
    if trigger.on == ON_DELIVERY_TURN:
        return not trigger.donkeys or table.chosen[seat] in trigger.donkeys
    for wanted in (trigger.spaces, trigger.sides, trigger.goods):
        if wanted and about not in wanted:
            return False
    return True


def _matches_scoring(table: Table, seat: int, trigger: Trigger) -> bool:
    if table.siesta[seat] < trigger.siesta_min:
        return False
    if trigger.order == ANY_ORDER:
        return True
    return table.order[0 if trigger.order == FIRST else -1] == seat


def go_on_firing(table: Table) -> bool:
    """Let the first trigger of the frame fire, or ask its owner, or pass over it (LG-FX-4)."""
    frame = table.stack[-1]
    seat = frame[1]
    trigger = table.rules.box.triggers[frame[2]]
    if not _may_fire(table, seat, trigger):
        drop_first(table)
        return False
    if trigger.optional:
        table.to_act = seat
        return True
    fire_first(table)
    return False


def fire_first(table: Table) -> None:
    """The first trigger of the frame fires; it counts against its limit."""
    frame = table.stack[-1]
    seat = frame[1]
    trigger = table.rules.box.triggers[frame[2]]
    drop_first(table)
    if trigger.limit:
        table.fired[seat * table.rules.box.counters + trigger.counter] += 1
    table.stack.append((CARRY_OUT, seat, trigger.effects, 0, trigger.number))


def drop_first(table: Table) -> None:
    """The first trigger of the frame is done with; a declined one is not counted (LG-FX-7)."""
    frame = table.stack[-1]
    if len(frame) == 3:
        table.stack.pop()
    else:
        table.stack[-1] = (FIRE, frame[1], *frame[3:])


def forget_helper(table: Table, seat: int, card: int) -> None:
    """What a helper that leaves the farm heard is not due any more (LG-FX-10).

    Played again within the same event it is a fresh one, which did not hear it.
    """
    triggers = table.rules.box.triggers
    kept: list[Frame] = []
    for frame in table.stack:
        if frame[0] == FIRE and frame[1] == seat:
            due = [number for number in frame[2:] if triggers[number].card != card]
            if due:
                kept.append((FIRE, seat, *due))
        else:
            kept.append(frame)
    table.stack = kept


def _may_fire(table: Table, seat: int, trigger: Trigger) -> bool:
    """Its limit allows it, it is not running, and it can do something."""
    if trigger.limit:
        fired = table.fired[seat * table.rules.box.counters + trigger.counter]
        if fired >= trigger.limit:
            return False
    return not _is_running(table, seat, trigger) and feasible(table, seat, trigger.effects)


def _is_running(table: Table, seat: int, trigger: Trigger) -> bool:
    """Whether its own effects are being carried out (LG-FX-11)."""
    for frame in table.stack:
        if frame[0] == CARRY_OUT and frame[1] == seat and frame[4] == trigger.number:
            return True
    return False
