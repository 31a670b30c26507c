"""Time: what a match allows, and the clock of one seat.

A `TimeControl` has one notation everywhere: ``BANK+INCREMENT/CAP``, each part optional, in whole
``us``, ``ms``, ``s`` or ``m``: ``60s+500ms/5s``, ``/2s``, ``30s``. The bank pays for thinking, the
increment is added at the first question of a turn, the cap bounds one decision. A bank that is left
out is unlimited, unless there is an increment: then it starts empty. With no part at all the
control is written ``unlimited``.

A `Clock` reads no time: it is told how long a decision took. All of it is whole microseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from siurell.errors import OptionError
from siurell.match.events import ClockView

UNLIMITED: Final = "unlimited"

_LONGEST_US: Final = 10**15
_UNITS: Final = {"us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000}
_SPAN: Final = r"(\d{1,15})(us|ms|s|m)"
_CONTROL: Final = re.compile(rf"(?:{_SPAN})?(?:\+{_SPAN})?(?:/{_SPAN})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What a seat may spend, in microseconds; None where there is no such limit.

    >>> TimeControl.parse("1m+500ms/5s")
    TimeControl(bank_us=60000000, increment_us=500000, cap_us=5000000)
    >>> str(TimeControl.parse("1m+500ms/5s"))
    '60s+500ms/5s'
    """

    bank_us: int | None = None
    increment_us: int = 0
    cap_us: int | None = None

    def __post_init__(self) -> None:
        for part in (self.bank_us or 0, self.increment_us, self.cap_us or 0):
            if not 0 <= part <= _LONGEST_US:
                raise _bad_time(self, "a time is not negative and not longer than 30 years")
        if self.cap_us == 0:
            raise _bad_time(self, "a cap of nothing leaves no time to decide")
        if self.bank_us is None and self.increment_us:
            raise _bad_time(self, "an increment needs a bank to be added to")
        if self.bank_us == 0 and not self.increment_us:
            raise _bad_time(self, "an empty bank without an increment leaves no time to decide")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read the notation (`OptionError` with reason ``BAD_TIME`` when it is none)."""
        if text == UNLIMITED:
            return cls()
        found = _CONTROL.fullmatch(text)
        if not text or found is None:
            raise _bad_time(text, "the parts are whole numbers with us, ms, s or m")
        bank, increment, cap = (
            None if number is None else int(number) * _UNITS[unit]
            for number, unit in zip(found.groups()[::2], found.groups()[1::2], strict=True)
        )
        if bank is None and increment is not None:
            bank = 0
        return cls(bank, increment or 0, cap)

    def __str__(self) -> str:
        """The notation that `parse` reads, in its shortest whole units of us, ms or s."""
        bank = "" if self.bank_us is None else span_text(self.bank_us)
        increment = f"+{span_text(self.increment_us)}" if self.increment_us else ""
        cap = "" if self.cap_us is None else f"/{span_text(self.cap_us)}"
        return f"{bank}{increment}{cap}" or UNLIMITED


class Clock:
    """The clock of one seat. The bank is never negative; a charge is never above the limit."""

    __slots__ = ("_bank_us", "_control", "_last_charge_us", "_turn")

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._bank_us = control.bank_us
        self._last_charge_us = 0
        self._turn: int | None = None

    @property
    def bank_us(self) -> int | None:
        """What is left in the bank, None when it is unlimited."""
        return self._bank_us

    @property
    def limit_us(self) -> int | None:
        """What one decision may take: the bank or the cap, whichever is less; None: anything."""
        if self._bank_us is None:
            return self._control.cap_us
        if self._control.cap_us is None:
            return self._bank_us
        return min(self._bank_us, self._control.cap_us)

    def question(self, turn: int) -> int | None:
        """Begin a question of this turn and return its limit; a turn's first adds the increment."""
        if turn != self._turn:
            self._turn = turn
            if self._bank_us is not None:
                self._bank_us += self._control.increment_us
        return self.limit_us

    def charge(self, spent_us: int) -> int:
        """Pay for a decision and return what was charged: what it took, at most the limit."""
        limit = self.limit_us
        charged = max(0, spent_us if limit is None else min(spent_us, limit))
        if self._bank_us is not None:
            self._bank_us -= charged
        self._last_charge_us = charged
        return charged

    def view(self, spent_us: int = 0) -> ClockView:
        """What its seat may know of the clock, ``spent_us`` into the open question."""
        limit = self.limit_us
        return ClockView(
            bank_us=None if self._bank_us is None else max(0, self._bank_us - spent_us),
            increment_us=self._control.increment_us,
            cap_us=self._control.cap_us,
            limit_us=None if limit is None else max(0, limit - spent_us),
            last_charge_us=self._last_charge_us,
        )


def span_text(span_us: int) -> str:
    """A span in its shortest whole units.

    >>> span_text(1_500_000)
    '1500ms'
    """
    for unit in ("s", "ms"):
        if span_us % _UNITS[unit] == 0:
            return f"{span_us // _UNITS[unit]}{unit}"
    return f"{span_us}us"


def _bad_time(control: object, why: str) -> OptionError:
    return OptionError(
        f"`{control}` is no time control: {why}. Write bank, increment and cap, such as"
        " `60s+500ms/5s`, `/2s` or `30s`.",
        reason="BAD_TIME",
    )
