"""The key of a state: equal exactly for states that play on in the same way."""

from __future__ import annotations

import pytest

GIVEN = {
    "players": "players 2",
    "to move": "to move 0",
    "turns": "turns: 7",
    "wheel": "wheel almond fig grape lemon olive orange almond fig grape lemon olive orange",
    "farmers": "farmers 0: 0 3; farmers 1: 4",
    "fruit": "fruit 0: fig 1; fruit 1: olive 2",
    "carts": "carts 0: 1",
    "tops": "tops: inca fig1, arta olive3",
    "left": "left: inca 2",
    "finca": "finca: inca fig, arta any",
    "tiles": "tiles 0: fig2 any4; tiles 1: mixed6",
    "won": "won 0: lemon",
    "actions": "actions 0: gust; actions 1: less",
    "bonuses": "bonuses 0: 7; bonus: 6 5 4",
    "wooden": "wooden: 3",
}

OTHERS = {
    "to move": "to move 1",
    "turns": "turns: 8",
    "wheel": "wheel fig almond grape lemon olive orange almond fig grape lemon olive orange",
    "farmers": "farmers 0: 0 4; farmers 1: 3",
    "fruit": "fruit 0: olive 1; fruit 1: fig 1, olive 1",
    "carts": "carts 1: 1",
    "tops": "tops: inca olive3, arta fig1",
    "left": "left: inca 3",
    "finca": "finca: inca any, arta fig",
    "tiles": "tiles 0: fig2 mixed6; tiles 1: any4",
    "won": "won 1: lemon",
    "actions": "actions 0: less; actions 1: gust",
    "bonuses": "bonuses 1: 7; bonus: 6 5 4",
    "wooden": "wooden: 2",
    "players": "option any_finca_counts wild_symbols_only",
}


def key(scene, **changes: str) -> tuple[object, ...]:
    return scene("; ".join((GIVEN | changes).values())).state.key()


@pytest.mark.parametrize("field", OTHERS)
def test_key__differs_with_what_matters(scene, field: str) -> None:
    assert set(GIVEN) == set(OTHERS)
    assert key(scene, **{field: OTHERS[field]}) != key(scene)


def test_key__does_not_differ_with_the_way_there(scene) -> None:
    """The order of tiles, and which finca tiles are won, do not matter for what comes."""
    same = {"tiles": "tiles 0: any4 fig2; tiles 1: mixed6", "won": "won 0: orange"}
    assert key(scene, **same) == key(scene)
    assert hash(key(scene, **same)) == hash(key(scene))


def test_key__differs_while_a_reveal_is_due(scene) -> None:
    position = scene("farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; tops: inca fig1")
    keys = {position.state.key()}
    for text in ("deliver inca", "tile inca any4", "move 1"):
        position.play(text)
        keys.add(position.state.key())
    assert len(keys) == 4
