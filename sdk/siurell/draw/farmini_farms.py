"""The farms of Farmini on their grids: a card is seven signs wide and three lines high.

Fences run from the middle of a side to the middle of the card, grass shows whether its pen is
closed. Farms stand side by side where they fit; one that is too wide is cut into strips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from siurell.draw.rows import WIDTH
from siurell.games.farmini.box import Components
from siurell.games.farmini.faces import Face
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import position_at, spot_at, x_of, y_of
from siurell.games.farmini.pens import holes, is_closed

CARD: Final = 7
"""Signs for the width of a card."""
HEIGHT: Final = 3

_LABEL: Final = 4
_GAP: Final = 2
_ACROSS: Final = (WIDTH - _LABEL) // CARD
"""So many cards fit side by side."""

FREE: Final = "o"
CORN: Final = "*"
OPEN: Final = "."
CLOSED: Final = ":"
HOLE: Final = "#"

Block = list[str]
"""Lines of equal width."""


def signs_of(box: Components) -> list[str]:
    """A sign for each kind of animal: its first letter, or its number where letters are alike.

    >>> from siurell.games.farmini.components import components
    >>> signs_of(components())
    ['G', 'H', 'P']
    """
    letters = [animal.key[0].upper() for animal in box.animals]
    alike = len(set(letters)) < len(letters)
    return [str(kind + 1) for kind in range(len(letters))] if alike else letters


def picture(face: Face, grass: Sequence[str], shown: Sequence[str]) -> Block:
    """A card: `grass` and `shown` are the sign of each parcel's grass and of what is in it.

    The grass of a side without a fence is that of the parcels on both of its halves.
    """
    fenced = [face.fences >> side & 1 for side in range(4)]
    north, east, south, west = [
        sign if fence else beside for sign, fence, beside in zip("|-|-", fenced, grass, strict=True)
    ]
    upright, level = fenced[0] or fenced[2], fenced[1] or fenced[3]
    middle = "+" if upright and level else "|" if upright else "-" if level else grass[0]
    cells = [f"{grass[parcel]}{shown[parcel]}{grass[parcel]}" for parcel in range(4)]
    return [
        f"{cells[0]}{north}{cells[1]}",
        f"{west * 3}{middle}{east * 3}",
        f"{cells[3]}{south}{cells[2]}",
    ]


def printed(face: Face) -> Block:
    """A card as it is printed, before it lies anywhere."""
    return picture(face, OPEN * 4, _features(face, OPEN * 4))


def _features(face: Face, grass: Sequence[str]) -> list[str]:
    shown = list(grass)
    for parcel in face.spaces:
        shown[parcel] = FREE
    for parcel in face.corn:
        shown[parcel] = CORN
    return shown


def draw_farms(
    farms: Sequence[Farm],
    animals: Sequence[dict[int, int]],
    signs: Sequence[str],
    titles: Sequence[str],
) -> Iterator[str]:
    """All farms, each under its title, as many side by side as fit."""
    rows: list[list[Block]] = []
    for farm, held, title in zip(farms, animals, titles, strict=True):
        for block in _blocks(farm, held, signs, title):
            used = sum([len(other[0]) + _GAP for other in rows[-1]]) if rows else WIDTH
            if used + len(block[0]) > WIDTH:
                rows.append([])
            rows[-1].append(block)
    for row in rows:
        yield from _side_by_side(row)
        yield ""


def _blocks(farm: Farm, held: dict[int, int], signs: Sequence[str], title: str) -> Iterator[Block]:
    """The farm from its north to its south, in strips from west to east."""
    xs = [x_of(position) for position in farm.cards]
    for left in range(min(xs), max(xs) + 1, _ACROSS):
        right = min(left + _ACROSS - 1, max(xs))
        whole = max(xs) - min(xs) < _ACROSS
        label = title if whole else f"{title}, X {left} to {right}"
        yield _strip(farm, range(left, right + 1), _card_on(farm, held, signs), label)


def _strip(farm: Farm, columns: range, card_at: Callable[[int, int], Block], title: str) -> Block:
    width = _LABEL + CARD * len(columns)
    ys = [y_of(position) for position in farm.cards]
    lines = [title[:width], " " * _LABEL + "".join([f"{x:^{CARD}}" for x in columns])]
    for y in range(min(ys), max(ys) + 1):
        cards = [card_at(x, y) for x in columns]
        for line in range(HEIGHT):
            label = f"{y:>{_LABEL - 1}} " if line == HEIGHT // 2 else " " * _LABEL
            lines.append(label + "".join([card[line] for card in cards]))
    return [f"{line:<{width}}" for line in lines]


def _card_on(farm: Farm, held: dict[int, int], signs: Sequence[str]) -> Callable[[int, int], Block]:
    """What lies at X, Y of this farm: a card, a hole or nothing."""
    empty = holes(farm)

    def card_at(x: int, y: int) -> Block:
        position = position_at(x, y)
        if position not in farm.cards:
            sign = HOLE if position in empty else " "
            return [" " * CARD, f"{sign * 3:^{CARD}}", " " * CARD]
        face = farm.cards[position]
        spots = [spot_at(position, parcel) for parcel in range(4)]
        grass = [CLOSED if is_closed(farm, spot) else OPEN for spot in spots]
        features = _features(face, grass)
        shown = [
            signs[held[spot]] if spot in held else feature
            for spot, feature in zip(spots, features, strict=True)
        ]
        return picture(face, grass, shown)

    return card_at


def _side_by_side(blocks: Sequence[Block]) -> Iterator[str]:
    for line in range(max(map(len, blocks))):
        parts = [block[line] if line < len(block) else " " * len(block[0]) for block in blocks]
        yield (" " * _GAP).join(parts)
