"""Giving a match to a worker and taking it back: the life of an attempt."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, select

from ladder.domain.states import AttemptState, MatchState, may_become
from ladder.services.pool import count_void
from ladder.store.tables import AttemptRow, MatchRow, SeatRow


def move_to(match: MatchRow, state: MatchState) -> None:
    """Change a match's state; a step that the table of states has not is a bug."""
    if not may_become(MatchState(match.state), state):
        raise AssertionError(f"a match does not go from {match.state} to {state.value}")
    match.state = state.value
    if state is not MatchState.RUNNING:
        match.lease_until = None


def issue(
    session: Session,
    match: MatchRow,
    worker: str,
    now: datetime,
    lease_until: datetime,
    seed: bytes | None = None,
) -> None:
    """Give a queued match to a worker until its lease ends; ``seed`` is that of this try alone."""
    move_to(match, MatchState.RUNNING)
    match.worker = worker
    match.lease_until = lease_until
    session.add(match)
    session.add(
        AttemptRow(
            match_id=match.id,
            number=match.attempt,
            state=AttemptState.RUNNING.value,
            worker=worker,
            issued_at=now,
            seed=seed,
        )
    )


def give_up(
    session: Session, match: MatchRow, state: AttemptState, now: datetime, detail: str
) -> None:
    """Close the current attempt of a running match and queue it for the next one."""
    attempt = session.get(AttemptRow, (match.id, match.attempt))
    if attempt is None:
        raise AssertionError(f"match {match.id} runs without an attempt")
    attempt.state = state.value
    attempt.ended_at = now
    attempt.detail = detail
    move_to(match, MatchState.QUEUED)
    match.attempt += 1
    match.worker = None
    session.add(attempt)
    session.add(match)


def give_up_for_good(session: Session, match: MatchRow, now: datetime, reason: str) -> None:
    """Close a match that will not be played; nobody is rated, and nobody has it on the account."""
    move_to(match, MatchState.VOID)
    match.reason = reason
    match.ended_at = now
    session.add(match)
    if match.rated:
        seats = session.exec(select(SeatRow.version_id).where(SeatRow.match_id == match.id)).all()
        count_void(session, match.season_id, seats, len(seats))
