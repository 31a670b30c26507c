"""Positions as text: narrow enough for any terminal, and nothing left out."""

from __future__ import annotations

import random

import pytest
from siurell.draw.text import draw_text
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.finca.components import components
from siurell.games.registry import game_named, games
from siurell.testing.toy import Toy

NAMES = ("ana", "a-bot-with-a-very-long-name", "search", "x")


def states(game, seats, number):
    """Every state of a random match."""
    rng = random.Random(number)
    state = game.new_state(seats, game.check_options({}))
    while True:
        yield state
        if state.to_act is None:
            return
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(rng.choice(state.legal_moves()))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_text__fits_into_80_columns(game):
    for seats in range(game.min_seats, game.max_seats + 1):
        for state in states(game, seats, 1):
            lines = draw_text(state, NAMES[:seats]).splitlines()
            assert max(map(len, lines)) <= 80
            assert all(line.isprintable() and line == line.rstrip() for line in lines)


def test_text__a_state_is_drawn_as_a_spectator_sees_it():
    game = game_named("finca")
    for state in states(game, 2, 2):
        assert draw_text(state) == draw_text(state.observe(SPECTATOR))


def test_text__a_game_without_a_drawing_gets_a_list():
    toy = Toy()
    text = draw_text(toy.new_state(2, toy.check_options({})))
    assert "coins        (4, 4)" in text.splitlines()


def finca_at(seats, number, wanted):
    """The first state of a random match for which `wanted` holds."""
    return next(state for state in states(game_named("finca"), seats, number) if wanted(state))


def test_finca__the_wheel_shows_every_farmer_at_its_blade():
    state = finca_at(3, 3, lambda state: state.phase == "turn")
    box = components()
    lines = draw_text(state).splitlines()
    wheel = [line for line in lines if line.startswith("|")]
    cells = [[line[1 + 12 * n : 13 + 12 * n].split() for n in range(6)] for line in wheel]
    for upper, crowd in ((cells[0], cells[1]), (cells[2], cells[3])):
        for (blade, fruit), standing in zip(upper, crowd, strict=True):
            number = int(blade)
            assert fruit == box.fruits[state.wheel[number]]
            digits = "".join(standing)
            for seat in range(3):
                assert digits.count(str(seat)) == state.farmers[seat * 12 + number]
    assert [int(cell[0]) for cell in cells[0] + cells[2]] == [*range(6), *range(11, 5, -1)]


def test_finca__regions_say_what_they_want():
    state = finca_at(2, 4, lambda state: 0 in state.left)
    box = components()
    lines = {line.split()[0]: line for line in draw_text(state).splitlines() if line.strip()}
    for number, region in enumerate(box.regions):
        line = lines[region.key]
        if state.left[number] == 0:
            assert "closed" in line
        elif state.tops[number] >= 0:
            face = box.faces[state.tops[number]]
            for fruit, need in zip(box.fruits, face.need, strict=True):
                if need > 1:
                    assert f"{need} {fruit}" in line
            if face.wild:
                assert f"{face.wild} of any one kind" in line


def test_finca__seats_show_what_they_hold_and_the_supply_the_rest():
    state = finca_at(4, 5, lambda state: state.turns == 40)
    lines = draw_text(state, NAMES).splitlines()
    held = [line.split() for line in lines if " holds " in line]
    supply = next(line.split() for line in lines if line.strip().startswith("supply"))
    kinds = len(components().fruits)
    for kind in range(kinds):
        numbers = [row[row.index("holds") + 1 + kind] for row in held] + [supply[1 + kind]]
        assert sum(0 if number == "." else int(number) for number in numbers) == 18
    scores = [int(row[-1]) for row in held]
    assert scores == list(state.outcome().scores)
    assert [line for line in lines if line.startswith(">")] == [
        line for line in lines if line.startswith(f">{state.to_act} {NAMES[state.to_act][:12]}")
    ]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (lambda state: state.phase == "setup", "a tile is turned up"),
        (lambda state: state.phase == "intro", "to move, placing farmers"),
        (lambda state: state.phase == "second", "to move, second move"),
        (lambda state: state.phase == "over", "the game is over"),
    ],
)
def test_finca__the_first_line_says_what_is_going_on(wanted, words):
    assert words in draw_text(finca_at(3, 6, wanted)).splitlines()[0]
