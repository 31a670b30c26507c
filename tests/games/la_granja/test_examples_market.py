"""Worked examples 35 to 39 of docs/rules/la_granja.md: barrows and market."""

from __future__ import annotations

import pytest

MARKERS = {"2a": "B", "4a": "B", "3a": "A", "5b": "C"}
SIX = {"barrows": [14], "loads": {14: "olive pig wine"}, "goods": {"meat": 1}, "vp": 0, "trade": 0}


def barrow_27(farm, **more):
    """A barrow of value 5 that lacks meat."""
    values = {"barrows": [27], "loads": {27: "olive olive grape"}, "goods": {"meat": 1}}
    return farm(**values | {"vp": 0, "trade": 0} | more)


def test_example_35__a_full_barrow_and_its_marker(board, farm) -> None:
    """(LG-EX-35, LG-BARROW-1, LG-MARKET-7)"""
    scene = board("T-DELIVER A", A=barrow_27(farm), B=farm(vp=7), C=farm(vp=7), market=MARKERS)
    scene.play("deliver meat barrow 1").shows("A", vp=5, goods={"trade": 1}, barrows=[])
    scene.shows(moves=["market 5a", "market 5c"], discards=[27])
    scene.play("market 5a").shows("A", vp=7)
    scene.shows(market={"3a": "A", "5a": "A", "5b": "C"})
    scene.shows("B", vp=7)


def place_6a_next_to_6c(board, farm, helpers):
    position = farm(helpers=helpers, **SIX)
    scene = board("T-DELIVER A", seats=4, A=position, market={"6c": "B"})
    scene.play("deliver meat barrow 1")
    scene.shows(moves=["market 6a", "market 6b", "market 6d"])
    return scene.play("market 6a")


def test_example_36__an_equal_number_stays(board, farm) -> None:
    """(LG-EX-36, LG-MARKET-7)"""
    scene = place_6a_next_to_6c(board, farm, [])
    scene.shows("A", vp=6)
    scene.shows(market={"6a": "A", "6c": "B"})


def test_example_36__herald_counts_as_one_higher(board, farm) -> None:
    """(LG-EX-36, LG-MARKET-8)"""
    scene = place_6a_next_to_6c(board, farm, [38])
    scene.shows("A", vp=7)
    scene.shows(market={"6a": "A"})


def test_example_37__a_taken_space_is_taken_over(board, farm) -> None:
    """(LG-EX-37, LG-MARKET-2, LG-MARKET-4, LG-MARKET-6)"""
    market = {"6b": "A", "6a": "B", "4b": "B"}
    scene = board("T-DELIVER A", seats=2, A=farm(**SIX), market=market)
    scene.play("deliver meat barrow 1").shows(moves=["market 6a"])
    scene.play("market 6a").shows("A", vp=6 + 2)
    scene.shows(market={"6a": "A", "6b": "A"})


def test_example_38__own_markers_only(board, farm) -> None:
    """(LG-EX-38, LG-MARKET-5)"""
    market = {"6a": "A", "6b": "A", "4b": "B", "4a": "B"}
    scene = board("T-DELIVER A", seats=2, A=farm(**SIX), market=market)
    scene.play("deliver meat barrow 1").shows(moves=["market 6a", "market 6b"])
    scene.play("market 6a").shows("A", vp=6 + 1)
    scene.shows(market={"6a": "A", "6b": "A", "4a": "B"})


def test_example_39__negotiator_gains_for_each_marker_lost(board, farm) -> None:
    """(LG-EX-39, LG-HELP-1, LG-FX-8)"""
    scene = board("T-DELIVER A", A=barrow_27(farm), B=farm(helpers=[2], vp=0), market=MARKERS)
    scene.play("deliver meat barrow 1", "market 5a").shows("B", vp=2)
    scene.shows("A", vp=7)


def test_example_39__negotiator_rests_in_the_farm_phase(board, farm) -> None:
    """(LG-EX-39, LG-FX-7)"""
    position = barrow_27(farm, roof=[11])
    scene = board("T-ROOF A", A=position, B=farm(helpers=[2], vp=0), market=MARKERS)
    scene.play("use roof 11", "deliver meat barrow 1", "market 5a").shows("B", vp=0)
    scene.shows(market={"3a": "A", "5a": "A", "5b": "C"})


@pytest.mark.parametrize(("helpers", "left"), [([], []), ([37], ["4a"])])
def test_example_39__stall_guard_counts_as_one_higher(board, farm, helpers, left) -> None:
    """(LG-EX-39, LG-MARKET-8)"""
    scene = board("T-DELIVER A", A=barrow_27(farm), B=farm(helpers=helpers), market=MARKERS)
    scene.play("deliver meat barrow 1", "market 5a").shows("A", vp=7 - len(left))
    scene.shows(market={"3a": "A", "5a": "A", "5b": "C"} | dict.fromkeys(left, "B"))
