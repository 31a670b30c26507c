"""The clocks that have a name: the same name is the same clock at home, in a check, on a ladder.

Wherever a person writes a time control, `--time` or a season, a name may stand for one. What is
sent, kept and shown to a bot is always the control itself, so that a name may get other values in a
later release and old seasons and replays stay what they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from siurell.errors import OptionError
from siurell.match.clock import UNLIMITED, TimeControl


@dataclass(frozen=True, slots=True)
class ClockProfile:
    """A time control with a name, and for what it is meant."""

    name: str
    time: TimeControl
    purpose: str


PROFILES: Final = tuple(
    ClockProfile(name, TimeControl.parse(control), purpose)
    for name, control, purpose in (
        ("bullet", "2s+10ms/100ms", "many matches of quick bots"),
        ("blitz", "10s+50ms/500ms", "the seasons of a ladder"),
        ("standard", "60s+100ms/2s", "bots that search"),
        ("long", "300s+100ms/15s", "finals, and bots in slow languages"),
    )
)
"""All of them, the quickest first. Each one ends a match of every game within its deadline."""

_BY_NAME: Final = {profile.name: profile.time for profile in PROFILES}


def clock_of(text: str) -> TimeControl:
    """The time control that a person means by a name or by the notation.

    Raises `OptionError` with reason ``BAD_TIME`` when it is neither.

    >>> str(clock_of("blitz")), str(clock_of("/2s"))
    ('10s+50ms/500ms', '/2s')
    """
    if text in _BY_NAME:
        return _BY_NAME[text]
    if text.isascii() and text.isalpha() and text != UNLIMITED:
        names = ", ".join(profile.name for profile in PROFILES)
        raise OptionError(
            f"There is no clock `{text}`; there is {names}, or what you write yourself as bank,"
            " increment and cap, such as `60s+500ms/5s`.",
            reason="BAD_TIME",
        )
    return TimeControl.parse(text)


def clock_text(time: TimeControl) -> str:
    """A time control for a person, with its name where it has one.

    >>> clock_text(TimeControl.parse("10s+50ms/500ms"))
    '10s+50ms/500ms (blitz)'
    """
    names = [profile.name for profile in PROFILES if profile.time == time]
    return f"{time} ({names[0]})" if names else str(time)
