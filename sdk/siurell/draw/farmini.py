"""Farmini as text: the display, what each player has, and the farms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from siurell.draw.farmini_farms import (
    CARD,
    CLOSED,
    CORN,
    FREE,
    HEIGHT,
    HOLE,
    OPEN,
    Block,
    draw_farms,
    printed,
    signs_of,
)
from siurell.draw.rows import WIDTH, counted, whole, wrap
from siurell.games.base import CHANCE
from siurell.games.farmini.box import AnimalCard, Components, PenCard
from siurell.games.farmini.observation import FarminiObservation
from siurell.games.farmini.pens import closed_pens, holed_pens
from siurell.games.farmini.placements import placements_of
from siurell.games.farmini.scoring import points, scoring_corn
from siurell.games.farmini.state import FarminiState

DRAWS: Final = FarminiObservation
"""What this file draws."""

_CELL: Final = 10
"""Signs for a card of the display."""


def draw(seen: FarminiObservation, names: Sequence[str] = ()) -> str:
    """Draw what a viewer sees; `names` are those of the seats."""
    state = seen.rebuild()
    signs = signs_of(seen.box)
    titles = [f"{seat} {names[seat] if seat < len(names) else ''}" for seat in range(seen.seats)]
    lines = [
        _headline(seen, names),
        *_stocks(seen),
        "",
        *_display(seen, signs),
        *_seats(seen, state, names),
        "",
        *draw_farms(state.farms, state.animals, signs, titles),
        *_legend(seen.box, signs),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _headline(seen: FarminiObservation, names: Sequence[str]) -> str:
    if seen.to_act is None:
        acts = "the game is over"
    elif seen.to_act == CHANCE:
        acts = "a card is turned up"
    else:
        acts = f"{_name(seen.to_act, names)} to move"
    putting = ""
    if seen.putting:
        kind, number = seen.putting[:2]
        putting = f", putting {number} {seen.box.animals[kind].key}"
    played = counted(seen.turns, "turn", "turns")
    return f"Farmini, {played} played, {acts}{putting}"


def _name(seat: int, names: Sequence[str]) -> str:
    return f"seat {seat} ({names[seat][:20]})" if seat < len(names) else f"seat {seat}"


def _stocks(seen: FarminiObservation) -> Iterator[str]:
    """The yard, and the deck as far as it is known: which cards, not their order (FM-INFO)."""
    kinds = zip(seen.box.animals, seen.yard, strict=True)
    yield f"Yard: {', '.join(f'{left} {animal.key}' for animal, left in kinds)}"
    cards = Counter(
        "pen" if isinstance(seen.box.cards[card], PenCard) else seen.box.cards[card].key
        for card in seen.deck
    )
    inside = f": {', '.join(whole(f'{number} {key}') for key, number in sorted(cards.items()))}"
    yield from wrap(f"Deck of {len(seen.deck)}{inside if cards else ''}")


def _display(seen: FarminiObservation, signs: Sequence[str]) -> Iterator[str]:
    """The cards that can be taken, as they are printed."""
    across = WIDTH // _CELL
    faces = placements_of(seen.box).faces
    for first in range(0, len(seen.display), across):
        numbers = seen.display[first : first + across]
        shown = [seen.box.cards[number] for number in numbers]
        yield "".join(f"{card.key:<{_CELL}}" for card in shown)
        blocks = [
            _animals(card, signs) if isinstance(card, AnimalCard) else printed(faces[number][0])
            for number, card in zip(numbers, shown, strict=True)
        ]
        for line in range(HEIGHT):
            yield "".join(f"{block[line]:<{_CELL}}" for block in blocks)
        yield ""


def _animals(card: AnimalCard, signs: Sequence[str]) -> Block:
    """The picture of an animal card."""
    row = " ".join([signs[card.animal]] * card.tokens)
    return ["", f"{row[:CARD]:^{CARD}}", ""]


def _seats(seen: FarminiObservation, state: FarminiState, names: Sequence[str]) -> Iterator[str]:
    yield f"{'':<24}points  animals  corn  closed pens  holed pens"
    for seat in range(seen.seats):
        mark = ">" if seen.to_act == seat else " "
        who = f"{mark}{seat} {names[seat][:20] if seat < len(names) else ''}"
        farm, held = state.farms[seat], state.animals[seat]
        yield (
            f"{who:<24}{points(state, seat):>6}{len(held):>9}{scoring_corn(farm, held):>6}"
            f"{closed_pens(farm):>13}{holed_pens(farm):>12}"
        )


def _legend(box: Components, signs: Sequence[str]) -> Iterator[str]:
    kinds = ", ".join(f"{sign} {kind.key}" for sign, kind in zip(signs, box.animals, strict=True))
    yield from wrap(
        f"{kinds}, {FREE} free space, {CORN} cornfield; "
        f"{CLOSED} closed pen, {OPEN} open, {HOLE} hole"
    )
