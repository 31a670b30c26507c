"""Deliveries and wild tiles (F-DELIVER, F-WILD)."""

from __future__ import annotations

import pytest
from siurell.games.finca.game import Finca

FINCA_OPTIONS = Finca().options


def test_delivery__needs_a_cart_that_goes_back(scene) -> None:
    """One cart goes back to the mill, without one there is no delivery (F-DELIVER-1)."""
    position = scene("farmers 0: 0; carts 0: 2; fruit 0: fig 1; tops: inca fig1")
    position.play("deliver inca").shows("carts 0: 1; mill: 3")
    without = scene("farmers 0: 0; fruit 0: fig 1; tops: inca fig1")
    assert "no cart" in without.why("deliver inca")


def test_delivery__serves_at_least_one_region(scene) -> None:
    """One or more regions with a top, never none (F-DELIVER-2)."""
    position = scene(
        "farmers 0: 0; carts 0: 1; fruit 0: fig 2, olive 1; actions 0: none;"
        " tops: inca fig2, arta olive1"
    )
    assert position.legal == ["deliver arta", "deliver inca", "deliver inca arta", "move 0"]
    assert position.why("deliver") != ""


def test_delivery__meets_each_top_exactly(scene) -> None:
    """What the top shows, no fruit more or fewer, whatever else is held (F-DELIVER-3)."""
    given = "farmers 0: 0; farmers 1: 1; carts 0: 1; tops: inca lemon3_orange2; actions 0: none"
    position = scene(f"{given}; fruit 0: lemon 5, orange 4")
    position.play("deliver inca").shows("fruit 0: lemon 2, orange 2")
    short = scene(f"{given}; fruit 0: lemon 5, orange 1")
    assert "2 orange, and you hold 1" in short.why("deliver inca")


@pytest.mark.parametrize(
    ("tops", "legal"), [("inca fig3, arta olive3", True), ("inca fig3, arta any4", False)]
)
def test_delivery__is_limited_to_six_fruits(scene, tops: str, legal: bool) -> None:
    """At most 6 fruits over all regions (F-DELIVER-4)."""
    position = scene(f"farmers 0: 0; carts 0: 1; fruit 0: fig 9, olive 9; tops: {tops}")
    text = "deliver inca arta" if "any4" not in tops else "deliver inca arta:olive"
    assert ("6 are the most" in position.why(text)) is not legal


def test_delivery__serves_only_tops_that_lie_when_it_begins(scene) -> None:
    """A region at most once in a delivery; the next tile has to wait (F-DELIVER-5)."""
    position = scene("farmers 0: 0; farmers 1: 1; carts 0: 2; fruit 0: fig 3; tops: inca fig1")
    assert "at most once" in position.why("deliver inca inca")
    position.play("deliver inca", "tile inca fig2").shows("to move 1; fruit 0: fig 2")


def test_delivery__steps_come_in_order(scene) -> None:
    """Cart, fruit, tiles, bonus, finca tiles, wooden fincas, new tops (F-DELIVER-6)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 3; tops: inca fig1, arta fig2;"
        " left: inca 1; finca: inca fig; tiles 0: olive2 olive3 any4 any5 any6"
    )
    position.play("deliver inca arta").shows(
        "carts 0: 0; mill: 4; supply fig: 18; tiles 0: olive2 olive3 any4 any5 any6 fig1 fig2;"
        " bonuses 0: 7; won 0: fig; wooden: 3; reveals: arta; turns: 0"
    )
    assert position.legal == []
    position.play("tile arta fig3").shows("to move 1; turns: 1; reveals: none")


def test_delivered_fruit__goes_back_to_the_supply(scene) -> None:
    """The supply grows by what was paid (F-DELIVER-7)."""
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 5; tops: inca fig3")
    position.shows("supply fig: 13").play("deliver inca").shows("supply fig: 16")


def test_served_tiles__stay_with_the_mover(scene) -> None:
    """Face up in the play area, in order of taking (F-DELIVER-8)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 6; tops: inca fig2, arta any4;"
        " tiles 0: mixed6"
    )
    position.play("deliver inca arta:fig", "tile inca any4", "tile arta any4", "move 1")
    position.shows("tiles 0: mixed6 fig2 any4; tiles 1: none; score: 20 8")


