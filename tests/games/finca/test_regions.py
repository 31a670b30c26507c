"""Emptied regions and bonus tiles (F-REGION, F-BONUS)."""

from __future__ import annotations

import pytest

LAST = "farmers 0: 0; farmers 1: 1; carts 0: 1; left: inca 1"


def test_finca_tile__is_awarded_when_the_last_tile_is_taken(scene) -> None:
    """At once with the last fruit tile, not with an earlier one (F-REGION-1)."""
    given = (
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; tops: inca fig1; finca: inca fig"
    )
    scene(f"{given}; left: inca 2").play("deliver inca").shows("won 0: none; finca: inca fig")
    scene(f"{given}; left: inca 1").play("deliver inca").shows("won 0: fig")


def test_finca_tile__counts_fruits_printed_on_collected_tiles(scene) -> None:
    """Held wooden fruit does not count (F-REGION-2)."""
    position = scene(
        f"{LAST}; fruit 0: olive 1, fig 9; tops: inca olive1; finca: inca fig; tiles 1: fig1"
    )
    position.play("deliver inca").shows("won 0: none; won 1: fig")


def test_finca_tile__counts_fruits_not_tiles(scene) -> None:
    """Three figs on one tile beat two tiles with one each; wild fruit is no fig (F-REGION-2)."""
    position = scene(
        f"{LAST}; fruit 0: fig 1; tops: inca fig1; finca: inca fig; tiles 0: mixed6 any6;"
        " tiles 1: fig3"
    )
    position.play("deliver inca").shows("won 0: none; won 1: fig")


@pytest.mark.parametrize(
    ("tile", "better"),
    [
        ("almond_fig", "almond2_fig2"),
        ("grape_orange", "grape2_orange2"),
        ("lemon_olive", "lemon2_olive2"),
    ],
)
def test_finca_tile__of_two_kinds_adds_both(scene, tile: str, better: str) -> None:
    """Two and two beat three of one kind (F-REGION-3)."""
    kind = tile.split("_")[0]
    position = scene(
        f"{LAST}; fruit 0: {kind} 3; tops: inca {kind}3; finca: inca {tile}; tiles 1: {better}"
    )
    position.play("deliver inca").shows(f"won 0: none; won 1: {tile}")


@pytest.mark.parametrize(
    ("option", "tiles", "winner"),
    [
        ("all_values", "tiles 0: mixed6; tiles 1: any5", 0),
        ("all_values", "tiles 0: fig2; tiles 1: mixed6", 1),
        ("wild_symbols_only", "tiles 0: mixed6; tiles 1: any5", 1),
        ("wild_symbols_only", "tiles 0: any4 any4; tiles 1: any6", 0),
        ("wild_symbols_only", "tiles 0: any4; tiles 1: any6", 1),
    ],
)
def test_any_finca_tile__counts_as_the_option_says(
    scene, option: str, tiles: str, winner: int
) -> None:
    """All values, or only wild fruits: fruits are added, not tiles (F-REGION-4)."""
    position = scene(
        f"option any_finca_counts {option}; {LAST}; fruit 0: fig 1; tops: inca fig1;"
        f" finca: inca any; {tiles}"
    )
    position.play("deliver inca").shows(f"won {winner}: any; won {1 - winner}: none")


def test_finca_tile__goes_to_strictly_the_highest(scene) -> None:
    """Whoever it is, also a player who is not the mover (F-REGION-5)."""
    given = (
        "players 3; farmers 0: 0; farmers 1: 1; farmers 2: 2; carts 0: 1; fruit 0: fig 2;"
        " tops: inca fig2; left: inca 1; finca: inca fig"
    )
    scene(given).play("deliver inca").shows("won 0: fig")
    position = scene(f"{given}; tiles 1: fig1; tiles 2: fig3").play("deliver inca")
    position.shows("won 0: none; won 1: none; won 2: fig")


@pytest.mark.parametrize("tiles", ["tiles 0: fig1; tiles 1: fig3", ""])
def test_finca_tile__goes_to_the_box_in_a_tie(scene, tiles: str) -> None:
    """Two with the highest count, or nobody with any (F-REGION-6)."""
    tops = "fruit 0: fig 2; tops: inca fig2" if tiles else "fruit 0: olive 1; tops: inca olive1"
    position = scene("; ".join(filter(None, [LAST, tops, "finca: inca fig", tiles])))
    position.play("deliver inca").shows("won 0: none; won 1: none; wooden: 3")
    assert position.state.fincas == [-1] * 10


