"""The engine against the slow model of the rules in model.py, step by step in whole matches."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from siurell.games.base import CHANCE
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.grid import spot_text
from siurell.games.farmini.pens import closed_pens, holed_pens, holes
from siurell.games.farmini.scoring import points, scoring_corn
from siurell.games.farmini.state import FarminiState

MODEL = runpy.run_path(str(Path(__file__).with_name("model.py")))
FARMINI = Farmini()
OPTIONS = {option.name: option.values for option in FARMINI.options}
CHOSEN = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


def facts_of_state(state: FarminiState) -> dict[str, Any]:
    kinds = [animal.key for animal in state.rules.box.animals]
    keys = state.rules.keys
    pairs = list(zip(state.farms, state.animals, strict=True))
    return {
        "phase": state.phase,
        "mover": state.mover,
        "turns": state.turns,
        "display": [keys[card] for card in state.display],
        "deck": [keys[card] for card in state.deck],
        "yard": dict(zip(kinds, state.yard, strict=True)),
        "tokens": [{spot_text(s): kinds[kind] for s, kind in held.items()} for _, held in pairs],
        "standings": [
            (points(state, seat), len(held), scoring_corn(farm, held), closed_pens(farm))
            for seat, (farm, held) in enumerate(pairs)
        ],
        "holes": [(len(holes(farm)), holed_pens(farm)) for farm, _ in pairs],
        "ranks": list(state.outcome().placements),
    }


def crowded(legal: list[str], rng: random.Random) -> str:
    """Mostly a card near the farm card, so that holes and closed pens come about."""

    def away(text: str) -> int:
        if len(text.split()) < 4:
            return rng.randint(0, 9)
        x, y = map(int, text.split()[2].split(","))
        return max(abs(x), abs(y)) + rng.randint(0, 3)

    return min(rng.sample(legal, len(legal)), key=away)


def at_random(legal: list[str], rng: random.Random) -> str:
    return rng.choice(legal)


def play(seats: int, options: dict[str, str], choose: Any, seed: str) -> Iterator[FarminiState]:
    """A match beside that of the model; every state, once all facts of it are found equal."""
    rng = random.Random(seed)
    state = FARMINI.new_state(seats, options)
    model = MODEL["Model"](seats, options)
    while state.to_act is not None:
        legal = [str(move) for move in state.legal_moves()]
        assert legal == model.legal()
        if state.to_act == CHANCE:
            event = state.chance().draw(rng.randrange)
        else:
            event = FARMINI.parse_move(choose(legal, rng))
        state.apply(event)
        model.apply(str(event))
        assert facts_of_state(state) == model.facts()
        yield state
    assert model.phase == "over"


@pytest.mark.parametrize(("number", "options"), list(enumerate(CHOSEN)), ids=str)
def test_engine__agrees_with_the_model(number: int, options: dict[str, str]) -> None:
    """Legal lists, areas, holes, wolves and points, of a random and of a crowded match."""
    for choose in (at_random, crowded):
        states = list(play(1 + number % 4, options, choose, f"{number}"))
        assert len(states) > 70


def test_engine__agrees_with_the_model_alone() -> None:
    """On one farm with many cards pens are closed, and holes and holed pens come about."""
    met: Counter[str] = Counter()
    for choose, seed in ((at_random, "one"), (at_random, "two"), (crowded, "three")):
        for state in play(1, FARMINI.check_options({}), choose, seed):
            farm = state.farms[0]
            met["closed"] += closed_pens(farm)
            met["holes"] += len(holes(farm))
            met["holed"] += holed_pens(farm)
            met["corn"] += scoring_corn(farm, state.animals[0])
    assert set(+met) == {"closed", "holes", "holed", "corn"}
