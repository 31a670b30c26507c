"""Write a replay, line by line while the match is played: the same lines are its journal."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from siurell.match.config import MatchConfig
from siurell.match.events import MatchRecord
from siurell.match.result import MatchResult
from siurell.replay import format as form
from siurell.replay.container import pack
from siurell.version import VERSION


@dataclass(frozen=True, slots=True)
class FinishedReplay:
    """A whole replay: the packed file, its digest, and its last lines for the journal."""

    data: bytes
    digest: str
    footer: tuple[str, str]


class ReplayWriter:
    """Keeps the lines of one match. Lines are returned without their end."""

    def __init__(self, config: MatchConfig, rules_version: str, commitment: bytes) -> None:
        self._since_us = 0
        self._lines = [form.line(form.header(config, rules_version, commitment, VERSION))]

    def header_line(self) -> str:
        """The first line."""
        return self._lines[0]

    def add(self, record: MatchRecord) -> str:
        """Keep what happened, and return its line."""
        line = form.line(form.event(record, self._since_us))
        self._since_us = form.decision_end(record, self._since_us)
        self._lines.append(line)
        return line

    def finish(self, result: MatchResult, seed: bytes) -> FinishedReplay:
        """End the replay with the result and the seed, and pack it."""
        last = form.line(form.footer(result, seed))
        content = "".join(f"{line}\n" for line in (*self._lines, last)).encode("ascii")
        digest = hashlib.sha256(content).hexdigest()
        closing = form.line({"digest": digest})
        return FinishedReplay(pack(content + f"{closing}\n".encode()), digest, (last, closing))
