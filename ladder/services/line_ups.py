"""Versions as entrants of a batch."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from ladder.domain.batch import BotSource, Entrant, FolderBot, ShippedBot
from ladder.domain.ids import version_label
from ladder.store.home import Home
from ladder.store.tables import BotRow, VersionRow


def source_of(version: VersionRow, home: Home) -> BotSource:
    """How a version is started."""
    if version.shipped is not None:
        return ShippedBot(version.shipped)
    return FolderBot(home.versions / version.digest, tuple(version.command))


def entrants_of(session: Session, home: Home, versions: Sequence[int]) -> tuple[Entrant, ...]:
    """The entrants for these versions, in this order."""
    rows = session.exec(
        select(VersionRow, BotRow)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(col(VersionRow.id).in_(versions))
    ).all()
    made = {
        version.id: Entrant(
            str(version.id), version_label(bot.name, version.number), source_of(version, home)
        )
        for version, bot in rows
    }
    return tuple(made[version] for version in versions)
