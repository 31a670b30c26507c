"""Chance in the flow of a match (the section Chance of the ledger)."""

from __future__ import annotations

from siurell.games.base import CHANCE


def test_events__are_the_only_chance(new_match) -> None:
    """Words of all events of a solo match and of one for three (LG-CHANCE-1)"""
    found = {}
    for seats in (1, 3):
        scene = new_match(seats)
        words = set()
        while scene.state.to_act is not None:
            if scene.state.to_act == CHANCE:
                outcome = scene.state.chance().draw(lambda n: n - 1)
                words.add(str(outcome).split()[0])
                scene.state.apply(outcome)
            else:
                scene.step()
        found[seats] = words
    assert found[3] == {"first", "building", "draw", "roof", "dice"}
    assert found[1] == found[3] | {"rival", "turn"}


def test_draws__of_the_hand_limit_come_before_the_next_play_turn(board, farm) -> None:
    """(LG-CHANCE-2)"""
    scene = board("T-PLAY A", A=farm(hand=[7])).play("done")
    for _ in range(2):
        assert all(text.startswith("draw 0 ") for text in scene.possible)
        scene.play(scene.possible[0])
    scene.shows(turn="T-PLAY B")


def test_draws__of_one_effect_follow_each_other(board, farm) -> None:
    """(LG-CHANCE-2)"""
    scene = board("T-SIESTA A", A=farm(helpers=[48], hand=[7])).play("use helper 48", "discard 7")
    for card in (20, 21):
        scene.shows(turn="chance").play(f"draw 0 {card}")
    scene.shows(turn="T-SIESTA A")


def test_roof__comes_last_in_scoring_and_not_after_round_6(board, farm, edited) -> None:
    """A draw of a scoring trigger comes before it (LG-CHANCE-2)"""
    draw = [{"on": "scoring", "effects": [{"do": "draw_card", "n": 1}]}]
    box = edited({"card/52/helper/trigger": draw})
    scene = board("T-DELIVER C", box=box, A=farm(helpers=[52])).play("done")
    assert scene.possible[0].startswith("draw 0 ")
    scene.play(scene.possible[0])
    assert scene.possible[0].startswith("roof 3 ")
    board("T-DELIVER C", round=6).play("done").shows(over=True)


def test_state__holds_no_order_of_the_pile(board, farm) -> None:
    """Each card of the pile may come (LG-CHANCE-3)"""
    scene = board("T-SIESTA A", A=farm(trade=1), pile=[5, 6, 7, 64]).play("trade draw")
    scene.shows(chance=["draw 0 5", "draw 0 6", "draw 0 64", "draw 0 7"])
    scene.shows(not_possible=["draw 0 8", "draw 1 5"])


def test_outcomes__are_equally_likely(board, farm, new_match) -> None:
    """Seats, dice, kept markers and cards (LG-CHANCE-4)"""
    weights = [new_match(3).state.chance().weights()]
    weights.append(new_match(3).play("first 0").state.chance().weights())
    weights.append(board("T-DELIVER C").play("done").state.chance().weights())
    drawing = board("T-SIESTA A", A=farm(trade=1), pile=[5, 6, 7]).play("trade draw")
    weights.append(drawing.state.chance().weights())
    assert [len(found) for found in weights] == [3, 6, 4, 3]
    assert all(len({weight for _, weight in found}) == 1 for found in weights)


def test_roll__weighs_what_it_shows_by_the_ways_it_may_fall(board) -> None:
    """(LG-CHANCE-4)"""
    scene = board("T-ROOF A", seats=1, order="AR").play("done")
    weights = {str(outcome): weight for outcome, weight in scene.state.chance().weights()}
    assert weights["dice 1 2 3 4 5"] == 120 * weights["dice 4 4 4 4 4"]
    assert sum(weights.values()) == 6**5 * weights["dice 4 4 4 4 4"]


def test_four_players__have_one_possible_roof_text(new_match) -> None:
    """(LG-CHANCE-4)"""
    new_match(4).play("first 0").until_chance("roof").shows(chance=["roof 1 1 2 3 4"])


def test_shuffle__is_no_event(board, farm) -> None:
    """(LG-CHANCE-5)"""
    scene = board("T-SIESTA A", A=farm(trade=1), pile=[9], discards=[4, 5]).play("trade draw")
    scene.play("draw 0 9").shows(turn="T-SIESTA A", pile=2, discards=[])


def test_draw_that_lapses__is_no_event(board, farm) -> None:
    """Two cards are due and one is there (LG-CHANCE-5, LG-GEN-9)"""
    scene = board("T-PLAY A", A=farm(hand=[7]), pile=[9]).play("done", "draw 0 9")
    scene.shows(turn="T-PLAY B", pile=0).shows("A", hand=[7, 9])


def test_hidden_text__is_shown_without_what_is_hidden(board, farm) -> None:
    """(LG-CHANCE-7)"""
    scene = board("T-SIESTA A", A=farm(trade=1), pile=[5, 6]).play("trade draw")
    assert [scene.told(seat, "draw 0 5") for seat in "ABC"] == ["draw 0 5", "draw 0", "draw 0"]
    scene = board("T-DONKEY A")
    assert [scene.told(seat, "donkey 3") for seat in "ABC"] == ["donkey 3", "donkey", "donkey"]


def test_buildings__end_with_any_luck(new_match) -> None:
    """From the 41st roll on only buildings without a marker are possible (LG-CHANCE-8)"""
    scene = new_match(2).play("first 0", *["building 4"] * 40)
    scene.shows(chance=[f"building {die}" for die in (1, 2, 3, 5, 6)])
    scene.play("building 1").shows(chance=[f"building {die}" for die in (2, 3, 5, 6)])
