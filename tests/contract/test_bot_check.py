"""`check_bot`, and the scripts that bring a match where a test wants it."""

from __future__ import annotations

import random

import pytest
from siurell.bot import Bot
from siurell.bots import SHIPPED
from siurell.errors import InvalidMoveError
from siurell.games.base import CHANCE
from siurell.match.clock import TimeControl
from siurell.testing import (
    BotFaultError,
    ScriptedSeat,
    check_bot,
    first_outcome,
    last_outcome,
    scripted_chance,
)
from siurell.testing.toy import Toy


def test_check_bot__a_sound_bot_is_repeatable():
    report = check_bot(SHIPPED["random"], Toy())
    assert report.matches == 16
    assert report.decisions > 100
    assert report.repeatable


def test_check_bot__luck_of_its_own_is_noticed_and_no_fault():
    class Lucky(Bot):
        def choose(self, view):
            return random.SystemRandom().choice(view.legal_moves)

    assert not check_bot(Lucky, Toy(), seats=4, matches=4).repeatable


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("bid 9", "illegal_move"),
        ("", "illegal_move"),
        (ValueError("out of ideas"), "crash.*out of ideas"),
    ],
)
def test_check_bot__names_the_fault(entry, fault):
    with pytest.raises(BotFaultError, match=f"(?s)ended by {fault}"):
        check_bot(ScriptedSeat.playing("bid 1", entry), Toy(), seats=2)


def test_check_bot__keeps_an_eye_on_the_clock():
    with pytest.raises(BotFaultError, match="ended by timeout"):
        check_bot(SHIPPED["random"], Toy(), seats=2, time=TimeControl(None, 0, 1))


def dealt(deal):
    """What the toy game's chance events come to when every seat bids nothing."""
    toy = Toy()
    state = toy.new_state(2, toy.check_options({}))
    texts = []
    while state.to_act is not None:
        if state.to_act == CHANCE:
            event = deal(state.chance())
            texts.append(str(event))
        else:
            event = state.legal_moves()[0]
        state.apply(event)
    return texts


def test_chance_scripts__extremes():
    assert dealt(first_outcome) == ["card 1", "card 2", "roll 1", "roll 1", "roll 1"]
    assert dealt(last_outcome) == ["card 9", "card 8", "roll 6", "roll 6", "roll 6"]


def test_chance_scripts__a_list_and_what_comes_after_it():
    deal = scripted_chance(["card 5", "card 4", "roll 3"], then=last_outcome)
    assert dealt(deal) == ["card 5", "card 4", "roll 3", "roll 6", "roll 6"]


def test_chance_scripts__a_text_that_is_no_outcome():
    with pytest.raises(InvalidMoveError, match="card 5"):
        dealt(scripted_chance(["card 5", "card 5"]))


def test_chance_scripts__extremes_of_what_cannot_be_listed(cards):
    due = cards.Due("table", "colours", None)
    assert str(first_outcome(due)) == "colours blue green red white"
    assert str(last_outcome(due)) == "colours white red green blue"
