"""La Granja's positions travel unharmed, and a position that makes no sense never gets in."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.la_granja.frames import FRAMES
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.table import STAGES
from siurell.match.dealer import Dealer
from siurell.v1 import la_granja_pb2 as pb
from siurell.wire import la_granja

GRANJA = LaGranja()
FIELDS = pb.LaGranjaObservation.DESCRIPTOR.fields
LISTS = [field.name for field in FIELDS if field.is_repeated]
TRUTHS = ["open", "roof_bought"]
NUMBERS = [field.name for field in FIELDS if not field.is_repeated and field.name not in TRUTHS]
PLAIN = st.one_of(st.integers(0, 70), st.integers(0, 2**32 - 1))
WITH_SIGN = st.one_of(st.integers(-3, 24), st.integers(-(2**31), 2**31 - 1))


def eager(moves, rng):
    """Play that gets deep into the rules: rather a delivery, rarely `done` or a sale."""
    deliveries = [move for move in moves if str(move).startswith(("deliver", "extra"))]
    if deliveries and rng.random() < 0.9:
        return rng.choice(deliveries)
    doing = [move for move in moves if not str(move).startswith(("sell", "done"))]
    return rng.choice(doing if doing and rng.random() < 0.7 else moves)


def match(seats, number):
    """Every state of a match."""
    rng = random.Random(f"{seats}/{number}")
    state = GRANJA.new_state(seats, {})
    dealer = Dealer(GRANJA, seats, {}, hashlib.sha256(b"%d" % number).digest())
    while True:
        yield state
        if state.to_act is None:
            return
        if state.to_act == CHANCE:
            state.apply(dealer.answer(state.chance()))
        else:
            state.apply(eager(state.legal_moves(), rng))


def received(message, seats, viewer, to_act):
    """What comes out on the other side."""
    data = message.SerializeToString()
    return la_granja.decode(pb.LaGranjaObservation.FromString(data), seats, {}, viewer, to_act)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_codec__every_position_of_a_match_comes_back_for_every_viewer(seats):
    met = Counter()
    for number in range(2):
        for state in match(seats, number):
            met.update([STAGES[state.stage], *[FRAMES[frame[0]] for frame in state.stack[-1:]]])
            for viewer in (*range(seats), SPECTATOR):
                seen = state.observe(viewer)
                again = received(la_granja.encode(seen), seats, viewer, state.to_act)
                assert again == seen
                world = again.determinize(random.Random(0))
                assert world.observe(viewer) == seen
    assert len(met) > 20


def test_codec__who_sees_all_gets_the_state_itself():
    *_, state = match(3, 5)
    for viewer in (0, 2, SPECTATOR):
        again = received(la_granja.encode(state.observe(viewer)), 3, viewer, None)
        assert again.determinize(random.Random(0)).key() == state.key()


def test_codec__a_position_is_small():
    sizes = [
        len(la_granja.encode(state.observe(0)).SerializeToString())
        for number in range(2)
        for state in match(4, number)
    ]
    assert max(sizes) < 600


STATES = {
    seats: [state.copy() for number in range(6 // seats) for state in match(seats, 10 + number)]
    for seats in (1, 2, 3)
}


@st.composite
def damaged(draw):
    """A position of a real match with a few numbers changed, and who is said to act in it."""
    seats = draw(st.sampled_from(sorted(STATES)))
    state = draw(st.sampled_from(STATES[seats]))
    viewer = draw(st.sampled_from([*range(seats), SPECTATOR]))
    message = la_granja.encode(state.observe(viewer))
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["list", "list", "list", "number", "truth"]))
        if kind == "truth":
            setattr(message, draw(st.sampled_from(TRUTHS)), draw(st.booleans()))
        elif kind == "number":
            setattr(message, draw(st.sampled_from(NUMBERS)), draw(PLAIN))
        else:
            damage_list(message, draw)
    to_act = draw(st.sampled_from([state.to_act] * 6 + [None, CHANCE, *range(seats)]))
    return message, seats, viewer, to_act


def damage_list(message, draw):
    name = draw(st.sampled_from([*LISTS, "stack", "stack", "stack"]))
    values = getattr(message, name)
    entries = WITH_SIGN if name == "stack" else PLAIN
    change = draw(st.sampled_from(["set", "set", "near", "drop", "add", "swap"]))
    if change == "add" or not values:
        values.insert(draw(st.integers(0, len(values))), draw(entries))
        return
    place = draw(st.integers(0, len(values) - 1))
    if change == "drop":
        del values[place]
    elif change == "set":
        values[place] = draw(entries)
    elif change == "near":
        values[place] = max(values[place] + draw(st.sampled_from([-1, 1])), 0)
    else:
        other = draw(st.integers(0, len(values) - 1))
        values[place], values[other] = values[other], values[place]


def check_playable(seen, seats, viewer):
    """What was let in is a position to play on from, and can be sent on at every step."""
    assert la_granja.decode(la_granja.encode(seen), seats, {}, viewer, seen.to_act) == seen
    state = seen.determinize(random.Random(0))
    assert state.observe(viewer) == seen
    rng = random.Random(1)
    for step in range(60):
        if state.to_act is None:
            return
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(eager(state.legal_moves(), rng))
        state.outcome()
        if step % 10 == 0:
            assert received(la_granja.encode(state.observe(0)), seats, 0, state.to_act)


@settings(max_examples=300)
@given(damaged())
def test_codec__a_damaged_position_is_refused_or_can_be_played(case):
    message, seats, viewer, to_act = case
    try:
        seen = received(message, seats, viewer, to_act)
    except RemoteProtocolError as error:
        assert error.reason == "BAD_POSITION"
        return
    check_playable(seen, seats, viewer)


@given(st.binary(max_size=300), st.sampled_from([None, CHANCE, 0, 1, 2]))
def test_codec__garbage_is_refused(data, to_act):
    try:
        message = pb.LaGranjaObservation.FromString(data)
    except DecodeError:
        return
    with pytest.raises(RemoteProtocolError):
        la_granja.decode(message, 3, {}, 0, to_act)


@given(st.data())
def test_codec__random_numbers_are_refused(data):
    message = pb.LaGranjaObservation(
        **{name: data.draw(PLAIN) for name in NUMBERS},
        **{
            name: data.draw(st.lists(WITH_SIGN if name == "stack" else PLAIN, max_size=20))
            for name in LISTS
        },
    )
    with pytest.raises(RemoteProtocolError):
        la_granja.decode(message, 3, {}, 0, data.draw(st.sampled_from([None, CHANCE, 0])))


def at(seats, wanted):
    """The first kept state for which `wanted` holds."""
    return next(state for state in STATES[seats] if wanted(state))


def in_stage(name, seats=3):
    return at(seats, lambda state: STAGES[state.stage] == name)


def on_top(name):
    """A state in which an effect of this kind asks its seat."""
    return next(
        state
        for states in STATES.values()
        for state in states
        if state.stack and FRAMES[state.stack[-1][0]] == name
    )


def put(message, field, values):
    message.ClearField(field)
    getattr(message, field).extend(values)


def change(message, field, place, value):
    getattr(message, field)[place] = value


def top(message, place, value):
    """Change a number of the effect on top; place 0 is its kind."""
    flat = list(message.stack)
    start = 0
    while start + 1 + flat[start] < len(flat):
        start += 1 + flat[start]
    message.stack[start + 1 + place] = value


def fill_open_row(message):
    """The first player's row in an open building is full, and nobody has its marker."""
    number = min(set(range(6)) - set(message.closed))
    change(message, "rows", number, 15)


