"""The conversation of `PlaySeat` as the referee has it: bytes from a bot, bytes to a bot.

What a bot sends is read here and nowhere else, so this is where garbage and oversize are found:
`read_message` raises `RemoteProtocolError` and the referee makes a protocol fault of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from google.protobuf.message import DecodeError

from siurell.errors import RemoteProtocolError
from siurell.match.config import MatchConfig
from siurell.match.events import Ask
from siurell.match.result import Cause, MatchResult
from siurell.v1 import observation_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.limits import (
    MAX_DETAIL_CHARS,
    MAX_MESSAGE_BYTES,
    MAX_MOVE_CHARS,
    MAX_RUN_CHARS,
    shorten,
    tail,
)
from siurell.wire.result import cause_to_message, fill_clock, result_to_message


@dataclass(frozen=True, slots=True)
class Hello:
    """Who a bot is and what it speaks; ``rules`` are the versions of its forward models.

    Of a remote bot, ``slot`` says which of its streams this is, and ``run`` which start of it.
    """

    token: str = field(repr=False)
    protocol: int
    sdk: str
    rules: Mapping[str, str]
    legal_moves: bool
    slot: int = 0
    run: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """A bot can be asked."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer to a question."""

    match_id: str
    decision_id: int
    move: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A bot's code failed."""

    match_id: str
    detail: str


SeatMessage = Hello | Ready | Decision | Failure


def read_message(data: bytes) -> SeatMessage:
    """What a bot said.

    Raises `RemoteProtocolError` for what is too long, no message, or an empty one.
    """
    if len(data) > MAX_MESSAGE_BYTES:
        raise RemoteProtocolError(
            f"The bot sent a message of {len(data)} bytes; {MAX_MESSAGE_BYTES} is the most.",
            reason="OVERSIZE",
        )
    try:
        request = pb.PlaySeatRequest.FromString(data)
    except DecodeError as error:
        raise RemoteProtocolError(
            f"The bot sent {len(data)} bytes that are no message of siurell.v1.", reason="GARBAGE"
        ) from error
    kind = request.WhichOneof("message")
    if kind == "decision":
        said = request.decision
        return Decision(said.match_id, said.decision_id, shorten(said.move, MAX_MOVE_CHARS))
    if kind == "ready":
        return Ready(request.ready.match_id)
    if kind == "fault":
        return Failure(request.fault.match_id, tail(request.fault.detail))
    if kind == "hello":
        return _hello(request.hello)
    raise RemoteProtocolError("The bot sent an empty message.", reason="GARBAGE")


def _hello(said: pb.Hello) -> Hello:
    return Hello(
        token=said.token,
        protocol=said.protocol,
        sdk=said.sdk,
        rules=dict(said.rules),
        legal_moves=said.legal_moves,
        slot=said.slot,
        run=shorten(said.run, MAX_RUN_CHARS),
    )


def welcome_bytes(
    config: MatchConfig, seat: int, commitment: bytes, bot_seed: bytes, labels: Sequence[str]
) -> bytes:
    """Tell a seat which match begins; `labels` is empty where nobody may be named."""
    welcome = pb.Welcome(
        match_id=config.match_id,
        game=config.game,
        options=config.options,
        seats=config.seats,
        seat=seat,
        time_control=str(config.time),
        commitment=commitment,
        bot_seed=bot_seed,
        labels=labels,
    )
    return pb.PlaySeatResponse(welcome=welcome).SerializeToString()


def ask_bytes(
    match_id: str, ask: Ask, observation: observation_pb2.Observation, legal_moves: Sequence[str]
) -> bytes:
    """Put a question; `legal_moves` is empty for a seat that has a forward model."""
    # Filled in place: a message that is handed to a constructor is copied there.
    response = pb.PlaySeatResponse()
    message = response.ask
    message.match_id = match_id
    message.decision_id = ask.decision_id
    message.observation.CopyFrom(observation)
    message.events.extend(ask.events)
    fill_clock(message.clock, ask.clock)
    message.legal_moves.extend(legal_moves)
    return response.SerializeToString()


def notice_bytes(text: str) -> bytes:
    """Tell the author of a remote bot something; an empty text takes back what was said before."""
    notice = pb.Notice(text=shorten(text, MAX_DETAIL_CHARS))
    return pb.PlaySeatResponse(notice=notice).SerializeToString()


def out_bytes(match_id: str, cause: Cause, detail: str) -> bytes:
    """Tell a seat that it is out while the match goes on."""
    finished = pb.Finished(
        match_id=match_id,
        cause=cause_to_message(cause),
        detail=shorten(detail, MAX_DETAIL_CHARS),
    )
    return pb.PlaySeatResponse(finished=finished).SerializeToString()


def finished_bytes(match_id: str, result: MatchResult, seat: int, digest: str) -> bytes:
    """Tell a seat how the match ended. What rests on another seat's log is not told."""
    own = result.seats[seat]
    message = result_to_message(result)
    for number, shown in enumerate(message.seats):
        if number != seat:
            shown.ClearField("evidence")
    finished = pb.Finished(
        match_id=match_id,
        result=message,
        cause=cause_to_message(own.cause),
        detail=shorten(own.evidence.detail or result.reason, MAX_DETAIL_CHARS),
        digest=digest,
    )
    return pb.PlaySeatResponse(finished=finished).SerializeToString()
