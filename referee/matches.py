"""The matches of a referee: each with its driver and its host's line, found by their ids."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import islice
from typing import Final

import structlog
from siurell.match.result import Cause, MatchResult
from siurell.replay.write import FinishedReplay

from referee.config import RefereeConfig
from referee.driver import MatchDriver
from referee.folder import JournalFolder
from referee.host import Finished, HostLine, SeatOut
from referee.journal import Journal
from referee.lag import LoopLag
from referee.pacing import ContinueSeat, PauseSeat
from referee.serving.refusal import already_exists, full, not_found, wrong_moment
from referee.session import Session
from referee.setup import MatchSetup

_log = structlog.get_logger()

KEPT: Final = 256
"""How many finished matches a referee remembers."""


class MatchState(Enum):
    """Where a match stands."""

    WAITING = "waiting"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    ABORTED = "aborted"


class Match:
    """One match of this referee."""

    def __init__(
        self,
        number: int,
        setup: MatchSetup,
        sessions: Sequence[Session],
        journal: Journal,
        lag: LoopLag,
        config: RefereeConfig,
        first_patience: float | None = None,
    ) -> None:
        self.number = number
        """Grows from match to match."""
        self.setup = setup
        self.session_ids = tuple(session.session_id for session in sessions)
        self.result: MatchResult | None = None
        self.ended = asyncio.Event()
        self.watchers: set[asyncio.Event] = set()
        """Set whenever something happens, and cleared by whom they belong to."""
        self._journal = journal
        self.driver = MatchDriver(setup, sessions, journal, lag, self, config.lag_percent)
        self.host = HostLine(config.host_patience, self._host_is_away, first_patience)

    @property
    def match_id(self) -> str:
        """The name that its host gave it."""
        return self.setup.config.match_id

    @property
    def state(self) -> MatchState:
        """Where it stands."""
        if self.result is not None:
            return MatchState.ABORTED if self.result.aborted else MatchState.SUCCEEDED
        return MatchState.RUNNING if self.driver.playing else MatchState.WAITING

    def attach_host(self) -> int:
        """A host takes the match up; it begins with the first."""
        line = self.host.attach()
        if not self.driver.begun:
            _log.info("match_begun", match=self.match_id)
            self.driver.begin()
        return line

    @property
    def waits_for_receipt(self) -> bool:
        """Whether its result is kept until the host has said that it has it."""
        return self._journal.lasts

    def forget(self) -> None:
        """The result is where it belongs, if there is one, or too old to be asked for."""
        if self.result is not None:
            self._journal.forget()

    # What the driver tells.

    def moved(self) -> None:
        """Something was recorded."""
        for watcher in self.watchers:
            watcher.set()

    def seat_out(self, seat: int, cause: Cause) -> None:
        """A seat has forfeited."""
        _log.info("seat_out", match=self.match_id, seat=seat, cause=cause.value)
        self.host.tell(SeatOut(seat, cause))

    def pace(self, news: ContinueSeat | PauseSeat) -> None:
        """A seat is to run or to stand still."""
        self.host.tell(news)

    def finished(self, result: MatchResult, replay: FinishedReplay) -> None:
        """The match is over."""
        self.result = result
        _log.info(
            "match_finished",
            match=self.match_id,
            causes=[seat.cause.value for seat in result.seats],
            decisions=result.decisions,
            reason=result.reason,
        )
        self.host.tell(Finished(result, replay))
        self.ended.set()
        self.moved()

    def _host_is_away(self) -> None:
        self.driver.abort("The host's line to the match broke and did not come back.")


class MatchRegistry:
    """All matches, the newest last; of the finished ones the last few."""

    def __init__(self, config: RefereeConfig, folder: JournalFolder, lag: LoopLag) -> None:
        self._config = config
        self._folder = folder
        self._lag = lag
        self._matches: dict[str, Match] = {}
        self._created = 0

    def create(self, setup: MatchSetup, sessions: Sequence[Session]) -> Match:
        """Create a match, or give back the one that the same request made.

        Raises `Refusal` when there is another of that name, a session is taken, or there is no
        room.
        """
        ids = tuple(session.session_id for session in sessions)
        known = self._matches.get(setup.config.match_id)
        if known is not None:
            if (known.setup, known.session_ids) != (setup, ids):
                raise already_exists(
                    "MATCH_EXISTS",
                    f"There is another match called `{setup.config.match_id}`; choose a new id.",
                )
            return known
        self._check_room(sessions)
        match = self._add(setup, sessions, self._new_journal(setup, ids))
        _log.info("match_created", match=match.match_id, game=setup.config.game, sessions=ids)
        return match

    def take_up(self, session: Callable[[str], Session | None]) -> None:
        """Go on with the matches of an earlier referee; their sessions are those of these ids.

        A match whose end nobody heard of waits for its host alone.
        """
        for left in self._folder.left_matches():
            ids = left.session_ids
            present = [None if left.end else session(session_id) for session_id in ids]
            sessions = [one or _absent(name) for one, name in zip(present, ids, strict=True)]
            journal = self._folder.old_journal(left)
            match = self._add(left.setup, sessions, journal, self._config.resume_patience)
            _log.info("match_taken_up", match=match.match_id, records=len(left.records))
            if left.end is None:
                match.driver.take_up(left.records, self._config.resume_patience)
            else:
                match.driver.close(left.records, *left.end)

    def _add(
        self,
        setup: MatchSetup,
        sessions: Sequence[Session],
        journal: Journal,
        patience: float | None = None,
    ) -> Match:
        self._created += 1
        match = Match(self._created, setup, sessions, journal, self._lag, self._config, patience)
        self._matches[match.match_id] = match
        self._forget_old()
        return match

    def find(self, match_id: str) -> Match:
        """The match (`Refusal` when there is none)."""
        match = self._matches.get(match_id)
        if match is None:
            raise not_found("NO_MATCH", f"This referee has no match `{match_id}`.")
        return match

    def all(self) -> list[Match]:
        """The matches that are remembered, the oldest first."""
        return list(self._matches.values())

    def running(self) -> list[Match]:
        """The matches that are not over."""
        return [match for match in self._matches.values() if match.result is None]

    def before(self, number: int | None, count: int) -> list[Match]:
        """At most `count` matches older than that number, the newest first."""
        older = (
            match
            for match in reversed(self._matches.values())
            if number is None or match.number < number
        )
        return list(islice(older, count))

    def _check_room(self, sessions: Sequence[Session]) -> None:
        if len(self.running()) >= self._config.max_matches:
            raise full(
                f"This referee runs {self._config.max_matches} matches already: wait for one to"
                " finish, or start another referee."
            )
        for session in sessions:
            if session.busy:
                raise wrong_moment(
                    "SESSION_BUSY",
                    f"Session `{session.session_id}` still plays a match: wait until it is over.",
                )

    def _new_journal(self, setup: MatchSetup, ids: Sequence[str]) -> Journal:
        match_id = setup.config.match_id
        try:
            return self._folder.new_journal(setup, ids)
        except FileExistsError:
            raise already_exists(
                "JOURNAL_EXISTS",
                f"There is a journal of a match `{match_id}` already; choose a new id.",
            ) from None
        except OSError as error:
            raise full(
                f"The journal of the match cannot be written ({error.strerror}): make room for it."
            ) from error

    def _forget_old(self) -> None:
        over = [match.match_id for match in self._matches.values() if match.result is not None]
        for match_id in over[:-KEPT]:
            self._matches.pop(match_id).forget()


def _absent(session_id: str) -> Session:
    """A session that was closed before its match was taken up."""
    session = Session(session_id, "", local=True)
    session.close()
    return session
