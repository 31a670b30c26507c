"""Versions as entrants of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.batch import BotSource, BuildStep, Entrant, FolderBot, RemoteBot, ShippedBot
from ladder.domain.ids import version_label
from ladder.domain.manifest import MANIFEST, parse_manifest
from ladder.services.arena import Arena
from ladder.services.pool import active_bots
from ladder.store.home import Home
from ladder.store.lists import listed
from ladder.store.tables import BotRow, VersionRow
from ladder.store.versions import built_from, is_intact


def source_of(version: VersionRow, home: Home) -> BotSource:
    """How a version is started."""
    if version.shipped is not None:
        return ShippedBot(version.shipped)
    if version.remote:
        return RemoteBot(str(version.bot_id))
    submitted = as_submitted(home, version.digest, version.command)
    built = None if submitted.build is None else built_from(home, version.digest)
    if built is None or not (home.versions / built).is_dir():
        return submitted
    return replace(submitted, folder=home.versions / built, build=None)


def as_submitted(home: Home, digest: str, command: Sequence[str]) -> FolderBot:
    """A version with the content as it was submitted, which may have to be built."""
    folder = home.versions / digest
    try:
        manifest = parse_manifest((folder / MANIFEST).read_bytes())
    except (OSError, LadderError):
        # Its content is gone or was changed: it is left out before it would be started.
        return FolderBot(folder, tuple(command))
    build = BuildStep(manifest.build, digest) if manifest.build else None
    return FolderBot(folder, tuple(command), manifest.runtime, build)


def is_whole(home: Home, source: BotSource) -> bool:
    """Whether a version is there as it was submitted, and as it was built: it can be started."""
    return not isinstance(source, FolderBot) or (
        source.build is None and is_intact(home, source.folder.name)
    )


def spoilt_among(session: Session, home: Home, versions: Sequence[int]) -> set[int]:
    """Those of the versions whose content is gone, or is not what was submitted."""
    rows = session.exec(select(VersionRow).where(col(VersionRow.id).in_(listed(versions)))).all()
    return {row.id for row in rows if not is_whole(home, source_of(row, home))}


def spoilt(home: Home, entrants: Sequence[Entrant]) -> list[str]:
    """The labels of those entrants whose content is gone, or is not what was submitted."""
    return [entrant.label for entrant in entrants if not is_whole(home, entrant.source)]


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
        .where(col(VersionRow.id).in_(listed(versions)))
    ).all()
    made = {
        version.id: Entrant(
            str(version.id), version_label(bot.name, version.number), source_of(version, home)
        )
        for version, bot in rows
    }
    return tuple(made[version] for version in versions)
