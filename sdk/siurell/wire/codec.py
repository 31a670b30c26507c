"""Observations to messages and back, by one codec per game: the place where they are registered.

An `Observation` message says whose turn it is and carries the position in the form of its game,
under the field of `oneof position` that has the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message

from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, Observation, Options
from siurell.v1 import observation_pb2 as pb
from siurell.wire import farmini, finca, la_granja

ObservationMessage = pb.Observation
"""An observation as a message, for those who only pass it on."""

_OVER: Final = -2
"""How a message says that the game is over."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How the position of one game travels.

    ``decode`` gets the message, the seats, the options, the viewer and who is to act.
    """

    encode: Callable[[Any], Message]
    decode: Callable[[Any, int, Options, int, int | None], Observation]


_CODECS: Final[Mapping[str, Codec]] = {
    "finca": Codec(finca.encode, finca.decode),
    "la_granja": Codec(la_granja.encode, la_granja.decode),
    "farmini": Codec(farmini.encode, farmini.decode),
}


def encode_observation(game: str, observation: Observation) -> pb.Observation:
    """An observation as a message; `game` is the key of its game."""
    position: dict[str, Any] = {game: _CODECS[game].encode(observation)}
    to_act = observation.to_act
    return pb.Observation(to_act=_OVER if to_act is None else to_act, **position)


def decode_observation(
    game: str, message: pb.Observation, seats: int, options: Options, viewer: int
) -> Observation:
    """The observation of a message.

    Raises `RemoteProtocolError` when the message holds no position of that game or makes no sense.
    """
    codec = _CODECS.get(game)
    if codec is None or message.WhichOneof("position") != game:
        raise RemoteProtocolError(
            f"The question holds no position of {game} that this version can read.",
            reason="NO_POSITION",
        )
    to_act = message.to_act
    if not (to_act in (_OVER, CHANCE) or 0 <= to_act < seats):
        raise RemoteProtocolError(
            f"The question says that seat {to_act} of {seats} is to act.", reason="BAD_POSITION"
        )
    try:
        return codec.decode(
            getattr(message, game), seats, options, viewer, None if to_act == _OVER else to_act
        )
    except (ValueError, IndexError) as error:
        raise RemoteProtocolError(
            f"The position of {game} makes no sense: {error}.", reason="BAD_POSITION"
        ) from error
