"""From what the referee said of a match to the worker's report of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from siurell.errors import ReplayError
from siurell.games.registry import game_named
from siurell.match.config import MatchConfig
from siurell.match.events import MatchRecord, NoteRecord
from siurell.match.lag import NO_CONTEST
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult, Verdict
from siurell.replay.model import Replay
from siurell.replay.read import read_replay
from siurell.replay.verify import verify

from ladder.domain.batch import Batch, MatchOrder, RemoteBot, Report, SeatLog
from ladder.worker.hosting import Hosted
from ladder.worker.load import read_machine
from ladder.worker.sessions import merged

_BY_TIME: Final = frozenset({Cause.TIMEOUT, Cause.LEFT, Cause.NO_SHOW})
"""Losses by time: what the machine did meanwhile is recorded beside those of bots on it."""


def _is_lag(record: MatchRecord) -> bool:
    """Whether the referee wrote here that it was late itself."""
    return isinstance(record, NoteRecord) and record.kind == NO_CONTEST


class Account:
    """The account of one match, from its start on."""

    def __init__(self, batch: Batch, order: MatchOrder, worker: str) -> None:
        self._order = order
        self._batch = batch
        self._worker = worker
        self._started_at = datetime.now(UTC)
        self._machine = read_machine()
        self.held_to: tuple[int, ...] = ()
        """The cores that its bots were held to."""

    def finished(self, hosted: Hosted, evidence: Sequence[Evidence], logs: Sequence[str]) -> Report:
        """The report of a match that the referee brought to an end.

        The match is played again from its replay before anything is reported: the result is what
        the replay says, and one that does not follow from it counts for nobody.
        """
        try:
            replay = self._proof(hosted)
        except ReplayError as error:
            return self.aborted(f"The referee's replay does not hold: {error}", logs, hosted)
        seats = tuple(
            replace(seat, evidence=merged(seat.evidence, known))
            if seat.verdict is Verdict.BOT_FAULT
            else seat
            for seat, known in zip(replay.result.seats, evidence, strict=True)
        )
        result = replace(replay.result, seats=seats)
        lagged = result.aborted and any(map(_is_lag, replay.records[-1:]))
        return self._report(result, hosted.replay, replay.digest, logs, lagged=lagged)

    def aborted(
        self, reason: str, logs: Sequence[str] = (), hosted: Hosted | None = None
    ) -> Report:
        """The report of a match that came to no end: nobody's fault, counted for nobody.

        What the referee told of it is kept for whoever looks into it.
        """
        seat = SeatResult(placement=0, score=0, cause=Cause.ABORTED)
        replay, digest, decisions = b"", "", 0
        if hosted is not None:
            replay, digest = hosted.replay, hosted.digest
            decisions = hosted.result.decisions
        seats = (seat,) * len(self._order.seating)
        result = MatchResult(seats, decisions=decisions, turns=0, reason=reason)
        return self._report(result, replay, digest, logs)

    def _report(
        self,
        result: MatchResult,
        replay: bytes,
        digest: str,
        logs: Sequence[str],
        *,
        lagged: bool = False,
    ) -> Report:
        late = lagged or any(
            seat.cause in _BY_TIME and self._is_here(place)
            for seat, place in zip(result.seats, self._order.seating, strict=True)
        )
        return Report(
            match_id=self._order.match_id,
            attempt=self._order.attempt,
            result=result,
            replay=replay,
            digest=digest,
            worker=self._worker,
            started_at=self._started_at,
            ended_at=datetime.now(UTC),
            logs=tuple(SeatLog(seat, text) for seat, text in enumerate(logs)),
            load=self._machine.until(read_machine(), self.held_to) if late else None,
            lagged=lagged,
        )

    def _is_here(self, place: int) -> bool:
        """Whether an entrant ran on this machine; of a remote bot's ours tells nothing."""
        return not isinstance(self._batch.entrants[place].source, RemoteBot)

    def _proof(self, hosted: Hosted) -> Replay:
        """The replay, if it is that of this match, whole, and comes to what the referee told."""
        replay = read_replay(hosted.replay)
        wanted = self._agreed()
        if replay.config.match_id != wanted.match_id or replay.seed != self._order.seed:
            raise ReplayError("it is the replay of another match.")
        if replay.config != wanted:
            raise ReplayError("it was played by other options, another clock or other bots.")
        verdict = verify(replay, hosted.digest)
        if not verdict.ok:
            raise ReplayError(verdict.where)
        if replay.result != hosted.result:
            raise ReplayError("it ends with another result.")
        return replay

    def _agreed(self) -> MatchConfig:
        """What the referee was asked to play."""
        batch, seating = self._batch, self._order.seating
        return MatchConfig(
            match_id=self._order.match_id,
            game=batch.game,
            options=game_named(batch.game).check_options(batch.options),
            seats=len(seating),
            time=batch.time,
            labels=tuple(batch.entrants[place].label for place in seating),
            startup_us=batch.startup_us,
        )
