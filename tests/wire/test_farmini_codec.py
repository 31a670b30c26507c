"""Farmini's positions travel unharmed, and a position that makes no sense never gets in."""

from __future__ import annotations

import hashlib
import random

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.farmini.game import Farmini
from siurell.match.dealer import Dealer
from siurell.v1 import farmini_pb2 as pb
from siurell.wire import farmini

FARMINI = Farmini()
LISTS = [field.name for field in pb.FarminiObservation.DESCRIPTOR.fields if field.is_repeated]
NUMBERS = [field.name for field in pb.FarminiObservation.DESCRIPTOR.fields if not field.is_repeated]
SIGNED = ("farms", "animals", "putting")
PLAIN = st.one_of(st.integers(0, 40), st.integers(0, 2**32 - 1))
WITH_SIGN = st.one_of(st.integers(-3, 6), st.integers(-(2**31), 2**31 - 1))


def match(seats, number, options=None):
    """Every state of a random match."""
    rng = random.Random(f"{seats}/{number}")
    options = FARMINI.check_options(options or {})
    state = FARMINI.new_state(seats, options)
    dealer = Dealer(FARMINI, seats, options, hashlib.sha256(b"%d" % number).digest())
    while True:
        yield state
        if state.to_act is None:
            return
        chance = state.to_act == CHANCE
        state.apply(dealer.answer(state.chance()) if chance else rng.choice(state.legal_moves()))


def received(message, seats, options, viewer, to_act):
    """What comes out on the other side."""
    data = message.SerializeToString()
    return farmini.decode(pb.FarminiObservation.FromString(data), seats, options, viewer, to_act)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("option", FARMINI.options, ids=lambda option: option.name)
def test_codec__every_position_of_random_play_comes_back(seats, option):
    given = {option.name: option.values[-1]}
    options = FARMINI.check_options(given)
    for number in range(3):
        for count, state in enumerate(match(seats, number, given)):
            viewer = SPECTATOR if count % (seats + 1) == seats else count % (seats + 1)
            seen = state.observe(viewer)
            again = received(farmini.encode(seen), seats, options, viewer, state.to_act)
            assert again == seen
            assert again.determinize(random.Random(0)).key() == state.key()


def test_codec__a_position_is_small():
    sizes = [
        len(farmini.encode(state.observe(0)).SerializeToString())
        for seats in (1, 4)
        for number in range(5)
        for state in match(seats, number)
    ]
    assert max(sizes) < 360


SEATS = (1, 3)
OPTIONS = FARMINI.check_options({})
STATES = [state.copy() for seats in SEATS for number in range(2) for state in match(seats, number)]


@st.composite
def damaged(draw):
    """A position of a real match with a few numbers changed, and who is said to act in it."""
    state = draw(st.sampled_from(STATES))
    message = farmini.encode(state.observe(0))
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            name = draw(st.sampled_from(NUMBERS))
            setattr(message, name, draw(PLAIN))
            continue
        name = draw(st.sampled_from(LISTS))
        value = WITH_SIGN if name in SIGNED else PLAIN
        values = getattr(message, name)
        change = draw(st.sampled_from(["set", "drop", "add", "swap"]))
        if change == "add" or not values:
            values.insert(draw(st.integers(0, len(values))), draw(value))
        elif change == "drop":
            del values[draw(st.integers(0, len(values) - 1))]
        elif change == "set":
            values[draw(st.integers(0, len(values) - 1))] = draw(value)
        else:
            one, two = (draw(st.integers(0, len(values) - 1)) for _ in range(2))
            values[one], values[two] = values[two], values[one]
    acting = [state.to_act, state.to_act, None, CHANCE, *range(state.seats)]
    return message, state.seats, draw(st.sampled_from(acting))


def check_playable(seen, seats):
    """What was let in is a position to play on from."""
    assert farmini.decode(farmini.encode(seen), seats, OPTIONS, 0, seen.to_act) == seen
    state = seen.determinize(random.Random(0))
    assert state.observe(0) == seen
    rng = random.Random(1)
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(rng.choice(state.legal_moves()))
        state.outcome()
    assert state.turns <= 47


@given(damaged())
def test_codec__a_damaged_position_is_refused_or_can_be_played(case):
    message, seats, to_act = case
    try:
        seen = received(message, seats, OPTIONS, 0, to_act)
    except RemoteProtocolError as error:
        assert error.reason == "BAD_POSITION"
        return
    check_playable(seen, seats)


