"""`siurell replay verify --all FOLDER`: the replays of a whole event against their manifest.

What a bundle is stands in `ladder.cli.bundle`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from siurell.errors import SiurellError
from siurell.replay.format import SUFFIX

from ladder.cli.bundle import MANIFEST
from ladder.cli.failure import CommandError


@dataclass(frozen=True, slots=True)
class Bundle:
    """What was found: replays that hold, those that do not and why, files that nothing tells of."""

    held: int
    failed: Mapping[str, str]
    unlisted: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the bundle is what its manifest says. Files beside it do no harm."""
        return not self.failed


def verify_bundle(folder: Path) -> Bundle:
    """Play all replays of a folder again; `CommandError` when it has no manifest."""
    lines = _manifest(folder / MANIFEST)
    failed = {name: why for name, line in lines.items() if (why := _fault(folder, line))}
    told = {(folder / str(line.get("file"))).resolve() for line in lines.values()}
    beside = (path for path in sorted(folder.rglob(f"*{SUFFIX}")) if path.resolve() not in told)
    unlisted = tuple(str(path.relative_to(folder)) for path in beside)
    return Bundle(len(lines) - len(failed), failed, unlisted)


def _manifest(path: Path) -> dict[str, Mapping[str, Any]]:
    """The lines by match; the last of a match counts, and one that was cut off does not."""
    if not path.is_file():
        raise CommandError(
            f"{path.parent} has no {MANIFEST}, so nobody can say what belongs to it.",
            next_step="name the folder of `siurell tournament run --out`",
            reason="NO_MANIFEST",
        )
    try:
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")
        return {line["match"]: line for line in map(json.loads, whole.splitlines())}
    except (ValueError, KeyError, TypeError):
        raise CommandError(
            f"{path} cannot be read; it was edited or is damaged.",
            next_step="take the folder as it was written",
            reason="BAD_MANIFEST_FILE",
        ) from None


def _fault(folder: Path, line: Mapping[str, Any]) -> str:
    """Why a replay is not what the manifest says; empty when it is."""
    from siurell.replay.read import read_replay
    from siurell.replay.verify import verify

    path = (folder / str(line.get("file"))).resolve()
    if not path.is_relative_to(folder.resolve()):
        return "its file lies outside of the folder"
    if not path.is_file():
        return "its file is missing"
    try:
        replay = read_replay(path)
    except SiurellError as error:
        return str(error)
    verdict = verify(replay, str(line.get("digest")))
    if not verdict.ok:
        return verdict.where
    told = {name: line.get(name) for name in ("match", "seats", "placements", "scores")}
    found = {
        "match": replay.config.match_id,
        "seats": list(replay.config.labels),
        "placements": [seat.placement for seat in replay.result.seats],
        "scores": [seat.score for seat in replay.result.seats],
    }
    wrong = [name for name, value in found.items() if value != told[name]]
    return f"the manifest tells otherwise of its {wrong[0]}" if wrong else ""
