"""Where a new version begins: from the standing of the version before it, with more doubt."""

from __future__ import annotations

from sqlmodel import Session, col, select

from ladder.domain.fold import Descent, inherited_standing
from ladder.domain.seasons import Season
from ladder.services.seasons import season_of
from ladder.services.standings import set_standing, standing_of
from ladder.store.tables import CounterRow, SeasonRow, StandingRow, VersionGameRow, VersionRow


def inherit(session: Session, version: VersionRow) -> None:
    """Begin a version in every season of its games in which it has no standing yet.

    It begins where the version of its bot stands now that played last; in seasons that none has
    played, and in those where it is settled who takes part, there is nothing to begin with.
    """
    games = select(VersionGameRow.game).where(VersionGameRow.version_id == version.id)
    wanted = select(SeasonRow).where(col(SeasonRow.game).in_(games))
    for season in map(season_of, session.exec(wanted).all()):
        begun = session.get(StandingRow, (season.id, version.id)) is not None
        if season.solo or season.settled or begun:
            continue
        parent = session.exec(
            select(StandingRow)
            .join(VersionRow, col(VersionRow.id) == StandingRow.version_id)
            .where(
                StandingRow.season_id == season.id,
                VersionRow.bot_id == version.bot_id,
                VersionRow.id != version.id,
            )
            .order_by(col(VersionRow.submission).desc())
            .limit(1)
        ).first()
        if parent is not None:
            session.add(_begun(session, season, version, parent))
    session.flush()


def descents_of(session: Session, season_id: int) -> list[Descent]:
    """Which versions of a season began from which, and when."""
    rows = session.exec(
        select(StandingRow.version_id, StandingRow.parent_id, StandingRow.parent_report).where(
            StandingRow.season_id == season_id, col(StandingRow.parent_id).is_not(None)
        )
    ).all()
    return [Descent(version, parent or 0, after or 0) for version, parent, after in rows]


def _begun(
    session: Session, season: Season, version: VersionRow, parent: StandingRow
) -> StandingRow:
    start = inherited_standing(standing_of(parent), season.params)
    counter = session.get(CounterRow, "report")
    row = StandingRow(
        season_id=season.id,
        version_id=version.id,
        mu=start.rating.mu,
        sigma=start.rating.sigma,
        parent_id=parent.version_id,
        parent_report=0 if counter is None else counter.value,
    )
    set_standing(row, start)
    return row
