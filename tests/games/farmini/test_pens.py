"""Closed pens, holes and cornfields (FM-CLOSE, FM-CORN)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.games.farmini.components import components
from siurell.games.farmini.farm import Farm, empty_farm
from siurell.games.farmini.grid import HOME, REACH, STEPS, position_at, x_of, y_of
from siurell.games.farmini.pens import holes, holes_with
from siurell.games.farmini.placements import placements_of
from siurell.games.farmini.placing import lay

CORNER = "p13 1,0 0, p13 0,-1 180, p13 1,-1 270"
RING = "p13 1,0 270, p13 0,1 90, p01 2,0 0, p01 2,1 0, p01 2,2 0, p01 1,2 0, p01 0,2 0"


def test_parcel__is_open_where_a_side_faces_an_empty_position(scene) -> None:
    """One open side is enough to keep a pen open (FM-CLOSE-1)."""
    cards = "p08 1,0 0, p07 0,-1 0, p07 1,-1 0, p08 0,-2 180"
    scene(f"cards 0: {cards}").shows("closed 0: 0")
    scene(f"cards 0: {cards}, p13 1,-2 270").shows("closed 0: 1")
    scene(f"cards 0: {cards}, p01 2,-2 0").shows("closed 0: 0")


def test_border__closes_nothing(scene) -> None:
    """Grass at the border of the farm is open, even behind four fences (FM-CLOSE-2)."""
    scene("cards 0: p22 1,0 0, p22 2,0 0").shows("closed 0: 0; holed 0: 0")


def test_smallest_pen__is_four_parcels_around_a_corner(scene) -> None:
    """No three cards close anything, four do (FM-CLOSE-3)."""
    four = CORNER.split(", ")
    for left_out in four:
        rest = ", ".join(card for card in four if card != left_out)
        scene(f"cards 0: {rest}").shows("closed 0: 0")
    position = scene(f"cards 0: {CORNER}").shows("closed 0: 1")
    farm = position.state.farms[0]
    closed = [root for root in farm.roots() if farm.opens[root] == 0]
    pieces = [piece for piece in range(len(farm.parents)) if farm.root(piece) in closed]
    assert len(pieces) == 4


def test_hole__is_cut_off_by_sides_and_corners(scene) -> None:
    """Eight cards around a position make a hole; over a corner nobody gets in (FM-CLOSE-4)."""
    scene(f"cards 0: {RING}").shows("holes 0: 1")
    without_corner = RING.replace(", p01 2,2 0", "")
    scene(f"cards 0: {without_corner}").shows("holes 0: 1")
    without_side = RING.replace(", p01 1,2 0", "")
    scene(f"cards 0: {without_side}").shows("holes 0: 0")


def test_holes__are_counted_each_by_itself(scene) -> None:
    """A gap of two positions is two holes (FM-CLOSE-4)."""
    wide = (
        "p13 1,0 270, p13 0,1 90, p07 2,0 0, p01 3,0 0, p01 3,1 0, p01 3,2 0, p01 2,2 0, p01 1,2 0,"
        " p01 0,2 0"
    )
    scene(f"cards 0: {wide.replace('p07 2,0 0', 'p01 2,0 0')}").shows("holes 0: 2")


def test_holed_pen__is_open_to_holes_only(scene) -> None:
    """It gives no shelter and no corn; one open to the outside too is just open (FM-CLOSE-5)."""
    corn = RING.replace("p13 1,0 270", "p10 1,0 270")
    position = scene(f"cards 0: {corn}; animals 0: pig 0,0,se; unseen: wolf_pig; reveal due")
    position.shows("holed 0: 1; closed 0: 0; corn 0: 0; score: 0 0")
    position.play("reveal wolf_pig").shows("animals 0: none; score: -1 0")
    both = RING.replace("p13 0,1 90", "p07 0,1 0").replace("p01 0,2 0", "p13 0,2 0")
    scene(f"cards 0: {both}").shows("holes 0: 1; holed 0: 0; closed 0: 0")


def test_hole__can_be_filled(scene) -> None:
    """A matching card goes in, as anywhere (FM-CLOSE-6)."""
    position = scene(f"cards 0: {RING}; display: p13 p22")
    assert [text for text in position.legal if " 1,1 " in text] == ["take p13 1,1 0"]
    assert position.why("take p22 1,1 0")
    position.play("take p13 1,1 0").shows("holes 0: 0; holed 0: 0; closed 0: 1")


def test_corn__counts_in_a_closed_pen_without_animals(scene) -> None:
    """1 point for each cornfield there (FM-CORN-1)."""
    corn = "p08 1,0 0, p08 0,-1 180, p13 1,-1 270"
    scene(f"cards 0: {corn}").shows("corn 0: 2; score: 2 0")
    scene(f"cards 0: {corn}; animals 0: pig 0,0,se, hen 0,0,nw").shows("corn 0: 2; score: 4 0")


def test_corn__is_eaten_in_a_pen_with_an_animal(scene) -> None:
    """One animal is enough for all cornfields of the pen (FM-CORN-2)."""
    corn = "p08 1,0 0, p08 0,-1 180, p09 1,-1 270"
    for token in ("pig 0,0,ne", "hen 1,-1,sw"):
        scene(f"cards 0: {corn}; animals 0: {token}").shows("closed 0: 1; corn 0: 0; score: 1 0")


@pytest.mark.parametrize("cards", ["p08 1,0 0", "p08 1,0 0, p08 0,-1 180", RING, "none"])
def test_corn__is_worth_nothing_in_a_pen_that_is_not_closed(scene, cards: str) -> None:
    """Open or holed: no points (FM-CORN-3)."""
    scene(f"cards 0: {cards}").shows("corn 0: 0; closed 0: 0")


def grown(rng: random.Random, cards: int) -> Farm:
    """A farm of cards without fences but for the first, laid at random places."""
    placements = placements_of(components())
    plain = placements.face(placements.box.card_numbers()["p01"], 0)
    farm = empty_farm()
    lay(farm, HOME, plain, placements)
    for _ in range(cards):
        beside = {position + step for position in farm.cards for step in STEPS} - set(farm.cards)
        farm = farm.extended()
        if rng.random() < 0.3:
            holes(farm)
        lay(farm, rng.choice(sorted(beside)), plain, placements)
    return farm


@given(st.integers(0, 2**32), st.integers(0, 45))
def test_holes__are_the_same_however_they_are_counted(seed: int, cards: int) -> None:
    """Holes kept while a farm grows are those that a walk from outside finds (FM-CLOSE-4)."""
    farm = grown(random.Random(seed), cards)
    far = 1 + max(max(abs(x_of(position)), abs(y_of(position))) for position in farm.cards)
    across = range(-far, far + 1)
    left = {position_at(x, y) for x in across for y in across} - set(farm.cards)
    walk = [position_at(-far, -far)]
    left.discard(walk[0])
    for position in walk:
        beside = {position + step for step in STEPS} & left
        left -= beside
        walk += beside
    assert holes(farm) == left
    for position in sorted({position + step for position in farm.cards for step in STEPS}):
        if position not in farm.cards:
            kept = holes_with(farm, position)
            grows = farm.extended()
            grows.cards[position] = farm.cards[HOME]
            grows.holes = None
            assert kept is None or kept == holes(grows)


@given(st.integers(-REACH, REACH), st.integers(-REACH, REACH))
def test_positions__are_numbers(x: int, y: int) -> None:
    """Numbers of positions ascend by X, then Y (FM-NOTE-7)."""
    position = position_at(x, y)
    assert (x_of(position), y_of(position)) == (x, y)
    assert position + STEPS[0] == position_at(x, y - 1)
    assert position < position_at(x, y + 1) < position_at(x + 1, -REACH)
