"""Animal cards and their tokens (FM-ANIMAL, FM-DEC-2)."""

from __future__ import annotations

import pytest

FULL = "animals 0: hen 0,0,nw, goat 0,0,ne, goat 0,0,se"


def test_card__brings_as_many_tokens_as_it_shows(scene) -> None:
    """One or two animals of one kind, from the yard (FM-ANIMAL-1)."""
    for card, kind, yard in (("goat1", "goat", 4), ("hen2", "hen", 3)):
        position = scene(f"display: {card}").play(f"take {card}")
        while position.state.phase == "put":
            position.play(position.legal[-1])
        assert [held for held, _ in position_tokens(position)] == [kind] * (5 - yard)
        others = {"goat", "hen", "pig"} - {kind}
        amounts = ", ".join([f"{kind} {yard}", *(f"{other} 5" for other in others)])
        position.shows(f"yard: {amounts}")


def position_tokens(position) -> list[tuple[str, int]]:
    kinds = [animal.key for animal in position.state.rules.box.animals]
    return [(kinds[kind], spot) for spot, kind in position.state.animals[0].items()]


def test_token__goes_on_a_free_space_of_the_own_farm(scene) -> None:
    """A space holds one token; corn, grass and other farms will not do (FM-ANIMAL-2)."""
    position = scene(
        "cards 0: p13 1,0 0; cards 1: p09 1,0 0; animals 0: hen 0,0,nw; display: goat1"
    ).play("take goat1")
    assert position.legal == ["put 0,0,ne", "put 0,0,se"]
    assert "a token already" in position.why("put 0,0,nw")
    assert "no animal space" in position.why("put 0,0,sw")
    assert "no animal space" in position.why("put 1,0,nw")
    assert "does not reach so far" in position.why("put 900,0,nw")


def test_pens__may_be_open_and_mixed(scene) -> None:
    """Any pen will do, open or closed, and kinds may mix (FM-ANIMAL-3)."""
    cards = "p09 1,0 0, p13 0,-1 180, p13 1,-1 270"
    position = scene(f"cards 0: {cards}; animals 0: pig 0,0,ne; display: goat1 hen1; players 1")
    position.play("take goat1")
    assert position.legal == ["put 0,0,nw", "put 0,0,se", "put 1,0,nw"]
    position.play("put 1,0,nw", "take hen1", "put 0,0,se")
    position.shows("animals 0: pig 0,0,ne, goat 1,0,nw, hen 0,0,se; score: 3")


@pytest.mark.parametrize(
    ("given", "tokens"),
    [
        ("display: pig2", 2),
        ("yard: pig 1; display: pig2", 1),
        ("animals 0: hen 0,0,nw, goat 0,0,ne; display: pig2", 1),
        ("animals 0: hen 0,0,nw; display: pig1", 1),
    ],
)
def test_number_of_tokens__is_not_chosen(scene, given: str, tokens: int) -> None:
    """The smallest of: shown, in the yard, free spaces; no fewer (FM-ANIMAL-4)."""
    position = scene(given).play(f"take {given.split()[-1]}")
    puts = 0
    while position.state.phase == "put":
        position.play(position.legal[0])
        puts += 1
    assert puts == tokens


def test_animal_card__needs_a_token_and_a_space(scene) -> None:
    """With none of them it cannot be played (FM-ANIMAL-4)."""
    assert "no pig in the yard" in scene("yard: pig 0; display: pig2 p07").why("take pig2")
    position = scene(f"{FULL}; display: pig1 p07")
    assert "no animal space of your farm is free" in position.why("take pig1")
    assert scene("yard: pig 0; display: pig2 hen1").legal == ["take hen1"]


def test_tokens__stay_until_a_wolf_comes(scene) -> None:
    """Through turns of anybody (FM-ANIMAL-5)."""
    held = "hen 0,0,nw, pig 0,0,se"
    position = scene(
        f"animals 0: {held}; display: p13 p07 p07 goat1; unseen: wolf_goat wolf_pig p02"
    )
    position.play("take p13 1,0 0", "reveal wolf_goat").shows(f"animals 0: {held}")
    position.play("reveal p02", "take goat1", "put 0,0,ne").shows(f"animals 0: {held}")
    position.play("reveal wolf_pig").shows("animals 0: hen 0,0,nw; animals 1: goat 0,0,ne")


def test_animal_card__is_discarded_for_good(scene) -> None:
    """It lies with the discarded cards as soon as it is taken (FM-ANIMAL-6)."""
    position = scene("display: hen1 p07; unseen: p02").play("take hen1")
    seen = position.state.observe(1)
    assert [seen.box.cards[card].key for card in seen.discards] == ["hen1"]
    position.play("put 0,0,nw", "reveal p02").shows("display: p02 p07; deck: 0")


@pytest.mark.parametrize(
    ("given", "score"),
    [("animals 0: pig 0,0,nw, hen 0,0,se", "2 0"), ("animals 1: goat 0,0,ne", "0 1")],
)
def test_animals__are_worth_a_point_each(scene, given: str, score: str) -> None:
    """Fenced in or not (FM-ANIMAL-7)."""
    scene(given).shows(f"score: {score}; closed 0: 0")
    closed = "cards 0: p13 1,0 0, p13 0,-1 180, p13 1,-1 270; animals 0: pig 0,0,ne"
    scene(closed).shows("score: 1 0; closed 0: 1")


def test_take__is_followed_by_a_put_for_each_token(scene) -> None:
    """The same player puts token after token, then the turn is over (FM-DEC-2)."""
    position = scene("display: pig2 p13 p07; to move 1").play("take pig2")
    position.shows("phase put; to move 1; turns: 0; yard: goat 5, hen 5, pig 5")
    position.play("put 0,0,nw").shows("phase put; to move 1; yard: goat 5, hen 5, pig 4")
    position.play("put 0,0,ne").shows("phase take; to move 0; turns: 1; yard: goat 5, hen 5, pig 3")
