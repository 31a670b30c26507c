"""Notation, legal lists and why a move is not legal (FM-NOTE, FM-DEC)."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import IllegalMoveError, InvalidMoveError
from siurell.games.base import Move
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.grid import PARCELS, ROTATIONS
from siurell.games.farmini.moves import Discard, Put, TakeAnimal, TakePen

FARMINI = Farmini()
FULL = "animals 0: hen 0,0,nw, goat 0,0,ne, goat 0,0,se"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "Take goat1",
        "take GOAT1",
        " take goat1",
        "take goat1 ",
        "take  goat1",
        "take goat1\n",
        "put 0,0",
        "put 0,0,NW",
        "put 0,0,n",
        "put 0,0,nw,ne",
        "put 0 0 nw",
        "discard",
        "discard p01 p02",
        "pass",
    ],
)
def test_text__must_be_exactly_canonical(text: str) -> None:
    """Lower-case words with single spaces, nothing else (FM-NOTE-1)."""
    with pytest.raises(InvalidMoveError):
        FARMINI.parse_move(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take p12 2,-1 90", TakePen("p12", 2, -1, 90)),
        ("take farm -3,0 0", TakePen("farm", -3, 0, 0)),
        ("take goat1", TakeAnimal("goat1")),
        ("put 0,-12,sw", Put(0, -12, "sw")),
        ("discard pig2", Discard("pig2")),
        ("discard p01", Discard("p01")),
    ],
)
def test_grammar__has_four_forms(text: str, move: Move) -> None:
    """Take a pen, take an animal, put, discard (FM-NOTE-2)."""
    assert FARMINI.parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("take p12", "needs a place"),
        ("take goat1 1,0 0", "has no place"),
        ("take wolf_pig", "no card that can be taken"),
        ("take p24 1,0 0", "no card that can be taken"),
        ("discard wolf_pig", "no card that can be discarded"),
        ("put 0,0,no", "no space"),
    ],
)
def test_grammar__says_what_is_wrong(text: str, why: str) -> None:
    """Pen cards have a place, animal cards none, wolves are nobody's (FM-NOTE-2)."""
    with pytest.raises(InvalidMoveError, match=why):
        FARMINI.parse_move(text)


@pytest.mark.parametrize(
    "place",
    ["+1,0", "01,0", "-0,0", "1, 0", "1,0,0", "1", "x,0", "1.0,0", "½,0", "٣,0", "9" * 5000],
)
def test_numbers__have_a_minus_sign_and_nothing_else(place: str) -> None:
    """No plus sign, no leading zeros, no spare blanks (FM-NOTE-3)."""
    with pytest.raises(InvalidMoveError):
        FARMINI.parse_move(f"take p12 {place} 90")
    with pytest.raises(InvalidMoveError):
        FARMINI.parse_move(f"put {place},nw")


def test_places__grow_to_the_east_and_to_the_south(scene) -> None:
    """The farm card is 0,0; east of it 1,0, south of it 0,1 (FM-NOTE-3)."""
    position = scene("cards 0: p08 1,0 0, p08 0,-1 180; display: p13")
    position.play("take p13 1,-1 270").shows("closed 0: 1; corn 0: 2")
    assert scene("cards 0: p01 0,3 0; display: p13").legal[0].startswith("take p13 -1,0")


@pytest.mark.parametrize(
    ("card", "rotations"),
    [("p05", 2), ("p07", 2), ("p01", 4), ("p02", 4), ("p06", 4), ("p13", 4), ("farm", 4)],
)
def test_rotation__looks_different_from_smaller_ones(scene, card: str, rotations: int) -> None:
    """0, 90, 180 or 270, each only if no smaller one gives the same face (FM-NOTE-4)."""
    faces = FARMINI.new_state(2, FARMINI.check_options({})).rules.placements.faces
    number = FARMINI.components.card_numbers()[card]
    assert len(faces[number]) == rotations
    position = scene(f"cards 0: p13 1,0 0; display: {card}")
    allowed = {text.split()[-1] for text in position.legal}
    assert allowed <= {str(rotation) for rotation in ROTATIONS[:rotations]}
    if rotations == 2:
        assert "it looks as turned by 90: write 90" in position.why(f"take {card} -1,0 270")
    with pytest.raises(InvalidMoveError, match="no rotation"):
        FARMINI.parse_move(f"take {card} 1,0 45")


