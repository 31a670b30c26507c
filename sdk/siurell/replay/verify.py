"""Play a replay again and say whether everything in it is as it must be, or where it is not.

What is checked: the seed fits the commitment; every chance event came as the dealer deals it from
that seed; every decision was legal and by the seat whose decision it was; a move was forced exactly
when it was the only one, and a substitute played exactly for a seat that had forfeited, by the
defined choice; no clock was overdrawn, nothing was charged above the limit, and every forfeit fits
its clock; nothing happened after the end; the result follows. That the file was not changed is
found by its digest when it is read; that it was not rewritten as a whole, by comparing the digest
with the one that the referee told.
"""

from __future__ import annotations

from dataclasses import dataclass

from siurell.errors import MatchError, ReplayError, RulesError
from siurell.games.base import CHANCE, Event, Move
from siurell.match.clock import Clock
from siurell.match.dealer import Dealer, commitment
from siurell.match.events import (
    ChanceRecord,
    DecisionRecord,
    FaultRecord,
    ForcedRecord,
    MatchRecord,
    NoteRecord,
    SubstituteRecord,
)
from siurell.match.ranking import called_off, decided_early, faults_of, rank
from siurell.match.result import Cause, Evidence, MatchResult
from siurell.replay.fields import invalid
from siurell.replay.model import Replay

