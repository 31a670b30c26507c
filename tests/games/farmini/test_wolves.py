"""Wolves (FM-WOLF)."""

from __future__ import annotations

import pytest

CORNER = "p09 1,0 0, p13 0,-1 180, p13 1,-1 270"


def test_wolf__is_resolved_before_any_choice(scene) -> None:
    """Nobody decides between the wolf and the card behind it (FM-WOLF-1)."""
    position = scene("animals 1: pig 0,0,nw; display: p13 p07; unseen: wolf_pig p08")
    position.play("take p13 1,0 0", "reveal wolf_pig")
    position.shows("animals 1: none; reveal due; yard: goat 5, hen 5, pig 5")
    assert position.legal == []
    assert "nobody decides now" in position.why("take p07 0,1 0")


def test_wolf__concerns_all_players(scene) -> None:
    """Whoever's turn it was (FM-WOLF-2)."""
    held = "; ".join(f"animals {seat}: goat 0,0,nw, pig 0,0,ne" for seat in range(4))
    position = scene(f"players 4; {held}; display: p07; unseen: wolf_goat; reveal due")
    position.play("reveal wolf_goat")
    for seat in range(4):
        position.shows(f"animals {seat}: pig 0,0,ne")


@pytest.mark.parametrize("kind", ["goat", "hen", "pig"])
def test_wolf__scares_its_kind_outside_closed_pens(scene, kind: str) -> None:
    """Other kinds and fenced-in animals stay (FM-WOLF-3)."""
    others = sorted({"goat", "hen", "pig"} - {kind})
    stay = f"{kind} 0,0,ne, {others[0]} 0,0,nw, {others[1]} 1,0,nw"
    position = scene(
        f"cards 0: {CORNER}; animals 0: {stay}, {kind} 0,0,se; display: p07;"
        f" unseen: wolf_{kind}; reveal due"
    )
    position.play(f"reveal wolf_{kind}").shows(f"animals 0: {stay}")
    assert sum(position.state.yard) == 15 - 3


def test_wolf__is_discarded_and_the_next_card_is_turned_up(scene) -> None:
    """Another wolf is resolved the same way (FM-WOLF-4)."""
    position = scene(
        "animals 0: hen 0,0,nw, goat 0,0,ne; display: p07 p07; unseen: wolf_hen wolf_goat p08;"
        " reveal due"
    )
    position.play("reveal wolf_hen").shows("animals 0: goat 0,0,ne; reveal due; display: p07 p07")
    position.play("reveal wolf_goat").shows("animals 0: none; reveal due; display: p07 p07")
    keys = position.state.rules.keys
    assert [keys[card] for card in position.state.discards] == ["wolf_hen", "wolf_goat"]
    position.play("reveal p08").shows("display: p07 p07 p08; no reveal due; to move 0")


def test_last_wolf__is_resolved_too(scene) -> None:
    """Play goes on with the cards of the display (FM-WOLF-5)."""
    position = scene("animals 0: pig 0,0,nw; display: p07 p13; unseen: wolf_pig")
    position.play("take p13 1,0 0", "reveal wolf_pig")
    position.shows("animals 0: none; display: p07; to move 1; not over; deck: 0")
    position.play("take p07 1,0 90").shows("over")


def test_scared_tokens__can_be_taken_again(scene) -> None:
    """They lie in the yard (FM-WOLF-6)."""
    position = scene(
        "animals 0: pig 0,0,nw; yard: pig 0; display: pig1 p07; unseen: wolf_pig; to move 1;"
        " reveal due"
    )
    position.play("reveal wolf_pig").shows("yard: goat 5, hen 5, pig 1")
    position.play("take pig1", "put 0,0,se").shows("yard: goat 5, hen 5, pig 0")


def test_pens__are_judged_as_they_are_at_that_moment(scene) -> None:
    """The card of the turn just ended fences in, its token is not spared (FM-WOLF-7)."""
    fenced = "cards 0: p13 1,0 0, p13 0,-1 180; animals 0: pig 0,0,ne; display: p13 p07"
    closing = scene(f"{fenced}; unseen: wolf_pig").play("take p13 1,-1 270", "reveal wolf_pig")
    closing.shows("animals 0: pig 0,0,ne")
    other = scene(f"{fenced}; unseen: wolf_pig").play("take p13 -1,0 90", "reveal wolf_pig")
    other.shows("animals 0: none")
    fresh = scene("display: hen1 p07; unseen: wolf_hen").play("take hen1", "put 0,0,nw")
    fresh.shows("animals 0: hen 0,0,nw").play("reveal wolf_hen").shows("animals 0: none")
