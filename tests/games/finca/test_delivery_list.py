"""The list of deliveries against that of model.py, in positions that play seldom brings."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

MODEL = runpy.run_path(str(Path(__file__).with_name("model.py")))
KINDS = ("deliver ", "bigcart ", "less ")


def clause(given: str, key: str) -> str:
    return next(part.removeprefix(f"{key}: ") for part in given.split("; ") if key in part)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_deliveries__are_those_of_brute_force(scene, random_given, seed: int) -> None:
    """Exact fruit, limits, one fruit less, each action once (F-DELIVER-3, F-LESS-1, F-BIG-1)."""
    given = random_given(random.Random(seed))
    tops = dict(part.split(" ") for part in clause(given, "tops").split(", "))
    fruit = dict(part.split(" ") for part in clause(given, "fruit 0").split(", "))
    held = Counter({name: int(count) for name, count in fruit.items()})
    actions = set(clause(given, "actions 0").split(" "))
    expected = MODEL["deliveries"](tops, held, int(clause(given, "carts 0")), actions)
    assert [text for text in scene(given).legal if text.startswith(KINDS)] == sorted(expected)
