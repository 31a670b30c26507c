"""What an earlier referee left in its journals: matches that ran, and ends that nobody heard."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog
from siurell.errors import ReplayError
from siurell.match.dealer import commitment
from siurell.match.events import MatchRecord
from siurell.match.result import MatchResult
from siurell.replay import fields
from siurell.replay.container import pack
from siurell.replay.format import JOURNAL, MAX_BYTES
from siurell.replay.model import Journal
from siurell.replay.read import read_journal, read_replay
from siurell.replay.write import FinishedReplay

from referee.journal import opening_lines
from referee.setup import MatchSetup

_log = structlog.get_logger()

_OPENING: Final = f'{{"siurell":"{JOURNAL}"'.encode()
_OPENING_LINES: Final = 2
_CLOSING_LINES: Final = 2


@dataclass(frozen=True, slots=True)
class LeftMatch:
    """A match of an earlier referee. ``size`` is how much of the journal is whole and no end."""

    path: Path
    setup: MatchSetup
    session_ids: tuple[str, ...]
    records: tuple[MatchRecord, ...]
    size: int
    end: tuple[MatchResult, FinishedReplay] | None


def read_left(path: Path) -> LeftMatch | None:
    """The match of a journal; None, with a word in the log, when it cannot be taken up.

    A journal that was cut off in its first two lines is of a match that nobody was told of.
    """
    try:
        data = path.read_bytes()
        if data.count(b"\n") < _OPENING_LINES and _OPENING.startswith(data[: len(_OPENING)]):
            path.unlink()
            return None
        if len(data) > MAX_BYTES:
            raise fields.invalid("a journal is not that long")
        return _left(path, data)
    except (ReplayError, OSError) as error:
        _log.error("journal_left", journal=path.name, error=str(error))
        return None


def _left(path: Path, data: bytes) -> LeftMatch:
    lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    journal = read_journal(data)
    setup, session_ids = _opening(lines[0].decode("ascii"), journal)
    kept = lines[: _OPENING_LINES + len(journal.records)]
    if lines[1].decode().strip() != opening_lines(setup, session_ids)[1]:
        raise fields.invalid("another release wrote it, or its seed is another one")
    return LeftMatch(
        path,
        setup,
        session_ids,
        journal.records,
        sum(map(len, kept)),
        _end(lines) if len(lines) == len(kept) + _CLOSING_LINES else None,
    )


def _opening(line: str, journal: Journal) -> tuple[MatchSetup, tuple[str, ...]]:
    said = fields.members(fields.parse(line, "its opening"), "its opening")
    ids = fields.items(said.get("sessions"), "its list of sessions")
    if len(ids) != journal.config.seats:
        raise fields.invalid("its list of sessions has not one entry a seat")
    seed = fields.octets(said.get("seed"), 32, "its seed")
    setup = MatchSetup(
        game=journal.game,
        config=journal.config,
        seed=seed,
        commitment=commitment(journal.config.match_id, seed),
        named=said.get("named") is True,
        ponder_off=said.get("ponder_off") is True,
    )
    return setup, tuple(fields.text(one, "a session") for one in ids)


def _end(lines: list[bytes]) -> tuple[MatchResult, FinishedReplay]:
    data = pack(b"".join(lines[1:]))
    replay = read_replay(data)
    footer = (lines[-2].decode().strip(), lines[-1].decode().strip())
    return replay.result, FinishedReplay(data, replay.digest, footer)
