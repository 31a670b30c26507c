"""Read the short lists of a replay back into the records of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from siurell.match.events import (
    ChanceRecord,
    DecisionRecord,
    FaultRecord,
    ForcedRecord,
    MatchRecord,
    NoteRecord,
    SubstituteRecord,
)
from siurell.match.result import Cause, Evidence
from siurell.replay import fields
from siurell.replay.format import Json, decision_end

_COUNTS: Final = ("asked_us", "received_us", "charged_us", "limit_us", "lag_us")
_NUMBERS: Final = ("exit_code", "signal")
_TEXTS: Final = ("stderr", "detail")
_SIGNS: Final = ("oom",)
_LENGTHS: Final = {"c": 3, "f": 3, "s": 3, "x": 4, "n": 4}


class RecordReader:
    """Reads the lines of one match in their order, since times count from line to line."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._since_us = 0

    def read(self, line: str, where: str) -> MatchRecord:
        """The record of a line; ``where`` names the line in an error."""
        values = fields.items(fields.parse(line, where), where)
        kind = values[0] if values else None
        if type(kind) is int and len(values) in (4, 5):
            record: MatchRecord = self._decision(values, where)
        elif isinstance(kind, str) and _LENGTHS.get(kind) == len(values):
            record = self._other(kind, values, where)
        else:
            raise fields.invalid(f"{where} is of no known kind")
        self._since_us = decision_end(record, self._since_us)
        return record

    def _decision(self, values: Sequence[Json], where: str) -> DecisionRecord:
        wait, charged, *lag = (fields.count(value, where) for value in values[2:])
        seat, move = self._seat(values[0], where), fields.text(values[1], where)
        return DecisionRecord(seat, move, self._since_us + wait, charged, *lag)

    def _other(self, kind: str, values: Sequence[Json], where: str) -> MatchRecord:
        if kind == "c":
            return ChanceRecord(fields.text(values[1], where), fields.text(values[2], where))
        seat = self._seat(values[1], where)
        said = fields.text(values[2], where)
        if kind == "f":
            return ForcedRecord(seat, said)
        if kind == "s":
            return SubstituteRecord(seat, said)
        if kind == "n":
            return NoteRecord(seat, said, fields.text(values[3], where))
        return FaultRecord(seat, cause(said, where), _evidence(values[3], where))

    def _seat(self, value: Json, where: str) -> int:
        seat = fields.count(value, where)
        if seat >= self._seats:
            raise fields.invalid(f"{where} names seat {seat} of {self._seats} seats")
        return seat


def cause(word: str, where: str) -> Cause:
    """The cause that a word stands for."""
    try:
        return Cause(word)
    except ValueError:
        raise fields.invalid(f"{where} names an unknown cause") from None


def _evidence(value: Json, where: str) -> Evidence:
    given = fields.members(value, where)
    unknown = given.keys() - {*_COUNTS, *_NUMBERS, *_TEXTS, *_SIGNS}
    if unknown:
        raise fields.invalid(f"{where} has unknown evidence")
    counts = {name: fields.count(given[name], where) for name in _COUNTS if name in given}
    numbers = {name: fields.whole(given[name], where) for name in _NUMBERS if name in given}
    texts = {name: fields.text(given[name], where) for name in _TEXTS if name in given}
    return Evidence(
        asked_us=counts.get("asked_us"),
        received_us=counts.get("received_us"),
        charged_us=counts.get("charged_us"),
        limit_us=counts.get("limit_us"),
        exit_code=numbers.get("exit_code"),
        signal=numbers.get("signal"),
        stderr=texts.get("stderr", ""),
        detail=texts.get("detail", ""),
        oom=fields.sign(given.get("oom", False), where),
        lag_us=counts.get("lag_us"),
    )