def test_finca_tile__counts_tiles_of_this_very_delivery(scene) -> None:
    """Also those of regions that come later in board order (F-REGION-7)."""
    position = scene(
        f"{LAST}; fruit 0: fig 4; tops: inca fig1, llucmajor fig3; finca: inca fig; tiles 1: fig2"
    )
    position.play("deliver inca llucmajor").shows("won 0: fig")


def test_wooden_finca__is_placed_on_each_emptied_region(scene) -> None:
    """After the award or the return to the box; the region is closed (F-REGION-8)."""
    given = (
        "farmers 0: 0; farmers 1: 1; carts 0: 1; carts 1: 1; fruit 0: fig 1, olive 1;"
        " tops: inca fig1, arta olive1; left: inca 1, arta 1; finca: inca fig, arta grape"
    )
    position = scene(given).play("deliver inca arta")
    position.shows("won 0: fig; wooden: 2; reveals: none")
    assert "closed" in position.why("deliver inca")
    scene(given).play("deliver arta").shows("won 0: none; won 1: none; wooden: 3")


@pytest.mark.parametrize(("option", "winner"), [("after_all", 0), ("one_by_one", 1)])
def test_regions_emptied_together__are_awarded_as_the_option_says(
    scene, option: str, winner: int
) -> None:
    """After all tiles are taken, or region after region in board order (F-REGION-9)."""
    position = scene(
        f"option same_turn_finca_awards {option}; farmers 0: 0; farmers 1: 1; carts 0: 1;"
        " fruit 0: fig 4; tops: soller fig1, felanitx fig3; left: soller 1, felanitx 1;"
        " finca: soller fig, felanitx grape; tiles 1: fig2"
    )
    position.play("deliver soller felanitx").shows(f"won {winner}: fig; wooden: 2")


def test_bonus__comes_with_all_six_values(scene) -> None:
    """At once, the top one first (F-BONUS-1)."""
    given = "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; tops: inca fig1; tiles 0: {}"
    full = scene(given.format("fig2 fig3 any4 any5 any6")).play("deliver inca")
    full.shows("bonuses 0: 7; bonus: 6 5 4")
    lacking = scene(given.format("fig2 fig3 any4 any5 any5")).play("deliver inca")
    lacking.shows("bonuses 0: none; bonus: 7 6 5 4")


def test_bonus__comes_once_for_each_set(scene) -> None:
    """Sets are the fewest tiles of any value; only a new set earns a tile (F-BONUS-2)."""
    one = "fig2 fig3 any4 any5 any6"
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 2; fruit 0: olive 2; bonuses 0: 7; bonus: 6 5 4;"
        f" tops: inca olive2; tiles 0: {one} almond1"
    )
    position.play("deliver inca").shows("bonuses 0: 7; bonus: 6 5 4")
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 2; fruit 0: olive 1; bonuses 0: 7; bonus: 6 5 4;"
        f" tops: inca olive1; tiles 0: {one} almond1 olive2 olive3 any4 any5 any6"
    )
    position.play("deliver inca").shows("bonuses 0: 7 6; bonus: 5 4")


def test_bonus__two_sets_at_once_earn_two_tiles(scene) -> None:
    """The next two of the stack (F-BONUS-3)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1, olive 1; bonus: 6 5 4;"
        " tops: inca fig1, arta olive1;"
        " tiles 0: fig2 fig3 any4 any5 any6 olive2 olive3 any4 any5 any6"
    )
    position.play("deliver inca arta").shows("bonuses 0: 6 5; bonus: 4")


def test_bonus__stops_when_the_four_are_gone(scene) -> None:
    """A further set earns nothing, two sets get the last one (F-BONUS-4)."""
    given = (
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1, olive 1; bonus: {};"
        " tops: inca fig1, arta olive1;"
        " tiles 0: fig2 fig3 any4 any5 any6 olive2 olive3 any4 any5 any6"
    )
    scene(given.format("none")).play("deliver inca arta").shows("bonuses 0: none; bonus: none")
    scene(given.format("4")).play("deliver inca arta").shows("bonuses 0: 4; bonus: none")


def test_bonus__leaves_the_fruit_tiles_with_the_player(scene) -> None:
    """They still count their value (F-BONUS-5)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; tops: inca fig1;"
        " tiles 0: fig2 fig3 any4 any5 any6"
    )
    position.play("deliver inca").shows("tiles 0: fig2 fig3 any4 any5 any6 fig1; score: 36 8")
