"""Farmini as text: every card, fence, animal and pen can be read off the drawing."""

from __future__ import annotations

import random

import pytest
from siurell.draw.farmini import draw
from siurell.draw.farmini_farms import draw_farms, picture, printed, signs_of
from siurell.games.base import CHANCE
from siurell.games.farmini.faces import faces_of_all
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.grid import position_at
from siurell.games.farmini.pens import closed_pens, holed_pens, holes
from siurell.games.farmini.placing import farm_of
from siurell.games.farmini.scoring import points, scoring_corn

FARMINI = Farmini()
BOX = FARMINI.components
CARDS = BOX.card_numbers()
NAMES = ("ana", "a-bot-with-a-very-long-name", "search", "x")


def states(seats, number, options=None):
    """Every state of a random match."""
    rng = random.Random(number)
    state = FARMINI.new_state(seats, FARMINI.check_options(options or {}))
    while True:
        yield state
        if state.to_act is None:
            return
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(rng.choice(state.legal_moves()))


def farm(*cards):
    """A farm with these cards, such as ``p13 1,0 270``, beside its farm card."""
    laid = [(0, 0, CARDS["farm"], 0)]
    for card in cards:
        key, place, degrees = card.split(" ")
        x, y = map(int, place.split(","))
        laid.append((x, y, CARDS[key], int(degrees)))
    return farm_of(BOX, tuple(number for entry in sorted(laid) for number in entry))


def drawn(one, held=()):
    """The lines of a farm under its title and its row of X."""
    lines = list(draw_farms([one], [dict(held)], signs_of(BOX), ["0"]))
    assert lines[0].strip() == "0"
    assert lines[-1] == ""
    return lines[2:-1]


def test_farm__the_farm_card_shows_its_fence_cross_spaces_and_corn():
    assert drawn(farm()) == [
        "    .o.|.o.",
        "  0 ---+---",
        "    .*.|.o.",
    ]


def test_farm__closed_pens_animals_and_corn_can_be_seen():
    closed = farm("p08 1,0 0", "p13 0,-1 180", "p13 1,-1 270")
    pig = {position_at(0, 0) * 4 + 1: 2}
    assert drawn(closed, pig) == [
        "    ..............",
        " -1 ...+------+...",
        "    ...|::::::|...",
        "    .o.|:P::*:|...",
        "  0 ---+------+...",
        "    .*.|.o........",
    ]


def test_farm__a_hole_is_marked_and_a_bay_is_not():
    ring = ["p13 1,0 270", "p13 0,1 90", "p01 2,0 0", "p01 2,1 0", "p01 2,2 0", "p01 0,2 0"]
    assert holes(farm(*ring)) == frozenset()
    assert "#" not in "".join(drawn(farm(*ring)))
    holed = drawn(farm(*ring, "p01 1,2 0"))
    assert [line[11:18] for line in holed[3:6]] == ["       ", "  ###  ", "       "]
    assert "".join(holed).count("#") == 3


@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("p01", [".o.....", ".......", ".....*."]),
        ("p02", [".*.|...", "...|...", "...|..."]),
        ("p13", ["...|...", "---+...", "......."]),
        ("p17", ["...|.o.", "...+---", "...|.*."]),
        ("p23", [".o.|...", "---+---", "...|..."]),
    ],
)
def test_card__is_drawn_as_it_is_printed(key, lines):
    assert printed(faces_of_all(BOX)[CARDS[key]][0]) == lines


def test_card__no_two_faces_look_alike():
    faces = [face for faces in faces_of_all(BOX) for face in faces]
    looks = {"\n".join(printed(face)) for face in faces}
    marks = {(face.fences, face.spaces, face.corn) for face in faces}
    assert len(looks) == len(marks)
    assert picture(faces[0], "1234", "abcd") == ["1a1|2b2", "---+---", "4d4|3c3"]


