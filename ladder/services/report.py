"""A worker's report of a match: counted exactly once, in one transaction.

The current attempt of a running match may report; what comes twice changes nothing, and what comes
from an attempt that was given up is kept as evidence and changes nothing else. The files lie ready
under temporary names before the transaction and are renamed inside it, before the commit: so a
reported match always has its replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum

from siurell.errors import LadderError
from siurell.match.result import SeatResult
from sqlmodel import Session, col, select

from ladder.domain.batch import Report
from ladder.domain.fold import count_match
from ladder.domain.ids import match_number, unknown_match
from ladder.domain.seasons import Season
from ladder.domain.states import MAX_ABORTS, MAX_LAGGED, AttemptState, MatchState
from ladder.services.arena import Arena
from ladder.services.attempts import give_up, give_up_for_good, move_to
from ladder.services.closings import close_if_done
from ladder.services.counting import next_number
from ladder.services.pool import standing_row
from ladder.services.presence import note_missed, note_played
from ladder.services.seasons import season_of
from ladder.services.shares import count_work
from ladder.services.solo import count_solo
from ladder.services.standings import faults_of, placements_of, set_standing, standing_of
from ladder.services.suspensions import judge
from ladder.store.evidence import evidence_to_json, result_to_json
from ladder.store.failures import storage_errors
from ladder.store.files import StagedFiles
from ladder.store.tables import AttemptRow, MatchRow, SeasonRow, SeatRow


class ReportOutcome(Enum):
    """What became of a report."""

    APPLIED = "applied"
    DUPLICATE = "duplicate"
    """This attempt has reported before; nothing changed."""
    SUPERSEDED = "superseded"
    """The attempt had been given up; the report is kept as evidence, nothing else changed."""


def report(arena: Arena, report: Report) -> ReportOutcome:
    """Take a worker's report of a match.

    Raises `LadderError` when it does not fit the match (``BAD_REPORT``) or cannot be stored;
    nothing is changed then, and the worker may report again.
    """
    number = match_number(report.match_id)
    with storage_errors(arena.home.path), StagedFiles() as files:
        _stage(arena, report, files)
        with arena.db.write() as session:
            match = session.get(MatchRow, number)
            if match is None:
                raise unknown_match(report.match_id)
            attempt = session.get(AttemptRow, (number, report.attempt))
            if attempt is None:
                raise _bad(report, f"attempt {report.attempt} was never given to a worker")
            if attempt.state != AttemptState.RUNNING.value:
                return _not_current(session, attempt, report)
            _close(attempt, report)
            if report.result.aborted:
                _call_off(session, match, report)
            else:
                _count(session, match, attempt, report, arena.now())
            if match.rated:
                _count_work(session, arena, match, report)
            if report.attempt > 1 and not report.result.aborted:
                _remove_logs(arena, report)
            files.publish()
    return ReportOutcome.APPLIED


def _remove_logs(arena: Arena, report: Report) -> None:
    """Remove those of an earlier attempt, if one was killed after it put them in their places."""
    for seat in range(len(report.result.seats)):
        arena.home.log(report.match_id, seat).unlink(missing_ok=True)


def _stage(arena: Arena, report: Report, files: StagedFiles) -> None:
    if report.result.aborted:
        if report.replay:
            files.add(arena.home.attempt_replay(report.match_id, report.attempt), report.replay)
        for log in report.logs:
            if log.text:
                path = arena.home.attempt_log(report.match_id, report.attempt, log.seat)
                files.add(path, log.text.encode())
        return
    if not report.replay:
        raise _bad(report, "it carries no replay")
    files.add(arena.home.replay(report.match_id), report.replay)
    for log in report.logs:
        if log.text:
            files.add(arena.home.log(report.match_id, log.seat), log.text.encode())


def _count_work(session: Session, arena: Arena, match: MatchRow, report: Report) -> None:
    """Charge the season for the work, and close it when this was the last match of all."""
    row = session.get_one(SeasonRow, match.season_id)
    count_work(row, report.started_at, report.ended_at, whole=not report.result.aborted)
    session.add(row)
    session.flush()
    close_if_done(session, arena, row)


def _not_current(session: Session, attempt: AttemptRow, report: Report) -> ReportOutcome:
    if attempt.state != AttemptState.LOST.value:
        return ReportOutcome.DUPLICATE
    attempt.late_report = {"worker": report.worker, **result_to_json(report.result)}
    session.add(attempt)
    return ReportOutcome.SUPERSEDED


def _close(attempt: AttemptRow, report: Report) -> None:
    attempt.started_at = report.started_at
    attempt.ended_at = report.ended_at
    attempt.decisions = report.result.decisions
    attempt.digest = report.digest if report.replay else ""
    attempt.sandbox = report.sandbox
    attempt.lagged = report.lagged
    if report.lagged and report.load is not None:
        attempt.load = report.load.as_json()


def _call_off(session: Session, match: MatchRow, report: Report) -> None:
    """An aborted match is nobody's fault: it is played again, or void after too many times.

    Where the referee itself was late that is once: a machine that is too slow would be again. What
    was played of it, and what its bots wrote, is kept with the attempt.
    """
    if match.rated:
        note_missed(session, map(int, report.missed))
    match.aborts += 1
    if match.aborts < MAX_ABORTS and _times_lagged(session, match) < MAX_LAGGED:
        give_up(session, match, AttemptState.ABORTED, report.ended_at, report.result.reason)
        return
    attempt = session.get_one(AttemptRow, (match.id, match.attempt))
    attempt.state = AttemptState.ABORTED.value
    attempt.detail = report.result.reason
    session.add(attempt)
    give_up_for_good(session, match, report.ended_at, report.result.reason)


def _count(
    session: Session, match: MatchRow, attempt: AttemptRow, report: Report, now: datetime
) -> None:
    seats = _seats(session, match)
    _check(report, len(seats))
    number = next_number(session, "report")
    attempt.state = AttemptState.REPORTED.value
    move_to(match, MatchState.REPORTED)
    match.report_no = number
    match.worker = report.worker
    match.started_at = report.started_at
    match.ended_at = report.ended_at
    match.digest = report.digest
    match.decisions = report.result.decisions
    match.turns = report.result.turns
    match.grade = report.result.grade
    match.load = None if report.load is None else report.load.as_json()
    for row, result in zip(seats, report.result.seats, strict=True):
        _fill(row, result)
    session.add_all((attempt, match, *seats))
    if match.rated:
        _count_rated(session, match, seats, now)


def _count_rated(session: Session, match: MatchRow, seats: list[SeatRow], now: datetime) -> None:
    """What a match does beyond itself; one that somebody asked for does nothing of it."""
    note_played(session, [seat.version_id for seat in seats])
    season_row = session.get_one(SeasonRow, match.season_id)
    season_row.reported += 1
    session.add(season_row)
    season = season_of(season_row)
    match.rating_kept = _rate(session, season, match, seats)
    match.rating_set = None if season.solo else season.rating_set
    session.flush()
    judge(session, season, seats, now)


def _times_lagged(session: Session, match: MatchRow) -> int:
    """How often the match was called off since the referee itself was late."""
    lagged = select(AttemptRow).where(AttemptRow.match_id == match.id, col(AttemptRow.lagged))
    return len(session.exec(lagged).all())


def _fill(row: SeatRow, result: SeatResult) -> None:
    row.cause = result.cause.value
    row.placement = result.placement
    row.score = result.score
    row.fault_order = result.fault_order
    row.evidence = evidence_to_json(result.evidence)


def _rate(session: Session, season: Season, match: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Take the step of the fold; whether the ratings had to stay as they were."""
    if season.solo:
        count_solo(session, match, seats[0])
        return False
    rows = [standing_row(session, season, seat.version_id) for seat in seats]
    step = count_match(
        [standing_of(row) for row in rows], placements_of(seats), faults_of(seats), season.params
    )
    for seat, row, after in zip(seats, rows, step.standings, strict=True):
        seat.mu_before, seat.sigma_before = row.mu, row.sigma
        seat.mu_after, seat.sigma_after = after.rating.mu, after.rating.sigma
        set_standing(row, after)
        session.add(row)
    return step.kept


def _seats(session: Session, match: MatchRow) -> list[SeatRow]:
    return list(
        session.exec(
            select(SeatRow).where(SeatRow.match_id == match.id).order_by(col(SeatRow.seat))
        ).all()
    )


def _check(report: Report, seats: int) -> None:
    placements = [seat.placement for seat in report.result.seats]
    if len(placements) != seats:
        raise _bad(report, f"it has {len(placements)} seats instead of {seats}")
    if 1 not in placements or not all(1 <= placement <= seats for placement in placements):
        raise _bad(report, f"{placements} are no placements")
    if not report.digest:
        raise _bad(report, "it carries no digest")


def _bad(report: Report, why: str) -> LadderError:
    return LadderError(
        f"The report of match {report.match_id} by worker {report.worker!a} is refused: {why}.",
        reason="BAD_REPORT",
    )
