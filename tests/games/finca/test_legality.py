"""`why_illegal` is silent exactly for the legal moves, over near misses and over whole matches."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import IllegalMoveError
from siurell.games.base import Move
from siurell.games.finca.components import components
from siurell.games.finca.moves import (
    BigCart,
    Deliver,
    Double,
    Gust,
    Item,
    MoveFarmer,
    OneLess,
    Place,
    Stay,
)

BOX = components()
REGIONS = [region.key for region in BOX.regions]
VERBS = ("place", "move", "deliver", "bigcart", "less", "gust", "double", "stay")


def near_miss(text: str, rng: random.Random) -> str:
    """A text that differs from a legal move in one or two places."""
    words = text.split(" ")
    for _ in range(rng.choice([1, 1, 2])):
        at = rng.randrange(len(words))
        region = rng.choice(REGIONS)
        fruit = rng.choice(BOX.fruits)
        change = rng.randrange(8)
        if change == 0:
            words[0] = rng.choice(VERBS)
        elif change == 1:
            words[at] = re.sub(r"^\d+$", str(rng.randrange(14)), words[at])
        elif change == 2:
            words[at] = fruit if words[at] in BOX.fruits else words[at]
        elif change == 3:
            words.insert(at + 1, rng.choice([region, f"{region}:{fruit}"]))
        elif change == 4 and len(words) > 1:
            words.pop(at)
        elif change == 5:
            words[at] = f"{words[at].split(':')[0]}:{fruit}"
        elif change == 6:
            words[at] = words[at].split(":")[0]
        else:
            words[1:] = sorted(words[1:], key=lambda word: rng.random())
    return " ".join(words)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_near_misses__are_refused_with_a_reason(scene, random_given, seed: int) -> None:
    """A text is legal, or there is a sentence against it; never both, never neither."""
    rng = random.Random(seed)
    position = scene(random_given(rng))
    legal = position.legal
    assert legal == sorted(set(legal), key=str.encode)
    for text in rng.sample(legal, min(len(legal), 40)):
        assert position.why(text) == ""
    for _ in range(80):
        text = near_miss(rng.choice(legal), rng)
        reason = position.why(text)
        assert (reason == "") == (text in legal)
        assert reason == "" or reason.endswith((".", "`"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_near_misses__in_play(new_match, seats: int) -> None:
    """The same in every phase of random matches (F-DEC-1, F-DEC-2, F-DEC-3)."""
    rng = random.Random(100 + seats)
    for _ in range(3):
        game = new_match(seats).deal(rng)
        while game.state.to_act is not None:
            for text in game.legal[:30]:
                assert game.why(text) == ""
            for _ in range(6):
                game.why(near_miss(rng.choice(game.legal), rng))
            game.step(rng)
        assert all(game.why(text) for text in ("move 1", "stay", "deliver inca", "place 0"))


class Foreign(Move):
    """A move of no game."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Foreign()"  # names tests, so it must be the same in every process


@pytest.mark.parametrize(
    "move",
    [
        MoveFarmer(-1),
        MoveFarmer(12),
        Place(3),
        Double(99),
        Gust(0, 12),
        Gust(0, -1),
        Stay(),
        Deliver(()),
        Deliver((Item(10),)),
        Deliver((Item(-1),)),
        Deliver((Item(4, 6),)),
        Deliver((Item(4, -2),)),
        Deliver((Item(4), Item(4))),
        Deliver((Item(5, 1), Item(4))),
        BigCart((Item(5),)),
        OneLess(-1, (Item(4),)),
        OneLess(6, (Item(4),)),
        Foreign(),
    ],
    ids=repr,
)
def test_move_made_by_hand__is_refused_with_a_sentence(scene, move: Move) -> None:
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 9; tops: inca fig3, arta any4")
    assert move not in position.state.legal_moves()
    with pytest.raises(IllegalMoveError, match="is not legal: "):
        position.state.check(move)


@pytest.mark.parametrize("move", [Place(12), Place(-1), MoveFarmer(0), Foreign()], ids=repr)
def test_placement_made_by_hand__is_refused_with_a_sentence(scene, move: Move) -> None:
    position = scene("phase intro; hand 1 1")
    with pytest.raises(IllegalMoveError):
        position.state.check(move)
