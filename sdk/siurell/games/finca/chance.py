"""Chance in Finca: things are turned up, and nothing else is random (F-CHANCE-1).

The outcomes, the events that ask for them, and how the dealer lays out a stream. What may come is
drawn from counts: there is no order of hidden tiles here (F-CHANCE-2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from siurell.errors import InvalidMoveError, RulesError
from siurell.games.base import Below, Chance, ChanceOutcome, Layout
from siurell.games.finca.components import Components, components
from siurell.games.finca.moves import fruit_word, region_word
from siurell.games.shuffling import shuffled

BLADES: Final = "blades"
FINCAS: Final = "fincas"
TILES: Final = "tiles"
"""The three streams."""

_WHEEL: Final = "wheel"
_BOARD: Final = "board"


@dataclass(frozen=True, slots=True)
class Blades(ChanceOutcome):
    """The fruits of the blades, blade 0 first (F-SETUP-2)."""

    fruits: tuple[int, ...]

    def __str__(self) -> str:
        return "blades " + " ".join([fruit_word(fruit) for fruit in self.fruits])


@dataclass(frozen=True, slots=True)
class FincaTiles(ChanceOutcome):
    """The finca tiles in board order (F-SETUP-5)."""

    tiles: tuple[int, ...]

    def __str__(self) -> str:
        keys = [tile.key for tile in components().finca_tiles]
        return "fincas " + " ".join([keys[tile] for tile in self.tiles])


@dataclass(frozen=True, slots=True)
class Tile(ChanceOutcome):
    """The fruit tile that is turned up in a region (F-SETUP-3, F-DELIVER-9).

    >>> print(Tile(5, 1))
    tile arta fig1
    """

    region: int
    face: int

    def __str__(self) -> str:
        return f"tile {region_word(self.region)} {components().faces[self.face].key}"


@cache
def tiles_of(region: int) -> list[Tile]:
    """For each face the event that turns it up in the region."""
    return [Tile(region, face) for face in range(len(components().faces))]


class BladesDue(Chance):
    """The blades are laid."""

    __slots__ = ()

    @property
    def stream(self) -> str:
        """One event in a stream of its own."""
        return BLADES

    @property
    def item(self) -> str:
        """All blades at once."""
        return _WHEEL

    def allows(self, outcome: ChanceOutcome) -> bool:
        """Every arrangement of the blades in the box (F-COMP-2)."""
        return isinstance(outcome, Blades) and tuple(sorted(outcome.fruits)) == components().blades

    def weights(self) -> list[tuple[ChanceOutcome, int]] | None:
        """There are millions."""
        return None

    def draw(self, below: Below) -> Blades:
        """Every arrangement is equally likely (F-CHANCE-4)."""
        return Blades(tuple(shuffled(components().blades, below)))

    def parse(self, text: str) -> Blades:
        """``blades`` and twelve fruits."""
        fruits = components().fruits
        return Blades(_numbers(text, BLADES, fruits, len(components().blades)))


class FincaTilesDue(Chance):
    """The finca tiles are dealt."""

    __slots__ = ()

    @property
    def stream(self) -> str:
        """One event in a stream of its own."""
        return FINCAS

    @property
    def item(self) -> str:
        """All regions at once."""
        return _BOARD

    def allows(self, outcome: ChanceOutcome) -> bool:
        """Every arrangement of the ten tiles (F-COMP-4)."""
        tiles = list(range(len(components().finca_tiles)))
        return isinstance(outcome, FincaTiles) and sorted(outcome.tiles) == tiles

    def weights(self) -> list[tuple[ChanceOutcome, int]] | None:
        """There are millions."""
        return None

    def draw(self, below: Below) -> FincaTiles:
        """Every arrangement is equally likely (F-CHANCE-4)."""
        return FincaTiles(tuple(shuffled(range(len(components().finca_tiles)), below)))

    def parse(self, text: str) -> FincaTiles:
        """``fincas`` and ten keys of finca tiles."""
        keys = tuple(tile.key for tile in components().finca_tiles)
        return FincaTiles(_numbers(text, FINCAS, keys, len(keys)))


class TileDue(Chance):
    """The next tile of a pile is turned up: one of the unseen tiles (F-CHANCE-4)."""

    __slots__ = ("_place", "_unseen", "region")

    def __init__(self, region: int, place: int, unseen: list[int]) -> None:
        self.region = region
        self._place = place
        self._unseen = unseen[:]

    @property
    def stream(self) -> str:
        """All piles are laid out together (F-CHANCE-3)."""
        return TILES

    @property
    def item(self) -> str:
        """The region, and which tile of its pile, the first one 1."""
        return f"{region_word(self.region)}/{self._place}"

    def allows(self, outcome: ChanceOutcome) -> bool:
        """A face of this region of which a tile is unseen; equal faces are one (F-CHANCE-5)."""
        return (
            isinstance(outcome, Tile)
            and outcome.region == self.region
            and outcome.face in self._unseen
        )

    def weights(self) -> list[tuple[ChanceOutcome, int]] | None:
        """Each face as often as it is unseen."""
        faces = components().faces
        seen: list[tuple[ChanceOutcome, int]] = [
            (Tile(self.region, face), self._unseen.count(face))
            for face in sorted(set(self._unseen), key=lambda face: faces[face].key)
        ]
        return seen

    def draw(self, below: Below) -> Tile:
        """A uniform draw from the unseen tiles (F-CHANCE-4)."""
        return tiles_of(self.region)[self._unseen[below(len(self._unseen))]]

    def parse(self, text: str) -> Tile:
        """``tile``, a region and a face."""
        box = components()
        words = text.split(" ")
        regions = [region.key for region in box.regions]
        faces = [face.key for face in box.faces]
        if len(words) != 3 or words[0] != "tile" or words[1] not in regions:
            raise InvalidMoveError(f"`{text}` is no reveal: write `tile REGION FACE`.")
        if words[2] not in faces:
            raise InvalidMoveError(f"`{words[2]}` is no face of a fruit tile.")
        return Tile(regions.index(words[1]), faces.index(words[2]))


def lay_out(stream: str, below: Below) -> Layout:
    """Lay a stream out before the game (F-CHANCE-3): every arrangement is equally likely.

    The k-th tile of a pile is the same whatever the moves were; the last two tiles of the shuffle
    are the ones left out (F-SETUP-4).
    """
    box = components()
    if stream == BLADES:
        return {_WHEEL: [BladesDue().draw(below)]}
    if stream == FINCAS:
        return {_BOARD: [FincaTilesDue().draw(below)]}
    if stream != TILES:
        raise RulesError(f"Finca has no stream of chance called `{stream}`.", reason="NO_STREAM")
    return _lay_out_piles(box, below)


def _lay_out_piles(box: Components, below: Below) -> Layout:
    order = shuffled(box.all_tiles(), below)
    return {
        f"{region.key}/{place + 1}": [Tile(number, order[number * box.pile_size + place])]
        for number, region in enumerate(box.regions)
        for place in range(box.pile_size)
    }


def _numbers(text: str, kind: str, keys: Sequence[str], count: int) -> tuple[int, ...]:
    words = text.split(" ")
    if words[0] != kind or len(words) != count + 1:
        raise InvalidMoveError(f"`{text}` is no reveal: write `{kind}` and {count} keys.")
    for word in words[1:]:
        if word not in keys:
            raise InvalidMoveError(f"`{word}` in a `{kind}` reveal is none of {', '.join(keys)}.")
    return tuple([keys.index(word) for word in words[1:]])
