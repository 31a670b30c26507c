"""Why a move is not legal, in a sentence for people; silent exactly for the legal moves.

What a delivery needs is asked in `serving_legality`.
"""

from __future__ import annotations

from siurell.games.base import CHANCE, Move
from siurell.games.finca.components import DOUBLE, GUST
from siurell.games.finca.moves import (
    BigCart,
    Deliver,
    Double,
    Gust,
    MoveFarmer,
    OneLess,
    Place,
    Stay,
)
from siurell.games.finca.serving_legality import (
    why_not_big_cart,
    why_not_deliver,
    why_not_one_less,
)
from siurell.games.finca.table import INTRO, SECOND, Table


def why_illegal(table: Table, move: Move) -> str | None:
    """None for a legal move, otherwise what stands against it (F-DEC)."""
    if table.to_act is None:
        return "the game is over."
    if table.to_act == CHANCE:
        return "something is still to be turned up, so nobody decides now (F-CHANCE-6)."
    if table.stage == INTRO:
        return why_not_place(table, move)
    if table.stage == SECOND:
        return why_not_second(table, move)
    return why_not_turn(table, move)


def why_not_place(table: Table, move: Move) -> str | None:
    """Until all farmers are placed, a farmer goes on any blade (F-DEC-1)."""
    if not isinstance(move, Place):
        return "in the introduction a farmer is placed: write `place B` (F-INTRO-2)."
    return _why_no_blade(table, move.blade)


def why_not_second(table: Table, move: Move) -> str | None:
    """After `double B` there is a move or `stay` (F-DEC-3)."""
    if isinstance(move, Stay):
        return None
    if isinstance(move, MoveFarmer):
        return _why_no_farmer(table, move.blade)
    return "this is the second half of a double move: write `move B` or `stay` (F-DOUBLE-1)."


def why_not_turn(table: Table, move: Move) -> str | None:
    """Move a farmer, deliver, or use one action tile (F-TURN-2)."""
    if isinstance(move, MoveFarmer):
        return _why_no_farmer(table, move.blade)
    if isinstance(move, Deliver):
        return why_not_deliver(table, move.items)
    if isinstance(move, BigCart):
        return why_not_big_cart(table, move.items)
    if isinstance(move, OneLess):
        return why_not_one_less(table, move.fruit, move.items)
    if isinstance(move, Double):
        return why_not_double(table, move.blade)
    if isinstance(move, Gust):
        return why_not_gust(table, move.blade, move.goal)
    if isinstance(move, Place):
        return "all farmers are placed (F-INTRO-1)."
    if isinstance(move, Stay):
        return "only the second half of a double move can be declined (F-TURN-3)."
    return "it is not a move of Finca."


def why_not_double(table: Table, blade: int) -> str | None:
    """A double move needs its tile and a farmer (F-DOUBLE-1)."""
    if not table.actions[table.mover] & DOUBLE:
        return "your double move is used (F-ACTION-1)."
    return _why_no_farmer(table, blade)


def why_not_gust(table: Table, blade: int, goal: int) -> str | None:
    """A gust of wind needs its tile and a farmer, and goes to any blade (F-GUST-1)."""
    if not table.actions[table.mover] & GUST:
        return "your gust of wind is used (F-ACTION-1)."
    return _why_no_farmer(table, blade) or _why_no_blade(table, goal)


def _why_no_blade(table: Table, blade: int) -> str | None:
    if 0 <= blade < table.rules.blades:
        return None
    return f"there is no blade {blade}: they are numbered 0 to {table.rules.blades - 1}."


def _why_no_farmer(table: Table, blade: int) -> str | None:
    missing = _why_no_blade(table, blade)
    if missing is not None:
        return missing
    stands = table.stands[table.mover]
    if stands >> blade & 1:
        return None
    own = ", ".join([str(other) for other in range(table.rules.blades) if stands >> other & 1])
    return f"no farmer of yours stands on blade {blade}; yours stand on {own} (F-MOVE-1)."
