"""Costs of helper actions, paid before the effects and in full (LG-FX-9, LG-HELP-5)."""

from __future__ import annotations

from siurell.games.la_granja.farm import owns, sources_of, take
from siurell.games.la_granja.frames import COST
from siurell.games.la_granja.pile import discard_from_hand
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.vocabulary import PAY_CARD, PAY_SILVER, PAY_VP, Action, Cost


def can_pay(table: Table, seat: int, action: Action) -> bool:
    """Whether all costs can be paid; no two are of the same kind."""
    return all(_can_pay(table, seat, cost) for cost in action.costs)


def _can_pay(table: Table, seat: int, cost: Cost) -> bool:
    if cost.pay == PAY_SILVER:
        return table.silver[seat] >= cost.n
    if cost.pay == PAY_VP:
        return table.vp[seat] >= cost.n
    if cost.pay == PAY_CARD:
        return len(table.hands[seat]) >= cost.n
    return sum([owns(table, seat, good) for good in cost.goods]) >= cost.n


def costs_of(table: Table, card: int) -> tuple[Cost, ...]:
    """The costs of the action of a helper."""
    action = table.rules.box.cards[card].helper.action
    return action.costs if action else ()


def begin_paying(table: Table, seat: int, card: int) -> None:
    """The costs of the action of a helper are due."""
    costs = costs_of(table, card)
    if costs:
        table.stack.append((COST, seat, card, 0, costs[0].n))


def go_on_paying(table: Table) -> bool:
    """Pay what leaves no choice, and ask for the rest."""
    _, seat, card, place, left = table.stack[-1]
    cost = costs_of(table, card)[place]
    if cost.pay == PAY_SILVER:
        table.silver[seat] -= left
    elif cost.pay == PAY_VP:
        table.vp[seat] -= left
    elif left and not _only_source(table, seat, cost):
        table.to_act = seat
        return True
    elif left:
        pay_source(table, payable_sources(table, seat, cost)[0])
        return False
    _next_cost(table)
    return False


def _next_cost(table: Table) -> None:
    kind, seat, card, place, _ = table.stack.pop()
    costs = costs_of(table, card)
    if place + 1 < len(costs):
        table.stack.append((kind, seat, card, place + 1, costs[place + 1].n))


def _only_source(table: Table, seat: int, cost: Cost) -> bool:
    """Whether goods are due and can be taken from one source only (LG-DEC-13)."""
    return cost.pay != PAY_CARD and len(payable_sources(table, seat, cost)) == 1


def payable_sources(table: Table, seat: int, cost: Cost) -> list[int]:
    """Where the goods of a cost can be taken from."""
    sources: list[int] = []
    for good in cost.goods:
        sources += sources_of(table, seat, good)
    return sources


def pay_source(table: Table, source: int) -> None:
    """Pay one good of the cost on top."""
    kind, seat, card, place, left = table.stack[-1]
    table.stack[-1] = (kind, seat, card, place, left - 1)
    take(table, seat, source)


def pay_card(table: Table, discarded: int) -> None:
    """Pay one hand card of the cost on top."""
    kind, seat, card, place, left = table.stack[-1]
    table.stack[-1] = (kind, seat, card, place, left - 1)
    discard_from_hand(table, seat, discarded)
