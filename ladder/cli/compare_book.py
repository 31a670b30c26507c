"""Where the matches of a comparison are kept: nowhere, or in a folder.

``comparison.json`` says who is compared, against whom and by which test; ``manifest.jsonl`` has a
match a line, ``voids.jsonl`` a block a line that counts for nobody. The verdict is computed from
these and from nothing else: whoever goes on with the folder comes to the one that it would have
been.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

from siurell.match.result import MatchResult

from ladder.cli.bundle import MANIFEST, REPLAYS
from ladder.cli.kept import KeptMatches, add_line, whole_lines
from ladder.cli.kept_folder import Kind, kept_folder
from ladder.cli.playing import Finished
from ladder.cli.series import Fixture

VOIDS = "voids.jsonl"
_VOID = {"block": int, "reason": str}
KIND = Kind(
    "comparison",
    "comparison.json",
    "OTHER_COMPARISON",
    {
        "rules": "its game was played by another version of the rules",
        "bots": "a bot of it was another, or its files have changed since",
        "test": "it is decided by another test",
    },
)


class Book(Protocol):
    """Keeps what was played, and knows it again."""

    @property
    def seed_text(self) -> str:
        """The text that all seeds are made from."""

    def keep(self, seats: Sequence[str], finished: Finished) -> MatchResult:
        """Keep a match; how it counts."""

    def kept(self, seats: Sequence[str], fixture: Fixture) -> MatchResult | None:
        """How a match ended that was kept before; None when it has to be played."""

    def void(self, block: int, reason: str) -> None:
        """Write down that a block counts for nobody, and why."""

    def why_void(self, block: int) -> str | None:
        """Why a block counts for nobody; None when it does count, or is to be played."""


class MemoryBook:
    """The book of a comparison of which nothing is kept."""

    def __init__(self, seed_text: str) -> None:
        self.seed_text = seed_text
        self._voids: dict[int, str] = {}

    def keep(self, seats: Sequence[str], finished: Finished) -> MatchResult:
        """Nothing is kept: whoever plays holds the state."""
        return finished.result

    def kept(self, seats: Sequence[str], fixture: Fixture) -> MatchResult | None:
        """None: nothing is kept."""
        return None

    def void(self, block: int, reason: str) -> None:
        """Remember it."""
        self._voids[block] = reason

    def why_void(self, block: int) -> str | None:
        """Why a block counts for nobody."""
        return self._voids.get(block)


class FolderBook:
    """The book of a comparison in a folder; use `opened`."""

    def __init__(self, folder: Path, seed_text: str, manifest: IO[bytes], voids: IO[bytes]) -> None:
        self.seed_text = seed_text
        self._matches = KeptMatches(folder, manifest)
        self._file = voids
        self._voids = {line["block"]: str(line["reason"]) for line in whole_lines(voids, _VOID)}

    def keep(self, seats: Sequence[str], finished: Finished) -> MatchResult:
        """Write the replay, then the line of the manifest that tells of it."""
        return self._matches.keep(seats, finished)

    def kept(self, seats: Sequence[str], fixture: Fixture) -> MatchResult | None:
        """The result of a match whose replay is there and proves it."""
        return self._matches.kept(seats, fixture)

    def void(self, block: int, reason: str) -> None:
        """Add the block to the file of those that count for nobody."""
        add_line(self._file, {"block": block, "reason": reason})
        self._voids[block] = reason

    def why_void(self, block: int) -> str | None:
        """Why a block counts for nobody."""
        return self._voids.get(block)


@contextmanager
def opened(
    folder: Path, terms: Mapping[str, Any], seed_text: str | None, fresh: str
) -> Iterator[FolderBook]:
    """The book of a comparison in a folder, begun where it holds none; see `kept_folder`."""
    with kept_folder(folder, KIND, terms, seed_text, fresh) as seed:
        (folder / REPLAYS).mkdir(exist_ok=True)
        with (folder / MANIFEST).open("a+b") as manifest, (folder / VOIDS).open("a+b") as voids:
            yield FolderBook(folder, seed, manifest, voids)
