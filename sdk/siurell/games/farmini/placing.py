"""Placing a pen card: the farm grows, areas join, and other positions touch it (FM-PEN)."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from siurell.games.farmini.box import Components
from siurell.games.farmini.faces import Face
from siurell.games.farmini.farm import Farm, empty_farm
from siurell.games.farmini.grid import STEPS, border_text, position_at, spot_at
from siurell.games.farmini.pens import holes_with
from siurell.games.farmini.placements import Placements, placements_of


def lay(farm: Farm, position: int, face: Face, placements: Placements) -> None:
    """Lay a card on a farm that nobody else holds; placed cards never move (FM-PEN-1, FM-PEN-5)."""
    farm.holes = holes_with(farm, position)
    _leave_border(farm, border_text(position))
    cards = farm.cards
    cards[position] = face
    _add_pieces(farm, position, face)
    for side in range(4):
        other = position + STEPS[side]
        neighbour = cards.get(other)
        if neighbour is None:
            _touch(farm, other, face.needs[side], placements)
        else:
            _join_across(farm, position, other, face.sides[side], neighbour.sides[side - 2])


def _add_pieces(farm: Farm, position: int, face: Face) -> None:
    """The pieces of the card, with all its sides open; its spaces and cornfields (FM-COMP-4)."""
    first = len(farm.parents)
    farm.pieces[position] = first
    farm.parents += range(first, first + len(face.halves))
    farm.opens += face.halves
    corner = spot_at(position, 0)
    if face.spaces:
        farm.spaces += tuple([corner + parcel for parcel in face.spaces])
    if face.corn:
        farm.corn += tuple([corner + parcel for parcel in face.corn])


def _join_across(
    farm: Farm, position: int, other: int, mine: tuple[int, int], its: tuple[int, int]
) -> None:
    """Across a shared side left joins left and right joins right (FM-PEN-6).

    The halves of the side are open no more.
    """
    first, older = farm.pieces[position], farm.pieces[other]
    if mine[0] == mine[1] and its[0] == its[1]:
        _join(farm, first + mine[0], older + its[0], 4)
    else:
        _join(farm, first + mine[0], older + its[1], 2)
        _join(farm, first + mine[1], older + its[0], 2)


def _join(farm: Farm, piece: int, other: int, halves: int) -> None:
    """Make one area of two; so many halves of sides between them are open no more."""
    parents, opens = farm.parents, farm.opens
    while parents[piece] != piece:
        piece = parents[piece]
    while parents[other] != other:
        other = parents[other]
    if piece != other:
        parents[piece] = other
        opens[other] += opens[piece]
    opens[other] -= halves


def _leave_border(farm: Farm, text: str) -> None:
    """The position is empty no more."""
    place = bisect_left(farm.border, text)
    if place < len(farm.border) and farm.border[place] == text:
        del farm.border[place]
        del farm.offers[place]


def _touch(farm: Farm, other: int, need: int, placements: Placements) -> None:
    """An empty position touches the card: it needs a fence or grass there (FM-PEN-2)."""
    border, offers = farm.border, farm.offers
    text = border_text(other)
    place = bisect_left(border, text)
    if place < len(border) and border[place] == text:
        offers[place] = placements.offer(other, offers[place].needs | need)
    else:
        border.insert(place, text)
        offers.insert(place, placements.offer(other, need))


def first_farm(box: Components) -> Farm:
    """The farm card at 0,0, not rotated (FM-SETUP-1)."""
    return farm_of(box, (0, 0, box.farm, 0))


@lru_cache(maxsize=256)
def farm_of(box: Components, laid: tuple[int, ...]) -> Farm:
    """The farm that looks like this (`Farm.laid`)."""
    placements = placements_of(box)
    farm = empty_farm()
    for place in range(0, len(laid), 4):
        x, y, card, rotation = laid[place : place + 4]
        lay(farm, position_at(x, y), placements.face(card, rotation), placements)
    return farm
