"""The rules of a match: whose clock runs, what an answer costs, who is placed where.

Events and the time go in, effects come out. This file reads no clock, opens nothing, waits for
nothing and logs nothing; the referee, the match in this process and the simulation drive the same
object, so that they cannot disagree. Whatever decides over a seat stands here.

**Time.** ``now_ns`` is when an event happened, on any clock that only goes forward. Deadlines are
decided by comparing it, never by which of two tasks woke first. A driver hands on what has arrived
before it posts `Alarm`, so an answer in the buffer beats the alarm. ``lag_us`` is the driver's own
lateness: never charged, and too much of it turns a loss by time into no contest (`lag`). Charges
are whole microseconds, rounded down, never more than the limit.

**A match.** `Begin` opens it and the start-up limit runs. A seat that is not ready by then is a
``no_show``. When every seat is ready or has forfeited, play starts. Chance is answered by the
dealer. A decision with one legal move is played and recorded as forced. For any other the seat is
asked: `Ask` with a ``decision_id`` that the answer gives back. The seat's clock starts with
`QuestionWritten`, or when the question was put if the seat has lost its line or the write takes
longer than ``WRITE_LIMIT_US``, so that a seat which does not read gains nothing. An answer that
comes before `QuestionWritten` is charged nothing.

**Answers.** The first answer to the open question counts: a legal move is played, anything else is
``illegal_move``, late is ``timeout``. Answers to another decision are noted and change nothing,
least of all a deadline; a seat that piles up more than `NOTE_LIMIT` notes floods: ``protocol``.

**Lines.** A seat that loses its line keeps its clock running. When it comes back (the newest login
wins) it gets the open question again, same decision, remaining time. If it is not back when its
clock ends it has ``left``; without a limit it has ``LEFT_LIMIT_US`` for that. A seat whose process
ended crashed, whether it was asked or not.

**Resuming.** When a driver dies another one begins with `Resumed`: the match stands as its records
say (`past`). The sound seats are awaited once more; what goes wrong until then blames none of them.

**Faults.** A seat that forfeits is told once and never asked again. With two or more sound seats a
substitute plays it on; with one or none the match ends. A match of one seat is played to its end by
the substitute. Nothing that a seat does raises: `MatchError` is for a driver that breaks the
contract, and changes nothing. Rules that do not hold what they promise abort the match.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from siurell.errors import MatchError, RulesError
from siurell.games.base import Game, Move
from siurell.match import events as ev
from siurell.match import faults, lag
from siurell.match.alarm import AlarmSetting
from siurell.match.config import MatchConfig
from siurell.match.contract import check_event
from siurell.match.dealer import Dealer
from siurell.match.past import RESUMED, play_again
from siurell.match.question import Question
from siurell.match.ranking import decided_early
from siurell.match.result import Cause, Evidence, MatchResult
from siurell.match.seats import SeatState, Trigger
from siurell.match.standing import Standing

NOTE_LIMIT: Final = 100
"""More harmless things than this from one seat in one match are a flood."""


class MatchCore(Standing):
    """One match. Hand every event to `handle` and do what it returns, in that order.

    Where a driver's lag is more than ``lag_percent`` of a seat's limit, nobody loses by time.
    """

    def __init__(
        self, game: Game, config: MatchConfig, dealer: Dealer, lag_percent: int = lag.LAG_PERCENT
    ) -> None:
        self._out: list[ev.Effect] = []
        super().__init__(game, config, dealer, self._out.append)
        self._lag_percent = lag_percent
        self._startup_ns: int | None = None
        """When the start-up limit ends; None before `Begin` and once play has started."""
        self._resumed = False
        """Whether the seats that are awaited were there already, before the driver died."""
        self._last_id = 0
        self._fault_order = 0
        self._alarm = AlarmSetting()
        self._latest_ns = 0
        """The latest time that any event had: questions are never put before it."""

    def handle(self, event: ev.MatchEvent, now_ns: int) -> list[ev.Effect]:
        """Take in what happened at this time; what to do about it, in order.

        After `Finish` every event is without effect, since a driver cannot know what is still on
        its way. Raises `MatchError`, and changes nothing, when the driver breaks the contract.
        """
        check_event(event, now_ns, self._begun_ns, len(self._seats), self._last_id)
        if self._result is not None:
            return []
        self._latest_ns = now_ns if self._begun_ns is None else max(self._latest_ns, now_ns)
        if isinstance(event, ev.SeatEvent):
            if self._seats[event.seat].state is not SeatState.DONE:
                self._on_seat_event(event, now_ns)
        else:
            self._on_driver_event(event, now_ns)
        self._set_alarm()
        if self._result is not None:
            self._out.append(ev.Finish(self._result))
        out = self._out.copy()
        self._out.clear()
        return out

    # -- what comes in

    def _on_seat_event(self, event: ev.SeatEvent, now_ns: int) -> None:
        match event:
            case ev.DecisionReceived():
                self._on_decision(event, now_ns)
            case ev.SeatReady(seat, lag_us):
                self._on_ready(seat, lag_us, now_ns)
            case ev.SeatFaulted(seat, cause, evidence):
                self._forfeit(seat, cause, evidence, now_ns, received=True)
            case ev.SeatLost(seat):
                self._on_lost(seat, now_ns)
            case ev.SeatBack(seat):
                self._on_back(seat, now_ns)
            case ev.SeatGone(seat, evidence):
                gone = faults.gone(evidence)
                self._forfeit(seat, Cause.CRASH, gone, now_ns, received=True)

    def _on_driver_event(self, event: ev.DriverEvent, now_ns: int) -> None:
        match event:
            case ev.Begin():
                self._begun_ns = now_ns
                self._startup_ns = now_ns + self._config.startup_us * 1000
            case ev.QuestionWritten(decision_id):
                if self._question is not None and self._question.decision_id == decision_id:
                    self._question.written(now_ns)
            case ev.Alarm(lag_us):
                self._alarm.spend()
                self._on_alarm(lag_us, now_ns)
            case ev.Resumed():
                self._on_resumed(event, now_ns)
            case ev.Abort(reason):
                self._call_off(reason)

    def _on_ready(self, number: int, lag_us: int, now_ns: int) -> None:
        seat = self._seats[number]
        if seat.state is not SeatState.EXPECTED:
            self._note(number, "double", "ready", now_ns)
        elif self._startup_ns is not None and now_ns - lag_us * 1000 >= self._startup_ns:
            self._end_startup(lag_us)
        else:
            seat.on(Trigger.READY)
            self._start_if_ready()

    def _on_decision(self, event: ev.DecisionReceived, now_ns: int) -> None:
        question = self._question
        if question is None or (event.seat, event.decision_id) != self.open_question:
            kind = self._seats[event.seat].kind_of_answer(event.decision_id)
            self._note(event.seat, kind, faults.shown(event.text), now_ns)
            return
        question.written(now_ns)
        question.held_up(event.lag_us, now_ns)
        if question.overdue(now_ns):
            self._lose_by_time(question, now_ns, received=True)
            return
        try:
            move = self._position.read(event.text, question.moves)
        except RulesError as error:
            evidence = faults.illegal(event.text, str(error))
            self._forfeit(event.seat, Cause.ILLEGAL_MOVE, evidence, now_ns, received=True)
        else:
            self._accept(question, move, now_ns)

    def _on_lost(self, number: int, now_ns: int) -> None:
        seat = self._seats[number]
        if seat.lost_ns is not None:
            return
        seat.lost_ns = now_ns
        if self._question is not None and self._question.seat == number:
            self._question.unwritten()
        self._note(number, "lost", "", now_ns)

    def _on_back(self, number: int, now_ns: int) -> None:
        self._seats[number].lost_ns = None
        self._note(number, "back", "", now_ns)
        if self._question is not None and self._question.seat == number:
            self._ask_again(self._question, now_ns)

    def _on_resumed(self, event: ev.Resumed, now_ns: int) -> None:
        past = play_again(self._position, self._seats, event.records, self._out.append)
        self._last_id, self._fault_order = past.last_id, past.fault_order
        self._begun_ns = now_ns - past.past_us * 1000
        if past.started and (self.state.to_act is None or self._decided_early()):
            self._finish()
        else:
            self._startup_ns = now_ns + (event.wait_us + past.thinking_us) * 1000
            self._resumed = True
            self._start_if_ready()

    def _on_alarm(self, lag_us: int, now_ns: int) -> None:
        question = self._question
        if self._startup_ns is not None:
            if now_ns >= self._startup_ns:
                self._end_startup(lag_us)
        elif question is not None and self._is_due(question, now_ns):
            question.unwritten()
            question.held_up(lag_us, now_ns)
            if self._is_due(question, now_ns):
                self._lose_by_time(question, now_ns, received=False)

    # -- what follows from it

    def _end_startup(self, lag_us: int) -> None:
        """Nobody is waited for any longer; all who are not ready fail together."""
        if self._resumed:
            self._call_off(faults.not_resumed())
            return
        limit_us = self._config.startup_us
        late = [n for n, seat in enumerate(self._seats) if seat.state is SeatState.EXPECTED]
        if lag.too_much(lag_us, limit_us, self._lag_percent):
            self._no_contest(late[0], limit_us, lag_us)
            return
        self._fault_order += 1
        for number in late:
            self._out_of_match(number, Cause.NO_SHOW, faults.no_show(limit_us, lag_us))
        self._start_if_ready()

    def _start_if_ready(self) -> None:
        if any(seat.state is SeatState.EXPECTED for seat in self._seats):
            return
        self._startup_ns = None
        ready = [n for n, seat in enumerate(self._seats) if seat.state is SeatState.READY]
        for number in ready:
            self._seats[number].on(Trigger.START)
        if self._resumed and ready:
            self._out.append(ev.Record(ev.NoteRecord(ready[0], RESUMED)))
        self._resumed = False
        self._go_on()

    def _go_on(self) -> None:
        """Play until somebody has to be asked, or to the end."""
        try:
            asked = None if self._decided_early() else self._position.play_on()
        except MatchError as error:
            self._call_off(str(error))
            return
        if asked is None:
            self._finish()
        else:
            self._ask(*asked)

    def _accept(self, question: Question, move: Move, now_ns: int) -> None:
        number = question.seat
        seat = self._seats[number]
        asked_us = self._match_us(question.clock_ns)
        charged_us = seat.clock.charge(question.spent_us(now_ns))
        seat.on(Trigger.ANSWER)
        seat.answered = question.decision_id
        self._question = None
        try:
            record = ev.DecisionRecord(number, str(move), asked_us, charged_us, question.lag_us)
            self._position.play(number, move, record)
        except MatchError as error:
            self._call_off(str(error))
        else:
            self._go_on()

    def _ask(self, number: int, moves: list[Move]) -> None:
        seat = self._seats[number]
        seat.on(Trigger.ASK)
        self._last_id += 1
        limit_us = seat.clock.question(self.state.turn)
        self._question = Question(number, self._last_id, moves, limit_us, self._latest_ns)
        if seat.lost_ns is None:
            clock = seat.clock.view()
            self._out.append(ev.Ask(number, self._last_id, clock, tuple(seat.events)))
        else:
            self._question.unwritten()

    def _ask_again(self, question: Question, now_ns: int) -> None:
        seat = self._seats[question.seat]
        clock, events = seat.clock.view(question.spent_us(now_ns)), tuple(seat.events)
        self._out.append(ev.Ask(question.seat, question.decision_id, clock, events, again=True))

    def _note(self, number: int, kind: str, detail: str, now_ns: int) -> None:
        seat = self._seats[number]
        seat.notes += 1
        if seat.notes <= NOTE_LIMIT:
            self._out.append(ev.Record(ev.NoteRecord(number, kind, detail)))
        else:
            evidence = faults.flood(NOTE_LIMIT)
            self._forfeit(number, Cause.PROTOCOL, evidence, now_ns, received=True)

    def _lose_by_time(self, question: Question, now_ns: int, *, received: bool) -> None:
        """A seat was late: it forfeits, or nobody does when the driver was late itself."""
        number, lag_us = question.seat, question.lag_us
        if lag.too_much(lag_us, question.patience_us, self._lag_percent):
            self._no_contest(number, question.patience_us, lag_us)
        elif received or self._seats[number].lost_ns is None:
            evidence = faults.too_late(question.limit_us, lag_us, received=received)
            self._forfeit(number, Cause.TIMEOUT, evidence, now_ns, received=received)
        else:
            self._forfeit(number, Cause.LEFT, faults.not_back(lag_us), now_ns, received=False)

    def _no_contest(self, number: int, limit_us: int, lag_us: int) -> None:
        reason = lag.no_contest_reason(f"Seat {number}", limit_us, lag_us, self._lag_percent)
        self._out.append(ev.Record(ev.NoteRecord(number, lag.NO_CONTEST, reason)))
        self._call_off(reason)

    def _forfeit(
        self, number: int, cause: Cause, evidence: Evidence, now_ns: int, *, received: bool
    ) -> None:
        """A seat forfeits, by something that was received or by its clock; the match goes on."""
        if self._resumed:
            self._call_off(faults.not_resumed(number))
            return
        if received:
            evidence = replace(evidence, received_us=self._match_us(now_ns))
        question = self._question
        if question is not None and question.seat == number:
            evidence = replace(
                evidence,
                asked_us=self._match_us(question.clock_ns),
                charged_us=self._seats[number].clock.charge(question.spent_us(now_ns)),
                limit_us=question.limit_us,
            )
            self._question = None
        self._fault_order += 1
        self._out_of_match(number, cause, evidence)
        if self._startup_ns is not None:
            self._start_if_ready()
        elif self._question is None or self._decided_early():
            self._go_on()

    def _out_of_match(self, number: int, cause: Cause, evidence: Evidence) -> None:
        seat = self._seats[number]
        evidence = faults.tidy(evidence)
        seat.on(Trigger.FAULT)
        seat.fault = faults.Fault(cause, self._fault_order, evidence)
        self._out.append(ev.Record(ev.FaultRecord(number, cause, evidence)))
        self._out.append(ev.Tell(number, cause, evidence))

    def _finish(self) -> None:
        self._end(self._position.result([seat.fault for seat in self._seats]))

    def _call_off(self, reason: str) -> None:
        self._end(self._position.called_off(faults.sentence(reason)))

    def _end(self, result: MatchResult) -> None:
        self._question = None
        self._startup_ns = None
        for seat in self._seats:
            seat.on(Trigger.FINISH)
        self._result = result

    # -- time

    def _is_due(self, question: Question, now_ns: int) -> bool:
        due_ns = question.alarm_ns(self._seats[question.seat].lost_ns)
        return due_ns is not None and now_ns >= due_ns

    def _decided_early(self) -> bool:
        return decided_early([seat.fault for seat in self._seats])

    def _match_us(self, at_ns: int) -> int:
        """Whole microseconds since the match began."""
        assert self._begun_ns is not None
        return (at_ns - self._begun_ns) // 1000

    def _set_alarm(self) -> None:
        due_ns = self._startup_ns
        if due_ns is None and self._question is not None:
            due_ns = self._question.alarm_ns(self._seats[self._question.seat].lost_ns)
        self._out += self._alarm.move(due_ns)
