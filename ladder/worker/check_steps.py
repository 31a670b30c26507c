"""The steps of a check: what each says, read from reports and replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from siurell.match.clock import TimeControl, span_text
from siurell.match.events import ChanceRecord, DecisionRecord, ForcedRecord
from siurell.match.result import Cause, Evidence, SeatResult, Verdict
from siurell.replay.model import Replay

from ladder.domain.batch import Report
from ladder.worker.builds import Built


class StepState(Enum):
    """What became of a step."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing, no failure."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a check, in a sentence; ``evidence`` is what a failure rests on."""

    name: str
    state: StepState
    sentence: str
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """All steps that were taken, in order."""

    steps: tuple[Step, ...]

    @property
    def ok(self) -> bool:
        """Whether no step failed."""
        return all(step.state is not StepState.FAILED for step in self.steps)

    def text(self) -> str:
        """The result for people: a line a step, evidence below it."""
        lines: list[str] = []
        for step in self.steps:
            lines.append(f"{step.state.value:<6}  {step.name:<9}  {step.sentence}")
            lines += [f"        {line}" for line in evidence_lines(step.evidence)]
        return "\n".join(lines) + "\n"


_FAILURES: Final = {
    Cause.TIMEOUT: ("time", "It took too long for a decision."),
    Cause.ILLEGAL_MOVE: ("moves", "It answered with what is no legal move."),
    Cause.PROTOCOL: ("protocol", "It broke the protocol."),
    Cause.CRASH: ("play", "It crashed."),
    Cause.NO_SHOW: ("handshake", "It was not ready in time."),
    Cause.LEFT: ("play", "It gave up its line to the referee."),
}


def evidence_lines(evidence: Evidence) -> list[str]:
    """Evidence for people: sentence, exit code or signal, last lines of stderr."""
    lines = evidence.detail.splitlines()
    if evidence.exit_code is not None:
        lines.append(f"exit code {evidence.exit_code}")
    if evidence.signal is not None:
        lines.append(f"signal {evidence.signal}")
    if evidence.oom and "memory" not in evidence.detail:
        lines.append("It used more memory than it may.")
    if evidence.charged_us is not None and evidence.limit_us is not None:
        lines.append(f"{evidence.charged_us} µs of {evidence.limit_us} µs")
    return lines + evidence.stderr.splitlines()


def built_step(build: Built) -> Step:
    """Whether the bot builds."""
    if build.failure:
        return Step("build", StepState.FAILED, "It does not build.", build.evidence)
    size = sum(len(file.data) for file in build.files)
    sentence = f"It builds: {len(build.files)} files, {-(-size // 1024):,} KiB."
    return Step("build", StepState.OK, sentence, build.evidence)


def opening(report: Report, startup_us: int) -> list[Step]:
    """Whether the bot starts and shakes hands; the last step has failed if it does not."""
    starts = Step("start", StepState.OK, "It starts.")
    fault = _first_fault(report)
    if fault is None or report.result.decisions or fault.evidence.asked_us is not None:
        return [starts, Step("handshake", StepState.OK, "It shakes hands and is ready in time.")]
    if fault.cause is Cause.NO_SHOW:
        sentence = f"It was not ready within {span_text(startup_us)}."
    elif fault.cause is Cause.PROTOCOL:
        sentence = "The referee refused it."
    else:
        sentence = "It ended before it was ready."
        return [Step("start", StepState.FAILED, sentence, fault.evidence)]
    return [starts, Step("handshake", StepState.FAILED, sentence, fault.evidence)]


def played(report: Report, seats: int) -> Step:
    """Whether the bot played itself to the end."""
    fault = _first_fault(report)
    if fault is not None:
        name, sentence = _FAILURES[fault.cause]
        seat = report.result.seats.index(fault)
        where = f"On seat {seat} of {seats}: " if seats > 1 else "Alone: "
        return Step(name, StepState.FAILED, where + sentence, fault.evidence)
    how = f"itself on {seats} seats" if seats > 1 else "alone"
    sentence = f"It plays {how}, {report.result.decisions} decisions."
    return Step("play", StepState.OK, sentence)


def kept_time(replays: Sequence[Replay], time: TimeControl) -> Step:
    """How much of its time the bot needed; that it kept it was seen before."""
    slowest = max(
        (
            record.charged_us
            for replay in replays
            for record in replay.records
            if isinstance(record, DecisionRecord)
        ),
        default=0,
    )
    sentence = f"Its slowest decision took {slowest / 1000:.1f} ms; the clock is {time}."
    return Step("time", StepState.OK, sentence)


def repeated(first: Replay, second: Replay) -> Step:
    """Whether two runs from one seed are the same."""
    texts = [_texts(first), _texts(second)]
    if texts[0] == texts[1]:
        return Step("repeat", StepState.OK, "Two runs from one seed are the same.")
    same = next(
        (place for place, pair in enumerate(zip(*texts, strict=False)) if pair[0] != pair[1]),
        min(len(texts[0]), len(texts[1])),
    )
    return Step(
        "repeat",
        StepState.NOTE,
        f"Two runs from one seed differ from event {same + 1} on; a bot that draws from "
        "`self.rng` alone, and does not look at the clock, can be run again from a replay.",
    )


def _first_fault(report: Report) -> SeatResult | None:
    faults = [seat for seat in report.result.seats if seat.verdict is Verdict.BOT_FAULT]
    return min(faults, key=lambda seat: seat.fault_order or 0, default=None)


def _texts(replay: Replay) -> list[str]:
    return [
        record.text
        for record in replay.records
        if isinstance(record, ChanceRecord | DecisionRecord | ForcedRecord)
    ]