def test_served_regions__turn_up_their_next_tile_in_board_order(scene) -> None:
    """Each pile that is not empty, in board order; nothing at the end (F-DELIVER-9, F-CHANCE-1)."""
    given = (
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 3, olive 1; wooden: {};"
        " tops: soller fig1, inca olive1, llucmajor fig2; left: inca 1"
    )
    position = scene(given.format(2)).play("deliver soller inca llucmajor")
    position.shows("reveals: soller llucmajor")
    assert not position.state.chance().allows(position.state.chance().parse("tile llucmajor any4"))
    position.play("tile soller any4", "tile llucmajor any4").shows("to move 1")
    scene(given.format(1)).play("deliver soller inca llucmajor").shows("over; reveals: none")


def test_region_without_tiles__cannot_be_served(scene) -> None:
    """Piles shrink at different speeds; an empty one is closed (F-DELIVER-10)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 2; fruit 0: fig 3; tops: inca fig1, arta fig2;"
        " left: inca 1, arta 3"
    )
    position.play("deliver inca", "move 1").shows("left: arta 3")
    assert "closed" in position.why("deliver inca")
    assert position.why("deliver arta") == ""


def test_returned_cart__lies_in_the_mill_for_the_next_player(scene) -> None:
    """The cart just returned can be earned at once (F-DELIVER-11)."""
    position = scene(
        "farmers 0: 0; farmers 1: 5; carts 0: 1; carts 1: 3; fruit 0: fig 1; tops: inca fig1"
    )
    position.play("deliver inca", "tile inca any4", "move 5").shows("carts 0: 0; carts 1: 4")


def test_wild_tile__takes_any_kind_of_fruit(scene) -> None:
    """As many fruits as shown, of a kind that the mover chooses (F-WILD-1)."""
    position = scene(
        "farmers 0: 0; carts 0: 1; fruit 0: almond 5, olive 5, orange 4; tops: inca any5;"
        " actions 0: none"
    )
    assert position.legal == ["deliver inca:almond", "deliver inca:olive", "move 0"]
    assert "name its fruit" in position.why("deliver inca")
    position.play("deliver inca:olive").shows("fruit 0: almond 5, orange 4; tiles 0: any5")


def test_wild_tile__is_paid_with_one_kind(scene) -> None:
    """Two kinds that add up do not do (F-WILD-2)."""
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 3, olive 1; tops: inca any4")
    assert not [text for text in position.legal if text.startswith("deliver")]
    assert position.why("deliver inca:fig") != ""
    assert [option.values for option in FINCA_OPTIONS if option.name == "wild_tile_kind"] == [
        ("one_kind",)
    ]


def test_wild_tiles__of_a_delivery_may_have_different_kinds(scene) -> None:
    """Each wild tile has a kind of its own, or the same (F-WILD-3)."""
    position = scene(
        "farmers 0: 0; fruit 0: fig 9, olive 5; tops: inca any4, arta any5; actions 0: bigcart"
    )
    both = [text for text in position.legal if "inca" in text and "arta" in text]
    assert both == [
        "bigcart inca:fig arta:fig",
        "bigcart inca:fig arta:olive",
        "bigcart inca:olive arta:fig",
    ]


def test_wild_tile__never_counts_as_a_fruit_kind(scene) -> None:
    """The kind paid is forgotten: no fig for the fig tile of the region (F-WILD-4)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 4; tops: inca any4; left: inca 1;"
        " finca: inca fig"
    )
    position.play("deliver inca:fig").shows("won 0: none; won 1: none")


def test_named_tile__takes_no_choice_of_fruit(scene) -> None:
    """A top that names its fruit is written without it (F-NOTE-2)."""
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 4; tops: inca fig1")
    assert "says itself" in position.why("deliver inca:fig")
