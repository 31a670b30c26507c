"""La Granja as text: the village, and the farm of each player.

What an observation hides is not shown; of VP, a seat is shown its own alone (LG-HID-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from siurell.draw.la_granja_farms import draw_farms
from siurell.draw.rows import WIDTH, counted, whole, wrap
from siurell.games.base import CHANCE
from siurell.games.la_granja import frames, table
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.vocabulary import GOODS, NONE

DRAWS: Final = LaGranjaObservation
"""What this file draws."""

_MARGIN: Final = 10
_HALF_CELL: Final = 4
_LEAST_HALF_CELL: Final = 3

_DOING: Final = {
    table.PLAY: "plays cards",
    table.INCOME: "has taken income",
    table.ROOF: "may buy a roof marker",
    table.MARK: "may mark a revenue space",
    table.DIE: "takes a die",
    table.LAST_DIE: "may carry the last die out",
    table.DONKEY: "chooses a donkey marker",
    table.SIESTA: "has moved the siesta disc",
    table.DELIVERY: "delivers",
}
"""What the player whose turn it is does."""

_CHOOSING: Final = {
    frames.OPTION: "takes an option",
    frames.GAIN: "chooses a good",
    frames.UPGRADE: "may upgrade for free",
    frames.DELIVER: "may deliver",
    frames.PLAY: "may play a card",
    frames.GROW: "may grow a crop",
    frames.REUSE: "may turn a roof marker up",
    frames.REFRESH: "may refresh a donkey marker",
    frames.FIRE: "may use a helper",
    frames.COST: "pays for a helper",
    frames.EXTEND: "pays for an extension",
    frames.REPLACE: "makes room for a card",
    frames.MARKET: "puts a marker on the market",
    frames.HAND_LIMIT: "discards down to the hand limit",
}
"""What is chosen inside an effect."""

_CHANCE: Final = {
    table.FIRST_PLAYER: "the first player is found",
    table.ORDER_ROLLS: "a die is rolled for a building",
    table.FIRST_ROOF: "roof markers are turned up",
    table.NEXT_ROOF: "roof markers are turned up",
    table.ROLL: "the dice are rolled",
    table.RIVAL_DIE: "a die is rolled for the rival",
    table.DELIVERY: "a card is turned up for the rival",
}


def draw(seen: LaGranjaObservation, names: Sequence[str] = ()) -> str:
    """Draw what a viewer sees; `names` are those of the seats."""
    lines = [
        _headline(seen, names),
        "",
        *_village(seen),
        "",
        *_crafts(seen),
        "",
        *_market(seen),
        "",
        *draw_farms(seen, names),
    ]
    return "\n".join([line[:WIDTH].rstrip() for line in lines])


def _headline(seen: LaGranjaObservation, names: Sequence[str]) -> str:
    rounds = seen.rules.box.constants.rounds
    where = (
        f"La Granja, round {seen.turn.round} of {rounds}, {table.PHASE_OF_STAGE[seen.turn.stage]}"
    )
    if seen.to_act is None:
        return "La Granja, the game is over"
    if seen.to_act == CHANCE:
        if seen.turn.stack and seen.turn.stack[-1][0] == frames.DRAW:
            return f"{where}: seat {seen.turn.stack[-1][1]} draws a card"
        return f"{where}: {_CHANCE.get(seen.turn.stage, 'cards are dealt')}"
    seat = seen.to_act
    name = f" ({names[seat][:16]})" if seat < len(names) else ""
    doing = _CHOOSING[seen.turn.stack[-1][0]] if seen.turn.stack else _DOING[seen.turn.stage]
    return f"{where}: seat {seat}{name} {doing}"


def player_mark(seen: LaGranjaObservation, player: int) -> str:
    """The number of a seat, or R for the rival of the solo game."""
    return str(player) if player < seen.seats else "R"


def _marks(seen: LaGranjaObservation, players: Sequence[int]) -> str:
    return " ".join([player_mark(seen, player) for player in players])


def _row(label: str, text: str) -> list[str]:
    """A line with a label in the margin; what does not fit goes on below."""
    return wrap(text, f"{label:<{_MARGIN}}") or [label]


def _village(seen: LaGranjaObservation) -> Iterator[str]:
    yield from _row("order", _marks(seen, seen.village.order) or "not known yet")
    yield from _row("siesta", _siesta(seen))
    cards = f"{seen.cards.pile} in the draw pile, {len(seen.cards.discards)} discarded"
    yield from _row(
        "cards", cards + (f", last {seen.cards.discards[-1]}" if seen.cards.discards else "")
    )
    yield from _row("roof", _roof(seen))
    yield from _row("dice", _dice(seen))
    if seen.turn.stage == table.DELIVERY and seen.turn.open:
        yield from _row("left", _deliveries(seen))


def _siesta(seen: LaGranjaObservation) -> str:
    """Only spaces with a disc, the last one first; the upper disc stands first."""
    values = seen.rules.box.siesta_vp
    spaces = []
    for space in range(len(values) - 1, -1, -1):
        there = [player for player in seen.village.discs if seen.village.siesta[player] == space]
        if there:
            on = f"{_marks(seen, there)} on space {space} ({values[space]} VP)"
            spaces.append(whole(on))
    return ", ".join(spaces) or "no disc yet"


def _roof(seen: LaGranjaObservation) -> str:
    texts = {marker.number: marker.text for marker in seen.rules.box.roof_markers}
    return (
        ", ".join([whole(f"{marker} ({texts[marker]})") for marker in seen.village.roof])
        or "none for sale"
    )


def _dice(seen: LaGranjaObservation) -> str:
    parts = [
        " ".join([str(space + 1)] * count) for space, count in enumerate(seen.village.dice) if count
    ]
    text = "  ".join(parts) or "none"
    for space, player in enumerate(seen.village.marks):
        if player != NONE:
            text += f", space {space + 1} marked by {player_mark(seen, player)}"
    return text + (f", rival {seen.village.rival_die}" if seen.village.rival_die else "")


def _deliveries(seen: LaGranjaObservation) -> str:
    free = f", {seen.turn.free_extras} of them free" if seen.turn.free_extras else ""
    deliveries = counted(seen.turn.frees, "free delivery", "free deliveries")
    return f"{deliveries}, {seen.turn.extras} extra{free}"


def _crafts(seen: LaGranjaObservation) -> Iterator[str]:
    """Buildings by die: what is delivered is #, a taken craft marker shows its round."""
    seats = "".join([f"{seat:<6}" for seat in range(seen.seats)])
    yield f"{'building':<15}{'':<10}{'row':<27}{seats}"
    for number, building in enumerate(seen.rules.box.buildings):
        closed = (
            f"closed {seen.village.closed.index(number) + 1}"
            if number in seen.village.closed
            else "open"
        )
        first = "*" if seen.village.first_vp[number] else " "
        row = " ".join([GOODS[good] for good in building.row])
        done = "".join([f"{_craft(seen, seat, number):<6}" for seat in range(seen.seats)])
        yield f"{number + 1} {building.key[:12]:<13}{closed:<8}{first} {row[:26]:<27}{done}"
    yield "(* nobody has completed it yet; # delivered; r3 completed in round 3)"


