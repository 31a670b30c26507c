"""What a bot holds on a disk that it shares with others, for where its scratch has no size."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

_BLOCK: Final = 512
_ENTRY_BYTES: Final = 4096
"""What a file, link or folder takes at least, for its place and its name."""
_DEEPEST: Final = 64
_DELETED: Final = " (deleted)"


def held_on_disk(places: Sequence[Path], processes: Iterable[int], limit: int) -> int:
    """Bytes that lie in these folders, and in files of theirs that are open but have no name.

    Looks no further once it is more than the limit. Follows no link; folders nested deeper than
    anybody needs count as too much.
    """
    held = 0
    for place in places:
        held += _in_folder(place, limit - held)
        if held > limit:
            return held
    devices = {place.stat().st_dev for place in places}
    return held + sum(_nameless(processes, devices).values())


def _in_folder(top: Path, limit: int) -> int:
    held = 0
    waiting = [(str(top), 0)]
    while waiting and held <= limit:
        folder, depth = waiting.pop()
        if depth > _DEEPEST:
            return limit + 1
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    facts = entry.stat(follow_symlinks=False)
                    held += facts.st_blocks * _BLOCK + _ENTRY_BYTES
                    if stat.S_ISDIR(facts.st_mode):
                        waiting.append((entry.path, depth + 1))
                if held > limit:
                    return held
    return held


def _nameless(processes: Iterable[int], devices: set[int]) -> dict[tuple[int, int], int]:
    """Sizes of files on these devices that have been removed and are still in use."""
    found: dict[tuple[int, int], int] = {}
    for pid in processes:
        for kind in ("fd", "map_files"):
            with contextlib.suppress(OSError):
                for file in os.scandir(f"/proc/{pid}/{kind}"):
                    with contextlib.suppress(OSError):
                        if not os.readlink(file.path).endswith(_DELETED):  # noqa: PTH115 - quick
                            continue
                        facts = os.stat(file.path)  # noqa: PTH116 - it leads to no path
                        if facts.st_dev in devices and stat.S_ISREG(facts.st_mode):
                            found[facts.st_dev, facts.st_ino] = facts.st_blocks * _BLOCK
    return found
