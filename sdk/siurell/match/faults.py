"""What a forfeit is, and the sentences that go with it as evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from siurell.match.clock import span_text
from siurell.match.result import Cause, Evidence

REPORTED: Final = (Cause.PROTOCOL, Cause.CRASH)
"""The causes that a driver reports; all others are found by the core."""

_TEXT_SHOWN: Final = 120
_SENTENCE_SHOWN: Final = 600
_STDERR_KEPT: Final = 4000


@dataclass(frozen=True, slots=True)
class Fault:
    """A seat's forfeit. ``order`` counts from 1; seats that fail together share a number."""

    cause: Cause
    order: int
    evidence: Evidence


def shown(text: str, limit: int = _TEXT_SHOWN) -> str:
    r"""What a seat sent, short enough for a record and harmless to a terminal.

    >>> shown("take \x1b[2J")
    'take \\x1b[2J'
    """
    if len(text) > limit:
        long = f"more than {len(text) - 1}" if text.endswith("…") else f"{len(text)}"
        text = f"{text[:limit]}… ({long} characters)"
    return text if text.isprintable() else "".join(map(_printable, text))


def tidy(evidence: Evidence) -> Evidence:
    """Evidence that may hold what a seat wrote: bounded, without control characters."""
    return replace(
        evidence,
        stderr="".join(map(_printable, evidence.stderr[-_STDERR_KEPT:])),
        detail=sentence(evidence.detail),
    )


def sentence(text: str) -> str:
    """A sentence that may hold what somebody wrote, short enough for a result."""
    return shown(text, _SENTENCE_SHOWN)


def illegal(text: str, why: str) -> Evidence:
    r"""An answer that is no move, or no legal one.

    Notation is ASCII in one line, so all else is shown by its code: it may look like a move.

    >>> illegal("d\u043ene\n", "it is no move.").detail
    'The answer `d\\u043ene\\n` was refused: it is no move.'
    """
    return Evidence(detail=f"The answer `{_by_code(shown(text))}` was refused: {_by_code(why)}")


def too_late(limit_us: int | None, lag_us: int, *, received: bool) -> Evidence:
    """A deadline without an answer, or with one after it; ``lag_us`` is the driver's own lateness.

    >>> too_late(500_000, 3_000, received=False).detail
    "No answer came within its limit of 500ms, and 3ms more for the referee's own lateness."
    """
    what = "The answer came after" if received else "No answer came within"
    more = f", and {span_text(lag_us)} more for the referee's own lateness" if lag_us else ""
    detail = f"{what} its limit of {span_text(limit_us or 0)}{more}."
    return Evidence(lag_us=lag_us, detail=detail)


def not_back(lag_us: int) -> Evidence:
    """A lost line, and a deadline."""
    detail = "The line was lost, and not taken up again before the clock ended."
    return Evidence(lag_us=lag_us, detail=detail)


def no_show(startup_us: int, lag_us: int) -> Evidence:
    """Not ready in time."""
    detail = f"The bot was not ready within the start-up limit of {span_text(startup_us)}."
    return Evidence(limit_us=startup_us, lag_us=lag_us, detail=detail)


def gone(given: Evidence) -> Evidence:
    """A process that ended: the driver's evidence, with a sentence if it has none."""
    if given.detail:
        return given
    if given.signal is not None:
        how = f" by signal {given.signal}"
    elif given.exit_code is not None:
        how = f" with exit code {given.exit_code}"
    else:
        how = ""
    return replace(given, detail=f"The process of the bot ended{how} before the match was over.")


def not_resumed(number: int | None = None) -> str:
    """Why a match was not taken up: no fault, since the seat had a driver that died."""
    who = "not every seat came back in time" if number is None else f"seat {number} is gone"
    return f"The match was interrupted by a restart of the referee, and {who}."


def flood(limit: int) -> Evidence:
    """Too many harmless things."""
    detail = f"More than {limit} answers that nobody waited for, or breaks of the line."
    return Evidence(detail=detail)


def _by_code(text: str) -> str:
    return "".join(
        [
            character
            if (character.isascii() and character.isprintable()) or character == "…"
            else character.encode("unicode_escape").decode()
            for character in text
        ]
    )


def _printable(character: str) -> str:
    if character.isprintable() or character in "\n\t":
        return character
    return character.encode("unicode_escape").decode()
