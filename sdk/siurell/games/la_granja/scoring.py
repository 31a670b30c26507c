"""The scoring phase, the end of the game, and the result (LG-SCORE, LG-END, LG-SOLO-13)."""

from __future__ import annotations

from siurell.games.base import Outcome
from siurell.games.la_granja.farm import passive
from siurell.games.la_granja.siesta import put_discs_back
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.triggers import fire
from siurell.games.la_granja.vocabulary import (
    CROPS,
    KINDS_OF_GOODS,
    ON_SCORING,
    PIG,
    SELL_FROM_FIELDS,
    TRADE,
)


def begin_scoring(table: Table) -> bool:
    """Market, siesta track, then triggers in turn order (LG-SCORE-1 to 3)."""
    box = table.rules.box
    for seat in range(table.rules.seats):
        table.vp[seat] += table.market.count(seat) * box.vp_per_marker
        table.vp[seat] += box.siesta_vp[table.siesta[seat]]
    for player in reversed(table.order):
        if player < table.rules.seats:
            fire(table, player, ON_SCORING)
    return False


def end_scoring(table: Table) -> None:
    """Discs go back, marks of the round are cleared (LG-SCORE-4, LG-ROUND-3)."""
    put_discs_back(table)
    table.acted = [0] * len(table.acted)
    table.fired = [0] * len(table.fired)
    table.chosen = [0] * len(table.chosen)
    table.dice = [0] * len(table.dice)
    table.rival_die = 0


def end_game(table: Table) -> None:
    """Resources and trade commodities become silver, silver gives VP (LG-END-1 to 3)."""
    constants = table.rules.box.constants
    for seat in range(table.rules.seats):
        table.silver[seat] += _sell_all(table, seat)
        table.vp[seat] += table.silver[seat] // constants.silver_per_vp_at_end
    table.to_act = None


def _sell_all(table: Table, seat: int) -> int:
    """The silver for resources at sell prices and for trade commodities (LG-END-1, LG-END-2)."""
    goods = table.rules.box.goods
    start = seat * KINDS_OF_GOODS
    silver = table.good(seat, TRADE) * table.rules.box.constants.end_silver_per_trade
    table.goods[start + TRADE] = 0
    for good in range(PIG + 1):
        silver += table.goods[start + good] * goods[good].sell
        table.goods[start + good] = 0
    if passive(table, seat, SELL_FROM_FIELDS):
        for crop in range(CROPS):
            silver += table.full[seat * CROPS + crop] * goods[crop].sell
            table.full[seat * CROPS + crop] = 0
    return silver


def outcome(table: Table) -> Outcome:
    """VP and places as the table stands; ties by turn order (LG-END-4, LG-SOLO-13)."""
    scores = tuple(table.vp)
    if table.rules.solo:
        return Outcome(scores, (1,), grade(table, scores[0]))
    order = table.order or list(range(table.rules.seats))
    ranked = sorted(order, key=lambda seat: (-scores[seat], order.index(seat)))
    return Outcome(scores, tuple([ranked.index(seat) + 1 for seat in range(table.rules.seats)]))


def grade(table: Table, vp: int) -> str:
    """The word for a solo result (LG-SOLO-13)."""
    grades = table.rules.box.solo.grades
    for below, word in grades:
        if vp < below:
            return word
    return grades[-1][1]