def _craft(seen: LaGranjaObservation, seat: int, building: int) -> str:
    place = seat * table.BUILDINGS + building
    if seen.village.crafted[place]:
        return f"r{seen.village.crafted[place]}"
    length = len(seen.rules.box.buildings[building].row)
    return "".join(["#" if seen.village.rows[place] >> bit & 1 else "." for bit in range(length)])


def _market(seen: LaGranjaObservation) -> Iterator[str]:
    """The spaces as they lie; who holds one stands behind its id. Closed ones are left out."""
    spaces = seen.rules.box.spaces
    shown = [
        place
        for place, space in enumerate(spaces)
        if place in seen.rules.spaces_of_value[space.value]
    ]
    columns = [2 * spaces[place].q + spaces[place].r for place in shown]
    half_cell = min(_HALF_CELL, (WIDTH - _MARGIN) // (max(columns) - min(columns) + 2))
    longest = max([len(spaces[place].key) for place in shown])
    yield "market    (a space, then whose marker is there)"
    if half_cell < _LEAST_HALF_CELL or longest > 2 * _LEAST_HALF_CELL - 3:
        yield from _market_by_number(seen, shown)
        return
    for row in sorted({spaces[place].r for place in shown}):
        line = ""
        for place in sorted([p for p in shown if spaces[p].r == row], key=lambda p: spaces[p].q):
            column = 2 * spaces[place].q + row - min(columns)
            line = line.ljust(_MARGIN + column * half_cell) + _space(seen, place)
        yield line


def _market_by_number(seen: LaGranjaObservation, shown: Sequence[int]) -> Iterator[str]:
    """For a map that is too wide to be drawn."""
    spaces = seen.rules.box.spaces
    for value in sorted({spaces[place].value for place in shown}):
        same = [_space(seen, place) for place in shown if spaces[place].value == value]
        yield from _row(str(value), "  ".join(same))


def _space(seen: LaGranjaObservation, place: int) -> str:
    holder = seen.village.market[place]
    mark = "." if holder == NONE else player_mark(seen, holder)
    return f"{seen.rules.box.spaces[place].key} {mark}"
