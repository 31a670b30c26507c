"""Components files in the place of farmini.toml: refused by table and field, or played with."""

from __future__ import annotations

import random
import re
import tomllib

import pytest
from siurell.bots import SHIPPED
from siurell.errors import ComponentsError
from siurell.games.farmini.game import Farmini
from siurell.testing.altered_components import altered, as_toml
from siurell.testing.proof import prove_match

FARMINI = Farmini()
SHIPPED_TEXT = FARMINI.shipped_components()
SENTENCE = re.compile(
    r"farmini: ((the file|\[.+\].*), field `.+`: (must|is missing; it must|is not known) .+"
    r"|and \d+ more mistakes)\."
)


def edited(*changes):
    """The shipped file with some texts replaced by others, each where it stands first."""
    text = SHIPPED_TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def mistakes(text):
    with pytest.raises(ComponentsError) as caught:
        FARMINI.with_components(text)
    return list(caught.value.mistakes)


def test_components__the_shipped_file_is_the_shipped_game():
    assert FARMINI.with_components(SHIPPED_TEXT).components_digest == ""


def test_components__comments_and_the_order_of_keys_do_not_matter():
    again = as_toml(dict(reversed(tomllib.loads(SHIPPED_TEXT).items())))
    assert FARMINI.with_components(again).components_digest == ""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('fences = "1010"', 'fences = "101"'),
         '[[pen_card]] p02, field `fences`: must be four signs out of 0, 1, for the sides N E S W,'
         ' not "101"'),
        (('parcels = "a-c-"', 'parcels = "a-x-"'),
         "[[pen_card]] p01, field `parcels`: must be four signs out of a, c, -, for the corners NW"
         ' NE SE SW, not "a-x-"'),
        (("copies = 2\nstart = 0", "copies = 3\nstart = 0"),
         "[box], field `pen_cards`: must be as many as the tables hold, 33, not 32"),
        (("start = 1", "start = 0"),
         "[box], field `start_cards`: must be as many as the tables hold, 3, not 4"),
        (("tokens = 5", "tokens = 6"),
         "[box], field `animal_tokens`: must be as many as the tables hold, 16, not 15"),
        (("tokens = 2", "tokens = 6"),
         "[[animal_card]] goat2, field `tokens`: must be at most 5, all of its kind, not 6"),
        (('animal = "hen"', 'animal = "hens"'),
         '[[animal_card]] hen1, field `animal`: must be one of "goat", "hen", "pig", not "hens";'
         ' did you mean "hen"'),
        (('key = "goat"', 'key = "zebu"'),
         '[[animal]] hen, field `key`: must stand in alphabetical order, so before "zebu"'),
        (('key = "p03"', 'key = "p02"'),
         '[[pen_card]] p02, field `key`: must be a word of its own; "p02" stands here before'),
        (('key = "p03"', 'key = "P03"'),
         '[[pen_card]] P03, field `key`: must be small letters, digits and `_`, not "P03"'),
        (("display = 4", "display = 5"), "[constants], field `display`: must be 4, not 5"),
        (("corn_points", "corn_pionts"),
         "[constants], field `corn_pionts`: is not known here; did you mean `corn_points`"),
        (("hole_points = -1", "hole_points = true"),
         "[constants], field `hole_points`: must be a whole number from -9 to 0, not true"),
        (('["per_pen", "per_hole"]', '["per_pen"]'),
         '[options], field `hole_penalty`: must be a list of "per_pen" and "per_hole", the default'
         " first, not a list of 1"),
        (('order = ["points", "animals"', 'order = ["animals", "points"'),
         '[tie_break], field `order[1]`: must be "points", not "animals" (FM-TIE-1)'),
        (("below = 9999", "below = 99"),
         "[solo], field `grades`: must end with `below = 9999`, so that every result has a grade"),
        (("below = 15", "below = 10"),
         "[solo], field `grades[2].below`: must be more than 10, where the grade before ends"),
        (("[farm]\n", "[farms]\n"),
         "the file, field `farms`: is not known here; did you mean `farm`"),
        (('game = "farmini"', 'game = "farm"'),
         'the file, field `game`: must be "farmini", not "farm"; did you mean "farmini"'),
    ],
    ids=lambda value: value[0][:30] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_checking__says_what_would_be_right(change, sentence):
    assert f"farmini: {sentence}." in mistakes(edited(change))


def test_checking__a_card_is_missing():
    text = re.sub(r'\[\[wolf_card\]\]\nkey = "wolf_hen"(\n.+)+', "", SHIPPED_TEXT)
    assert mistakes(text) == [
        "farmini: [box], field `wolf_cards`: must be as many as the tables hold, 4, not 6.",
        "farmini: [box], field `cards`: must be as many as the tables hold, 52, not 54.",
    ]


def test_components__the_first_value_of_an_option_is_its_default():
    """(FM-OPT)"""
    own = FARMINI.with_components(edited(('["per_pen", "per_hole"]', '["per_hole", "per_pen"]')))
    assert own.check_options({})["hole_penalty"] == "per_hole"
    assert FARMINI.check_options({})["hole_penalty"] == "per_pen"


def test_components__others_play_another_game():
    own = FARMINI.with_components(
        edited(("animal_points = 1", "animal_points = 3"), ("corn_points = 1", "corn_points = 2"))
    )
    assert re.fullmatch("[0-9a-f]{64}", own.components_digest)
    bots = [SHIPPED["random"]] * 2
    scores = [
        [seat.score for seat in prove_match(game, bots, seed=b"7" * 32).result.seats]
        for game in (FARMINI, own)
    ]
    assert scores[0] != scores[1]


@pytest.mark.parametrize("start", range(0, 240, 40))
def test_components__altered_anywhere_they_are_refused_or_played_with(start):
    data = tomllib.loads(SHIPPED_TEXT)
    played = 0
    for number in range(start, start + 40):
        rng = random.Random(number)
        change = altered(data, rng)
        try:
            game = FARMINI.with_components(change.text)
        except ComponentsError as error:
            assert all(SENTENCE.fullmatch(one) for one in error.mistakes), (change, error)
        else:
            played += 1
            bots = [SHIPPED["random"]] * rng.randint(game.min_seats, game.max_seats)
            prove_match(game, bots, seed=rng.randbytes(32))
    assert 0 < played < 40
