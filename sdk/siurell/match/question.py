"""An open question: when it was put, since when its clock runs, and when its time is over."""

from __future__ import annotations

from typing import Final

from siurell.games.base import Move

WRITE_LIMIT_US: Final = 2_000_000
"""How long a question may take to be written before its clock starts all the same."""

LEFT_LIMIT_US: Final = 60_000_000
"""How long a seat without its line may be asked when its clock has no limit."""


class Question:
    """One question to one seat. Its clock starts once."""

    __slots__ = ("decision_id", "lag_us", "limit_us", "moves", "put_ns", "seat", "start_ns")

    def __init__(
        self, seat: int, decision_id: int, moves: list[Move], limit_us: int | None, now_ns: int
    ) -> None:
        self.seat = seat
        self.decision_id = decision_id
        self.moves = moves
        self.limit_us = limit_us
        self.put_ns = now_ns
        self.start_ns: int | None = None
        """Since when the clock runs; None while the question is being written."""
        self.lag_us = 0
        """How long the driver was held up since then, as far as it is known."""

    def written(self, now_ns: int) -> None:
        """Start the clock now, or when the question was put if the write took too long."""
        if self.start_ns is None:
            late = now_ns - self.put_ns > WRITE_LIMIT_US * 1000
            self.start_ns = self.put_ns if late else max(now_ns, self.put_ns)

    def unwritten(self) -> None:
        """Start the clock when the question was put: it cannot be written now."""
        if self.start_ns is None:
            self.start_ns = self.put_ns

    @property
    def clock_ns(self) -> int:
        """Since when the clock runs, or when the question was put if it does not run yet."""
        return self.put_ns if self.start_ns is None else self.start_ns

    def held_up(self, lag_us: int, now_ns: int) -> None:
        """The driver was held up for so long, or for as long as the clock has run if that is less.

        What was known of it before was of the same span.
        """
        ran_us = 0 if self.start_ns is None else max(0, now_ns - self.start_ns) // 1000
        self.lag_us = max(self.lag_us, min(lag_us, ran_us))

    def spent_us(self, now_ns: int) -> int:
        """What the decision has taken so far, in whole microseconds, the driver's lag left out."""
        ran_us = 0 if self.start_ns is None else (now_ns - self.start_ns) // 1000
        return max(0, ran_us - self.lag_us)

    def overdue(self, now_ns: int) -> bool:
        """Whether an answer now is late, even without the driver's own lateness."""
        return self.limit_us is not None and self.spent_us(now_ns) > self.limit_us

    @property
    def patience_us(self) -> int:
        """The limit, or how long a seat without its line is waited for where there is none."""
        return LEFT_LIMIT_US if self.limit_us is None else self.limit_us

    def alarm_ns(self, lost_ns: int | None) -> int | None:
        """The first moment at which something is due without an answer; None when nothing is."""
        if self.start_ns is None:
            return self.put_ns + WRITE_LIMIT_US * 1000
        if self.limit_us is not None:
            return self.start_ns + (self.limit_us + self.lag_us + 1) * 1000
        if lost_ns is not None:
            return max(lost_ns, self.put_ns) + (LEFT_LIMIT_US + self.lag_us) * 1000
        return None
