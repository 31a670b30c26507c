"""Points and places (FM-SCORE, FM-TIE)."""

from __future__ import annotations

import pytest

CORN = "p08 1,0 0, p08 0,-1 180, p08 1,-1 270"
CORNER = "p13 1,0 0, p13 0,-1 180, p13 1,-1 270"
RING = "p13 1,0 270, p13 0,1 90, p01 2,0 0, p01 2,1 0, p01 2,2 0, p01 1,2 0, p01 0,2 0"
TWO_HOLED = "p14 1,0 90, p13 0,1 90, p13 2,0 270, p13 2,1 0, p01 2,2 0, p01 1,2 0, p01 0,2 0"


def test_score__a_point_for_each_animal(scene) -> None:
    """Whatever its kind and its pen (FM-SCORE-1)."""
    scene("animals 0: pig 0,0,nw, hen 0,0,ne, goat 0,0,se; animals 1: pig 0,0,nw").shows(
        "score: 3 1"
    )


def test_score__a_point_for_each_cornfield_that_nobody_eats(scene) -> None:
    """In closed pens without animals (FM-SCORE-2)."""
    scene(f"cards 0: {CORN}; cards 1: p08 1,0 0").shows("score: 3 0; corn 0: 3; corn 1: 0")
    scene(f"cards 0: {CORN}; animals 0: hen 0,0,ne").shows("score: 1 0; corn 0: 0")


@pytest.mark.parametrize(
    ("option", "cards", "score"),
    [
        ("per_pen", RING, -1),
        ("per_hole", RING, -1),
        ("per_pen", TWO_HOLED, -2),
        ("per_hole", TWO_HOLED, -1),
        ("per_pen", RING.replace("p13 0,1 90", "p07 0,1 0").replace("p01 0,2 0", "p13 0,2 0"), 0),
        ("per_hole", RING.replace("p13 0,1 90", "p07 0,1 0").replace("p01 0,2 0", "p13 0,2 0"), -1),
    ],
)
def test_score__less_for_holed_pens_or_for_holes(scene, option, cards, score: int) -> None:
    """Minus 1 per holed pen, or per hole whatever borders on it (FM-SCORE-3)."""
    scene(f"option hole_penalty {option}; cards 0: {cards}").shows(f"score: {score} 0")


def test_score__may_be_negative(scene) -> None:
    """It counts against the others as it is (FM-SCORE-4)."""
    scene(f"cards 0: {TWO_HOLED}; animals 0: pig 0,0,nw").shows("score: -1 0; ranks: 2 1")


@pytest.mark.parametrize(
    ("animals", "score"),
    [
        ("pig 0,0,ne, pig 1,0,nw", 4),
        ("pig 0,0,ne, hen 1,0,nw", 2),
        ("pig 0,0,ne", 1),
        ("pig 0,0,nw, pig 0,0,se", 2),
        ("pig 0,0,ne, pig 1,0,nw, pig 0,0,se, hen 0,0,nw", 6),
    ],
)
def test_score__double_for_a_pen_of_one_kind(scene, animals: str, score: int) -> None:
    """Closed, two or more animals, all of one kind: 2 each, if the option says so (FM-SCORE-5)."""
    cards = "p09 1,0 0, p13 0,-1 180, p13 1,-1 270"
    given = f"cards 0: {cards}; animals 0: {animals}"
    scene(f"option same_species_double true; {given}").shows(f"score: {score} 0")
    scene(given).shows(f"score: {len(animals.split(', '))} 0")


@pytest.mark.parametrize(
    ("given", "ranks"),
    [
        ("animals 0: pig 0,0,nw, hen 0,0,ne; animals 1: pig 0,0,nw", "1 2"),
        (f"cards 0: {CORN}; animals 1: pig 0,0,nw, hen 0,0,ne, pig 0,0,se", "2 1"),
        (f"cards 0: {CORNER}; animals 0: pig 0,0,nw; animals 1: pig 0,0,nw", "1 2"),
        ("animals 0: pig 0,0,nw; animals 1: hen 0,0,nw", "1 1"),
    ],
    ids=["points", "animals", "closed pens", "shared"],
)
def test_tie__is_broken_by_animals_corn_and_pens(scene, given: str, ranks: str) -> None:
    """Points, then animals, then scoring corn, then closed pens, empty ones too (FM-TIE-1)."""
    scene(given).shows(f"ranks: {ranks}")


def test_tie__is_broken_by_corn_before_pens(scene) -> None:
    """Equal points and animals: a cornfield more beats a closed pen more (FM-TIE-1)."""
    corn_and_hole = f"{RING}, p08 -1,0 90, p13 0,-1 270, p13 -1,-1 180"
    two_pens = "p13 1,0 0, p20 0,-1 90, p13 1,-1 270, p13 -1,0 90, p13 -1,-1 180"
    position = scene(
        f"cards 0: {corn_and_hole}; animals 0: pig 0,0,ne;"
        f" cards 1: {two_pens}; animals 1: pig 0,0,se"
    )
    position.shows("score: 1 1; corn 0: 1; corn 1: 0; closed 0: 1; closed 1: 2; ranks: 1 2")


def test_places__are_one_more_than_the_players_who_are_better(scene) -> None:
    """Equal players share a place and the next one is skipped (FM-TIE-2)."""
    one, two = "pig 0,0,nw", "pig 0,0,nw, hen 0,0,ne"
    scene(f"players 4; animals 1: {two}; animals 2: {one}; animals 3: {one}").shows(
        "score: 0 2 1 1; ranks: 4 1 2 2"
    )
    scene("players 4").shows("ranks: 1 1 1 1")


def test_outcome__has_no_grade_with_others(scene) -> None:
    assert scene("animals 0: pig 0,0,nw").state.outcome().grade == ""