Decided = DecisionRecord | ForcedRecord | SubstituteRecord


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on a replay. ``where`` is empty when all is well."""

    ok: bool
    where: str
    decisions: int
    digest: str


def verify(replay: Replay, digest: str | None = None) -> Verification:
    """Play the replay again; ``digest`` is the one that its referee told, if it is known."""
    walk = _Walk(replay)
    where = ""
    try:
        if digest is not None and digest.lower() != replay.digest:
            raise invalid(f"its digest is {replay.digest}, and {digest} was told")
        walk.run()
    except (ReplayError, MatchError) as error:
        where = str(error)
    return Verification(not where, where, walk.decisions, replay.digest)


class _Walk:
    """One pass over a replay."""

    def __init__(self, replay: Replay) -> None:
        config = replay.config
        self.decisions = 0
        self._replay = replay
        self._state = replay.game.new_state(config.seats, config.options)
        self._dealer = Dealer(replay.game, config.seats, config.options, replay.seed)
        self._clocks = [Clock(config.time) for _ in range(config.seats)]
        self._forfeits: list[FaultRecord] = []
        self._out: set[int] = set()
        self._early = False
        """Whether there is at most one seat left that did not forfeit, of two or more."""
        self._started = False
        """Whether play has started for certain: before that, no forfeit ends the match."""

    def run(self) -> None:
        """Raise an error at the first thing that is not as it must be."""
        replay = self._replay
        if commitment(replay.config.match_id, replay.seed) != replay.commitment:
            raise invalid("its seed does not fit the commitment")
        for place, record in enumerate(replay.records):
            try:
                self._step(record)
            except (ReplayError, MatchError) as error:
                spot = f"Line {place + 2}, after {self.decisions} decisions"
                raise ReplayError(f"{spot}: {error}", reason=error.reason) from None
        self._check_result()

    def _step(self, record: MatchRecord) -> None:
        if self._started and self._over():
            raise invalid("something happened after the match was over")
        if isinstance(record, FaultRecord):
            self._forfeit(record)
        elif not isinstance(record, NoteRecord):
            event = self._dealt(record) if isinstance(record, ChanceRecord) else self._move(record)
            self._started = True
            self._state.apply(event)

    def _over(self) -> bool:
        return self._early or self._state.to_act is None

    def _dealt(self, record: ChanceRecord) -> Event:
        if self._state.to_act != CHANCE:
            raise invalid(f"no chance event was due, not `{record.key}`")
        chance = self._state.chance()
        outcome = self._dealer.answer(chance)
        if (record.key, record.text) != (chance.key, str(outcome)):
            raise invalid(
                f"`{chance.key}` came to `{outcome}`, not `{record.key}` to `{record.text}`"
            )
        return outcome

    def _move(self, record: Decided) -> Move:
        moves = self._legal_moves(record.seat)
        try:
            move = self._replay.game.parse_move(record.text)
        except RulesError as error:
            raise invalid(str(error)) from None
        if move not in moves:
            raise invalid(f"`{move}` was not legal: {self._state.why_illegal(move)}")
        if (len(moves) == 1) != isinstance(record, ForcedRecord):
            raise invalid(f"`{move}` was one of {len(moves)} legal moves")
        if isinstance(record, SubstituteRecord):
            self._check_substitute(record, moves)
        elif isinstance(record, DecisionRecord):
            self._check_decision(record)
        self.decisions += 1
        return move

    def _legal_moves(self, seat: int) -> list[Move]:
        if self._state.to_act != seat:
            raise invalid(f"it was not seat {seat} that had to decide")
        return self._state.legal_moves()

    def _check_substitute(self, record: SubstituteRecord, moves: list[Move]) -> None:
        if record.seat not in self._out:
            raise invalid(f"a substitute played for seat {record.seat}, which had not forfeited")
        texts = [str(move) for move in moves]
        due = texts[self._dealer.substitute(self.decisions, texts)]
        if due != record.text:
            raise invalid(f"the substitute plays `{due}`, not `{record.text}`")

    def _check_decision(self, record: DecisionRecord) -> None:
        if record.seat in self._out:
            raise invalid(f"seat {record.seat} decided after it had forfeited")
        clock = self._clocks[record.seat]
        limit_us = clock.question(self._state.turn)
        if clock.charge(record.charged_us) != record.charged_us:
            raise invalid(f"{record.charged_us} us were charged, and {limit_us} us were allowed")

    def _forfeit(self, record: FaultRecord) -> None:
        seat, cause, evidence = record.seat, record.cause, record.evidence
        if seat in self._out:
            raise invalid(f"seat {seat} forfeited twice")
        if cause in (Cause.GAME_RULES, Cause.ABORTED):
            raise invalid(f"`{cause.value}` is no forfeit")
        if evidence.asked_us is not None:
            self._check_asked(seat, cause, evidence)
        elif cause in (Cause.TIMEOUT, Cause.LEFT, Cause.ILLEGAL_MOVE):
            raise invalid(f"seat {seat} forfeited by {cause.value} without being asked")
        if cause is Cause.NO_SHOW and self._started:
            raise invalid(f"seat {seat} was not ready, and the match had started")
        self._forfeits.append(record)
        self._out.add(seat)
        self._early = decided_early(faults_of(self._forfeits, self._state.seats))

    def _check_asked(self, seat: int, cause: Cause, evidence: Evidence) -> None:
        """A seat forfeited while its question was open: its clock has to agree."""
        self._started = True
        if len(self._legal_moves(seat)) < 2:
            raise invalid(f"seat {seat} had nothing to decide")
        clock = self._clocks[seat]
        limit_us, charged_us = clock.question(self._state.turn), evidence.charged_us
        if evidence.limit_us != limit_us:
            raise invalid(f"seat {seat} was allowed {limit_us} us, not {evidence.limit_us} us")
        if charged_us is None or clock.charge(charged_us) != charged_us:
            raise invalid(f"seat {seat} was charged {charged_us} us of {limit_us} us")
        if cause in (Cause.TIMEOUT, Cause.LEFT) and limit_us is not None:
            self._check_late(seat, evidence, limit_us)

    def _check_late(self, seat: int, evidence: Evidence, limit_us: int) -> None:
        asked_us, received_us = evidence.asked_us or 0, evidence.received_us
        in_time = received_us is not None and received_us - asked_us <= limit_us
        if evidence.charged_us != limit_us or in_time:
            raise invalid(f"the clock of seat {seat} had not ended when it forfeited")

    def _check_result(self) -> None:
        told = self._replay.result
        faults = faults_of(self._forfeits, self._state.seats)
        if told.aborted:
            if self._started and self._over():
                raise invalid("the match is called off, and it was played to its end")
            seats, grade = called_off(self._state.seats), ""
        elif self._over():
            outcome = self._state.outcome()
            seats = rank(outcome, faults)
            grade = outcome.grade if self._state.to_act is None else ""
        else:
            raise invalid("the match was not played to its end")
        reason = told.reason if told.aborted else ""
        if told != MatchResult(seats, self.decisions, self._state.turn, grade, reason):
            raise invalid("its result does not follow from what happened")
