"""Evidence and results as JSON in a row, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace

from siurell.match.result import Evidence, MatchResult

JsonEvidence = dict[str, int | str]

_NO_NUMBERS = frozenset({"stderr", "detail", "oom"})


def without_words(evidence: Evidence) -> Evidence:
    """The same without what a bot may have written: it could tell of a seed that is sealed."""
    return replace(evidence, stderr="", detail="")


def evidence_to_json(evidence: Evidence) -> JsonEvidence:
    """The facts that apply, by name."""
    given, unknown = asdict(evidence), asdict(Evidence())
    return {name: value for name, value in given.items() if value != unknown[name]}


def evidence_from_json(stored: Mapping[str, int | str]) -> Evidence:
    """The evidence of a row."""
    numbers = {f.name: stored.get(f.name) for f in fields(Evidence) if f.name not in _NO_NUMBERS}
    return Evidence(
        **{name: int(value) for name, value in numbers.items() if value is not None},
        stderr=str(stored.get("stderr", "")),
        detail=str(stored.get("detail", "")),
        oom=bool(stored.get("oom", False)),
    )


def result_to_json(result: MatchResult) -> dict[str, object]:
    """A whole result, as kept for an attempt that reported too late."""
    return {
        "decisions": result.decisions,
        "turns": result.turns,
        "reason": result.reason,
        "seats": [
            {
                "placement": seat.placement,
                "score": seat.score,
                "cause": seat.cause.value,
                "evidence": evidence_to_json(seat.evidence),
            }
            for seat in result.seats
        ],
    }
