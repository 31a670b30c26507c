"""Action tiles: double move, gust of wind, big cart, one fruit less (F-ACTION to F-LESS)."""

from __future__ import annotations

import pytest
from siurell.games.finca.moves import BigCart, OneLess

USES = {
    "double": ("double 0", "stay"),
    "gust": ("gust 0 3",),
    "bigcart": ("bigcart inca", "tile inca olive3"),
    "less": ("less fig inca", "tile inca olive3"),
}


@pytest.mark.parametrize("tile", USES)
def test_action_tile__is_used_once(scene, tile: str) -> None:
    """It goes to the box and is not offered again (F-ACTION-1)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 2; fruit 0: fig 4; tops: inca fig2, arta fig3"
    )
    position.play(*USES[tile], "move 1")
    rest = [key for key in ("double", "gust", "bigcart", "less") if key != tile]
    position.shows(f"actions 0: {' '.join(rest)}; actions 1: double gust bigcart less")
    assert not [text for text in position.legal if text.startswith(tile)]
    own = position.legal[-1].removeprefix("move ")
    again = {"double": f"double {own}", "gust": f"gust {own} 1"}.get(tile, USES[tile][0])
    assert "used" in position.why(again.replace("inca", "arta"))


@pytest.mark.parametrize("tile", USES)
def test_action_tile__is_the_whole_turn(scene, tile: str) -> None:
    """One action tile per turn and nothing beside it (F-ACTION-2)."""
    position = scene("farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 2; tops: inca fig2")
    position.play(*USES[tile]).shows("to move 1; turns: 1")
    second = scene("farmers 0: 0; farmers 1: 1; fruit 0: fig 1; tops: inca fig1").play("double 0")
    assert second.legal == ["move 1", "stay"]
    assert second.why("gust 1 3") != ""


def test_action_tile__that_serves_nothing_cannot_be_used(scene) -> None:
    """Big cart and one less need a region that they serve (F-ACTION-3)."""
    position = scene("farmers 0: 0; carts 0: 1; tops: inca fig3; actions 0: bigcart less")
    assert position.legal == ["move 0"]
    for text in ("bigcart", "less fig", "bigcart inca", "less fig inca"):
        assert position.why(text) != ""
    for by_hand in (BigCart(()), OneLess(1, ())):
        assert "at least one region" in (position.state.why_illegal(by_hand) or "")


def test_double__is_two_normal_moves(scene) -> None:
    """Fruit and carts twice, with the same or another own farmer (F-DOUBLE-1)."""
    given = "farmers 0: 5 11; farmers 1: 3"
    scene(given).play("double 5", "move 6").shows("farmers 0: 7 11; fruit 0: almond 1, fig 1")
    scene(given).play("double 5", "move 11").shows("farmers 0: 6 0; fruit 0: almond 2; carts 0: 2")


def test_double__second_move_counts_what_stands_then(scene) -> None:
    """The first farmer joins others and they move farther; recalls apply twice (F-DOUBLE-2)."""
    position = scene("farmers 0: 5 6; farmers 1: 6; fruit 1: almond 16, grape 18; carts 1: 4")
    position.play("double 5").shows("fruit 0: almond 3; fruit 1: grape 18; carts 0: 1; carts 1: 0")
    position.play("move 6").shows("farmers 0: 6 9; fruit 0: almond 3, lemon 1")
    position = scene("farmers 0: 5 6; farmers 1: 8; fruit 1: almond 17, grape 17")
    position.play("double 5", "move 6").shows("fruit 0: almond 2, grape 2; fruit 1: none")


def test_double__second_move_may_be_declined(scene) -> None:
    """`stay` ends the turn; the tile is spent (F-DOUBLE-3)."""
    position = scene("farmers 0: 5; farmers 1: 3").play("double 5", "stay")
    position.shows("farmers 0: 6; to move 1; turns: 1; actions 0: gust bigcart less")


def test_double__both_moves_can_earn_carts(scene) -> None:
    """Each of them passes a line (F-DOUBLE-4)."""
    position = scene("farmers 0: 5 11; farmers 1: 3").play("double 11").shows("carts 0: 1")
    position.play("move 5").shows("carts 0: 2; mill: 2")


def test_gust__puts_a_farmer_on_any_blade(scene) -> None:
    """From each blade with an own farmer to each of the twelve (F-GUST-1)."""
    position = scene("farmers 0: 4 7; farmers 1: 1; actions 0: gust")
    gusts = {text for text in position.legal if text.startswith("gust")}
    assert gusts == {f"gust {start} {goal}" for start in (4, 7) for goal in range(12)}
    assert position.why("gust 1 2") != ""
    position.play("gust 4 1").shows("farmers 0: 1 7")


def test_gust__takes_fruit_as_a_move_does(scene) -> None:
    """As many as stand there now; a short supply is recalled (F-GUST-2)."""
    position = scene("farmers 0: 4 2; farmers 1: 2; fruit 1: grape 15")
    position.play("gust 4 2").shows("fruit 0: grape 3; fruit 1: grape 15")
    position = scene("farmers 0: 4; farmers 1: 2 2; fruit 1: grape 16")
    position.play("gust 4 2").shows("fruit 0: grape 3; fruit 1: none")


@pytest.mark.parametrize(("start", "goal"), [(5, 6), (11, 0), (4, 3), (7, 7)])
def test_gust__earns_no_cart(scene, start: int, goal: int) -> None:
    """Whatever lines were passed (F-GUST-3)."""
    position = scene(f"farmers 0: {start}").play(f"gust {start} {goal}")
    position.shows(f"farmers 0: {goal}; carts 0: 0; mill: 4")


@pytest.mark.parametrize(("second", "legal"), [("any4", True), ("any5", False)])
def test_big_cart__takes_up_to_ten_fruits(scene, second: str, legal: bool) -> None:
    """Ten fruits are served, eleven are not (F-BIG-1)."""
    position = scene(f"farmers 0: 0; fruit 0: fig 12; tops: inca any6, arta {second}")
    assert (position.why("bigcart inca:fig arta:fig") == "") is legal


def test_big_cart__needs_and_pays_no_cart(scene) -> None:
    """With and without a cart (F-BIG-2)."""
    for carts in (0, 1):
        given = f"farmers 0: 0; carts 0: {carts}; fruit 0: fig 1; tops: inca fig1"
        scene(given).play("bigcart inca").shows(f"carts 0: {carts}; mill: {4 - carts}")


def test_big_cart__keeps_all_other_delivery_rules(scene) -> None:
    """Exact fruit, each top once, tiles taken, new tops turned up (F-BIG-3)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; fruit 0: fig 4, olive 3; tops: inca fig3, arta olive3"
    )
    assert position.why("bigcart inca inca") != ""
    position.play("bigcart inca arta").shows("fruit 0: fig 1; reveals: inca arta; score: 12 8")
    short = scene("farmers 0: 0; fruit 0: fig 2; tops: inca fig3")
    assert "3 fig, and you hold 2" in short.why("bigcart inca")


