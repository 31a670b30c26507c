"""Stops every seat that is not asked, for matches in which nobody may think on others' time.

The host holds the processes: it is told whom to stop and whom to continue. A question goes out only
when the host has said that its seat runs again, so that no bot is charged for the time it stood
still. A host that does not answer has its match called off; that is nobody's fault.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

CONTINUE_SECONDS: Final = 1.5
"""How long a host may take; less than after which a clock starts without the question written."""


@dataclass(frozen=True, slots=True)
class ContinueSeat:
    """A seat is to run: the question of this number waits for it."""

    seat: int
    decision_id: int


@dataclass(frozen=True, slots=True)
class PauseSeat:
    """A seat is to stand still."""

    seat: int


@dataclass(frozen=True, slots=True)
class _Waiting:
    decision_id: int
    put: Callable[[], None]
    late: asyncio.TimerHandle


class Pacer:
    """Who runs in one match. ``tell`` reaches the host, ``give_up`` calls the match off."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        tell: Callable[[ContinueSeat | PauseSeat], None],
        give_up: Callable[[str], None],
    ) -> None:
        self._loop = loop
        self._tell = tell
        self._give_up = give_up
        self._stopped: set[int] = set()
        self._waiting: dict[int, _Waiting] = {}

    def rest(self, seat: int) -> None:
        """The seat is not asked: it stands still from now on."""
        if seat not in self._stopped and seat not in self._waiting:
            self._stopped.add(seat)
            self._tell(PauseSeat(seat))

    def ask(self, seat: int, decision_id: int, put: Callable[[], None]) -> None:
        """Put a question as soon as the seat runs."""
        self._forget(seat)
        if seat not in self._stopped:
            put()
            return
        late = self._loop.call_later(CONTINUE_SECONDS, self._late, seat)
        self._waiting[seat] = _Waiting(decision_id, put, late)
        self._tell(ContinueSeat(seat, decision_id))

    def wake(self, seat: int, decision_id: int) -> None:
        """Let a seat run that is asked though its line is lost: it could not come back else."""
        if seat in self._stopped and seat not in self._waiting:
            self.ask(seat, decision_id, lambda: None)

    def continued(self, seat: int, decision_id: int) -> None:
        """The host says that the seat runs; what it says of an older question is old."""
        waiting = self._waiting.get(seat)
        if waiting is not None and waiting.decision_id == decision_id:
            self._forget(seat)
            self._stopped.discard(seat)
            waiting.put()

    def close(self) -> None:
        """The match is over: the host lets all of them run."""
        for seat in list(self._waiting):
            self._forget(seat)

    def _forget(self, seat: int) -> None:
        waiting = self._waiting.pop(seat, None)
        if waiting is not None:
            waiting.late.cancel()

    def _late(self, seat: int) -> None:
        self._give_up(f"The host did not continue seat {seat} within {CONTINUE_SECONDS:g} s.")
