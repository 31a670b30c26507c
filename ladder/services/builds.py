"""What the builds of versions made: kept beside what was submitted, and played in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ladder.domain.batch import FolderBot
from ladder.domain.bot_files import BotFile
from ladder.services.arena import Arena
from ladder.services.line_ups import as_submitted, is_whole
from ladder.services.submit import VersionInfo
from ladder.store.versions import store_build


def to_build(arena: Arena, version: VersionInfo) -> FolderBot | None:
    """The version as it is to be built; None when it needs no build, or was built and is whole."""
    if not isinstance(version.source, FolderBot) or is_whole(arena.home, version.source):
        return None
    submitted = as_submitted(arena.home, version.digest, version.source.command)
    return submitted if submitted.build is not None else None


def keep_build(arena: Arena, version: VersionInfo, files: Sequence[BotFile]) -> VersionInfo:
    """Keep what the build of a version made: it plays from then on, for all of this content.

    In a transaction, though no row tells of it: so nobody takes it for one that no version has.
    """
    assert isinstance(version.source, FolderBot)
    with arena.db.write():
        folder = store_build(arena.home, version.digest, files)
    return replace(version, source=replace(version.source, folder=folder, build=None))
