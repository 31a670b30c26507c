"""Carrying out lists of effects, left to right (LG-FX-1, LG-FX-2): one engine for all sources."""

from __future__ import annotations

from siurell.games.la_granja.farm import gain_good
from siurell.games.la_granja.feasibility import (
    choice_of_die,
    choice_of_space,
    effect_feasible,
    feasible_options,
    option_of_die,
)
from siurell.games.la_granja.frames import (
    CARRY_OUT,
    DELIVER,
    GAIN,
    GROW,
    OPTION,
    PLAY,
    REFRESH,
    REUSE,
    UPGRADE,
    Frame,
)
from siurell.games.la_granja.pile import draw_cards
from siurell.games.la_granja.siesta import move_disc
from siurell.games.la_granja.table import BUILDINGS, Table
from siurell.games.la_granja.vocabulary import (
    CHOICE,
    COUNTED,
    CROPS,
    DELIVERY,
    DRAW_CARD,
    EXTRA_OPTION,
    FREE_UPGRADE,
    GAIN_GOODS,
    GAIN_SILVER,
    GAIN_TRADE,
    GAIN_VP,
    NONE,
    PIG,
    PLAY_CARD,
    RESERVE_DIE,
    REUSE_ROOF,
    REVENUE_SPACE,
    SIESTA,
    SILVER_PER,
    TRADE,
    VP_PER,
    Effect,
)
from siurell.games.la_granja.vocabulary import GROW as GROW_EFFECT


def carry_out(table: Table, seat: int, effects: int) -> None:
    """A list of effects begins."""
    table.stack.append((CARRY_OUT, seat, effects, 0, NONE))


def go_on_carrying_out(table: Table) -> bool:
    """The next effect of the list; infeasible ones are skipped (LG-FX-4)."""
    kind, seat, effects, place, trigger = table.stack[-1]
    listed = table.rules.box.effects[effects]
    if place == len(listed):
        table.stack.pop()
        return False
    table.stack[-1] = (kind, seat, effects, place + 1, trigger)
    if effect_feasible(table, seat, listed[place]):
        _do(table, seat, listed[place])
    return False


def _do(table: Table, seat: int, effect: Effect) -> None:
    """One effect: what needs no decision is done at once, the rest gets a frame."""
    do = effect.do
    if do == GAIN_SILVER:
        table.silver[seat] += effect.n
    elif do == GAIN_VP:
        table.vp[seat] += effect.n
    elif do == GAIN_TRADE:
        for _ in range(effect.n):
            gain_good(table, seat, TRADE)
    elif do == SIESTA:
        move_disc(table, seat, effect.n)
    elif do == DRAW_CARD:
        draw_cards(table, seat, effect.n)
    elif do in (SILVER_PER, VP_PER):
        _gain_per(table, seat, effect)
    else:
        frame = _frame(table, seat, effect)
        if frame is not None:
            table.stack.append(frame)


def _frame(table: Table, seat: int, effect: Effect) -> Frame | None:
    """The frame in which the decisions of an effect are made; None when it has none."""
    do = effect.do
    if do == GAIN_GOODS:
        goods = sum([1 << good for good in effect.goods])
        return (GAIN, seat, effect.n, goods, int(effect.distinct))
    if do == DELIVERY:
        return (DELIVER, seat, effect.n, effect.to)
    if do == CHOICE:
        return (OPTION, seat, effect.choice, 0, 0)
    if do == REVENUE_SPACE:
        return (OPTION, seat, choice_of_space(table, effect), 0, 0)
    if do == EXTRA_OPTION:
        return (OPTION, seat, choice_of_die(table), option_of_die(table), 0)
    if do == RESERVE_DIE:
        # The move that used the action has marked the space.
        return None
    return _counted_frame(seat, effect)


def _counted_frame(seat: int, effect: Effect) -> Frame:
    """The frame of an effect of up to n single steps (LG-FX-6)."""
    do = effect.do
    if do == FREE_UPGRADE:
        return (UPGRADE, seat, effect.n)
    if do == PLAY_CARD:
        return (PLAY, seat, effect.n)
    if do == GROW_EFFECT:
        return (GROW, seat, effect.n)
    if do == REUSE_ROOF:
        return (REUSE, seat, effect.n)
    return (REFRESH, seat, effect.n)


def _gain_per(table: Table, seat: int, effect: Effect) -> None:
    """n for each full `per` of what is counted, at most so many in all (LG-HELP-3)."""
    counted = _count(table, seat, COUNTED[effect.what])
    gained = min(effect.n * (counted // effect.per), effect.most)
    if effect.do == SILVER_PER:
        table.silver[seat] += gained
    else:
        table.vp[seat] += gained


def _count(table: Table, seat: int, what: str) -> int:
    slots = table.rules.barrow_slots
    helper_slots = table.rules.helper_slots
    if what == "extensions":
        return len(table.extensions[seat])
    if what == "craft_markers":
        markers = table.crafted[seat * BUILDINGS : (seat + 1) * BUILDINGS]
        return BUILDINGS - markers.count(0)
    if what == "fields":
        return sum(table.fields[seat * CROPS : (seat + 1) * CROPS])
    if what == "barrows":
        return slots - table.barrows[seat * slots : (seat + 1) * slots].count(0)
    if what == "helpers":
        lying = table.helpers[seat * helper_slots : (seat + 1) * helper_slots]
        return helper_slots - lying.count(0)
    if what == "market_markers":
        return table.market.count(seat)
    return table.good(seat, PIG)


def go_on_choosing(table: Table) -> bool:
    """Only feasible options are offered; the only one is taken by itself (LG-FX-5)."""
    _, seat, choice, barred, _ = table.stack[-1]
    options = feasible_options(table, seat, choice, barred)
    if len(options) > 1:
        table.to_act = seat
        return True
    if options:
        take_option(table, options[0])
    else:
        table.stack.pop()
    return False


def take_option(table: Table, place: int) -> None:
    """Take an option of the frame on top; that of a die is remembered (LG-REV-9)."""
    _, seat, choice, _, of_die = table.stack.pop()
    if of_die:
        table.took = place + 1
    carry_out(table, seat, table.rules.box.choices[choice][place].effects)


def go_on_gaining(table: Table) -> bool:
    """Good by good; the only one that is left comes by itself (LG-DEC-13)."""
    _, seat, left, goods, _ = table.stack[-1]
    if left == 0 or goods == 0:
        table.stack.pop()
        return False
    if goods & goods - 1:
        table.to_act = seat
        return True
    gain_one(table, goods.bit_length() - 1)
    return False


def gain_one(table: Table, good: int) -> None:
    """Gain one of the goods of the frame on top; of distinct goods it cannot come again."""
    kind, seat, left, goods, distinct = table.stack[-1]
    if distinct:
        goods &= ~(1 << good)
    table.stack[-1] = (kind, seat, left - 1, goods, distinct)
    gain_good(table, seat, good)
