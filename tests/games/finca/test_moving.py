"""Turns, moving a farmer, the supply of fruit and the carts (F-TURN, F-MOVE, F-SUPPLY, F-CART)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns__go_clockwise_from_seat_0(scene, seats: int) -> None:
    """Seat 0 first, then clockwise (F-TURN-1)."""
    stands = "; ".join(f"farmers {seat}: {seat}" for seat in range(seats))
    position = scene(f"players {seats}; {stands}")
    order = []
    for _ in range(2 * seats):
        order.append(position.state.to_act)
        position.play(next(text for text in position.legal if text.startswith("move ")))
    assert order == [*range(seats)] * 2


def test_turn__is_exactly_one_of_move_deliver_action(scene) -> None:
    """Each kind of decision ends the turn, but for the first half of a double move (F-TURN-2)."""
    given = "farmers 0: 0; farmers 1: 7; carts 0: 1; fruit 0: fig 2; tops: inca fig1"
    for text in ("move 0", "gust 0 4"):
        scene(given).play(text).shows("to move 1; phase turn; turns: 1")
    for text in ("deliver inca", "bigcart inca"):
        scene(given).play(text, "tile inca fig2").shows("to move 1; turns: 1")
    scene(given).play("double 0", "stay").shows("to move 1; turns: 1")


def test_turn__has_no_passing(scene) -> None:
    """There is always a farmer to move, and `stay` is not offered (F-TURN-3)."""
    position = scene("farmers 0: 4; actions 0: none")
    assert position.legal == ["move 4"]
    assert position.why("stay") != ""


def test_move__starts_where_an_own_farmer_stands(scene) -> None:
    """Only blades with an own farmer, and it goes clockwise (F-MOVE-1)."""
    position = scene("farmers 0: 2 9; farmers 1: 4; actions 0: none")
    assert position.legal == ["move 2", "move 9"]
    assert "yours stand on 2, 9" in position.why("move 4")
    position.play("move 9").shows("farmers 0: 2 10")


@pytest.mark.parametrize("colours", [("5", "5 5"), ("5 5", "5"), ("5 5 5", "9")])
def test_move__counts_farmers_of_every_colour(scene, colours: tuple[str, str]) -> None:
    """The moving farmer and all others on its blade count (F-MOVE-2)."""
    position = scene(f"farmers 0: {colours[0]}; farmers 1: {colours[1]}")
    assert position.play("move 5").state.farmers[8] == 1


def crowded(blade: int, count: int) -> str:
    """Given: so many farmers on a blade, five of them seat 0's at most."""
    own = " ".join([str(blade)] * min(count, 5))
    others = " ".join([str(blade)] * (count - 5))
    return f"farmers 0: {own}; farmers 1: {others or 'none'}"


@pytest.mark.parametrize("count", range(1, 11))
def test_move__goes_as_many_blades_as_farmers_stand(scene, count: int) -> None:
    """Exactly that many: alone 1, two 2, three 3, and so on (F-MOVE-3)."""
    stay = " ".join(["0"] * (min(count, 5) - 1))
    scene(crowded(0, count)).play("move 0").shows(f"farmers 0: {stay} {count}".replace(":  ", ": "))


@pytest.mark.parametrize("there", [0, 1, 2, 4])
def test_move__takes_as_many_fruits_as_farmers_on_the_landing_blade(scene, there: int) -> None:
    """The moved farmer included, of the landing blade's kind (F-MOVE-4)."""
    foreign = " ".join(["1"] * there) or "7"
    position = scene(f"farmers 0: 0; farmers 1: {foreign}").play("move 0")
    position.shows(f"fruit 0: fig {there + 1}; supply fig: {17 - there}")


def test_move__takes_fruit_for_own_farmers_on_the_landing_blade(scene) -> None:
    """Two own ones and one foreign one wait there (F-MOVE-4)."""
    position = scene("farmers 0: 0 1 1; farmers 1: 1").play("move 0")
    position.shows("farmers 0: 1 1 1; fruit 0: fig 4")


def test_move__of_twelve_farmers_is_a_full_circle(scene) -> None:
    """Back to the same blade, all twelve count (F-MOVE-5)."""
    crowd = " ".join(["8"] * 4)
    given = f"players 3; farmers 0: {crowd}; farmers 1: {crowd}; farmers 2: {crowd}"
    scene(given).play("move 8").shows(f"farmers 0: {crowd}; fruit 0: grape 12; carts 0: 2")


def test_move__gives_fruit_and_carts_in_one_go(scene) -> None:
    """Fruit first, then carts; both come from the same move (F-MOVE-6)."""
    position = scene("farmers 0: 5; farmers 1: 6; fruit 0: almond 17; carts 1: 4")
    position.play("move 5").shows("fruit 0: almond 2; carts 0: 1; carts 1: 0")


