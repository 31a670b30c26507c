"""The lines of a replay: one JSON value a line, in ASCII, and what each of them means.

The first line is the *header*, an object: ``siurell`` ("replay"), ``format``, ``by`` (the release
that wrote it), ``game``, ``rules`` (their version), ``options``, ``seats`` (a label each), ``time``
(the time control), ``startup_us``, ``match`` (its id), ``commitment`` (hexadecimal). Format 2 is
format 1 with ``components`` at its end, the digest of the file that replaced the shipped data; a
match with the shipped data is written in format 1, as it always was.

Then one short list for each thing that happened, in order; times in microseconds:

==================================  ============================================================
``["c", key, outcome]``             a chance event
``[seat, move, wait, charged]``     a seat's decision: its clock started ``wait`` after the end of
                                    the seat's decision before, anybody's, and was charged
                                    ``charged``; a fifth number is the referee's own lag,
                                    which is not charged
``["f", seat, move]``               the only legal move, played without asking
``["s", seat, move]``               a move played for a seat that has forfeited
``["x", seat, cause, evidence]``    a forfeit; evidence is an object of what is known
``["n", seat, kind, detail]``       something harmless
==================================  ============================================================

Last come the *result*, an object with ``seed`` (hexadecimal) and ``result`` (``scores``,
``placements``, ``causes``, ``decisions``, ``turns`` and, where there is one, ``grade`` or
``reason``), and an object with the ``digest``: SHA-256 over all bytes before that line.

The *journal* of a running match is the same lines, after one that belongs to the referee alone: an
object with ``siurell`` ("journal"), the seed and what else it needs to take the match up.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Final

from siurell.match.config import MatchConfig
from siurell.match.events import (
    ChanceRecord,
    DecisionRecord,
    FaultRecord,
    ForcedRecord,
    MatchRecord,
    NoteRecord,
    SubstituteRecord,
)
from siurell.match.result import Evidence, MatchResult

FORMAT: Final = 1
"""Moves when an older reader could not read the lines."""

OWN_COMPONENTS: Final = 2
"""The format of a match with other components: a reader that knows of none refuses it."""

JOURNAL: Final = "journal"
"""What ``siurell`` says in the line of its own that a journal has before the header."""

SUFFIX: Final = ".siu.gz"
"""How the name of a replay's file ends."""

MAX_BYTES: Final = 16 * 1024 * 1024
"""No replay is larger, packed or unpacked."""

NOTHING: Final = Evidence()

Json = str | int | list["Json"] | dict[str, "Json"] | None
"""What stands in a line; there are no fractions in it."""


def line(value: Json) -> str:
    """One line, without its end."""
    return json.dumps(value, separators=(",", ":"))


def header(config: MatchConfig, rules_version: str, commitment: bytes, release: str) -> Json:
    """The header of a match's replay."""
    own: dict[str, Json] = {"components": config.components} if config.components else {}
    return {
        "siurell": "replay",
        "format": OWN_COMPONENTS if own else FORMAT,
        "by": release,
        "game": config.game,
        "rules": rules_version,
        "options": dict(config.options),
        "seats": list(config.labels),
        "time": str(config.time),
        "startup_us": config.startup_us,
        "match": config.match_id,
        "commitment": commitment.hex(),
        **own,
    }


def event(record: MatchRecord, since_us: int) -> Json:
    """The list of a record; ``since_us`` is when the decision before it ended."""
    match record:
        case ChanceRecord(key, text):
            return ["c", key, text]
        case DecisionRecord(seat, text, asked_us, charged_us, lag_us):
            times: list[Json] = [asked_us - since_us, charged_us]
            return [seat, text, *times, lag_us] if lag_us else [seat, text, *times]
        case ForcedRecord(seat, text):
            return ["f", seat, text]
        case SubstituteRecord(seat, text):
            return ["s", seat, text]
        case FaultRecord(seat, cause, evidence):
            return ["x", seat, cause.value, _evidence(evidence)]
        case NoteRecord(seat, kind, detail):
            return ["n", seat, kind, detail]


def decision_end(record: MatchRecord, since_us: int) -> int:
    """When the last decision up to this record ended; ``since_us`` is that of the one before."""
    if isinstance(record, DecisionRecord):
        return record.asked_us + record.charged_us
    return since_us


def footer(result: MatchResult, seed: bytes) -> Json:
    """The result and the seed."""
    said: dict[str, Json] = {
        "scores": [seat.score for seat in result.seats],
        "placements": [seat.placement for seat in result.seats],
        "causes": [seat.cause.value for seat in result.seats],
        "decisions": result.decisions,
        "turns": result.turns,
    }
    if result.grade:
        said["grade"] = result.grade
    if result.reason:
        said["reason"] = result.reason.encode(errors="backslashreplace").decode()
    return {"seed": seed.hex(), "result": said}


def _evidence(evidence: Evidence) -> Json:
    return {
        field.name: getattr(evidence, field.name)
        for field in fields(evidence)
        if getattr(evidence, field.name) != getattr(NOTHING, field.name)
    }
