"""The game for one (FM-SOLO)."""

from __future__ import annotations

import pytest
from siurell.games.farmini import solo
from siurell.games.farmini.components import components


def test_solo__has_all_rules_but_for_the_wolf(scene, new_match) -> None:
    """The same turns, cards and points (FM-SOLO-1)."""
    position = new_match(1).shows("display: p06 p10 p11 p19; deck: 49; to move 0; score: 0")
    position.play("take p06 1,0 90", "reveal hen2", "take hen2", "put 0,0,nw", "put 0,0,ne")
    position.shows("reveal due; turns: 2; score: 2; ranks: 1")
    position.play("reveal p01").shows("to move 0; display: p01 p10 p11 p19")
    full = scene("players 1; animals 0: hen 0,0,nw, hen 0,0,ne, pig 0,0,se; display: p01")
    assert full.legal == ["discard p01"]


def test_solo_wolf__drives_animal_cards_out_of_the_display(scene) -> None:
    """All of them go for good, pen cards stay (FM-SOLO-2)."""
    position = scene("players 1; display: goat1 hen2 p07; unseen: wolf_pig p08; reveal due")
    position.play("reveal wolf_pig").shows("display: p07; reveal due")
    keys = position.state.rules.keys
    assert sorted(keys[card] for card in position.state.discards) == ["goat1", "hen2", "wolf_pig"]
    with_others = scene("display: goat1 hen2 p07; unseen: wolf_pig p08; reveal due")
    with_others.play("reveal wolf_pig").shows("display: goat1 hen2 p07")


def test_solo_wolf__scares_its_kind(scene) -> None:
    """As with others: outside closed pens (FM-SOLO-3)."""
    cards = "p13 1,0 0, p13 0,-1 180, p13 1,-1 270"
    held = "pig 0,0,ne, hen 0,0,se"
    position = scene(
        f"players 1; cards 0: {cards}; animals 0: {held}, pig 0,0,nw; display: p07;"
        " unseen: wolf_pig; reveal due"
    )
    position.play("reveal wolf_pig").shows(f"animals 0: {held}; yard: goat 5, hen 4, pig 4")


def test_solo_display__is_filled_again(scene) -> None:
    """Up to four; a further wolf takes animal cards turned up in between (FM-SOLO-4)."""
    position = scene(
        "players 1; animals 0: goat 0,0,nw; display: hen1 p13 p07 p07;"
        " unseen: wolf_hen wolf_goat p01 p02 p03 pig1"
    )
    position.play("take hen1", "put 0,0,ne", "reveal wolf_hen").shows("animals 0: goat 0,0,nw")
    position.play("reveal pig1").shows("display: p07 p07 p13 pig1; no reveal due")
    position.play("take p07 1,0 90", "reveal wolf_goat").shows("display: p07 p13; animals 0: none")
    position.play("reveal p01").shows("display: p01 p07 p13; reveal due; deck: 2")
    position.play("reveal p03").shows("display: p01 p03 p07 p13; no reveal due; deck: 1")


def test_solo__is_over_when_a_wolf_takes_the_last_cards(scene) -> None:
    """Display empty and deck used up (FM-SOLO-4)."""
    position = scene("players 1; display: p13 pig1 hen1; unseen: wolf_goat")
    position.play("take p13 1,0 0").shows("reveal due; not over")
    position.play("reveal wolf_goat").shows("over; display: none; deck: 0; turns: 1")


GRADES = [
    (-3, "seedling"),
    (9, "seedling"),
    (10, "farm hand"),
    (14, "farm hand"),
    (15, "farmer"),
    (19, "farmer"),
    (20, "master farmer"),
    (24, "master farmer"),
    (25, "farm of the year"),
    (40, "farm of the year"),
]
SPACES = [f"{x},{y},{parcel}" for x in (0, 1) for y in (0, 1) for parcel in ("nw", "ne", "se")]


@pytest.mark.parametrize(("points", "grade"), GRADES)
def test_solo__points_have_a_grade(points: int, grade: str) -> None:
    """Below 10, 15, 20, 25 and beyond (FM-SOLO-5)."""
    assert solo.grade(components(), points) == grade


def test_solo__outcome_carries_the_grade(scene) -> None:
    """One score, first place, and the grade (FM-SOLO-5)."""
    kinds = ("goat", "hen", "pig")
    cards = "farm 1,0 0, farm 0,1 0, farm 1,1 0"
    for tokens, grade in ((9, "seedling"), (10, "farm hand"), (12, "farm hand")):
        held = ", ".join(f"{kinds[n % 3]} {SPACES[n]}" for n in range(tokens))
        outcome = scene(f"players 1; cards 0: {cards}; animals 0: {held}").state.outcome()
        assert (outcome.scores, outcome.placements, outcome.grade) == ((tokens,), (1,), grade)
