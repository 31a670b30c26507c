"""Finca's positions travel unharmed, and a position that makes no sense never gets in."""

from __future__ import annotations

import hashlib
import random

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.registry import game_named
from siurell.match.dealer import Dealer
from siurell.v1 import finca_pb2 as pb
from siurell.wire import finca

FINCA = game_named("finca")
LISTS = [field.name for field in pb.FincaObservation.DESCRIPTOR.fields if field.is_repeated]
NUMBERS = [field.name for field in pb.FincaObservation.DESCRIPTOR.fields if not field.is_repeated]
VALUES = st.one_of(st.integers(0, 40), st.integers(0, 2**32 - 1))


def match(seats, number, options=None):
    """Every state of a random match."""
    rng = random.Random(f"{seats}/{number}")
    options = FINCA.check_options(options or {})
    state = FINCA.new_state(seats, options)
    dealer = Dealer(FINCA, seats, options, hashlib.sha256(b"%d" % number).digest())
    while True:
        yield state
        if state.to_act is None:
            return
        chance = state.to_act == CHANCE
        state.apply(dealer.answer(state.chance()) if chance else rng.choice(state.legal_moves()))


def received(message, seats, options, viewer, to_act):
    """What comes out on the other side."""
    data = message.SerializeToString()
    return finca.decode(pb.FincaObservation.FromString(data), seats, options, viewer, to_act)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("option", FINCA.options, ids=lambda option: option.name)
def test_codec__every_position_of_random_play_comes_back(seats, option):
    given = {option.name: option.values[-1]}
    options = FINCA.check_options(given)
    for number in range(2):
        for count, state in enumerate(match(seats, number, given)):
            viewer = SPECTATOR if count % (seats + 1) == seats else count % (seats + 1)
            seen = state.observe(viewer)
            again = received(finca.encode(seen), seats, options, viewer, state.to_act)
            assert again == seen
            assert again.determinize(random.Random(0)).key() == state.key()


def test_codec__a_position_is_small():
    sizes = [
        len(finca.encode(state.observe(0)).SerializeToString())
        for number in range(5)
        for state in match(4, number)
    ]
    assert max(sizes) < 300


SEATS = 3
OPTIONS = FINCA.check_options({})
STATES = [state.copy() for number in range(2) for state in match(SEATS, number)]


@st.composite
def damaged(draw):
    """A position of a real match with a few numbers changed, and who is said to act in it."""
    state = draw(st.sampled_from(STATES))
    message = finca.encode(state.observe(0))
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            setattr(message, draw(st.sampled_from(NUMBERS)), draw(VALUES))
            continue
        values = getattr(message, draw(st.sampled_from(LISTS)))
        change = draw(st.sampled_from(["set", "drop", "add", "swap"]))
        if change == "add" or not values:
            values.insert(draw(st.integers(0, len(values))), draw(VALUES))
        elif change == "drop":
            del values[draw(st.integers(0, len(values) - 1))]
        elif change == "set":
            values[draw(st.integers(0, len(values) - 1))] = draw(VALUES)
        else:
            one, two = (draw(st.integers(0, len(values) - 1)) for _ in range(2))
            values[one], values[two] = values[two], values[one]
    to_act = draw(st.sampled_from([state.to_act, state.to_act, None, CHANCE, *range(SEATS)]))
    return message, to_act


def check_playable(seen):
    """What was let in is a position to play on from."""
    assert finca.decode(finca.encode(seen), SEATS, OPTIONS, 0, seen.to_act) == seen
    state = seen.determinize(random.Random(0))
    rng = random.Random(1)
    for _ in range(60):
        if state.to_act is None:
            return
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(rng.choice(state.legal_moves()))
        state.outcome()


@given(damaged())
def test_codec__a_damaged_position_is_refused_or_can_be_played(case):
    message, to_act = case
    try:
        seen = received(message, SEATS, OPTIONS, 0, to_act)
    except RemoteProtocolError as error:
        assert error.reason == "BAD_POSITION"
        return
    check_playable(seen)


@given(st.binary(max_size=300), st.sampled_from([None, CHANCE, 0, 1, 2]))
def test_codec__garbage_is_refused(data, to_act):
    try:
        message = pb.FincaObservation.FromString(data)
    except DecodeError:
        return
    with pytest.raises(RemoteProtocolError):
        finca.decode(message, SEATS, OPTIONS, 0, to_act)


@given(st.data())
def test_codec__random_numbers_are_refused(data):
    message = pb.FincaObservation(
        **{name: data.draw(VALUES) for name in NUMBERS},
        **{name: data.draw(st.lists(VALUES, max_size=40)) for name in LISTS},
    )
    with pytest.raises(RemoteProtocolError):
        finca.decode(message, SEATS, OPTIONS, 0, data.draw(st.sampled_from([None, CHANCE, 0])))


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("phase", 5, "no such phase"),
        ("mover", 3, "no such mover"),
        ("turns", 401, "too many turns"),
        ("wooden", 9, "too many wooden fincas"),
        ("wooden", 0, "after the end"),
        ("wheel", [0] * 12, "blades"),
        ("hand", [1, 0, 0], "farmer"),
        ("carts", [9, 0, 0], "carts"),
        ("fruit", [19] + [0] * 17, "fruit"),
        ("actions", [16, 0, 0], "action tile"),
        ("tops", [99] * 10, "fruit tile"),
        ("left", [5] * 10, "pile"),
        ("fincas", [0] * 10, "finca tile"),
        ("reveals", [3, 3], "."),
        ("bonus_stack", [7, 7], "bonus"),
        ("tiles", [5], "ends early"),
        ("won", [0, 0, 0, 0], "too long"),
    ],
)
def test_codec__says_what_makes_no_sense(field, value, fault):
    state = next(state for state in STATES if state.phase == "turn" and state.to_act != CHANCE)
    message = finca.encode(state.observe(0))
    message.ClearField(field)
    if isinstance(value, list):
        getattr(message, field).extend(value)
    else:
        setattr(message, field, value)
    with pytest.raises(RemoteProtocolError, match=fault):
        finca.decode(message, SEATS, OPTIONS, 0, state.to_act)
