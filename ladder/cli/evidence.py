"""What a verdict rests on: in a line for a table, or in the lines below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from siurell.match.result import Evidence

from ladder.cli.output import duration, wrapped

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
    charged, limit = evidence.charged_us, evidence.limit_us
    if charged is not None and limit is not None and charged >= limit:
        yield f"{indent}It was charged {duration(charged)}, of at most {duration(limit)}."
    for line in _COPY.sub('File "', evidence.stderr).splitlines()[-_LAST_LINES:]:
        yield f"{indent}{line}"


def _last_line(text: str) -> str:
    lines = text.split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