def test_one_less__pays_a_cart_and_one_fruit_less_in_all(scene) -> None:
    """A normal delivery; one fruit over all regions, not one for each (F-LESS-1)."""
    position = scene(
        "farmers 0: 0; carts 0: 1; fruit 0: fig 1, olive 2; tops: inca fig2, arta olive3"
    )
    assert position.why("less fig inca arta") != ""
    assert position.why("less olive inca arta") != ""
    position.play("less fig inca").shows(
        "carts 0: 0; fruit 0: olive 2; actions 0: double gust bigcart"
    )
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 3; tops: inca fig2, arta fig2")
    position.play("less fig inca arta").shows("fruit 0: none; supply fig: 18")
    assert "no cart" in scene("farmers 0: 0; fruit 0: fig 1; tops: inca fig2").why("less fig inca")


def test_one_less__may_also_be_saved_when_all_is_there(scene) -> None:
    """The saved fruit stays with the mover (F-LESS-1)."""
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 2; tops: inca fig2")
    position.play("less fig inca").shows("fruit 0: fig 1; tiles 0: fig2")


@pytest.mark.parametrize(
    ("second", "legal"), [("olive3", True), ("grape2_olive2", True), ("olive3_almond2", False)]
)
def test_one_less__limit_is_counted_after_the_reduction(scene, second: str, legal: bool) -> None:
    """Tiles worth 7 can be served for 6 fruits, tiles worth 8 cannot (F-LESS-2)."""
    fruit = "almond 9, fig 9, grape 9, lemon 9, olive 9"
    position = scene(f"farmers 0: 0; carts 0: 1; fruit 0: {fruit}; tops: inca fig3, arta {second}")
    assert (position.why("less fig inca arta") == "") is legal


def test_one_less__never_serves_a_value_1_tile_for_nothing(scene) -> None:
    """The saved fruit is wanted by a served tile of value 2 or more (F-LESS-3)."""
    given = "farmers 0: 0; carts 0: 1; fruit 0: fig 9, olive 9; tops: inca fig1, arta {}"
    alone = scene(given.format("olive2"))
    assert "value 2 or more" in alone.why("less fig inca")
    assert "value 2 or more" in alone.why("less fig inca arta")
    assert scene(given.format("fig2")).why("less fig inca arta") == ""


def test_one_less__leaves_out_one_kind_of_a_mixed_tile(scene) -> None:
    """Any one of the six kinds (F-LESS-4)."""
    fruit = "almond 1, fig 1, grape 1, lemon 1, olive 1, orange 1"
    position = scene(
        f"farmers 0: 0; carts 0: 1; fruit 0: {fruit}; tops: inca mixed6; actions 0: less"
    )
    assert [text for text in position.legal if text.startswith("less")] == [
        f"less {kind} inca" for kind in ("almond", "fig", "grape", "lemon", "olive", "orange")
    ]


def test_one_less__leaves_out_the_chosen_kind_of_a_wild_tile(scene) -> None:
    """One of the fruits that pay for it, no other (F-LESS-5)."""
    position = scene(
        "farmers 0: 0; carts 0: 1; fruit 0: fig 4, olive 9; tops: inca any5; actions 0: less"
    )
    assert [text for text in position.legal if text.startswith("less")] == [
        "less fig inca:fig",
        "less olive inca:olive",
    ]
    assert "wants fig" in position.why("less fig inca:olive")
    position.play("less olive inca:olive").shows("fruit 0: fig 4, olive 5; tiles 0: any5")


def test_one_less__keeps_value_and_print_of_the_tile(scene) -> None:
    """Full points, and full fruits for the finca tile (F-LESS-6)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 2; tops: inca fig3; left: inca 1;"
        " finca: inca fig; tiles 1: fig2"
    )
    position.play("less fig inca").shows("won 0: fig; won 1: none; score: 14 10")


def test_gust__leaves_a_lone_farmer_on_its_own_blade(scene) -> None:
    """It can be moved again from there (F-GUST-1)."""
    position = scene("farmers 0: 7; farmers 1: 3; actions 0: gust").play("gust 7 7", "move 3")
    assert position.legal == ["move 7"]
