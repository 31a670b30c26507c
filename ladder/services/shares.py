"""What seasons have had of the workers' time: read from the store, and written to it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import Session, col, func, select

from ladder.domain.shares import DEFAULT_MATCH_US, Share, charge, passed_over, usual_match_us
from ladder.domain.states import UNFINISHED
from ladder.store.tables import MatchRow, SeasonRow

_UNFINISHED = sorted(state.value for state in UNFINISHED)


def shares_of(session: Session) -> dict[int, Share]:
    """What each season has had, by its number."""
    in_flight = dict(
        session.exec(
            select(MatchRow.season_id, func.count())
            .where(col(MatchRow.state).in_(_UNFINISHED), MatchRow.rated)
            .group_by(col(MatchRow.season_id))
        ).all()
    )
    return {
        row.id: Share(
            row.id,
            row.weight,
            row.served,
            in_flight.get(row.id, 0) * (row.match_us or DEFAULT_MATCH_US),
        )
        for row in session.exec(select(SeasonRow)).all()
    }


def pass_over_others(session: Session, shares: Mapping[int, Share], served: Share) -> None:
    """Write down that a season was served: others that could not be save nothing up."""
    for share in shares.values():
        after = passed_over(share, served)
        if after != share:
            row = session.get_one(SeasonRow, share.key)
            row.served = after.served
            session.add(row)


def first_share(session: Session) -> int:
    """The account with which a new season begins: it does not catch up on what others had."""
    return session.exec(select(func.min(SeasonRow.served))).one() or 0


def count_work(row: SeasonRow, started_at: datetime, ended_at: datetime, *, whole: bool) -> None:
    """Charge a season for a match, ``whole`` or called off, that a worker has reported."""
    took_us = round((ended_at - started_at).total_seconds() * 1_000_000)
    row.served += charge(took_us, row.weight)
    if whole:
        row.match_us = usual_match_us(row.match_us, took_us)