def test_short_supply__recalls_the_kind_from_all(scene) -> None:
    """All players return all held fruit of the kind, no other kind (F-SUPPLY-1)."""
    position = scene(
        "players 3; farmers 0: 2; farmers 1: 3; farmers 2: 9;"
        " fruit 0: lemon 9, fig 2; fruit 1: lemon 4; fruit 2: lemon 4, olive 1"
    )
    position.play("move 2").shows("fruit 0: lemon 2, fig 2; fruit 1: none; fruit 2: olive 1")


def test_short_supply__pays_the_full_number_afterwards(scene) -> None:
    """The mover takes all that is owed, old fruit is lost (F-SUPPLY-2)."""
    position = scene("farmers 0: 2; farmers 1: 3 3 3; fruit 0: lemon 15")
    position.play("move 2").shows("fruit 0: lemon 4; supply lemon: 14")


@pytest.mark.parametrize(("held", "after"), [(15, 18), (16, 3)])
def test_supply__that_is_exactly_enough_recalls_nothing(scene, held: int, after: int) -> None:
    """Three owed: with three left no recall, with two left a recall (F-SUPPLY-3)."""
    position = scene(f"farmers 0: 2; farmers 1: 3 3; fruit 0: lemon {held}")
    position.play("move 2").shows(f"fruit 0: lemon {after}")


def test_recall__suffices_for_twelve_fruits(scene) -> None:
    """The most that can be owed, after a recall (F-SUPPLY-4)."""
    crowd = " ".join(["8"] * 4)
    position = scene(
        f"players 3; farmers 0: {crowd}; farmers 1: {crowd}; farmers 2: {crowd}; fruit 1: grape 18"
    )
    position.play("move 8").shows("fruit 0: grape 12; fruit 1: none; supply grape: 6")


@pytest.mark.parametrize("blade", range(12))
def test_lines__lie_between_5_and_6_and_between_11_and_0(scene, blade: int) -> None:
    """A single step earns a cart there and nowhere else (F-CART-1)."""
    position = scene(f"farmers 0: {blade}").play(f"move {blade}")
    position.shows(f"carts 0: {1 if blade in (5, 11) else 0}")


def test_line__is_passed_by_landing_right_behind_it(scene) -> None:
    """The first blade behind a line counts, the last one before it does not (F-CART-2)."""
    scene("farmers 0: 4 4").play("move 4").shows("farmers 0: 4 6; carts 0: 1; mill: 3")
    scene("farmers 0: 3 3").play("move 3").shows("farmers 0: 3 5; carts 0: 0; mill: 4")


@pytest.mark.parametrize("blade", range(12))
@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 10])
def test_carts__follow_the_formula(scene, blade: int, count: int) -> None:
    """floor((p + s) / 6) - floor(p / 6), walked step by step here (F-CART-3)."""
    passed = sum((blade + step) % 12 in (0, 6) for step in range(1, count + 1))
    scene(crowded(blade, count)).play(f"move {blade}").shows(f"carts 0: {passed}")


def test_two_carts__need_more_than_six_farmers_and_both_lines(scene) -> None:
    """Seven farmers earn two carts from blade 5, one from blade 0 (F-CART-4)."""
    for blade, carts in ((5, 2), (0, 1), (11, 2), (4, 1)):
        scene(crowded(blade, 7)).play(f"move {blade}").shows(f"carts 0: {carts}")
    scene("farmers 0: 5 5 5; farmers 1: 5 5 5").play("move 5").shows("carts 0: 1")


def test_empty_mill__recalls_all_carts(scene) -> None:
    """All return all carts, then the mover takes the one owed (F-CART-5)."""
    position = scene("farmers 0: 5; farmers 1: 0; carts 0: 3; carts 1: 1")
    position.play("move 5").shows("carts 0: 1; carts 1: 0; mill: 3")


@pytest.mark.parametrize(
    ("option", "others", "after"),
    [
        ("recall_then_two", 2, "carts 0: 2; carts 1: 0; mill: 2"),
        ("recall_then_two", 1, "carts 0: 2; carts 1: 0; mill: 2"),
        ("recall_then_two", 0, "carts 0: 4; carts 1: 0; mill: 0"),
        ("one_by_one", 2, "carts 0: 2; carts 1: 0; mill: 2"),
        ("one_by_one", 1, "carts 0: 1; carts 1: 0; mill: 3"),
        ("one_by_one", 0, "carts 0: 4; carts 1: 0; mill: 0"),
    ],
)
def test_two_carts_owed__when_the_mill_is_short(
    scene, option: str, others: int, after: str
) -> None:
    """Both values of the option, with none, one and two of four carts in the mill (F-CART-6)."""
    position = scene(
        f"option two_carts_owed_and_short {option}; farmers 0: 5 5 5; farmers 1: 5 5 5 5;"
        f" carts 0: 2; carts 1: {others}"
    )
    position.play("move 5").shows(after)


def test_carts__may_be_held_without_limit(scene) -> None:
    """A player may hold all carts (F-CART-7)."""
    scene("farmers 0: 5; carts 0: 3").play("move 5").shows("carts 0: 4; mill: 0")
