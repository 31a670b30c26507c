"""The notation of moves (F-NOTE)."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement

import pytest
from siurell.errors import InvalidMoveError
from siurell.games.finca.components import components
from siurell.games.finca.moves import Deliver, Gust, Item, MoveFarmer, OneLess, Stay
from siurell.games.finca.notation import parse_move

BOX = components()

CANONICAL = [
    "place 0",
    "place 11",
    "move 10",
    "double 7",
    "gust 3 3",
    "gust 11 0",
    "stay",
    "deliver andratx soller pollensa alcudia inca arta",
    "deliver villafranca son_servera felanitx llucmajor",
    "deliver inca:almond",
    "bigcart inca:fig arta:fig llucmajor",
    "less orange inca",
    "less fig inca arta:fig",
]

NOT_CANONICAL = [
    "",
    " ",
    "move",
    "move ",
    "move 12",
    "move -1",
    "move 01",
    "move +1",
    "move 1 ",
    " move 1",
    "move  1",
    "move\t1",
    "move 1\n",
    "Move 1",
    "MOVE 1",
    "move one",
    "move \u0661",
    "move \u00b2",
    "move 1 2",
    "place",
    "place 3 4",
    "double",
    "double 1 2",
    "stay 1",
    "stay ",
    "gust 1",
    "gust 1 2 3",
    "gust 1 12",
    "deliver",
    "deliver ",
    "deliver atlantis",
    "deliver Inca",
    "deliver inca:",
    "deliver :fig",
    "deliver inca:apple",
    "deliver inca:fig:fig",
    "deliver inca inca",
    "deliver arta inca",
    "deliver inca:fig inca:olive",
    "deliver inca,arta",
    "bigcart",
    "bigcart arta:fig inca:fig",
    "less",
    "less fig",
    "less inca",
    "less apple inca",
    "less fig olive inca",
    "less inca fig",
    "pass",
    "tile inca fig1",
    "deliver " + "inca " * 1000,
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text__is_read_and_written_alike(text: str) -> None:
    """Lower-case words parted by single spaces (F-NOTE-1)."""
    assert str(parse_move(text)) == text
    assert parse_move(text) == parse_move(text)
    assert hash(parse_move(text)) == hash(parse_move(text))


@pytest.mark.parametrize("text", NOT_CANONICAL)
def test_other_text__is_not_accepted(text: str) -> None:
    """No spare blanks, no leading zeros, nothing else (F-NOTE-1)."""
    with pytest.raises(InvalidMoveError) as caught:
        parse_move(text)
    assert len(str(caught.value)) < 400


def test_grammar__covers_every_kind_of_move() -> None:
    """Blades, fruits and regions by their keys, each kind with its own value (F-NOTE-2)."""
    assert parse_move("move 3") == MoveFarmer(3)
    assert parse_move("stay") == Stay()
    assert parse_move("gust 3 10") == Gust(blade=3, goal=10)
    assert str(Gust(blade=3, goal=10)) == "gust 3 10"
    assert parse_move("deliver inca arta:fig") == Deliver((Item(4), Item(5, 1)))
    assert parse_move("less olive inca") == OneLess(4, (Item(4),))
    assert len({type(parse_move(text)) for text in CANONICAL}) == 8


def test_one_notation__for_each_distinct_action(scene) -> None:
    """Farmers on a blade are one choice; the saved fruit is named once (F-NOTE-3)."""
    position = scene("farmers 0: 4 4 4; carts 0: 1; fruit 0: fig 5; tops: inca fig2, arta fig3")
    assert position.legal.count("move 4") == 1
    both = [text for text in position.legal if text.startswith("less") and "inca arta" in text]
    assert both == ["less fig inca arta"]
    bare = scene("farmers 0: 4 4 4; actions 0: double")
    assert bare.legal == ["double 4", "move 4"]


def test_items__stand_in_board_order(scene) -> None:
    """andratx first, llucmajor last, and no other order (F-NOTE-4)."""
    keys = [region.key for region in BOX.regions]
    assert ", ".join(keys) == (
        "andratx, soller, pollensa, alcudia, inca, arta, villafranca, son_servera, felanitx,"
        " llucmajor"
    )
    position = scene(
        "farmers 0: 0; carts 0: 1; fruit 0: fig 1, olive 1; tops: soller fig1, alcudia olive1"
    )
    assert "deliver soller alcudia" in position.legal
    with pytest.raises(InvalidMoveError, match="board order"):
        parse_move("deliver alcudia soller")
    by_hand = Deliver((Item(3), Item(1)))
    assert "F-NOTE-4" in (position.state.why_illegal(by_hand) or "")


def test_equal_wild_tiles__have_their_fruits_in_alphabetical_order(scene) -> None:
    """Equal allowed; the swapped text is the same action and not legal (F-NOTE-5)."""
    position = scene(
        "farmers 0: 0; fruit 0: fig 10, olive 10; tops: inca any4, arta any4; actions 0: bigcart"
    )
    both = [text for text in position.legal if "inca" in text and "arta" in text]
    assert both == [
        "bigcart inca:fig arta:fig",
        "bigcart inca:fig arta:olive",
        "bigcart inca:olive arta:olive",
    ]
    assert "F-NOTE-5" in position.why("bigcart inca:olive arta:fig")
    position = scene(
        "farmers 0: 0; fruit 0: fig 5, olive 5; tops: inca any5, arta any4; actions 0: bigcart"
    )
    assert position.why("bigcart inca:fig arta:olive") == ""
    assert position.why("bigcart inca:olive arta:fig") == ""


def test_legal_list__is_in_byte_order(scene) -> None:
    """Sorted, without duplicates; text order is not board order (F-NOTE-6)."""
    position = scene(
        "farmers 0: 2 10 11; carts 0: 1;"
        " fruit 0: almond 6, fig 6, grape 6, lemon 6, olive 6, orange 6;"
        " tops: andratx any4, soller any4, pollensa mixed6, alcudia fig1, inca fig2, arta olive1,"
        " villafranca lemon1, son_servera grape1, felanitx almond2_fig2, llucmajor orange3"
    )
    assert position.legal == sorted(position.legal, key=str.encode)
    assert len(set(position.legal)) == len(position.legal) > 500


def most_deliveries(values: list[int], saves: bool, cap: int, fruits: int = 6) -> int:
    """Deliveries of one kind with unlimited fruit for tops that are all wild or all not."""
    total = 0
    for size in range(1, len(values) + 1):
        for tops in combinations(values, size):
            if sum(tops) > cap:
                continue
            ways = [
                kinds
                for kinds in combinations_with_replacement(range(fruits), size)
                if len(set(tops)) == 1
            ]
            total += sum(len(set(kinds)) for kinds in ways) if saves else len(ways)
    return total


def test_legal_list__stays_below_its_bound(scene) -> None:
    """The set of tops with the most deliveries that is known, with plenty of fruit (F-NOTE-7)."""
    held = "almond 18, fig 18, grape 18, lemon 18, olive 18, orange 18"
    position = scene(
        f"farmers 0: 1 3 5 7 9; carts 0: 1; fruit 0: {held};"
        " tops: andratx any4, soller any4, pollensa any4, alcudia almond1, inca fig1, arta grape1,"
        " villafranca lemon1, son_servera olive1, felanitx orange1, llucmajor fig2"
    )
    moves = [text for text in position.legal if text.split(" ")[0] in ("move", "double", "gust")]
    assert len(moves) == 5 + 5 + 60
    assert len(position.legal) - len(moves) == 5338 <= 6394


def test_legal_list__of_three_equal_wild_tops_is_what_combinatorics_says(scene) -> None:
    """6 kinds each, and 21 unordered pairs for each pair of regions (F-NOTE-5, F-NOTE-7)."""
    held = "almond 18, fig 18, grape 18, lemon 18, olive 18, orange 18"
    position = scene(
        f"farmers 0: 1; carts 0: 1; fruit 0: {held}; tops: andratx any4, soller any4, inca any4"
    )
    kinds = [text.split(" ")[0] for text in position.legal]
    assert kinds.count("deliver") == most_deliveries([4, 4, 4], False, 6) == 18
    assert kinds.count("bigcart") == most_deliveries([4, 4, 4], False, 10) == 18 + 3 * 21
    assert kinds.count("less") == most_deliveries([4, 4, 4], True, 7) == 18


def test_random_texts__never_break_the_parser() -> None:
    rng = random.Random(8)
    alphabet = "abcdefgilmnoprstuvw 0123456789:_-\n\t\u00e9"
    for _ in range(3000):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(20)))
        with pytest.raises(InvalidMoveError):
            parse_move(text)