def test_put__names_the_place_on_the_farm(scene) -> None:
    """After rotation: printed in nw, a space lies in se when turned by 180 (FM-NOTE-5)."""
    position = scene("cards 0: p09 0,-1 180; display: goat1").play("take goat1")
    assert [text for text in position.legal if text.startswith("put 0,-1")] == ["put 0,-1,se"]


def test_equal_cards__have_one_key(scene) -> None:
    """One move for them, and it takes one of them (FM-NOTE-6)."""
    position = scene("display: p13 p13 goat1 goat1")
    assert len(position.legal) == len(set(position.legal)) == 9
    position.play("take p13 1,0 0").shows("display: goat1 goat1 p13")
    position.play("take goat1", "put 0,0,nw").shows("display: goat1 p13")


def test_puts__ascend_and_leave_room(scene) -> None:
    """By X, then Y, then nw ne se sw; each set of spaces has one sequence (FM-NOTE-7)."""
    position = scene("cards 0: p09 -1,0 0, p09 0,-1 90, p09 1,0 0; display: pig2")
    order = ["-1,0,nw", "0,-1,ne", "0,0,nw", "0,0,ne", "0,0,se", "1,0,nw"]
    position.play("take pig2")
    assert position.legal == sorted(f"put {space}" for space in order[:-1])
    assert "would find no space" in position.why("put 1,0,nw")
    sequences = set()
    for first in position.legal:
        for second in scene_after(position, first).legal:
            sequences.add((first[4:], second[4:]))
    assert sequences == {
        (one, two) for place, one in enumerate(order) for two in order[place + 1 :]
    }
    position.play("put 0,0,nw")
    assert "ascending order" in position.why("put 0,-1,ne")


def scene_after(position, text: str):
    """Another scene, one move later."""
    twin = type(position)(position.state.copy())
    return twin.play(text)


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_legal_list__is_sorted_by_bytes(seed: int, seats: int) -> None:
    """In byte order of the texts, without duplicates (FM-NOTE-8)."""
    rng = random.Random(seed)
    state = FARMINI.new_state(seats, FARMINI.check_options({}))
    for _ in range(rng.randint(0, 110)):
        if state.to_act is None:
            break
        legal = state.legal_moves()
        texts = [str(move).encode() for move in legal]
        assert all(one < other for one, other in pairwise(texts))
        state.apply(rng.choice(legal) if legal else state.chance().draw(rng.randrange))


def test_take__has_every_way_to_play_a_card(scene) -> None:
    """`take` for every playable card, `discard` only if there is none (FM-DEC-1)."""
    position = scene("display: p01 p07 goat1 pig2")
    assert position.legal == [
        "take goat1",
        "take p07 -1,0 90",
        "take p07 0,-1 0",
        "take p07 0,1 0",
        "take p07 1,0 90",
        "take pig2",
    ]
    assert scene(f"{FULL}; display: p01 pig1").legal == ["discard p01", "discard pig1"]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (TakePen("p13", 1, 0, 45), "no rotation 45"),
        (TakePen("nix", 1, 0, 0), "does not lie in the display"),
        (TakePen("goat1", 1, 0, 0), "is an animal card"),
        (TakeAnimal("p13"), "is a pen card"),
        (TakeAnimal("wolf_pig"), "does not lie in the display"),
        (Discard("goat1"), "a card can be played"),
        (Put(0, 0, "nw"), "after an animal card is taken"),
        (Move(), "not a move of Farmini"),
    ],
)
def test_moves_made_by_hand__are_refused_with_a_reason(scene, move: Move, why: str) -> None:
    state = scene("display: p13 goat1").state
    assert why in (state.why_illegal(move) or "")
    with pytest.raises(IllegalMoveError, match=why):
        state.check(move)


def test_puts_made_by_hand__are_refused_with_a_reason(scene) -> None:
    state = scene("display: goat1").play("take goat1").state
    assert "no parcel up" in (state.why_illegal(Put(0, 0, "up")) or "")
    assert state.why_illegal(Put(0, 0, "nw")) is None


@given(
    st.sampled_from(["p12", "farm", "goat1"]),
    st.integers(-999, 999),
    st.integers(-999, 999),
    st.sampled_from(ROTATIONS),
    st.sampled_from(PARCELS),
)
def test_moves__are_read_as_they_are_written(card, x, y, rotation, parcel) -> None:
    moves: list[Move] = [Put(x, y, parcel), Discard(card)]
    moves.append(TakeAnimal(card) if card == "goat1" else TakePen(card, x, y, rotation))
    for move in moves:
        assert FARMINI.parse_move(str(move)) == move
