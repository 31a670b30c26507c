"""Markers on the market and what their placing removes (LG-MARKET)."""

from __future__ import annotations

from siurell.games.la_granja.farm import passive
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.triggers import heard_by, line_up
from siurell.games.la_granja.vocabulary import (
    MARKET_ATTACK,
    MARKET_DEFENCE,
    NONE,
    ON_MARKER_CAPTURED,
    ON_MARKER_REMOVED,
)


def spaces_to_place(table: Table, player: int, value: int) -> list[int]:
    """Free spaces of the number, else those of others, else the own ones (LG-MARKET-3 to 5)."""
    spaces = table.rules.spaces_of_value[value]
    free = [space for space in spaces if table.market[space] == NONE]
    if free:
        return free
    of_others = [space for space in spaces if table.market[space] != player]
    return of_others or spaces


def go_on_placing(table: Table) -> bool:
    """Ask for a space; without an open space of the number nothing is placed (LG-MARKET-10)."""
    _, seat, value = table.stack[-1]
    if not spaces_to_place(table, seat, value):
        table.stack.pop()
        return False
    table.to_act = seat
    return True


def place_for_barrow(table: Table, space: int) -> None:
    """The marker of a completed barrow goes on a space."""
    _, seat, _ = table.stack.pop()
    place_marker(table, seat, space)


def place_marker(table: Table, player: int, space: int) -> None:
    """Displace, place, remove; then VP, then triggers in turn order (LG-MARKET-4 to 9)."""
    removed = removed_by(table, player, space)
    losers = [table.market[place] for place in removed]
    for place in removed:
        table.market[place] = NONE
    table.market[space] = player
    if player < table.rules.seats:
        table.vp[player] += len(removed) * table.rules.box.vp_per_removed
    _line_up_triggers(table, player, losers)


def removed_by(table: Table, player: int, space: int) -> list[int]:
    """The spaces that lose their marker: a displaced one, and lower neighbours (LG-MARKET-7)."""
    displaced = table.market[space] not in (NONE, player)
    removed = [space] if displaced else []
    strength = table.rules.box.spaces[space].value + _passive(table, player, MARKET_ATTACK)
    for other in table.rules.neighbours[space]:
        owner = table.market[other]
        if owner not in (NONE, player):
            value = table.rules.box.spaces[other].value + _passive(table, owner, MARKET_DEFENCE)
            if value < strength:
                removed.append(other)
    return removed


def _passive(table: Table, player: int, mod: int) -> int:
    """The rival of the solo game has no helpers (LG-SOLO-1)."""
    return passive(table, player, mod) if player < table.rules.seats else 0


def _line_up_triggers(table: Table, player: int, losers: list[int]) -> None:
    """Owner by owner in turn order, once for each marker (LG-MARKET-9, LG-HELP-4)."""
    for owner in reversed(table.order):
        if owner >= table.rules.seats:
            continue
        if owner == player:
            line_up(table, owner, heard_by(table, owner, ON_MARKER_CAPTURED) * len(losers))
        else:
            lost = heard_by(table, owner, ON_MARKER_REMOVED) * losers.count(owner)
            line_up(table, owner, lost)
