"""What is in the box, and the aim (FM-COMP, FM-OBJ)."""

from __future__ import annotations

from collections import Counter

import pytest
from siurell.games.farmini.box import AnimalCard, PenCard, WolfCard
from siurell.games.farmini.components import components
from siurell.games.farmini.faces import Face, faces_of

BOX = components()
PENS = {card.key: card for card in BOX.cards if isinstance(card, PenCard)}
ANIMALS = {card.key: card for card in BOX.cards if isinstance(card, AnimalCard)}
WOLVES = {card.key: card for card in BOX.cards if isinstance(card, WolfCard)}


def number(key: str) -> int:
    return [card.key for card in BOX.cards].index(key)


def face(key: str, quarters: int = 0) -> Face:
    return Face(number(key), PENS[key], quarters)


def test_cards__are_54() -> None:
    """4 farm cards, 32 pen cards with 4 start cards, 12 animal cards, 6 wolf cards (FM-COMP-1)."""
    pens = [card for card in PENS.values() if card.key != "farm"]
    assert PENS["farm"].copies == 4
    assert sum(card.copies for card in pens) == 28
    assert sum(card.start for card in pens) == len(BOX.start_cards()) == 4
    assert sum(card.copies for card in ANIMALS.values()) == 12
    assert sum(card.copies for card in WOLVES.values()) == BOX.wolves() == 6
    assert len(BOX.deck(4)) + 4 == 54


def test_tokens__are_five_of_three_kinds(new_match) -> None:
    """Goat, hen and pig, 5 of each (FM-COMP-2)."""
    assert {animal.key: animal.tokens for animal in BOX.animals} == dict.fromkeys(
        ("goat", "hen", "pig"), 5
    )
    new_match().shows("yard: goat 5, hen 5, pig 5")


@pytest.mark.parametrize(
    ("key", "fenced"),
    [("p01", ""), ("p02", "NS"), ("p13", "NW"), ("p14", "NES"), ("farm", "NESW")],
)
def test_sides__are_fences_or_grass(key: str, fenced: str) -> None:
    """Each side is a fence or grass (FM-COMP-3)."""
    assert face(key).fences == sum(1 << "NESW".index(side) for side in fenced)


@pytest.mark.parametrize(
    ("key", "groups"),
    [
        ("p01", ["nw ne se sw"]),
        ("p02", ["nw sw", "ne se"]),
        ("p13", ["nw", "ne se sw"]),
        ("p14", ["ne", "se", "sw nw"]),
        ("farm", ["nw", "ne", "se", "sw"]),
    ],
)
def test_parcels__are_parted_by_fences(key: str, groups: list[str]) -> None:
    """Two neighbouring parcels are one piece of grass without the fence between (FM-COMP-4)."""
    pieces: dict[int, set[str]] = {}
    for parcel, piece in zip(("nw", "ne", "se", "sw"), face(key).piece_of, strict=True):
        pieces.setdefault(piece, set()).add(parcel)
    assert sorted(map(sorted, pieces.values())) == sorted(sorted(group.split()) for group in groups)


def test_parcels__show_a_space_or_corn_or_nothing() -> None:
    """p19 has a space in ne and corn in sw; turned by 90 they are in se and nw (FM-COMP-4)."""
    assert (face("p19").spaces, face("p19").corn) == ((1,), (3,))
    assert (face("p19", 1).spaces, face("p19", 1).corn) == ((2,), (0,))
    assert (face("p13").spaces, face("p13").corn) == ((), ())


def test_farm_card__has_three_spaces_and_a_cornfield(new_match) -> None:
    """Four fences, spaces in nw, ne, se, corn in sw, four alike (FM-COMP-5)."""
    farm = face("farm")
    assert (farm.fences, farm.spaces, farm.corn) == (15, (0, 1, 2), (3,))
    state = new_match(4).state
    assert len({position.laid() for position in state.farms}) == 1
    assert BOX.cards[BOX.farm].key == "farm"


def test_pen_cards__have_23_faces() -> None:
    """p01 to p23, no two of them alike in any rotation (FM-COMP-6)."""
    assert [key for key in PENS if key != "farm"] == [f"p{n:02}" for n in range(1, 24)]
    looks = [
        (one.fences, one.spaces, one.corn)
        for key, card in PENS.items()
        for one in faces_of(number(key), card)
    ]
    assert len(set(looks)) == len(looks)


def test_animal_and_wolf_cards__are_alike_for_all_kinds() -> None:
    """Three cards with one token, one with two and two wolves per kind (FM-COMP-6)."""
    shown = Counter(
        (BOX.animals[card.animal].key, card.tokens, card.copies, key)
        for key, card in ANIMALS.items()
    )
    assert shown == {
        (kind, tokens, copies, f"{kind}{tokens}"): 1
        for kind in ("goat", "hen", "pig")
        for tokens, copies in ((1, 3), (2, 1))
    }
    assert {key: (BOX.animals[card.animal].key, card.copies) for key, card in WOLVES.items()} == {
        f"wolf_{kind}": (kind, 2) for kind in ("goat", "hen", "pig")
    }


def test_aim__pens_and_animals_bring_points(scene) -> None:
    """The farm grows by pens and takes in animals; most points win (FM-OBJ-1)."""
    position = scene("cards 0: p08 1,0 0, p08 0,-1 180; display: p08 pig1; to move 0")
    position.play("take p08 1,-1 270").shows("score: 3 0; ranks: 1 2")
    position.play("take pig1", "put 0,0,nw").shows("over; score: 3 1; ranks: 1 2")


def test_data__is_read_once() -> None:
    assert components() is components()
    assert str(BOX) == f"farmini components {BOX.digest[:12]}"
    assert hash(BOX) == hash(BOX.digest)


def test_cards__stand_by_key_in_byte_order() -> None:
    """The order of the cards is that of the legal list (FM-NOTE-8)."""
    keys = [card.key for card in BOX.cards]
    assert keys == sorted(keys, key=str.encode)
    assert [BOX.cards[n].key for n in BOX.start_cards()] == ["p06", "p10", "p11", "p19"]
