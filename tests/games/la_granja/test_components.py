"""La Granja with a components file in the place of la_granja.toml."""

from __future__ import annotations

import random
import re
import tomllib

import pytest
from siurell.bots import SHIPPED
from siurell.errors import ComponentsError
from siurell.games.la_granja.game import LaGranja
from siurell.testing.altered_components import altered, as_toml
from siurell.testing.proof import prove_match

GRANJA = LaGranja()
SHIPPED_TEXT = GRANJA.shipped_components()
SENTENCE = re.compile(
    r"la_granja: ((the file|\[.+\].*), field `.+`: (must|is missing; it must|is not known) .+"
    r"|and \d+ more mistakes)\."
)
BATCH = 15


def data():
    return tomllib.loads(SHIPPED_TEXT)


def scores(game):
    match = prove_match(game, [SHIPPED["random"]] * 2, seed=b"7" * 32)
    return [seat.score for seat in match.result.seats]


def test_components__the_shipped_file_is_the_shipped_game():
    assert GRANJA.with_components(SHIPPED_TEXT).components_digest == ""


def test_components__comments_and_the_order_of_keys_do_not_matter():
    again = as_toml(dict(reversed(data().items())))
    assert GRANJA.with_components(again).components_digest == ""


def test_components__a_file_may_begin_with_a_byte_order_mark():
    assert GRANJA.with_components("\N{BYTE ORDER MARK}" + SHIPPED_TEXT).components_digest == ""


@pytest.mark.parametrize(("gone", "names"), [(1, "66 is"), (2, "65, 66 are")])
def test_components__missing_cards_are_counted_out(gone, names):
    changed = data()
    changed["card"] = changed["card"][:-gone]
    with pytest.raises(ComponentsError, match=rf"each number from 1 to 66 once; {names} missing"):
        GRANJA.with_components(as_toml(changed))


def test_components__others_play_another_game():
    """A barrow's VP and prices come from the file alone (LG-BARROW-1, LG-ANY-4)."""
    changed = data()
    changed["constants"]["start_vp"] = 40
    own = GRANJA.with_components(as_toml(changed))
    assert re.fullmatch("[0-9a-f]{64}", own.components_digest)
    assert own.components_digest != GRANJA.components_digest
    assert min(scores(own)) >= 40 > max(scores(GRANJA))


def test_components__cards_may_stand_in_any_order():
    """They are told by their numbers; the file is another one all the same."""
    changed = data()
    for table in ("card", "roof_marker", "donkey_marker", "revenue_space", "trade_use"):
        changed[table].reverse()
    changed["craft"]["building"].reverse()
    own = GRANJA.with_components(as_toml(changed))
    assert own.components_digest != ""
    assert scores(own) == scores(GRANJA)


def test_components__discounts_never_make_money():
    """Whatever a helper takes off, a good costs more than it sells for (LG-ANY-10)."""
    changed = data()
    changed["goods"]["olive"] |= {"buy": 5, "sell": 4}
    for card in changed["card"]:
        card["helper"] |= {"passive": [{"mod": "buy_discount", "n": 9, "goods": ["olive"]}]}
    own = GRANJA.with_components(as_toml(changed))
    assert prove_match(own, [SHIPPED["random"]] * 2, seed=b"7" * 32).result.decisions < 2_000


def test_components__triggers_that_set_each_other_off_are_refused():
    """Finite, but longer than anybody waits: a million decisions are the most (LG-TERM-1)."""
    changed = data()
    feast = [{"do": "draw_card", "n": 6}, {"do": "play_card", "n": 4}]
    for card in changed["card"][:40]:
        card["helper"] |= {"trigger": [{"on": "card_played", "effects": feast}]}
    with pytest.raises(ComponentsError) as caught:
        GRANJA.with_components(as_toml(changed))
    (told,) = caught.value.mistakes
    assert SENTENCE.fullmatch(told)
    assert "[[card]] and [[craft.building]], field `trigger`: must not set each other off" in told
    assert all(GRANJA.max_decisions(seats) < 1_000_000 for seats in range(1, 5))


@pytest.mark.parametrize("start", range(0, 4 * BATCH, BATCH))
def test_components__altered_anywhere_they_are_refused_or_played_with(start):
    played = 0
    shipped = data()
    for number in range(start, start + BATCH):
        rng = random.Random(number)
        change = altered(shipped, rng)
        try:
            game = GRANJA.with_components(change.text)
        except ComponentsError as error:
            assert all(SENTENCE.fullmatch(one) for one in error.mistakes), (change, error)
        else:
            played += 1
            bots = [SHIPPED["random"]] * rng.randint(game.min_seats, game.max_seats)
            prove_match(game, bots, seed=rng.randbytes(32))
    assert 0 < played < BATCH
