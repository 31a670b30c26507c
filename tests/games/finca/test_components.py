"""What is in the box, and the aim (F-COMP, F-OBJ)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import siurell.games.finca.components as module
from siurell.errors import RulesError
from siurell.games.finca.components import components, read_components

BOX = components()
DATA = Path(module.__file__).with_name("finca.toml").read_text(encoding="utf-8")


def keys(need: tuple[int, ...]) -> dict[str, int]:
    return {fruit: count for fruit, count in zip(BOX.fruits, need, strict=True) if count}


def test_board__has_twelve_spaces_and_ten_regions(new_match) -> None:
    """Twelve wheel spaces, ten regions with a pile and a finca tile each (F-COMP-1)."""
    state = new_match().state
    assert len(state.crowd) == 12
    assert len(state.left) == len(state.tops) == len(state.fincas) == 10
    assert state.left == [4] * 10


def test_blades__are_two_of_each_fruit() -> None:
    """Twelve blades: two of each of six fruits (F-COMP-2)."""
    assert BOX.fruits == ("almond", "fig", "grape", "lemon", "olive", "orange")
    assert Counter(BOX.blades) == dict.fromkeys(range(6), 2)


def test_fruit_tiles__are_42_with_34_faces() -> None:
    """42 fruit tiles with 34 faces; the value is the number of fruits shown (F-COMP-3)."""
    assert len(BOX.faces) == 34
    assert sum(face.copies for face in BOX.faces) == 42
    assert len({(*face.need, face.wild) for face in BOX.faces}) == 34
    for face in BOX.faces:
        assert face.value == sum(face.need) + face.wild
        assert dict(face.wants) == {f: n for f, n in enumerate(face.need) if n}


@pytest.mark.parametrize(
    ("value", "shapes"),
    [
        (1, {(1,): 6}),
        (2, {(2,): 6}),
        (3, {(3,): 6}),
        (4, {(2, 2): 6, (): 3}),
        (5, {(3, 2): 6, (): 3}),
        (6, {(1,) * 6: 3, (): 3}),
    ],
)
def test_fruit_tiles__of_each_value(value: int, shapes: dict[tuple[int, ...], int]) -> None:
    """One kind each up to 3, pairs, mixed and wild tiles from 4 on (F-COMP-3)."""
    found: Counter[tuple[int, ...]] = Counter()
    for face in BOX.faces:
        if face.value == value:
            found[tuple(sorted(keys(face.need).values(), reverse=True))] += face.copies
    assert found == shapes


def test_fruit_tiles__show_each_fruit_equally_often() -> None:
    """Singles show each kind once, pairs show each kind as often as any other (F-COMP-3)."""
    for value in range(1, 6):
        shown = [sum(f.need[fruit] for f in BOX.faces if f.value == value) for fruit in range(6)]
        assert len(set(shown)) == 1


def test_finca_tiles__are_ten() -> None:
    """One per kind, three pairs and one that counts any (F-COMP-4)."""
    counted = {tile.key: {BOX.fruits[fruit] for fruit in tile.fruits} for tile in BOX.finca_tiles}
    assert counted == {fruit: {fruit} for fruit in BOX.fruits} | {
        "almond_fig": {"almond", "fig"},
        "grape_orange": {"grape", "orange"},
        "lemon_olive": {"lemon", "olive"},
        "any": set(),
    }
    assert [tile.key for tile in BOX.finca_tiles if tile.counts_any] == ["any"]


def test_other_components__suffice_for_four_players() -> None:
    """Action tiles, bonus tiles, carts, wooden fincas, fruits and farmers (F-COMP-5)."""
    assert len(BOX.actions) * 4 == 16
    assert BOX.bonus_stack == (7, 6, 5, 4)
    assert max(row.carts for _, row in BOX.setups) == 8
    assert max(row.wooden_fincas for _, row in BOX.setups) == 6
    assert BOX.supply_per_fruit * len(BOX.fruits) == 108
    assert max(row.farmers_each for _, row in BOX.setups) == 5


def test_aim__gathered_and_delivered_fruit_is_points(scene) -> None:
    """Fruit from the wheel goes to regions for points, and their wants change (F-OBJ-1)."""
    position = scene("farmers 0: 5; farmers 1: 0; carts 0: 0; tops: inca almond1")
    position.shows("score: 8 8").play("move 5").shows("fruit 0: almond 1; carts 0: 1")
    position.play("move 0", "deliver inca", "tile inca fig3").shows("score: 9 8; top: inca fig3")


def test_data__is_read_once() -> None:
    assert components() is components()
    assert read_components(DATA) == components()


@pytest.mark.parametrize(
    ("found", "written", "fact"),
    [
        ("tiles_left_out = 2", "tiles_left_out = 3", "left out"),
        ("fruit_tiles = 42", "fruit_tiles = 41", "all fruit tiles"),
        ('key = "gust"', 'key = "storm"', "action tiles"),
        ("supply_per_fruit = 18", "supply_per_fruit = 32", "below 32"),
        ("max_players = 4", "max_players = 5", "set-up table"),
        ("finca_tiles = 10", "finca_tiles = 9", "finca tile"),
        ('key = "any4"\nvalue = 4', 'key = "any4"\nvalue = 3', "value of a face"),
        ("blades = 12\nline", "blades = 11\nline", "all blades"),
        ('fruits = ["almond", "fig",', 'fruits = ["fig", "almond",', "alphabetical"),
    ],
)
def test_data__that_contradicts_itself_is_refused(found: str, written: str, fact: str) -> None:
    assert DATA.count(found) == 1
    with pytest.raises(RulesError, match=fact):
        read_components(DATA.replace(found, written))
