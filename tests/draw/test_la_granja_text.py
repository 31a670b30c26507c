"""La Granja as text: all that lies on the table, and nothing that a seat may not know."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from siurell.draw.text import draw_text
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.la_granja.components import shipped
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.vocabulary import GOODS, NONE

NAMES = ("ana", "a-bot-with-a-very-long-name", "search", "x")
GRANJA = LaGranja()
BOX = shipped()


def states(seats, number, game=GRANJA):
    """Every state of a random match in which little is sold."""
    rng = random.Random(f"{seats}/{number}")
    state = game.new_state(seats, {})
    while True:
        yield state
        if state.to_act is None:
            return
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            moves = state.legal_moves()
            kept = [move for move in moves if not str(move).startswith("sell")]
            state.apply(rng.choice(kept or moves))


def at(seats, number, wanted):
    return next(state.copy() for state in states(seats, number) if wanted(state))


def late(state):
    return state.round == 5 and state.phase == "transport" and (state.to_act or 0) >= 0


def farms(text):
    """The paragraph of each seat."""
    return [part for part in text.split("\n\n") if re.match(r"[> ]\d ", part)]


def line_of(part, label):
    """What stands behind a label, lines below it included."""
    found = re.search(rf"^   {label:<10}(.*(?:\n {{13}}.*)*)", part, re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


def test_text__a_seat_reads_its_own_vp_and_hand_alone():
    """(LG-HID-1, LG-HID-3)"""
    state = at(3, 1, late)
    for viewer in range(3):
        for seat, part in enumerate(farms(draw_text(state.observe(viewer), NAMES))):
            vp = re.search(r"VP (\S+)", part)[1]
            assert vp == (str(state.vp[seat]) if seat == viewer else "?")
            cards = [int(number) for number in re.findall(r"^   card (\d+)", part, re.MULTILINE)]
            assert cards == (list(state.hands[seat]) if seat == viewer else [])
            assert re.search(r"cards (\d+)", part)[1] == str(len(state.hands[seat]))


def test_text__nobody_in_particular_reads_all_vp_and_no_hand():
    """(LG-HID-1, LG-HID-8)"""
    state = at(4, 2, late)
    text = draw_text(state)
    for seat, part in enumerate(farms(text)):
        assert f"VP {state.vp[seat]}" in part
    assert "\n   card" not in text


def test_text__the_end_shows_all():
    """(LG-HID-7)"""
    *_, state = states(3, 3)
    text = draw_text(state.observe(1), NAMES[:3])
    assert text.startswith("La Granja, the game is over")
    for seat, part in enumerate(farms(text)):
        assert f"VP {state.vp[seat]}" in part
        assert line_of(part, "hand") == " ".join(map(str, state.hands[seat]))


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_text__the_map_shows_every_open_space_and_its_holder(seats):
    """(LG-MARKET-1, LG-MARKET-2)"""
    state = at(seats, 4, late)
    text = draw_text(state)
    for place, space in enumerate(BOX.spaces):
        shown = re.findall(rf"\b{space.key} (\S)", text)
        open_spaces = state.rules.spaces_of_value[space.value]
        holder = state.market[place]
        mark = "." if holder == NONE else str(holder) if holder < seats else "R"
        assert shown == ([mark] if place in open_spaces else [])


def test_text__neighbours_on_the_map_lie_side_by_side():
    """Two half cells apart in a row, one half cell in rows next to each other (LG-MARKET-1)."""
    lines = draw_text(at(4, 5, late)).splitlines()
    found = {
        word: (number, line.index(f"{word} "))
        for number, line in enumerate(lines)
        for word in re.findall(r"\b\d[a-z](?= \S)", line)
    }
    for space in BOX.spaces:
        row, column = found[space.key]
        for other in space.neighbours:
            there, beside = found[BOX.spaces[other].key]
            assert (abs(row - there), abs(column - beside)) in [(0, 8), (1, 4)]


def test_text__a_map_that_is_too_wide_is_listed_by_number():
    """For edited data (LG-MARKET-10)."""
    spaces = tuple(replace(space, q=space.q * 4) for space in BOX.spaces)
    game = LaGranja(replace(BOX, spaces=spaces))
    state = next(state for state in states(2, 6, game) if late(state))
    lines = draw_text(state).splitlines()
    assert max(map(len, lines)) <= 80
    start = lines.index("market    (a space, then whose marker is there)")
    assert [line.split()[0] for line in lines[start + 1 : start + 6]] == list("23456")
    assert re.findall(r"6\w", lines[start + 5]) == ["6a", "6b"]


def test_text__farms_show_goods_fields_and_cards():
    """(LG-HID-4)"""
    met = set()
    for state in states(2, 7):
        if state.turn % 7 or (state.to_act or 0) < 0:
            continue
        for seat, part in enumerate(farms(draw_text(state, NAMES))):
            words = line_of(part, "goods").split()
            for good, name in enumerate(GOODS):
                number = words[words.index(name) + 1].split("/")[0]
                assert number == str(state.good(seat, good) or ".")
            met |= check_cards(state, seat, part)
            used = line_of(part, "roof").count("(used)")
            assert used == state.roof_used[seat].bit_count()
    assert met == {"barrow", "helper", "extension", "loaded"}


def check_cards(state, seat, part):
    met = set()
    for slot in range(3):
        barrow, helper = state.barrows[seat * 3 + slot], state.helpers[seat * 3 + slot]
        row = line_of(part, f"barrow {slot + 1}")
        assert row.startswith(f"card {barrow}, value {BOX.cards[barrow].value}") == bool(barrow)
        assert row.count("[") == state.loaded[seat * 3 + slot].bit_count()
        met |= {"barrow"} if barrow else set()
        met |= {"loaded"} if "[" in row else set()
        row = line_of(part, f"helper {slot + 1}")
        assert (f"{BOX.cards[helper].helper.name} ({helper}" in row) == bool(helper)
        met |= {"helper"} if helper else set()
    cards = re.findall(r"^   extension card (\d+)", part, re.MULTILINE)
    assert cards == [str(card) for card in state.extensions[seat]]
    return met | ({"extension"} if cards else set())


def test_text__rows_show_what_is_delivered_and_taken_markers():
    """(LG-CRAFT)"""
    state = at(2, 8, late)
    state.rows[1:3], state.crafted[1] = [15, 5], 4
    lines = {line.split()[1]: line for line in draw_text(state).splitlines() if line[:1].isdigit()}
    for number, building in enumerate(BOX.buildings):
        line = lines[building.key]
        assert ("closed" in line) == (number in state.closed)
        assert ("*" in line) == bool(state.first_vp[number])
        assert " ".join(GOODS[good] for good in building.row) in line
        for seat in range(2):
            filled = state.rows[seat * 6 + number]
            row = "".join("#" if filled >> place & 1 else "." for place in range(4))
            shown = line.split()[-2 + seat]
            round_taken = state.crafted[seat * 6 + number]
            assert shown == (f"r{round_taken}" if round_taken else row)


@pytest.mark.parametrize(
    ("seats", "wanted", "words"),
    [
        (2, lambda state: state.turn == 0, "setup: the first player is found"),
        (2, lambda state: state.rolls == 1, "setup: a die is rolled for a building"),
        (2, lambda state: sum(map(len, state.hands)) == 1, "draws a card"),
        (3, lambda state: state.turn == 1, ") plays cards"),
        (2, lambda state: state.stage == 9, "revenue: the dice are rolled"),
        (2, lambda state: state.stage == 12, "chooses a donkey marker"),
        (1, lambda state: state.stage == 13, "transport: a die is rolled for the rival"),
        (1, lambda state: state.stage == 15 and state.mover == 1, "turned up for the rival"),
    ],
)
def test_text__the_first_line_says_what_is_going_on(seats, wanted, words):
    text = draw_text(at(seats, 9, wanted), NAMES[:seats])
    assert words in text.splitlines()[0]


def test_text__dice_discs_roof_and_marks():
    """(LG-HID-4)"""
    state = at(3, 10, lambda state: state.phase == "revenue" and sum(state.dice) == 7)
    state.marks[3] = 1
    state.siesta[:] = [2, 0, 2]
    state.discs[:] = [2, 1, 0]
    lines = draw_text(state).splitlines()
    row = {line.split(" ")[0]: line[10:] for line in lines if line[:1].isalpha()}
    dice = [str(space + 1) for space, count in enumerate(state.dice) for _ in range(count)]
    assert row["dice"] == f"{row['dice'].partition(',')[0]}, space 4 marked by 1"
    assert row["dice"].partition(",")[0].split() == dice
    assert row["siesta"] == "2 0 on space 2 (1 VP), 1 on space 0 (0 VP)"
    assert row["order"] == " ".join(map(str, state.order))
    assert row["cards"].startswith(f"{len(state.pile)} in the draw pile")


def test_text__a_hidden_donkey_choice_is_not_told():
    """(LG-HID-5)"""
    state = at(3, 11, lambda state: state.stage == 12 and sum(map(bool, state.chosen)) == 2)
    first = next(seat for seat, donkey in enumerate(state.chosen) if donkey)
    parts = [farms(draw_text(state.observe(viewer)))[first] for viewer in (first, state.to_act)]
    assert f"chose {state.chosen[first]}" in line_of(parts[0], "donkeys")
    assert "has chosen" in line_of(parts[1], "donkeys")
    assert "has chosen" in farms(draw_text(state.observe(SPECTATOR)))[first]


def test_text__a_good_keeps_its_number_beside_it_where_a_line_ends():
    state = at(4, 1, late)
    state.goods[0] = 13  # one column more than fits
    lines = draw_text(state, NAMES).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("   goods"))
    assert lines[start].split()[:3] == ["goods", "olive", "13"]
    assert lines[start + 1].split()[0] == "trade"
    assert max(map(len, lines)) <= 80


def test_text__one_delivery_is_not_called_deliveries():
    """(LG-TRANS-7)"""
    state = at(2, 3, lambda state: state.stage == 15 and state.frees)
    for frees, words in ((1, "1 free delivery,"), (2, "2 free deliveries,")):
        state.frees = frees
        assert words in draw_text(state)
