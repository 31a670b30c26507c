"""Whether the effects in progress of an observation can be carried on (see `frames`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from siurell.games.base import CHANCE
from siurell.games.la_granja import frames
from siurell.games.la_granja.costs import can_pay
from siurell.games.la_granja.farm import free_pig_spaces
from siurell.games.la_granja.flow import go_on
from siurell.games.la_granja.frames import FRAMES, Frame
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.playing import owns_kind, slots_of
from siurell.games.la_granja.rebuilding import rebuild
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.table import BUILDINGS, PIPS, Table
from siurell.games.la_granja.vocabulary import (
    BARROW,
    HELPER,
    KINDS_OF_GOODS,
    NONE,
    TARGETS,
    Action,
    Cost,
)

MOST_STEPS: Final = 99
"""No effect has more single steps left, and no more effects are in progress."""

Range = tuple[int, int]
"""The least and the most that a number can be."""


def frame_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Every frame is of a kind that there is, with numbers that can be looked up."""
    if len(seen.turn.stack) > MOST_STEPS:
        yield "too many effects are in progress"
    for frame in seen.turn.stack:
        if len(frame) < 2 or not 0 <= frame[0] < len(FRAMES):
            yield "there is no such effect"
        if not 0 <= frame[1] < seen.seats:
            yield "an effect is about no seat"
        ranges = _ranges(seen.rules, frame)
        if len(frame) - 2 != len(ranges):
            yield f"{FRAMES[frame[0]]} has {len(frame)} numbers"
        for number, (least, most) in zip(frame[2:], ranges, strict=True):
            if not least <= number <= most:
                yield f"a number of {FRAMES[frame[0]]} is {number}, not {least} to {most}"
        if not _is_of_this_die(seen, frame):
            yield "an effect is of a die that was not taken"


def _is_of_this_die(seen: LaGranjaObservation, frame: Frame) -> bool:
    """What a die brings is what its space offers (LG-REV-3)."""
    die = seen.turn.die
    if frame[0] == frames.DIE_DONE:
        return frame[2] == die
    of_die = frame[0] == frames.OPTION and frame[4] == 1
    return not of_die or (die > 0 and frame[2] == seen.rules.box.revenue_spaces[die - 1])


def _ranges(rules: Rules, frame: Frame) -> Sequence[Range]:
    """What the numbers after kind and seat can be."""
    box = rules.box
    kind = frame[0]
    steps: Range = (0, MOST_STEPS)
    cards: Range = (1, len(box.cards) - 1)
    if kind == frames.CARRY_OUT:
        effects = len(box.effects)
        listed = len(box.effects[frame[2]]) if len(frame) > 2 and 0 <= frame[2] < effects else 0
        return ((0, effects - 1), (0, listed), (NONE, len(box.triggers) - 1))
    if kind == frames.OPTION:
        choices = len(box.choices)
        options = len(box.choices[frame[2]]) if len(frame) > 2 and 0 <= frame[2] < choices else 0
        return ((0, choices - 1), (0, (1 << options) - 1), (0, 1))
    if kind == frames.GAIN:
        return (steps, (0, (1 << KINDS_OF_GOODS) - 1), (0, 1))
    if kind == frames.DELIVER:
        return (steps, (0, len(TARGETS) - 1))
    if kind == frames.FIRE:
        triggers: Range = (0, len(box.triggers) - 1)
        return (triggers,) * min(max(len(frame) - 2, 1), MOST_STEPS)
    return _ranges_of_cards(rules, kind, steps, cards)


def _ranges_of_cards(rules: Rules, kind: int, steps: Range, cards: Range) -> Sequence[Range]:
    box = rules.box
    ranges: dict[int, Sequence[Range]] = {
        frames.COST: (cards, steps, steps),
        frames.EXTEND: (cards, steps, (0, (2 << max(box.farm_board.payment_kinds)) - 1)),
        frames.REPLACE: ((BARROW, HELPER), cards),
        frames.BARROW_DONE: ((0, rules.barrow_slots - 1), cards),
        frames.ROW_DONE: ((0, BUILDINGS - 1),),
        frames.MARKET: ((0, len(rules.spaces_of_value) - 1),),
        frames.HAND_LIMIT: (),
        frames.DIE_DONE: ((1, PIPS),),
        frames.ROOF_DONE: ((1, box.roof_markers[-1].number),),
        frames.INCOME: ((0, 3),),
    }
    return ranges.get(kind, (steps,))


def rest_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """The rules come to rest in this position: somebody has a choice, or chance is due."""
    state = rebuild(seen)
    for seat in range(seen.seats):
        if free_pig_spaces(state, seat) < 0:
            yield "there are more pigs than spaces"
    for frame in state.stack:
        yield from _payment_faults(state, frame)
    if not state.stack:
        if seen.to_act not in (None, CHANCE) and not state.legal_moves():
            yield "a seat acts that has no move"
        return
    resting = state.copy()
    resting.to_act = None
    go_on(resting)
    if resting.key() != state.key():
        yield "an effect is in progress that has nothing to ask"
    elif not state.legal_moves() and seen.to_act != CHANCE:
        yield "a seat acts that has no move"


def _payment_faults(table: Table, frame: Frame) -> Iterator[str]:
    """What was begun can be paid (LG-DEC-7, LG-FX-9), and room is made where there is none."""
    seat = frame[1]
    if frame[0] == frames.COST:
        rest = _rest_of_action(table, frame)
        if rest is None:
            yield "there is no such cost"
        elif not can_pay(table, seat, rest):
            yield "a cost cannot be paid"
    elif frame[0] == frames.EXTEND:
        kinds = table.rules.box.farm_board.payment_kinds
        unpaid = [kind for kind in kinds if not frame[4] >> kind & 1]
        if sum([owns_kind(table, seat, kind) for kind in unpaid]) < frame[3]:
            yield "an extension cannot be paid"
    elif frame[0] == frames.REPLACE and (
        frame[2] not in (BARROW, HELPER) or 0 in slots_of(table, seat, frame[2])
    ):
        yield "room is made where there is some"


def _rest_of_action(table: Table, frame: Frame) -> Action | None:
    """The action of a `COST` frame with the costs that are left."""
    _, _, card, place, left = frame
    action = table.rules.box.cards[card].helper.action
    if action is None or place >= len(action.costs) or left > action.costs[place].n:
        return None
    cost = action.costs[place]
    rest = (Cost(cost.pay, left, cost.goods), *action.costs[place + 1 :])
    return Action(action.window, rest, action.effects)
