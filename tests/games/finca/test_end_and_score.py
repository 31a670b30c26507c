"""The end, the score and the places (F-END, F-SCORE, F-TIE)."""

from __future__ import annotations

import pytest

LAST_TWO = (
    "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1, olive 1; wooden: {};"
    " tops: inca fig1, arta olive1; left: inca 1, arta 1; finca: inca fig, arta olive"
)


def test_last_wooden_finca__ends_the_game_with_that_turn(scene) -> None:
    """No other player has another turn (F-END-1)."""
    position = scene(LAST_TWO.format(1)).play("deliver inca")
    position.shows("over; wooden: 0; turns: 1; reveals: none")
    assert position.legal == []
    assert position.why("move 1") == "the game is over."
    scene(LAST_TWO.format(2)).play("deliver inca").shows("not over; wooden: 1; to move 1")


def test_last_wooden_finca__leaves_no_finca_tile_of_the_turn_unawarded(scene) -> None:
    """Two regions emptied, one wooden finca left: both tiles are awarded (F-END-2)."""
    position = scene(LAST_TWO.format(1)).play("deliver inca arta")
    position.shows("over; wooden: 0; won 0: fig olive; score: 20 8")


def test_end__does_not_wait_for_all_finca_tiles(scene) -> None:
    """Regions with tiles and finca tiles are left when the game ends (F-END-3)."""
    position = scene(
        "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; wooden: 1;"
        " tops: inca fig1, arta olive1, soller any4; left: inca 1; finca: inca fig, arta grape"
    )
    position.play("deliver inca").shows("over; left: arta 4, soller 4; finca: arta grape")


@pytest.mark.parametrize("last", ["move 0", "gust 0 5", "deliver inca"])
def test_turn_400__is_the_last(scene, last: str) -> None:
    """The game ends after it and is scored as it stands (F-END-4)."""
    given = "farmers 0: 0; farmers 1: 1; carts 0: 1; fruit 0: fig 1; tops: inca fig1"
    scene(f"turns: 399; {given}").play(last).shows("over; turns: 400; reveals: none")
    earlier = scene(f"turns: 398; {given}").play(last)
    earlier.shows("not over")


def test_turn_400__may_be_a_double_move(scene) -> None:
    """A double move is one turn, so the second half is still played (F-END-4)."""
    position = scene("turns: 399; farmers 0: 0; farmers 1: 1").play("double 0")
    position.shows("not over; turns: 399; phase second").play("move 1").shows("over; turns: 400")


@pytest.mark.parametrize("value", range(1, 7))
def test_score__has_the_value_of_every_fruit_tile(scene, value: int) -> None:
    """A tile of each value, on top of one tile that is there already (F-SCORE-1)."""
    face = {4: "any4", 5: "any5", 6: "mixed6"}.get(value, f"fig{value}")
    position = scene(f"tiles 0: grape3_lemon2 {face}; actions 0: none; actions 1: none")
    position.shows(f"score: {5 + value} 0")


def test_score__has_5_for_each_finca_tile(scene) -> None:
    """Whatever the tile counts (F-SCORE-2)."""
    scene("won 0: any almond_fig; won 1: fig; actions 0: none; actions 1: none").shows(
        "score: 10 5"
    )


@pytest.mark.parametrize(
    ("unused", "points"),
    [("none", 0), ("less", 2), ("gust less", 4), ("double gust bigcart less", 8)],
)
def test_score__has_2_for_each_unused_action_tile(scene, unused: str, points: int) -> None:
    """Used ones are in the box (F-SCORE-3)."""
    scene(f"actions 0: {unused}; actions 1: none").shows(f"score: {points} 0")


def test_score__has_the_value_of_every_bonus_tile(scene) -> None:
    """Most points are best (F-SCORE-4)."""
    position = scene("bonuses 0: 6; bonuses 1: 7 5; bonus: 4; actions 0: none; actions 1: none")
    position.shows("score: 6 12; ranks: 2 1")


def test_equal_points__are_decided_by_held_fruit(scene) -> None:
    """All held wooden fruits together, of whatever kind (F-TIE-1)."""
    position = scene("fruit 0: fig 3; fruit 1: olive 2, grape 2")
    position.shows("score: 8 8; ranks: 2 1")
    scene("fruit 0: fig 5; fruit 1: olive 2, grape 2").shows("score: 8 8; ranks: 1 2")
    scene("fruit 0: fig 9; tiles 1: olive1").shows("score: 8 9; ranks: 2 1")


def test_equal_points_and_fruit__share_the_victory(scene) -> None:
    """The same kinds or not, and nothing else decides (F-TIE-2)."""
    scene("fruit 0: fig 3; fruit 1: olive 2, grape 1").shows("score: 8 8; ranks: 1 1")
    given = "carts 0: 3; carts 1: 1; won 1: any; tiles 0: mixed6; tiles 1: fig1"
    scene(given).shows("score: 14 14; ranks: 1 1")


@pytest.mark.parametrize(
    ("fruit", "ranks"),
    [
        ("fruit 0: fig 3; fruit 1: olive 3; fruit 2: fig 4", "2 2 1 4"),
        ("fruit 0: fig 3; fruit 1: olive 3; fruit 2: fig 2; fruit 3: fig 2", "1 1 3 3"),
        ("fruit 3: fig 1", "2 2 2 1"),
        ("fruit 0: fig 1; fruit 1: fig 2; fruit 2: fig 3; fruit 3: fig 4", "4 3 2 1"),
    ],
)
def test_places__are_one_more_than_the_players_who_are_better(
    scene, fruit: str, ranks: str
) -> None:
    """By points, then held fruits; equal ones share a place (F-TIE-3)."""
    scene(f"players 4; {fruit}").shows(f"score: 8 8 8 8; ranks: {ranks}")
