"""A replay told move by move, with the board drawn now and then."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from siurell.draw.text import draw_text
from siurell.games.base import CHANCE, State
from siurell.match.events import (
    ChanceRecord,
    DecisionRecord,
    FaultRecord,
    ForcedRecord,
    MatchRecord,
    NoteRecord,
)
from siurell.match.profiles import clock_text
from siurell.match.result import Cause, MatchResult
from siurell.replay.model import Replay
from siurell.replay.steps import replay_states

from ladder.cli.evidence import below, in_a_line
from ladder.cli.output import WIDTH, duration, wrapped

_LABEL = 14


class Boards(Enum):
    """When the board is drawn."""

    SOME = 25
    """After the set-up, every so many turns, and at the end."""
    EACH_TURN = 1
    NONE = 0


def tell(replay: Replay, boards: Boards) -> Iterator[str]:
    """The match in lines of text: what happened in order, the boards, the result."""
    config = replay.config
    names = config.labels
    yield wrapped(f"{config.game}: {' against '.join(names)}{' alone' * (len(names) == 1)}")
    yield f"clock {clock_text(config.time)}, match {config.match_id}"
    yield ""
    drawn, number, changed = -1, 0, False
    state: State | None = None
    for record, state in replay_states(replay):
        if not isinstance(record, ChanceRecord | FaultRecord | NoteRecord):
            number += 1
        changed = changed or not isinstance(record, FaultRecord | NoteRecord)
        yield _line(record, number, names)
        if boards is not Boards.NONE and _due(state, drawn, boards):
            drawn, changed = state.turn, False
            yield from ("", draw_text(state, names), "")
    if state is not None and boards is not Boards.NONE and changed:
        yield from ("", draw_text(state, names))
    yield ""
    yield from result_lines(replay.result, names)


def result_lines(result: MatchResult, names: tuple[str, ...]) -> Iterator[str]:
    """Who is where and why, the best first."""
    if result.aborted:
        yield f"Called off: {result.reason} It counts for nobody."
        return
    order = sorted(range(len(names)), key=lambda seat: (result.seats[seat].placement, seat))
    for seat in order:
        one = result.seats[seat]
        cause = "" if one.cause is Cause.GAME_RULES else f"  {one.cause.value}"
        place = f"{one.placement}. " * (len(names) > 1)
        yield f"{place}{names[seat]:<{_LABEL}} {one.score:>4} points{cause}"
        if one.cause is not Cause.GAME_RULES:
            yield from below(one.evidence, "   ")
    grade = f", {result.grade}" if result.grade else ""
    yield f"{result.decisions} decisions{grade}"


def _due(state: State, drawn: int, boards: Boards) -> bool:
    if state.to_act == CHANCE or state.turn == drawn:
        return False
    return state.turn % boards.value == 0


def _line(record: MatchRecord, number: int, names: tuple[str, ...]) -> str:
    match record:
        case ChanceRecord(_, text):
            return wrapped(text, " " * (7 + _LABEL))
        case FaultRecord(seat, cause, evidence):
            sentence = f"{names[seat]} is out, {cause.value}: {in_a_line(evidence)}"
            return wrapped(sentence, "   !  ")
        case NoteRecord(seat, kind, detail):
            return wrapped(f"{names[seat]}: {kind} {detail}".rstrip(), f"{'-':>4}  ")
        case DecisionRecord(seat, text, _, charged_us):
            mark = duration(charged_us)
        case ForcedRecord(seat, text):
            mark = "forced"
        case _:
            seat, text, mark = record.seat, record.text, "substitute"
    line = f"{number:>4}  {names[seat][:_LABEL]:<{_LABEL}} {text}"
    return f"{line:<{WIDTH - 10}}{mark:>10}"
