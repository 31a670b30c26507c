"""What hosts ask for, checked field by field and put into the words of the domain."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.dealer import SEED_BYTES, commitment
from siurell.v1 import referee_service_pb2 as pb

from referee.remote import Admission
from referee.serving.refusal import Refusal, bad_argument
from referee.setup import MatchSetup
from referee.tokens import DIGEST_BYTES

MAX_PAGE: Final = 200
"""The longest page of a list."""

_MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}")
_DEFAULT_STARTUP_US: Final = 10_000_000
_MAX_STARTUP_US: Final = 3_600_000_000
_MAX_LABEL: Final = 100
_DEFAULT_PAGE: Final = 50


def match_setup(request: pb.CreateMatchRequest) -> MatchSetup:
    """The match that is asked for (`Refusal` or `OptionError` when a field makes no sense)."""
    game = game_named(request.game)
    seats = game.check_seats(len(request.session_ids))
    options = game.check_options(dict(request.options))
    config = MatchConfig(
        match_id=_match_id(request.match_id),
        game=game.name,
        options=options,
        seats=seats,
        time=TimeControl.parse(request.time_control),
        labels=_labels(request, seats),
        startup_us=_startup_us(request.startup_us),
    )
    if len(set(request.session_ids)) != seats:
        raise bad_argument("SESSION_TWICE", "A session plays on one seat of a match only.")
    if len(request.seed) != SEED_BYTES:
        raise bad_argument(
            "BAD_SEED", f"A match seed has {SEED_BYTES} bytes, not {len(request.seed)}."
        )
    return MatchSetup(
        game=game,
        config=config,
        seed=request.seed,
        commitment=commitment(config.match_id, request.seed),
        named=request.named,
        ponder_off=request.ponder_off,
    )


def remote_bots(request: pb.AdmitBotsRequest) -> list[Admission]:
    """The remote bots that are to be admitted, each once."""
    bots = [Admission(bot.bot_id, bot.label, bot.token_digest, bot.notice) for bot in request.bots]
    if any(not bot.bot_id or len(bot.token_digest) != DIGEST_BYTES for bot in bots):
        raise bad_argument(
            "BAD_BOT", f"A bot has an id and the digest of its token, {DIGEST_BYTES} bytes."
        )
    if len({bot.bot_id for bot in bots}) != len(bots):
        raise bad_argument("BOT_TWICE", "A bot stands once in the list.")
    return bots


def page_size(request: pb.ListMatchesRequest) -> int:
    """How many matches a page has."""
    return min(request.page_size or _DEFAULT_PAGE, MAX_PAGE)


def page_start(token: str) -> int | None:
    """Below which match a page starts; None for the first page."""
    if not token:
        return None
    try:
        return int(base64.urlsafe_b64decode(token.encode()).decode())
    except (ValueError, binascii.Error):
        raise bad_argument(
            "BAD_PAGE_TOKEN", "The page token is none of this referee's: start without one."
        ) from None


def page_token(number: int) -> str:
    """The token of the page that starts below this match."""
    return base64.urlsafe_b64encode(str(number).encode()).decode()


def _match_id(match_id: str) -> str:
    if not _MATCH_ID.fullmatch(match_id):
        raise bad_argument(
            "BAD_MATCH_ID",
            "A match_id has 1 to 64 letters, digits, `.`, `_` or `-` and does not start with `.`.",
        )
    return match_id


def _labels(request: pb.CreateMatchRequest, seats: int) -> tuple[str, ...]:
    labels = tuple(request.labels) or tuple(f"seat {seat}" for seat in range(seats))
    if len(labels) != seats or any(len(label) > _MAX_LABEL for label in labels):
        raise bad_argument(
            "BAD_LABELS", f"Give one label for each of the {seats} seats, of at most {_MAX_LABEL}."
        )
    return labels


def _startup_us(startup_us: int) -> int:
    if startup_us > _MAX_STARTUP_US:
        raise bad_argument("BAD_STARTUP", "The start-up limit is at most an hour.")
    return startup_us or _DEFAULT_STARTUP_US


def host_hello(message: object) -> str:
    """The match that a host takes up (`Refusal` when its first message names none)."""
    if isinstance(message, pb.HostMatchRequest) and message.WhichOneof("message") == "hello":
        return message.hello.match_id
    raise bad_argument("NO_HELLO", "The first message of a host's line is a hello.")


def no_seat(seat: int) -> Refusal:
    """A host spoke of a seat that its match does not have."""
    return bad_argument("NO_SEAT", f"The match has no seat {seat}.")
