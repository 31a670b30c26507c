"""The engine against the slow model of the rules in model.py, step by step in whole matches."""

from __future__ import annotations

import random
import runpy
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from siurell.games.finca.components import components
from siurell.games.finca.game import Finca
from siurell.games.finca.state import FincaState

MODEL = runpy.run_path(str(Path(__file__).with_name("model.py")))
BOX = components()
OPTIONS = {option.name: option.values for option in Finca().options}
CHOSEN = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


def shuffled(values: Any, rng: random.Random) -> list[str]:
    order = list(values)
    rng.shuffle(order)
    return order


def deal(rng: random.Random, small_last: bool) -> tuple[list[str], list[str], list[list[str]]]:
    """Blades, finca tiles and piles; small tiles at the bottom let regions be emptied together."""
    tiles = shuffled(MODEL["TILES"], rng)[:40]
    piles = [tiles[first::10] for first in range(10)]
    if small_last:
        tiles.sort(key=MODEL["VALUE"].__getitem__, reverse=True)
        piles = [tiles[first::10] for first in range(10)]
    return shuffled(MODEL["BLADES"], rng), shuffled(MODEL["COUNTED"], rng), piles


def facts_of_model(model: Any) -> dict[str, Any]:
    tops = model.tops()
    return {
        "phase": model.phase,
        "to act": None if model.phase == "over" else model.mover,
        "turns": model.turns,
        "farmers": [stands.count(blade) for stands in model.farmers for blade in range(12)],
        "hand": model.hand,
        "fruit": [held[kind] for held in model.fruit for kind in MODEL["FRUITS"]],
        "supply": [model.supply[kind] for kind in MODEL["FRUITS"]],
        "carts": [model.mill, *model.carts],
        "tops": [tops.get(region) for region in MODEL["REGIONS"]],
        "left": [len(model.piles[region]) for region in MODEL["REGIONS"]],
        "fincas": [model.fincas.get(region) for region in MODEL["REGIONS"]],
        "tiles": model.tiles,
        "won": model.won,
        "actions": model.actions,
        "bonuses": [model.bonus, *model.bonuses],
        "wooden": model.wooden,
    }


def facts_of_state(state: FincaState) -> dict[str, Any]:
    faces = [face.key for face in BOX.faces]
    fincas = [tile.key for tile in BOX.finca_tiles]
    return {
        "phase": state.phase,
        "to act": state.to_act,
        "turns": state.turns,
        "farmers": state.farmers,
        "hand": state.hand,
        "fruit": state.fruit,
        "supply": state.supply,
        "carts": [state.mill, *state.carts],
        "tops": [faces[top] if top >= 0 else None for top in state.tops],
        "left": state.left,
        "fincas": [fincas[tile] if tile >= 0 else None for tile in state.fincas],
        "tiles": [[faces[face] for face in tiles] for tiles in state.tiles],
        "won": [[fincas[tile] for tile in won] for won in state.won],
        "actions": [
            {key for bit, key in enumerate(BOX.actions) if bits >> bit & 1}
            for bits in state.actions
        ],
        "bonuses": [list(state.bonus_stack), *map(list, state.bonuses)],
        "wooden": state.wooden,
    }


def choose(legal: list[str], rng: random.Random, style: str, crowded: int) -> str:
    """At random; or with a taste for long texts, which serve many regions; or from one blade."""
    if style == "random":
        return rng.choice(legal)
    if style == "crowd" and f"place {crowded}" in legal:
        return f"place {crowded}"
    if style == "crowd" and rng.random() < 0.5:
        return rng.choice([text for text in legal if text.startswith("move")])
    return max(rng.choices(legal, k=4), key=len)


@pytest.mark.parametrize("options", CHOSEN, ids=lambda chosen: "-".join(chosen.values()))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_match__is_that_of_the_model(new_match, seats: int, options: dict[str, str]) -> None:
    """Legal lists, all that lies on the table, reveals and result (F-DEC-2, F-TURN-2)."""
    rng = random.Random(f"{seats} {options}")
    for style in ("random", "eager", "crowd"):
        wheel, fincas, piles = deal(rng, style != "random")
        crowded = rng.randrange(12)
        model = MODEL["Model"](seats, options, wheel, fincas, piles)
        game = new_match(seats, **options)
        game.play("blades " + " ".join(wheel), "fincas " + " ".join(fincas))
        game.play(*[f"tile {key} {pile[0]}" for key, pile in model.piles.items()])
        while True:
            assert facts_of_state(game.state) == facts_of_model(model)
            outcome = game.state.outcome()
            assert (list(outcome.scores), list(outcome.placements)) == model.result()
            legal = model.legal()
            assert game.legal == legal
            if not legal:
                break
            text = choose(legal, rng, style, crowded)
            game.play(text)
            game.play(*[f"tile {key} {model.piles[key][0]}" for key in model.play(text)])
