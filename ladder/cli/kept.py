"""Matches that are kept in a folder: their replays, and a manifest that grows line by line.

A line that was cut off by a kill is taken away when the file is read again. What counts of a match
that was kept is what its replay proves.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from siurell.match.result import MatchResult

from ladder.cli.bundle import json_line, told
from ladder.cli.failure import CommandError
from ladder.cli.playing import Finished
from ladder.cli.series import Fixture

_TOLD = {"match": str, "digest": str, "file": str, "seats": list}
"""What a line of the manifest has to tell, and as what."""


class KeptMatches:
    """The matches of a folder whose manifest is open."""

    def __init__(self, folder: Path, manifest: IO[bytes]) -> None:
        self._folder = folder
        self._manifest = manifest
        self._told = {line["match"]: line for line in whole_lines(manifest, _TOLD)}

    def keep(self, seats: Sequence[str], finished: Finished) -> MatchResult:
        """Write the replay, then the line of the manifest that tells of it, and who sat where."""
        from ladder.store.files import StagedFiles

        line = told(
            {
                "match": finished.fixture.match_id,
                "digest": finished.digest,
                "seats": list(seats),
                "placements": [seat.placement for seat in finished.result.seats],
                "scores": [seat.score for seat in finished.result.seats],
                "causes": [seat.cause.value for seat in finished.result.seats],
                "worker": finished.worker,
            }
        )
        with StagedFiles() as staged:
            staged.add(self._folder / line["file"], finished.replay)
            staged.publish()
        add_line(self._manifest, line)
        self._told[finished.fixture.match_id] = line
        return finished.result

    def kept(self, seats: Sequence[str], fixture: Fixture) -> MatchResult | None:
        """The result of a match whose replay is there and proves it."""
        from siurell.replay.proof import proved

        line = self._told.get(fixture.match_id)
        if line is None or line["seats"] != list(seats):
            return None
        return proved(self._folder / line["file"], line["digest"], fixture.seed)


def whole_lines(file: IO[bytes], needed: Mapping[str, type] | None = None) -> list[dict[str, Any]]:
    """The lines of a file that only grows, the last of them whole.

    ``needed``: what each line has to tell, and as what. Raises `CommandError` when one does not.
    """
    file.seek(0)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    file.truncate(whole)
    try:
        lines = [json.loads(line) for line in data[:whole].splitlines()]
    except ValueError:
        raise _damaged(file) from None
    for line in lines:
        if not isinstance(line, dict) or not all(
            isinstance(line.get(name), kind) for name, kind in (needed or {}).items()
        ):
            raise _damaged(file)
    return lines


def _damaged(file: IO[bytes]) -> CommandError:
    return CommandError(
        f"{file.name} cannot be read; it was edited or is damaged.",
        next_step="name a new folder with --out",
        reason="BAD_FOLDER",
    )


def add_line(file: IO[bytes], values: Mapping[str, Any]) -> None:
    """Add a line, and wait until it is on the disk."""
    file.write(json_line(values))
    file.flush()
    os.fsync(file.fileno())