PLAY = "play", 3
FAULTS = [
    (PLAY, lambda m: setattr(m, "stage", 19), "`stage` is 19"),
    (PLAY, lambda m: setattr(m, "round", 0), "`round` is 0"),
    (PLAY, lambda m: setattr(m, "rolls", 99), "`rolls` is 99"),
    (PLAY, lambda m: setattr(m, "took", 1), "`took` is 1"),
    (PLAY, lambda m: setattr(m, "pile_number", 7), "`held` has 3 numbers"),
    (PLAY, lambda m: put(m, "vp", [1, 1]), "`vp` has 2 numbers, not 3"),
    (PLAY, lambda m: change(m, "silver", 0, 10_000), "`silver` is not between 0 and 9999"),
    (PLAY, lambda m: put(m, "roofs", [0, 0]), "lists for 2 of 3 seats"),
    (PLAY, lambda m: put(m, "roofs", [0, 0, 5]), "ends early"),
    (PLAY, lambda m: put(m, "order", [0, 1, 1]), "a player is there twice"),
    (PLAY, lambda m: setattr(m, "at", 3), "no part 3"),
    (PLAY, lambda m: setattr(m, "at", 1), "another player's part"),
    (PLAY, lambda m: setattr(m, "rival_die", 2), "`rival_die` is 2"),
    (PLAY, lambda m: setattr(m, "open", False), "nobody's turn is open"),
    (PLAY, lambda m: change(m, "chosen", 0, 0), "hidden that was revealed"),
    (PLAY, lambda m: put(m, "stack", [1, 4]), "no such effect"),
    (PLAY, lambda m: put(m, "stack", [2, 99, 0]), "no such effect"),
    (PLAY, lambda m: put(m, "stack", [2, 17, 3]), "about no seat"),
    (PLAY, lambda m: put(m, "stack", [2, 3, 0]), "upgrade has 2 numbers"),
    (PLAY, lambda m: put(m, "stack", [3, 3, 0, -1]), "a number of upgrade is -1"),
    (PLAY, lambda m: put(m, "stack", [3, 18, 0, 2]), "a die that was not taken"),
    (PLAY, lambda m: put(m, "stack", [3, 3, 0, 0]), "nothing to ask"),
    (PLAY, lambda m: put(m, "stack", [3, 3, 0, 1] * 100), "too many effects"),
    (PLAY, lambda m: put(m, "discards", [m.hands[1]]), "a card is there twice"),
    (PLAY, lambda m: put(m, "discards", [67]), "no such card"),
    (PLAY, lambda m: put(m, "hands", [0, 0, 0]), "another number of cards"),
    (PLAY, lambda m: put(m, "hands", [2, 2, 1, 0, 0]), "not in order"),
    (PLAY, lambda m: put(m, "hands", [*m.hands[:5], 1, 66, 0]), "a hand is shown"),
    (PLAY, lambda m: setattr(m, "pile", m.pile - 1), "are unseen"),
    (PLAY, lambda m: change(m, "fields", 0, 9), "not those of the cards"),
    (PLAY, lambda m: change(m, "full", 0, 1), "more fields are full"),
    (PLAY, lambda m: change(m, "goods", 3, 9), "more pigs than spaces"),
    (PLAY, lambda m: change(m, "loaded", 0, 1), "does not ask for"),
    (PLAY, lambda m: put(m, "roof", [5]), "for sale that cannot be"),
    (PLAY, lambda m: put(m, "roofs", [1, 24, 0, 0]), "owned that cannot be"),
    (PLAY, lambda m: change(m, "roof_used", 0, 1), "where it has no space"),
    (PLAY, lambda m: change(m, "market", 25, 1), "closed market space"),
    (PLAY, lambda m: put(m, "dice", [4, 4, 0, 0, 0, 0]), "too many dice"),
    (PLAY, lambda m: change(m, "first_vp", 0, 0), "a grey area"),
    (PLAY, lambda m: put(m, "closed", [1, 1]), "closed that cannot be"),
    (PLAY, lambda m: put(m, "closed", [0, 1, 2, 3]), "another number of buildings"),
    (PLAY, fill_open_row, "do not agree"),
    (PLAY, lambda m: put(m, "rows", [16] + [0] * 17), "`rows` is not between"),
    (("building", 3), lambda m: setattr(m, "round", 2), "the set-up is in the wrong round"),
    (("building", 3), lambda m: put(m, "closed", [0, 1, 2]), "another number of buildings"),
    (("building", 3), lambda m: setattr(m, "stage", 13), "there is no rival"),
    (("building", 3), lambda m: setattr(m, "open", True), "it goes on when it cannot"),
    (("building", 3), lambda m: change(m, "rows", 1, 1), "in the set-up|closed building"),
    (("over", 3), lambda m: setattr(m, "round", 5), "ends in the wrong round"),
    (("over", 3), lambda m: setattr(m, "stage", 17), "ends in the wrong round"),
    (("donkey", 3), lambda m: put(m, "donkeys", [15] * 3), "no move"),
    (("donkey", 3), lambda m: change(m, "chosen", 0, 0), "own donkey marker is hidden"),
    (("donkey", 3), lambda m: put(m, "chosen", [1, 3, 3]), "or that is hidden"),
]


