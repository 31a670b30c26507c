"""What a verdict rests on: in a line for a table, or in the lines below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from siurell.match.result import Evidence

from ladder.cli.output import duration, number, wrapped
from ladder.domain.load import MachineLoad

_LONGEST = 240
_LAST_LINES = 12
_COPY = re.compile(r'File "(?:[^"]*/session-[0-9a-f]+)?/bot/')
"""A session's copy of the bot's folder, as a traceback names it; the copy is gone by now."""


def in_a_line(evidence: Evidence) -> str:
    """What is known in one line: the sentence, and the last line of stderr if it says more.

    >>> in_a_line(Evidence(detail="It ended.", stderr="Traceback ...\\nValueError: no"))
    'It ended. Last words: ValueError: no'
    """
    detail = _last_line(evidence.detail)
    stderr = _last_line(evidence.stderr)
    words = [detail, f"Last words: {stderr}" if stderr not in detail else ""]
    text = " ".join(word for word in words if word)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def below(evidence: Evidence, indent: str) -> Iterator[str]:
    """All that is known, in lines: sentences, exit code or signal, the clock, the end of stderr."""
    for line in evidence.detail.splitlines():
        yield wrapped(line, indent)
    for what, value in (("exit code", evidence.exit_code), ("signal", evidence.signal)):
        if value is not None and f"{what} {value}" not in evidence.detail:
            yield f"{indent}{what} {value}"
    if evidence.oom and "memory" not in evidence.detail:
        yield f"{indent}It used more memory than it may."
    for sentence in _on_the_clock(evidence):
        yield f"{indent}{sentence}"
    for line in _COPY.sub('File "', evidence.stderr).splitlines()[-_LAST_LINES:]:
        yield f"{indent}{line}"


def _on_the_clock(evidence: Evidence) -> Iterator[str]:
    """When it was asked, when it answered or ended, what it was charged of how much."""
    asked, received = evidence.asked_us, evidence.received_us
    if asked is not None:
        ended = evidence.exit_code is not None or evidence.signal is not None
        came = "its process ended" if ended else "its answer came"
        what = (
            "no answer came" if received is None else f"{came} {duration(received - asked)} later"
        )
        yield f"It was asked {duration(asked)} into the match, and {what}."
    charged, limit = evidence.charged_us, evidence.limit_us
    if charged is not None:
        most = "without a limit" if limit is None else f"of at most {duration(limit)}"
        yield f"It was charged {duration(charged)}, {most}."
    if evidence.lag_us is not None:
        late = f"held up for {duration(evidence.lag_us)}" if evidence.lag_us else "on time"
        yield f"The referee itself was {late} meanwhile; that is not charged."


def load_text(load: MachineLoad) -> str:
    """What the machine did beside a loss by time.

    >>> load_text(MachineLoad(2, 1.2, 1.5, 0.0, 0, 0))
    'machine meanwhile: load 1.2 to 1.5 on 2 cores, 0.0 % stolen, never throttled'
    """
    parts = []
    if load.before is not None and load.after is not None:
        parts.append(f"load {number(load.before)} to {number(load.after)} on {load.cores} cores")
    if load.held_to:
        parts.append(f"the bots held to core {', '.join(map(str, load.held_to))}")
    if load.steal is not None:
        parts.append(f"{number(100 * load.steal)} % stolen")
    if load.throttled is not None:
        held = f"throttled {load.throttled} times, for {duration(load.throttled_us or 0)}"
        parts.append(held if load.throttled else "never throttled")
    strained = "; it may have been the machine that was slow" if load.strained else ""
    return f"machine meanwhile: {', '.join(parts) or 'it does not tell'}{strained}"


def _last_line(text: str) -> str:
    lines = text.split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
