"""Placing pen cards (FM-PEN)."""

from __future__ import annotations

import pytest
from siurell.games.farmini.grid import position_at, spot_at


def test_card__touches_an_own_card_along_a_side(scene) -> None:
    """An empty position beside an own card; farms of others do not help (FM-PEN-1)."""
    position = scene("cards 1: p13 1,0 0; display: p13 p13")
    assert "along a side" in position.why("take p13 1,1 0")
    assert "along a side" in position.why("take p13 2,0 90")
    assert "a card already" in position.why("take p13 0,0 0")
    assert "touch no card" in position.why("take p13 400,0 0")
    position.play("take p13 1,0 0").shows("card 0: p13 1,0 0; card 1: p13 1,0 0")


@pytest.mark.parametrize(
    ("rotation", "clash"),
    [(0, ""), (90, "to the west grass meets a fence"), (180, "west grass"), (270, "")],
)
def test_sides__must_match(scene, rotation: int, clash: str) -> None:
    """Fence to fence, grass to grass, at every side that touches (FM-PEN-2)."""
    why = scene("display: p13").why(f"take p13 1,0 {rotation}")
    assert clash in why and bool(why) == bool(clash)


def test_sides__must_all_match(scene) -> None:
    """Beside two cards both sides count (FM-PEN-2)."""
    position = scene("cards 0: p13 1,0 0, p13 0,-1 180; display: p14 p22")
    assert "to the south grass meets a fence" in position.why("take p14 1,-1 270")
    assert "to the west grass meets a fence" in position.why("take p14 1,-1 0")
    assert [text for text in position.legal if " p14 1,-1 " in text] == [
        "take p14 1,-1 180",
        "take p14 1,-1 90",
    ]
    assert "to the east a fence meets grass" in scene(
        "cards 0: p13 1,0 90, p13 0,1 0, p01 0,2 0, p01 1,2 0; display: p22"
    ).why("take p22 -1,2 0")


def test_rotations__are_all_allowed(scene) -> None:
    """Any rotation, as far as the sides match (FM-PEN-3)."""
    position = scene("display: p22")
    assert position.legal == [
        f"take p22 {place} {rotation}"
        for place in ("-1,0", "0,-1", "0,1", "1,0")
        for rotation in (0, 180, 270, 90)
    ]


def test_farm__has_no_limit_and_may_have_gaps(scene) -> None:
    """A line of cards goes on for ever, and a ring leaves a gap (FM-PEN-4)."""
    line = ", ".join(f"p07 {x},0 90" for x in range(1, 40))
    position = scene(f"cards 0: {line}; display: p07")
    position.play("take p07 40,0 90")
    assert position.state.farms[0].laid()[-4:-2] == (40, 0)
    ring = "p13 1,0 270, p13 0,1 90, p01 2,0 0, p01 2,1 0, p01 2,2 0, p01 1,2 0"
    scene(f"cards 0: {ring}; display: p01").play("take p01 0,2 0").shows("holes 0: 1")


def test_cards__never_move(scene) -> None:
    """What lies stays where it is, through turns and wolves (FM-PEN-5)."""
    position = scene("players 1; cards 0: p13 1,0 0; display: p13 p07; unseen: wolf_pig p08")
    position.play("take p13 0,-1 180").shows("card 0: p13 1,0 0, p13 0,-1 180")
    position.play("reveal wolf_pig", "reveal p08", "take p08 1,-1 270")
    position.shows("card 0: p13 1,0 0, p13 0,-1 180, p08 1,-1 270")
    for taken in ("1,0", "0,-1", "0,0"):
        assert "a card already" in position.why(f"take p07 {taken} 0")


def joined(position, *spots: tuple[int, int, int]) -> bool:
    """Whether parcels, as X, Y and number, are in one area."""
    farm = position.state.farms[0]
    return len({farm.root_at(spot_at(position_at(x, y), parcel)) for x, y, parcel in spots}) == 1


NW, NE, SE, SW = range(4)


def test_areas__join_within_a_card_without_a_fence(scene) -> None:
    """p13 joins ne, se and sw and cuts nw off (FM-PEN-6)."""
    position = scene("cards 0: p13 1,0 0")
    assert joined(position, (1, 0, NE), (1, 0, SE), (1, 0, SW))
    assert not joined(position, (1, 0, NW), (1, 0, NE))
    assert not joined(position, (0, 0, NW), (0, 0, NE))


def test_areas__join_across_a_side_left_and_right(scene) -> None:
    """Also at a fenced side grass meets grass on both halves (FM-PEN-6)."""
    position = scene("cards 0: p13 1,0 0, p13 0,1 0")
    assert joined(position, (0, 0, NE), (1, 0, NW))
    assert joined(position, (0, 0, SE), (1, 0, SW), (0, 1, NE))
    assert joined(position, (0, 0, SW), (0, 1, NW))
    assert not joined(position, (0, 0, NE), (0, 0, SE))


def test_areas__the_house_closes_nothing(scene) -> None:
    """The corner pens of the farm card are as open as any (FM-PEN-6, FM-COMP-5)."""
    scene("cards 0: farm 1,0 90").shows("closed 0: 0")
    scene("cards 0: farm 1,0 90, farm 0,-1 0, farm 1,-1 0").shows("closed 0: 1")
