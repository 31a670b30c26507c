"""The key of a state: equal exactly for states that play on in the same way."""

from __future__ import annotations

import pytest

GIVEN = {
    "players": "players 2",
    "to move": "to move 0",
    "turns": "turns: 7",
    "cards": "cards 0: p13 1,0 0; cards 1: p09 1,0 270",
    "animals": "animals 0: pig 0,0,ne; animals 1: hen 0,0,nw",
    "display": "display: p07 p08 pig2",
    "unseen": "unseen: p01 wolf_pig",
    "due": "",
}

OTHERS = {
    "players": "option hole_penalty per_hole",
    "to move": "to move 1",
    "turns": "turns: 8",
    "cards": "cards 0: p09 1,0 270; cards 1: p13 1,0 0",
    "animals": "animals 0: hen 0,0,ne; animals 1: pig 0,0,nw",
    "display": "display: p07 p09 pig2",
    "unseen": "unseen: p01 wolf_hen",
    "due": "reveal due",
}


def key(scene, **changes: str) -> tuple[object, ...]:
    return scene("; ".join(filter(None, (GIVEN | changes).values()))).state.key()


@pytest.mark.parametrize("field", OTHERS)
def test_key__differs_with_what_matters(scene, field: str) -> None:
    assert set(GIVEN) == set(OTHERS)
    assert key(scene, **{field: OTHERS[field]}) != key(scene)


def test_key__does_not_differ_with_the_way_there(scene) -> None:
    """The order in which cards were laid and tokens put does not matter."""
    given = "players 1; display: p13 p07 goat1 pig1; unseen: p01"
    first = "take p13 1,0 0", "reveal p01", "take goat1", "put 0,0,nw"
    last = "take pig1", "put 0,0,se", "take p07 0,1 0"
    one = scene(given).play(*first, *last).state
    other = scene(given).play(last[0], last[1], "reveal p01", last[2])
    other.play("take goat1", "put 0,0,nw", "take p13 1,0 0")
    assert one.key() == other.state.key()
    assert hash(one.key()) == hash(other.state.key())
    assert one.observe(0) == other.state.observe(0)
