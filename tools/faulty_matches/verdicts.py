"""Whether every seat ended as its bot was told to end it, with the evidence that belongs to it."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from siurell.errors import ReplayError
from siurell.match.events import DecisionRecord
from siurell.match.result import Cause, Evidence, SeatResult
from siurell.replay.model import Replay
from siurell.replay.read import read_replay
from siurell.replay.verify import verify

from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.matches import MatchDetail, SeatLine, list_matches, show_match
from tools.faulty_matches.plan import AT_WELCOME, EXIT_CODE, LAST_WORDS, Plan, plan_of

MOST = 100_000


@dataclass
class Judged:
    """What was found. ``acts`` counts the acts that came about, ``attempts`` those in vain."""

    matches: int = 0
    seats: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    attempts: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def judge(arena: Arena, run: int) -> Judged:
    """Look at every match of the arena."""
    found = Judged()
    numbers: set[int | None] = set()
    for line in list_matches(arena, limit=MOST):
        detail = show_match(arena, line.match_id)
        found.matches += 1
        found.seats += len(line.seats)
        found.attempts += [
            f"{line.match_id}: {one.detail}" for one in detail.attempts if one.detail
        ]
        found.wrong += [f"{line.match_id}: {what}" for what in _of_match(arena, detail, run, found)]
        if detail.report_no in numbers:
            found.wrong.append(f"{line.match_id}: two reports have one number")
        numbers.add(detail.report_no)
    return found


def _of_match(arena: Arena, detail: MatchDetail, run: int, found: Judged) -> Iterator[str]:
    line = detail.line
    reported = sum(one.state.value == "reported" for one in detail.attempts)
    if line.state is not MatchState.REPORTED or reported != 1:
        yield f"it is {line.state.value}, with {reported} reports"
        return
    try:
        replay = read_replay(arena.home.replay(line.match_id))
    except (OSError, ReplayError) as error:
        yield f"its replay cannot be read: {error}"
        return
    verdict = verify(replay, detail.digest)
    if not verdict.ok:
        yield f"its replay does not hold: {verdict.where}"
    for seat in line.seats:
        plan = plan_of(run, line.match_id, seat.seat)
        found.causes[seat.cause.value if seat.cause else "none"] += 1
        if came_about(plan, seat.seat, replay):
            found.acts[plan.act.name] += 1
        for what in wrong_with(plan, seat, replay):
            yield f"seat {seat.seat}, who {plan.act.name} at {plan.at}: {what}"


def came_about(plan: Plan, seat: int, replay: Replay) -> bool:
    """Whether the seat was asked as often as its plan needs."""
    return plan.at == AT_WELCOME or _asked(seat, replay) >= plan.at


def wrong_with(plan: Plan, seat: SeatLine, replay: Replay) -> Iterator[str]:
    """What does not fit to the plan; nothing when all is as it must be."""
    told = replay.result.seats[seat.seat]
    if (told.cause, told.placement, told.score) != (seat.cause, seat.placement, seat.score):
        yield "ladder and replay differ"
    wanted = plan.act.cause if came_about(plan, seat.seat, replay) else Cause.GAME_RULES.value
    if told.cause.value != wanted:
        yield f"{told.cause.value} instead of {wanted}: {seat.evidence.detail}"
    elif wanted == plan.act.cause and not _proved(plan.act.name, seat.evidence):
        yield f"{wanted} with evidence that does not say so: {seat.evidence}"
    if (told.fault_order is None) is not (told.cause is Cause.GAME_RULES):
        yield "fault and order of faults do not agree"
    if told.cause is not Cause.GAME_RULES and not _below_the_sound(told, replay):
        yield "it is placed above a seat without fault"


def _asked(seat: int, replay: Replay) -> int:
    """How often it was asked, if the fault that it was told was done when asked."""
    answered = sum(
        isinstance(record, DecisionRecord) and record.seat == seat for record in replay.records
    )
    faulted = replay.result.seats[seat].cause is not Cause.GAME_RULES
    return answered + faulted


def _below_the_sound(told: SeatResult, replay: Replay) -> bool:
    sound = [one for one in replay.result.seats if one.cause is Cause.GAME_RULES]
    return all(one.placement < told.placement for one in sound)


def _proved(act: str, evidence: Evidence) -> bool:
    """Whether the evidence says what the bot did."""
    says = _EVIDENCE.get(act)
    return evidence == Evidence() if says is None else says(evidence)


def _ended_with(code: int) -> Callable[[Evidence], bool]:
    return lambda found: found.exit_code == code and found.stderr == LAST_WORDS


def _says(words: str) -> Callable[[Evidence], bool]:
    return lambda found: words in found.detail


def _used_up(found: Evidence) -> bool:
    return found.charged_us == found.limit_us is not None


_EVIDENCE: dict[str, Callable[[Evidence], bool]] = {
    "exits": _ended_with(EXIT_CODE),
    "exits_at_welcome": _ended_with(EXIT_CODE),
    "ends_well": _ended_with(0),
    "is_killed": lambda found: found.signal == signal.SIGKILL and found.stderr == LAST_WORDS,
    "reports_an_error": lambda found: LAST_WORDS in found.stderr and LAST_WORDS in found.detail,
    "shouts": _says("wrote more than"),
    "sleeps": _used_up,
    "spins": _used_up,
    "leaves": _used_up,
    "is_never_ready": lambda found: bool(found.limit_us) and "start-up" in found.detail,
    "sends_garbage": _says("no message"),
    "sends_too_much": _says("is the most"),
    "answers_nonsense": _says("to the beach"),
    "answers_nothing": _says("was refused"),
    "floods": _says("that nobody"),
}
"""What is to be seen; of what is not named here nothing is to be seen at all."""