@given(st.binary(max_size=300), st.sampled_from([None, CHANCE, 0, 1, 2]))
def test_codec__garbage_is_refused(data, to_act):
    try:
        message = pb.FarminiObservation.FromString(data)
    except DecodeError:
        return
    with pytest.raises(RemoteProtocolError):
        farmini.decode(message, 3, OPTIONS, 0, to_act)


@given(st.data())
def test_codec__random_numbers_are_refused(data):
    message = pb.FarminiObservation(
        **{name: data.draw(PLAIN) for name in NUMBERS},
        **{
            name: data.draw(st.lists(WITH_SIGN if name in SIGNED else PLAIN, max_size=40))
            for name in LISTS
        },
    )
    with pytest.raises(RemoteProtocolError):
        farmini.decode(message, 3, OPTIONS, 0, data.draw(st.sampled_from([None, CHANCE, 0])))


def first(wanted, seats=3):
    """The first state of random matches for which `wanted` holds."""
    return next(state for state in STATES if state.seats == seats and wanted(state))


def farm(*cards):
    """Three farms, the first with these cards beside its farm card, as they travel."""
    listed = sorted([(0, 0, 0, 0), *cards])
    return [len(listed), *[n for card in listed for n in card], 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]


CORNER = FARMINI.components.card_numbers()["p13"]


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("phase", 4, "no such phase"),
        ("phase", 3, "wrong phase"),
        ("phase", 1, "do not fit the turns"),
        ("mover", 3, "another seat's turn"),
        ("turns", 98, "another seat's turn"),
        ("turns", 3, "do not fit the turns"),
        ("display", [], "not those of the match"),
        ("deck", [0] * 40, "not those of the match"),
        ("discards", [99], "not those of the match"),
        ("farms", farm((1, 0, 99, 0)), "no such card"),
        ("farms", farm((1, 0, CORNER, 4)), "cannot lie like that"),
        ("farms", farm((1, 0, CORNER, 1)), "fence meets grass"),
        ("farms", farm((1, 1, CORNER, 0)), "touches no other"),
        ("farms", farm((200, 0, CORNER, 0)), "too far off"),
        ("farms", farm((0, 0, 0, 0)), "in no order"),
        ("farms", [1, 1, 0, 0, 0], "ends early"),
        ("farms", [1, 0, 0, 0, 0] * 4, "too long"),
        ("farms", [1, 1, 0, 0, 0] * 3, "farm card is missing"),
        ("animals", [1, 0, 0, 3, 0, 0, 0], "stands on no space"),
        ("animals", [1, 0, 0, 0, 7, 0, 0], "no such animal"),
        ("animals", [1, 0, 0, 9, 0, 0, 0], "no such parcel"),
        ("animals", [1, 300, 0, 0, 0, 0, 0], "too far off"),
        ("animals", [2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], "in no order"),
        ("animals", [1, 0, 0, 0, 0, 0, 0], "missing or too many"),
        ("yard", [5, 5], "makes no table"),
        ("yard", [5, 5, 4], "missing or too many"),
        ("putting", [0, 1], "came without a card"),
        ("putting", [0, 0], "wrong phase"),
    ],
)
def test_codec__says_what_makes_no_sense(field, value, fault):
    check_refused(first(lambda state: state.turns == 0), field, value, fault)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ([], "makes no list"),
        ([9, 1], "no such animal to put"),
        ([0, 9], "came without a card"),
        ([0, 0], "more animals are to be put"),
        ([0, 1, 99, 0, 0], "was not put there"),
        ([0, 1, 0, 0], "makes no list"),
    ],
)
def test_codec__says_what_is_wrong_with_what_is_put(value, fault):
    state = first(lambda state: state.phase == "put" and state.kind == 0 and state.last >= 0)
    check_refused(state, "putting", value, fault)


def test_codec__a_wolf_in_the_display_is_refused():
    state = first(lambda state: state.phase == "take" and state.turns == 1)
    wolf = next(card for card in state.deck if state.rules.wolves[card] >= 0)
    state = state.copy()
    state.deck.remove(wolf)
    state.deck = sorted([*state.deck, state.display[0]])
    state.display = sorted([*state.display[1:], wolf])
    message = farmini.encode(state.observe(0))
    with pytest.raises(RemoteProtocolError, match="wolf"):
        farmini.decode(message, 3, OPTIONS, 0, state.to_act)


def check_refused(state, field, value, fault):
    message = farmini.encode(state.observe(0))
    message.ClearField(field)
    if isinstance(value, list):
        getattr(message, field).extend(value)
    else:
        setattr(message, field, value)
    with pytest.raises(RemoteProtocolError, match=fault):
        farmini.decode(message, state.seats, OPTIONS, 0, state.to_act)
