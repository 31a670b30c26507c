import random

import pytest
from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.registry import games
from siurell.match.dealer import Dealer, seed_from_text
from siurell.v1 import observation_pb2 as pb
from siurell.wire.codec import decode_observation, encode_observation

GAMES = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


def positions(game, seats, number):
    """Every position of a random match, with its options."""
    options = game.check_options({})
    dealer = Dealer(game, seats, options, seed_from_text(f"codec {number}"))
    rng = random.Random(number)
    state = game.new_state(seats, options)
    yield options, state
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(dealer.answer(state.chance()))
        else:
            state.apply(rng.choice(state.legal_moves()))
        yield options, state


@GAMES
def test_observation__is_the_same_after_the_wire(game):
    for seats in range(game.min_seats, game.max_seats + 1):
        for options, state in positions(game, seats, seats):
            for viewer in (*range(seats), SPECTATOR):
                seen = state.observe(viewer)
                data = encode_observation(game.name, seen).SerializeToString()
                message = pb.Observation.FromString(data)
                back = decode_observation(game.name, message, seats, options, viewer)
                assert back == seen


@GAMES
def test_observation__says_who_acts_also_when_nobody_does(game):
    seats = game.max_seats
    said = {
        state.to_act: encode_observation(game.name, state.observe(0)).to_act
        for _, state in positions(game, seats, 1)
    }
    assert said == {CHANCE: -1, None: -2, **{seat: seat for seat in range(seats)}}


def a_message(game):
    options, state = next(positions(game, game.min_seats, 1))
    return options, encode_observation(game.name, state.observe(0))


@GAMES
def test_observation__of_no_game_is_refused(game):
    options, message = a_message(game)
    message.ClearField(game.name)
    with pytest.raises(RemoteProtocolError) as caught:
        decode_observation(game.name, message, game.min_seats, options, 0)
    assert caught.value.reason == "NO_POSITION"


@GAMES
def test_observation__of_a_seat_that_does_not_exist_is_refused(game):
    options, message = a_message(game)
    message.to_act = game.min_seats
    with pytest.raises(RemoteProtocolError) as caught:
        decode_observation(game.name, message, game.min_seats, options, 0)
    assert caught.value.reason == "BAD_POSITION"


def test_observation__of_a_game_without_codec_is_refused():
    with pytest.raises(RemoteProtocolError):
        decode_observation("chess", pb.Observation(), 2, {}, 0)
