"""Chance: what is turned up, when, and with which chances (F-CHANCE)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from siurell.errors import InvalidMoveError, RulesError
from siurell.games.finca.chance import Tile
from siurell.games.finca.components import components
from siurell.games.finca.game import Finca
from siurell.games.finca.table import Table
from siurell.games.shuffling import shuffled

FINCA = Finca()
BOX = components()
OPTIONS = FINCA.check_options({})


def test_events__come_in_their_order(new_match) -> None:
    """Blades, finca tiles, ten tiles in board order; later only tiles (F-CHANCE-1)."""
    rng = random.Random(4)
    game = new_match(2)
    keys = []
    while game.state.phase == "setup":
        keys.append(game.state.chance().key)
        game.state.apply(game.state.chance().draw(rng.randrange))
    assert keys == ["blades/wheel", "fincas/board"] + [
        f"tiles/{region.key}/1" for region in BOX.regions
    ]
    with pytest.raises(RulesError):
        game.state.chance()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_keys__never_come_twice(new_match, seats: int) -> None:
    """Every event has a place of its own: the k-th tile of a pile (F-CHANCE-3)."""
    rng = random.Random(seats)
    game = new_match(seats)
    keys = []
    while game.state.to_act is not None:
        if game.state.to_act >= 0:
            game.state.apply(rng.choice(game.state.legal_moves()))
        else:
            keys.append(game.state.chance().key)
            game.state.apply(game.state.chance().draw(rng.randrange))
    assert len(keys) == len(set(keys))
    assert {key.rsplit("/", 1)[1] for key in keys} == {"wheel", "board", "1", "2", "3", "4"}


def layouts(seed: int) -> dict[str, list[str]]:
    rng = random.Random(seed)
    laid = {}
    for stream in ("blades", "fincas", "tiles"):
        layout = FINCA.layout(stream, 2, OPTIONS, rng.randrange)
        laid |= {f"{stream}/{item}": [str(o) for o in order] for item, order in layout.items()}
    return laid


def test_state__holds_no_order_of_hidden_tiles(new_match) -> None:
    """Under two layouts that differ only face down all fields are equal (F-CHANCE-2)."""
    laid = layouts(5)
    other = dict(laid)
    second, third = (laid[f"tiles/arta/{place}"][0] for place in (2, 3))
    assert second != third
    other["tiles/arta/2"], other["tiles/arta/3"] = [third], [second]
    fields = []
    for layout in (laid, other):
        game = new_match(2)
        while game.state.phase == "setup":
            game.play(layout[game.state.chance().key][0])
        game.play("place 1", "place 2")
        fields.append(
            {name: getattr(game.state, name) for name in Table.__slots__ if name != "rules"}
        )
        assert game.state.unseen == sorted(game.state.unseen)
    assert fields[0] == fields[1]


def test_layout__has_a_tile_for_each_place_of_each_pile() -> None:
    """The dealer lays all out before the game; the two left over are not in it (F-CHANCE-3)."""
    laid = layouts(1)
    assert set(laid) == {"blades/wheel", "fincas/board"} | {
        f"tiles/{region.key}/{place}" for region in BOX.regions for place in (1, 2, 3, 4)
    }
    assert all(len(order) == 1 for order in laid.values())
    tiles = Counter(laid[key][0].split(" ")[2] for key in laid if key.startswith("tiles/"))
    assert sum(tiles.values()) == 40
    assert all(tiles[face.key] <= face.copies for face in BOX.faces)
    assert layouts(1) == laid != layouts(2)


def test_layout__answers_every_event_whatever_is_played(new_match) -> None:
    """The k-th tile of a pile is the same for any moves (F-CHANCE-3)."""
    laid = layouts(3)
    met = set()
    for seed in range(30):
        rng = random.Random(seed)
        game = new_match(2)
        while game.state.to_act is not None:
            if game.state.to_act >= 0:
                game.state.apply(rng.choice(game.state.legal_moves()))
                continue
            chance = game.state.chance()
            outcome = chance.parse(laid[chance.key][0])
            assert chance.allows(outcome)
            game.state.apply(outcome)
            met.add(chance.key)
    assert met == set(laid)


def test_layout__of_an_unknown_stream_is_refused() -> None:
    with pytest.raises(RulesError, match="dice"):
        FINCA.layout("dice", 2, OPTIONS, random.Random(1).randrange)


def test_shuffle__makes_every_order_equally_likely() -> None:
    """Each of the 24 orders of four, 10 standard deviations wide (F-CHANCE-4)."""
    rng = random.Random(11)
    found = Counter(tuple(shuffled([0, 1, 2, 3], rng.randrange)) for _ in range(24_000))
    assert set(found) == set(permutations(range(4)))
    assert all(abs(count - 1000) < 10 * 31 for count in found.values())


def test_layout__puts_everything_everywhere_equally_often() -> None:
    """Blades, finca tiles, and tiles over piles and the pair left out (F-CHANCE-4)."""
    count = 1500
    found: Counter[tuple[str, int, str]] = Counter()
    for seed in range(count):
        laid = layouts(seed)
        tiles = [order[0].split(" ")[2] for key, order in laid.items() if "tiles/" in key]
        for stream, row in (
            ("blades", laid["blades/wheel"][0].split(" ")[1:]),
            ("fincas", laid["fincas/board"][0].split(" ")[1:]),
            ("tiles", tiles),
        ):
            found.update((stream, place, key) for place, key in enumerate(row))
    chances = {("blades", place, fruit): 2 / 12 for place in range(12) for fruit in BOX.fruits}
    chances |= {("fincas", p, tile.key): 1 / 10 for p in range(10) for tile in BOX.finca_tiles}
    chances |= {("tiles", p, face.key): face.copies / 42 for p in range(40) for face in BOX.faces}
    for place, chance in chances.items():
        deviation = (count * chance * (1 - chance)) ** 0.5
        assert abs(found[place] - count * chance) < 6 * deviation, place


def test_next_tile__is_a_uniform_draw_from_the_unseen_ones(new_match) -> None:
    """Weights are the copies nobody has seen, and `draw` follows them (F-CHANCE-4)."""
    game = new_match(2)
    rng = random.Random(12)
    for _ in range(8):
        game.state.apply(game.state.chance().draw(rng.randrange))
    chance = game.state.chance()
    weights = chance.weights()
    assert weights is not None
    assert [str(outcome) for outcome, _ in weights] == sorted(str(o) for o, _ in weights)
    assert sum(weight for _, weight in weights) == 42 - 6
    seen = Counter(game.state.tops)
    for outcome, weight in weights:
        assert isinstance(outcome, Tile)
        assert weight == BOX.faces[outcome.face].copies - seen[outcome.face]
        assert chance.allows(outcome)
    drawn = Counter(chance.draw(rng.randrange) for _ in range(36_000))
    assert set(drawn) == {outcome for outcome, _ in weights}
    assert all(abs(drawn[o] - 1000 * w) < 10 * 32 * w for o, w in weights)


def test_equal_faces__are_one_outcome(new_match) -> None:
    """34 faces for 42 tiles (F-CHANCE-5)."""
    game = new_match(2)
    for _ in range(2):
        game.state.apply(game.state.chance().draw(random.Random(1).randrange))
    weights = game.state.chance().weights()
    assert weights is not None
    assert len(weights) == 34
    assert {weight for outcome, weight in weights if "any4" in str(outcome)} == {3}


def test_reveal__that_is_due_leaves_no_decision_open(scene) -> None:
    """Nobody decides until all tiles are up (F-CHANCE-6)."""
    position = scene("farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; tops: inca fig1")
    position.play("deliver inca").shows("reveals: inca")
    assert position.legal == []
    assert "turned up" in position.why("move 1")
    position.play("tile inca fig2").shows("to move 1")


@pytest.mark.parametrize("event", [0, 1, 2])
def test_outcome__that_cannot_come_is_not_allowed(new_match, event: int) -> None:
    rng = random.Random(1)
    game = new_match(2)
    for _ in range(event):
        game.state.apply(game.state.chance().draw(rng.randrange))
    wrong = [
        "blades " + " ".join(["fig"] * 12),
        "fincas " + " ".join(["fig"] * 10),
        "tile soller fig1",
    ][event]
    chance = game.state.chance()
    assert not chance.allows(chance.parse(wrong))
    other = new_match(2).state.chance().draw(rng.randrange) if event else Tile(0, 0)
    assert not chance.allows(other)
    assert (chance.weights() is None) == (event < 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "blades",
        "blades fig",
        "Blades" + " fig" * 12,
        "blades" + " fig" * 13,
        "blades" + " fog" * 12,
        "fincas" + " fig" * 9,
        "fincas" + " barn" * 10,
        "tile",
        "tile inca",
        "tile inca fig9",
        "tile atlantis fig1",
        "tile  inca fig1",
        "tile inca fig1 ",
        "tile inca fig1\n",
        "tiles inca fig1",
    ],
)
def test_reveal__that_is_no_notation_is_refused(new_match, text: str) -> None:
    game = new_match(2)
    rng = random.Random(1)
    for _ in range(3):
        with pytest.raises(InvalidMoveError):
            game.state.chance().parse(text)
        game.state.apply(game.state.chance().draw(rng.randrange))
