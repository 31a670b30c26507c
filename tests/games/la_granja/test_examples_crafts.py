"""Worked examples 40 to 45 of docs/rules/la_granja.md: craft buildings."""

from __future__ import annotations

LACKS_MEAT = {"greengrocer": "olive grape food"}


def greengrocer(farm, **more):
    """A row of the greengrocer that lacks meat, and the meat."""
    return farm(**{"rows": LACKS_MEAT, "goods": {"meat": 1}, "vp": 0, "trade": 0} | more)


def test_example_40__the_first_to_complete_a_building(board, farm) -> None:
    """(LG-EX-40, LG-CRAFT-4, LG-CRAFT-6)"""
    scene = board("T-DELIVER A", round=3, A=greengrocer(farm), order_markers={"butcher": 1})
    scene.play("deliver meat craft greengrocer").shows("A", vp=5, crafts=["greengrocer"])
    scene.shows(order_markers={}, moves=["gain grain", "gain grape", "gain olive", "gain pig"])
    scene.play("gain pig").shows("A", goods={"pig": 1})
    scene.shows(first_taken=["greengrocer"], turn="T-DELIVER A")
    scene.shows(open=["merchant", "wainwright", "deli", "greengrocer", "store", "butcher"])


def test_example_41__the_second_to_complete_it(board, farm) -> None:
    """(LG-EX-41, LG-CRAFT-4)"""
    a = farm(crafts=["greengrocer"])
    scene = board(
        "T-DELIVER B",
        round=5,
        order="BAC",
        A=a,
        B=greengrocer(farm),
        order_markers={"merchant": 2, "store": 3},
    )
    scene.play("deliver meat craft greengrocer").shows("B", vp=5 + 1)
    scene.shows(order_markers={"store": 3})
    scene.play("gain olive").shows("B", goods={"olive": 1})


def test_example_42__nothing_goes_to_a_closed_building(board, farm) -> None:
    """(LG-EX-42, LG-CRAFT-3)"""
    position = greengrocer(farm, goods={"meat": 1, "wine": 1})
    closed = {"store": 2, "merchant": 3}
    scene = board("T-DELIVER A", A=position, order_markers=closed, donkeys={"A": 3})
    scene.shows(cannot=["deliver wine craft store"])
    scene.play("deliver meat craft greengrocer", "gain pig")
    scene.shows(can=["deliver wine craft store"], order_markers={"merchant": 3})


def test_example_43__the_store_gives_nothing_more_for_itself(board, farm) -> None:
    """(LG-EX-43, LG-CRAFT-4)"""
    position = farm(rows={"store": "food wine trade"}, goods={"grape": 1}, vp=0)
    scene = board("T-DELIVER A", round=2, A=position, B=farm(crafts=["store"]))
    scene.play("deliver grape craft store").shows("A", vp=2 + 2, crafts=["store"])


def test_example_43__the_store_gives_2_vp_for_a_later_building(board, farm) -> None:
    """(LG-EX-43, LG-CRAFT-7)"""
    rows = {"deli": "grain food wine"}
    position = farm(crafts=["store"], rows=rows, goods={"meat": 1}, vp=0, trade=0)
    scene = board("T-DELIVER A", round=4, A=position, B=farm(crafts=["deli"]))
    scene.play("deliver meat craft deli").shows("A", vp=4 + 2, goods={"trade": 1})


def test_example_44__the_butcher_counts_barrows(board, farm) -> None:
    """(LG-EX-44, LG-CRAFT-7)"""
    position = farm(
        rows={"butcher": "grain pig trade"},
        goods={"meat": 2},
        barrows=[4, 46],
        loads={4: "pig"},
        vp=0,
    )
    scene = board("T-DELIVER A", round=6, A=position, B=farm(crafts=["butcher"]), donkeys={"A": 4})
    scene.play("deliver meat craft butcher").shows("A", vp=6 + 2)
    scene.play("deliver meat barrow 1").shows("A", vp=8 + 3)
    scene.play("market 3a").shows("A", vp=8 + 3 + 1)


def test_example_45__the_wainwright_works_from_the_next_round(board, farm) -> None:
    """(LG-EX-45, LG-CRAFT-9)"""
    position = farm(
        rows={"wainwright": "olive food trade"},
        goods={"pig": 1, "olive": 6},
        barrows=[46, 22, 19],
        trade=0,
    )
    scene = board("T-DIE A", round=2, dice=[4, 4, 4, 4, 4, 4, 6], discs={0: "ABC"}, A=position)
    scene.play("die 6", "take delivery", "deliver pig craft wainwright")
    scene.shows(can=["deliver olive barrow 1", "done"], discs={0: "ABC"})
    scene.play("deliver olive barrow 1").shows(discs={0: "BC", 1: "A"}, turn="T-DIE A")
    scene.until("T-DONKEY A").play("donkey 3", "donkey 4", "donkey 4")
    scene.shows(discs={0: "BC", 2: "A"})
    scene.until("T-DELIVER A")
    for slot in (1, 2, 3):
        scene.play(f"deliver olive barrow {slot}").until_no_choice()
    scene.shows(own=["done"])


def test_example_45__the_wainwright_adds_a_step_and_a_delivery(board, farm) -> None:
    """(LG-EX-45, LG-CRAFT-8)"""
    goods = {"olive": 6}
    position = farm(crafts=["wainwright"], goods=goods, barrows=[46, 22, 19], trade=0, silver=0)
    scene = board("T-DONKEY A", round=3, discs={0: "ABC"}, A=position)
    scene.play("donkey 3", "donkey 4", "donkey 4").shows(discs={0: "BC", 2: "A"})
    scene.until("T-DELIVER A")
    for slot in (2, 2, 3, 3):
        scene.play(f"deliver olive barrow {slot}")
    scene.shows(own=["done"])
