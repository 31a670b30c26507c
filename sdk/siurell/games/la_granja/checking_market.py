"""What must hold of the market: its spaces, and which of them are neighbours (LG-MARKET)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from siurell.games.checked_table import CheckedTable
from siurell.games.component_mistakes import shown

_ID: Final = re.compile(r"[a-z0-9]{1,4}")
_CLOSED: Final = 10
"""So many spaces carry an X (LG-MARKET-2)."""
_FEWEST: Final = 14
_MOST: Final = 48
_NEIGHBOURS: Final = 12
_FAR: Final = 20
_PLAYERS: Final = 4


class _Map:
    """What was found of the map: for each space its table, neighbours and whether it is open."""

    def __init__(self) -> None:
        self.tables: dict[str, CheckedTable] = {}
        self.neighbours: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.whole = True
        """Whether all neighbours are spaces of the map: only then is it looked at as a map."""


def check_market(market: CheckedTable) -> None:
    """The table [market] with all its spaces."""
    market.wholes("closed_for_players", 1, _PLAYERS, 0, _PLAYERS, twice=False)
    market.whole("vp_per_removed_marker", 0, 9)
    market.whole("vp_per_marker_scoring", 0, 9)
    found = _check_spaces(market)
    ids = list(found.tables)
    setup = market.words("setup_spaces", ids, _PLAYERS, _PLAYERS, called="the id of a space")
    for place, space in enumerate(setup or (), 1):
        if space not in found.open:
            market.say(
                f"setup_spaces[{place}]",
                f"must be a space that is never closed, not {shown(space)}",
            )
    if len(ids) - len(found.open) != _CLOSED:
        closed = len(ids) - len(found.open)
        market.say("space", f"must hold {_CLOSED} closed spaces (LG-MARKET-2), not {closed}")
    if found.whole and _check_neighbours(found):
        _check_connected(market, found)
    market.close()


def _check_spaces(market: CheckedTable) -> _Map:
    found = _Map()
    spots: dict[tuple[int | None, int | None], str] = {}
    for space in market.rows("space", "id", _FEWEST, _MOST):
        name = _name(space, found.tables)
        space.whole("value", 2, 6)
        spot = (space.whole("q", -_FAR, _FAR), space.whole("r", -_FAR, _FAR))
        if None not in spot and spot in spots:
            space.say("q", f"must be another place on the map: {spots[spot]} lies at {spot}")
        closed = space.flag("closed")
        if name is not None:
            spots[spot] = name
            found.tables[name] = space
            if not closed:
                found.open.append(name)
    ids = list(found.tables)
    for name, space in found.tables.items():
        others = [other for other in ids if other != name]
        near = space.words(
            "neighbours", others, 1, _NEIGHBOURS, called="the id of another space of the market"
        )
        found.neighbours[name] = near or []
        found.whole = found.whole and near is not None
        space.close()
    return found


def _name(space: CheckedTable, known: Mapping[str, CheckedTable]) -> str | None:
    """The id of a space, which moves name it by."""
    name = space.text("id", 4)
    if name is None:
        return None
    if _ID.fullmatch(name) is None:
        space.say("id", f"must be up to four small letters and digits, not {shown(name)}")
    elif name in known:
        space.say("id", f"must be one of its own; {shown(name)} stands here before")
    else:
        return name
    return None


def _check_neighbours(found: _Map) -> bool:
    """Whether neighbours are listed both ways."""
    symmetric = True
    for name, others in found.neighbours.items():
        for other in others:
            if name not in found.neighbours[other]:
                symmetric = False
                found.tables[other].say(
                    "neighbours", f'must hold "{name}" too: it is listed by [[market.space]] {name}'
                )
    return symmetric


def _check_connected(market: CheckedTable, found: _Map) -> None:
    """There is a way from each open space to each other, and from all of them (LG-SOLO-9)."""
    for inside in (found.open, list(found.tables)):
        reached = inside[:1]
        for name in reached:
            reached += [n for n in found.neighbours[name] if n in inside and n not in reached]
        apart = [name for name in inside if name not in reached]
        if apart:
            market.say(
                "space", f"must be one map: no neighbours lead from {inside[0]} to {apart[0]}"
            )
            return
