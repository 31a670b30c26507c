"""What a faulty bot does in a match: drawn from the run's number, the match and the seat.

The bot and who judges it work it out alike, so a verdict is held against what was meant. The file
lies in the bot's folder too, and imports nothing that a bot has not.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

AT_WELCOME = 0
"""The moment before a bot is ready; the others are its first question, its second …"""

_LATEST = 10


@dataclass(frozen=True)
class Act:
    """Something that a bot does once in a match, and the cause that its seat must end with."""

    name: str
    weight: int
    cause: str
    first: int = 1
    last: int = _LATEST


_START = {"first": AT_WELCOME, "last": AT_WELCOME}

ACTS = (
    Act("sound", 40, "game_rules"),
    # Crashes.
    Act("exits", 3, "crash"),
    Act("ends_well", 2, "crash"),
    Act("is_killed", 2, "crash"),
    Act("reports_an_error", 3, "crash"),
    Act("exits_at_welcome", 2, "crash", **_START),
    Act("shouts", 2, "crash"),
    # Hangs.
    Act("sleeps", 3, "timeout"),
    Act("spins", 2, "timeout"),
    Act("is_never_ready", 1, "no_show", **_START),
    # Garbage.
    Act("sends_garbage", 3, "protocol"),
    Act("sends_too_much", 2, "protocol"),
    Act("answers_nonsense", 3, "illegal_move"),
    Act("answers_nothing", 1, "illegal_move"),
    # Floods.
    Act("floods", 3, "protocol"),
    # Lines that break.
    Act("leaves", 2, "left"),
    Act("returns", 6, "game_rules"),
    Act("answers_and_returns", 5, "game_rules"),
    Act("logs_in_twice", 4, "game_rules"),
    # Harmless, if it is held.
    Act("answers_twice", 3, "game_rules"),
    Act("answers_the_past", 3, "game_rules"),
    Act("leaves_a_daemon", 3, "game_rules"),
)
BY_NAME = {act.name: act for act in ACTS}

EXIT_CODE = 3
LAST_WORDS = "I meant to do this"


@dataclass(frozen=True)
class Plan:
    """An act, and when it is done."""

    act: Act
    at: int


def plan_of(run: int, match_id: str, seat: int) -> Plan:
    """What the bot on that seat does in that match of the run."""
    rng = random.Random(f"{run}/{match_id}/{seat}")
    (act,) = rng.choices(ACTS, [act.weight for act in ACTS])
    return Plan(act, rng.randint(act.first, act.last))