def test_farm__a_wide_one_is_cut_into_strips():
    cards = [f"p02 {x},0 90" for x in range(1, 14)]
    lines = list(draw_farms([farm(*cards)], [{}], signs_of(BOX), ["0 ana"]))
    assert lines[0].startswith("0 ana, X 0 to 9")
    assert lines[6].startswith("0 ana, X 10 to 13")
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("*") == 14


def test_farms__stand_side_by_side_where_they_fit():
    farms = [farm("p13 1,0 0"), farm(), farm("p13 0,1 0")]
    titles = [f"{seat} {name}" for seat, name in enumerate(NAMES[:3])]
    lines = list(draw_farms(farms, [{}] * 3, signs_of(BOX), titles))
    assert lines[0].split() == ["0", "ana", "1", "a-bot-wit", "2", "search"]
    assert lines[-1] == ""
    assert len(lines) == 2 + 6 + 1


def test_signs__of_kinds_that_begin_alike_are_numbers():
    text = FARMINI.shipped_components().replace('"hen', '"goose').replace("wolf_hen", "wolf_goose")
    assert signs_of(FARMINI.with_components(text).components) == ["1", "2", "3"]


def test_table__shows_points_animals_corn_and_pens_of_every_seat():
    for state in states(4, 5):
        lines = draw(state.observe(0), NAMES).splitlines()
        head = next(number for number, line in enumerate(lines) if "points" in line)
        for seat in range(4):
            row = lines[head + 1 + seat]
            assert row[0] == (">" if state.to_act == seat else " ")
            assert row[1:].startswith(f"{seat} {NAMES[seat][:20]}")
            farm, held = state.farms[seat], state.animals[seat]
            assert [int(word) for word in row[24:].split()] == [
                points(state, seat),
                len(held),
                scoring_corn(farm, held),
                closed_pens(farm),
                holed_pens(farm),
            ]


def test_farms__show_every_card_token_and_hole():
    for number in range(3):
        for state in states(2, number):
            text = draw(state.observe(0))
            grids = text[text.index("holed pens") + 10 : text.index("G goat")]
            holed = sum(len(holes(farm)) for farm in state.farms)
            assert grids.count("#") == 3 * holed
            for kind, sign in enumerate(signs_of(BOX)):
                held = [animal for one in state.animals for animal in one.values()]
                assert grids.count(sign) == held.count(kind)
            spaces = sum(len(farm.spaces) for farm in state.farms)
            assert grids.count("o") == spaces - len(held)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (lambda state: state.phase == "take", "seat 1 (a-bot-with-a-very-lo) to move"),
        (lambda state: state.phase == "put", "to move, putting 1"),
        (lambda state: state.phase == "fill", "a card is turned up"),
        (lambda state: state.phase == "over", "the game is over"),
    ],
)
def test_headline__says_what_is_going_on(wanted, words):
    found = next(
        state
        for state in states(2, 6)
        if wanted(state) and state.to_act != 0 and getattr(state, "to_put", 0) < 2
    )
    assert words in draw(found.observe(0), NAMES[:2]).splitlines()[0]


def test_stocks__say_what_is_left():
    state = next(iter(states(2, 1)))
    lines = draw(state.observe(0)).splitlines()
    assert lines[1] == "Yard: 5 goat, 5 hen, 5 pig"
    assert lines[2].startswith("Deck of 48: 3 goat1, 1 goat2,")
    assert "30 pen" in lines[2] + lines[3]
    display = next(line for line in lines if line.startswith("p06"))
    assert display.split() == ["p06", "p10", "p11", "p19"]


def test_text__one_turn_is_not_called_turns():
    assert draw(next(states(2, 1)).observe(0)).startswith("Farmini, 0 turns played")
    after_one = next(state for state in states(2, 1) if state.turn == 1)
    assert draw(after_one.observe(0)).startswith("Farmini, 1 turn played")


def test_text__a_card_keeps_its_number_beside_it_where_a_line_ends():
    lines = draw(next(states(4, 1)).observe(0)).splitlines()
    assert lines[2].endswith("pig2,")
    assert lines[3].startswith("2 wolf_goat")