@pytest.mark.parametrize(("where", "damage", "fault"), FAULTS)
def test_codec__says_what_makes_no_sense(where, damage, fault):
    stage, seats = where
    state = in_stage(stage, seats)
    message = la_granja.encode(state.observe(0))
    damage(message)
    with pytest.raises(RemoteProtocolError, match=fault):
        la_granja.decode(message, seats, {}, 0, state.to_act)


FAULTS_OF_EFFECTS = [
    ("extend", lambda m: top(m, 3, 9), "an extension cannot be paid"),
    ("extend", lambda m: top(m, 2, 70), "a number of extend is 70"),
    ("replace", lambda m: top(m, 2, 2), "where there is some"),
    ("hand_limit", lambda m: put(m, "stack", [2, 4, 0]), "deliver has 2 numbers"),
    ("option", lambda m: top(m, 2, 10_000), "a number of option is"),
    ("market", lambda m: top(m, 2, 1), "nothing to ask"),
    ("gain", lambda m: top(m, 2, 0), "nothing to ask"),
    ("upgrade", lambda m: put(m, "stack", [2, 17, 0]), "nothing to ask"),
]


@pytest.mark.parametrize(("kind", "damage", "fault"), FAULTS_OF_EFFECTS)
def test_codec__says_which_effect_makes_no_sense(kind, damage, fault):
    state = on_top(kind)
    message = la_granja.encode(state.observe(state.to_act))
    damage(message)
    with pytest.raises(RemoteProtocolError, match=fault):
        la_granja.decode(message, state.seats, {}, state.to_act, state.to_act)


def test_codec__another_seat_than_the_mover_cannot_act():
    message = la_granja.encode(in_stage("play").observe(0))
    for to_act in {None, CHANCE, 0, 1, 2} - {in_stage("play").to_act}:
        with pytest.raises(RemoteProtocolError, match="another seat acts"):
            la_granja.decode(message, 3, {}, 0, to_act)
