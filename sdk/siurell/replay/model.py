"""What a replay and a journal hold, once they are read."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from siurell.games.base import Game
from siurell.match.config import MatchConfig
from siurell.match.events import (
    ChanceRecord,
    DecisionRecord,
    ForcedRecord,
    MatchRecord,
    SubstituteRecord,
)
from siurell.match.result import Evidence, MatchResult
from siurell.replay.format import Json


@dataclass(frozen=True, slots=True)
class Journal:
    """A match up to some moment. ``game`` holds the rules to play it by."""

    game: Game
    config: MatchConfig
    rules_version: str
    commitment: bytes
    records: tuple[MatchRecord, ...]


@dataclass(frozen=True, slots=True)
class Replay(Journal):
    """A match from its beginning to its end."""

    seed: bytes
    result: MatchResult
    digest: str

    def as_json(self) -> dict[str, Json]:
        """All that a program needs to check the match by itself: what happened, in order.

        ``events`` are those of the game, each with ``kind`` (chance or decision), ``seat`` (None
        for chance), ``key`` (None for a decision) and ``text``; ``forced`` and ``substitute`` are
        there, and true, where no bot decided. ``components`` is empty for the shipped ones. The
        ``evidence`` of a seat holds what is known.
        """
        seats = self.result.seats
        events = [_event(record) for record in self.records]
        return {
            "game": self.config.game,
            "rules_version": self.rules_version,
            "components": self.config.components,
            "options": dict(self.config.options),
            "seats": list(self.config.labels),
            "time": str(self.config.time),
            "match": self.config.match_id,
            "seed": self.seed.hex(),
            "commitment": self.commitment.hex(),
            "digest": self.digest,
            "events": [event for event in events if event is not None],
            "result": {
                "scores": [seat.score for seat in seats],
                "placements": [seat.placement for seat in seats],
                "causes": [seat.cause.value for seat in seats],
                "details": [seat.evidence.detail for seat in seats],
                "evidence": [_evidence(seat.evidence) for seat in seats],
                "decisions": self.result.decisions,
                "turns": self.result.turns,
                "grade": self.result.grade,
                "reason": self.result.reason,
            },
        }


def _evidence(evidence: Evidence) -> Json:
    given, unknown = asdict(evidence), asdict(Evidence())
    return {name: fact for name, fact in given.items() if fact != unknown[name]}


def _event(record: MatchRecord) -> Json:
    match record:
        case ChanceRecord(key, text):
            return {"kind": "chance", "seat": None, "key": key, "text": text}
        case DecisionRecord(seat, text, asked_us, charged_us):
            times: dict[str, Json] = {"asked_us": asked_us, "charged_us": charged_us}
            return {"kind": "decision", "seat": seat, "key": None, "text": text, **times}
        case ForcedRecord(seat, text):
            return {"kind": "decision", "seat": seat, "key": None, "text": text, "forced": True}
        case SubstituteRecord(seat, text):
            mark: dict[str, Json] = {"substitute": True}
            return {"kind": "decision", "seat": seat, "key": None, "text": text, **mark}
        case _:
            return None
