"""Versions as entrants of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.batch import BotSource, Entrant, FolderBot, RemoteBot, ShippedBot
from ladder.domain.ids import version_label
from ladder.domain.manifest import MANIFEST, parse_manifest
from ladder.domain.runtimes import DEFAULT_RUNTIME
from ladder.services.arena import Arena
from ladder.services.pool import active_bots
from ladder.store.home import Home
from ladder.store.tables import BotRow, VersionRow
from ladder.store.versions import is_intact


def source_of(version: VersionRow, home: Home) -> BotSource:
    """How a version is started."""
    if version.shipped is not None:
        return ShippedBot(version.shipped)
    if version.remote:
        return RemoteBot(str(version.bot_id))
    folder = home.versions / version.digest
    return FolderBot(folder, tuple(version.command), _runtime(folder))


def _runtime(folder: Path) -> str:
    """What kind of program a version is, as its manifest says; it never changes."""
    try:
        return parse_manifest((folder / MANIFEST).read_bytes()).runtime
    except (OSError, LadderError):
        # Its content is gone or was changed: it is left out before it would be started.
        return DEFAULT_RUNTIME


def spoilt_among(session: Session, home: Home, versions: Sequence[int]) -> set[int]:
    """Those of the versions whose content is gone, or is not what was submitted."""
    rows = session.exec(select(VersionRow).where(col(VersionRow.id).in_(versions))).all()
    stored = [row for row in rows if row.shipped is None and not row.remote]
    return {row.id for row in stored if not is_intact(home, row.digest)}


def spoilt(home: Home, entrants: Sequence[Entrant]) -> list[str]:
    """The labels of those entrants whose content is gone, or is not what was submitted."""
    return [
        entrant.label
        for entrant in entrants
        if isinstance(entrant.source, FolderBot) and not is_intact(home, entrant.source.folder.name)
    ]


def spoilt_bots(arena: Arena) -> list[str]:
    """The labels of the active versions that are left out, since their content is spoilt."""
    with arena.db.read() as session:
        active = [bot.version_id for bot in active_bots(session)]
        return spoilt(arena.home, entrants_of(session, arena.home, active))


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
