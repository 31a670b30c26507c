"""From what the referee said of a match to the worker's report of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from siurell.errors import ReplayError
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult, Verdict
from siurell.replay.read import read_replay

from ladder.domain.batch import Batch, MatchOrder, Report, SeatLog
from ladder.worker.hosting import Hosted
from ladder.worker.sessions import merged


class Account:
    """The account of one match, from its start on."""

    def __init__(self, batch: Batch, order: MatchOrder, worker: str) -> None:
        self._order = order
        self._seats = len(order.seating)
        self._batch = batch
        self._worker = worker
        self._started_at = datetime.now(UTC)

    def finished(self, hosted: Hosted, evidence: Sequence[Evidence], logs: Sequence[str]) -> Report:
        """The report of a match that the referee brought to an end."""
        try:
            self._check(hosted)
        except ReplayError as error:
            return self.aborted(f"The referee's replay does not hold: {error}", logs)
        seats = tuple(
            replace(seat, evidence=merged(seat.evidence, known))
            if seat.verdict is Verdict.BOT_FAULT
            else seat
            for seat, known in zip(hosted.result.seats, evidence, strict=True)
        )
        result = replace(hosted.result, seats=seats)
        return self._report(result, hosted.replay, hosted.digest, logs)

    def aborted(self, reason: str, logs: Sequence[str] = ()) -> Report:
        """The report of a match that came to no end: nobody's fault, counted for nobody."""
        seat = SeatResult(placement=0, score=0, cause=Cause.ABORTED)
        result = MatchResult((seat,) * self._seats, decisions=0, turns=0, reason=reason)
        return self._report(result, b"", "", logs)

    def _report(
        self, result: MatchResult, replay: bytes, digest: str, logs: Sequence[str]
    ) -> Report:
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
        )

    def _check(self, hosted: Hosted) -> None:
        """See that the replay is whole, and the one of this match with this digest."""
        found = read_replay(hosted.replay)
        if found.digest != hosted.digest:
            raise ReplayError(f"its digest is {found.digest}, not {hosted.digest}.")
        if found.config.match_id != self._order.match_id or found.seed != self._order.seed:
            raise ReplayError("it is the replay of another match.")
        if _verdict(found.result) != _verdict(hosted.result):
            raise ReplayError("it ends with another result.")


def _verdict(result: MatchResult) -> list[tuple[int, int, Cause]]:
    return [(seat.placement, seat.score, seat.cause) for seat in result.seats]
