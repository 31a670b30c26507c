"""A bot on its way to a ladder elsewhere, and where it arrives there."""

from __future__ import annotations

from pathlib import Path

from ladder.domain.bot_files import BotFile
from ladder.services.submit import fit_files
from ladder.store.archives import MAX_PACKED, pack, unpack

__all__ = ["MAX_PACKED", "packed_bot", "unpacked_bot"]


def packed_bot(source: Path, name: str | None = None) -> bytes:
    """A folder or an archive as one gzipped tar, the same for the same files.

    Raises what `submit` would raise, so that what is unfit is not sent at all.
    """
    return pack(fit_files(source, name))


def unpacked_bot(packed: bytes) -> list[BotFile]:
    """The files that arrived (`LadderError` when they can be no bot)."""
    return unpack(packed, "The archive")
