"""The siesta track (LG-TRANS-3 to 6)."""

from __future__ import annotations

from siurell.games.la_granja.table import Table


def can_rest(table: Table, player: int) -> bool:
    """Whether the disc is not yet on the last space (LG-FX-3)."""
    return table.siesta[player] < last_space(table)


def last_space(table: Table) -> int:
    """The number of the last space."""
    return len(table.rules.box.siesta_vp) - 1


def move_disc(table: Table, player: int, steps: int) -> None:
    """One movement: the disc goes on top of its new space, or stays as it lies (LG-TRANS-4)."""
    goal = min(table.siesta[player] + steps, last_space(table))
    if goal == table.siesta[player]:
        return
    table.siesta[player] = goal
    table.discs.remove(player)
    table.discs.insert(0, player)


def set_turn_order(table: Table) -> None:
    """Higher space first, on one space the upper disc first (LG-TRANS-5)."""
    ahead = [(-table.siesta[player], place, player) for place, player in enumerate(table.discs)]
    table.order = [player for _, _, player in sorted(ahead)]


def put_discs_back(table: Table) -> None:
    """Back to space 0, from top to bottom in turn order (LG-SCORE-4)."""
    table.siesta = [0] * len(table.siesta)
    table.discs = table.order[:]
