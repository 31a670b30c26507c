"""Placing a pen card: the farm grows, areas join, and other positions touch it (FM-PEN)."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from siurell.games.farmini.box import Components
from siurell.games.farmini.faces import Face
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import STEPS, position_at, position_text, spot_at
from siurell.games.farmini.pens import holes_with
from siurell.games.farmini.placements import GRASS_SHIFT, Placements, placements_of


def lay(farm: Farm, position: int, face: Face, placements: Placements) -> Farm:
    """The farm with one more card; placed cards never move (FM-PEN-1, FM-PEN-5)."""
    grown = farm.extended()
    grown.holes = holes_with(farm, position)
    grown.cards[position] = face
    _add_pieces(grown, position, face)
    if position in grown.needs:
        _leave_border(grown, position)
    for side in range(4):
        other = position + STEPS[side]
        if other in grown.cards:
            _join_across(grown, position, face, other, side)
        else:
            _touch(grown, other, side, face, placements)
    return grown


def _add_pieces(farm: Farm, position: int, face: Face) -> None:
    """The pieces of the card, with all its sides open; its spaces and cornfields (FM-COMP-4)."""
    first = len(farm.parents)
    farm.pieces[position] = first
    farm.parents += range(first, first + len(face.pieces))
    farm.opens += face.pieces
    if face.spaces:
        farm.spaces = farm.spaces.copy()
        for parcel in face.spaces:
            farm.spaces[spot_at(position, parcel)] = first + face.piece_of[parcel]
    if face.corn:
        farm.corn = farm.corn.copy()
        for parcel in face.corn:
            farm.corn[spot_at(position, parcel)] = first + face.piece_of[parcel]


def _join_across(farm: Farm, position: int, face: Face, other: int, side: int) -> None:
    """Across a shared side left joins left and right joins right (FM-PEN-6)."""
    mine, its = farm.pieces[position], farm.pieces[other]
    its_piece_of = farm.cards[other].piece_of
    _join(farm, mine + face.piece_of[side], its + its_piece_of[(side + 3) % 4])
    _join(farm, mine + face.piece_of[(side + 1) % 4], its + its_piece_of[(side + 2) % 4])


def _join(farm: Farm, piece: int, other: int) -> None:
    """Make one area of two; the two halves of the side between them are open no more."""
    root, older = farm.root(piece), farm.root(other)
    if root != older:
        farm.parents[root] = older
        farm.opens[older] += farm.opens[root]
    farm.opens[older] -= 2


def _leave_border(farm: Farm, position: int) -> None:
    """The position is empty no more."""
    del farm.needs[position]
    place = bisect_left(farm.border, position_text(position) + " ")
    del farm.border[place]
    del farm.offers[place]


def _touch(farm: Farm, other: int, side: int, face: Face, placements: Placements) -> None:
    """An empty position touches the card: it needs a fence or grass there (FM-PEN-2)."""
    facing = 1 << (side + 2) % 4
    need = facing if face.fences >> side & 1 else facing << GRASS_SHIFT
    before = farm.needs.get(other, 0)
    farm.needs[other] = needs = before | need
    text = position_text(other) + " "
    place = bisect_left(farm.border, text)
    if before:
        farm.offers[place] = placements.offer(other, needs)
    else:
        farm.border.insert(place, text)
        farm.offers.insert(place, placements.offer(other, needs))


def first_farm(box: Components) -> Farm:
    """The farm card at 0,0, not rotated (FM-SETUP-1)."""
    return farm_of(box, (0, 0, box.farm, 0))


@lru_cache(maxsize=256)
def farm_of(box: Components, laid: tuple[int, ...]) -> Farm:
    """The farm that looks like this (`Farm.laid`)."""
    placements = placements_of(box)
    farm = Farm()
    for place in range(0, len(laid), 4):
        x, y, card, rotation = laid[place : place + 4]
        farm = lay(farm, position_at(x, y), placements.face(card, rotation), placements)
    return farm
