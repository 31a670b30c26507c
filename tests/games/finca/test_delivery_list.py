"""The list of deliveries against an enumeration by brute force, written from the ledger alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.games.finca.components import components

BOX = components()
REGIONS = [region.key for region in BOX.regions]
WANTS = {
    face.key: Counter({BOX.fruits[i]: n for i, n in enumerate(face.need) if n})
    for face in BOX.faces
}
WILD = {face.key: face.wild for face in BOX.faces}
VALUE = {face.key: face.value for face in BOX.faces}

Choice = list[tuple[str, str, str]]
"""Region, face, fruit for a wild tile (or empty)."""


def choices(tops: dict[str, str]) -> Iterator[Choice]:
    """Every set of regions with every choice of fruits for its wild tiles, up to 10 fruits."""
    for size in range(1, len(tops) + 1):
        for regions in combinations(tops, size):
            if sum(VALUE[tops[region]] for region in regions) > 10:
                continue
            kinds = [BOX.fruits if WILD[tops[region]] else ("",) for region in regions]
            for paid in product(*kinds):
                yield [(r, tops[r], kind) for r, kind in zip(regions, paid, strict=True)]


def is_canonical(choice: Choice) -> bool:
    """Fruits of wild tiles of equal value stand in alphabetical order (F-NOTE-5)."""
    for value in (4, 5, 6):
        kinds = [kind for _, face, kind in choice if WILD[face] == value]
        if kinds != sorted(kinds):
            return False
    return True


def wanted(choice: Choice) -> Counter[str]:
    need: Counter[str] = Counter()
    for _, face, kind in choice:
        need.update({kind: WILD[face]} if kind else WANTS[face])
    return need


def savable(choice: Choice) -> set[str]:
    """Fruits wanted by a served tile of value 2 or more (F-LESS-3)."""
    return {
        fruit
        for _, face, kind in choice
        if VALUE[face] > 1
        for fruit in ({kind} if kind else WANTS[face])
    }


def deliveries(
    tops: dict[str, str], held: Counter[str], carts: int, actions: list[str]
) -> list[str]:
    """All deliveries of all three kinds (F-DELIVER, F-BIG, F-LESS)."""
    found = []
    for choice in choices(tops):
        if not is_canonical(choice):
            continue
        need = wanted(choice)
        items = " ".join(f"{r}:{kind}" if kind else r for r, _, kind in choice)
        if need <= held:
            if carts and need.total() <= 6:
                found.append(f"deliver {items}")
            if "bigcart" in actions:
                found.append(f"bigcart {items}")
        if carts and "less" in actions and need.total() <= 7:
            for fruit in savable(choice):
                if need - Counter([fruit]) <= held:
                    found.append(f"less {fruit} {items}")
    return sorted(found)


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
    expected = deliveries(
        tops, held, int(clause(given, "carts 0")), clause(given, "actions 0").split(" ")
    )
    kinds = ("deliver ", "bigcart ", "less ")
    assert [text for text in scene(given).legal if text.startswith(kinds)] == expected


@pytest.mark.parametrize("seats", [2, 3])
def test_deliveries__are_those_of_brute_force_in_play(new_match, seats: int) -> None:
    """The same along random matches (F-DELIVER-2)."""
    rng = random.Random(seats)
    game = new_match(seats).deal(rng)
    kinds = ("deliver ", "bigcart ", "less ")
    while game.state.to_act is not None:
        state = game.state
        if state.phase == "turn":
            seat = state.to_act
            held = Counter({name: state.fruit[seat * 6 + i] for i, name in enumerate(BOX.fruits)})
            tops = {REGIONS[i]: BOX.faces[top].key for i, top in enumerate(state.tops) if top >= 0}
            unused = [key for bit, key in enumerate(BOX.actions) if state.actions[seat] >> bit & 1]
            expected = deliveries(tops, held, state.carts[seat], unused)
            assert [text for text in game.legal if text.startswith(kinds)] == expected
        game.step(rng)
