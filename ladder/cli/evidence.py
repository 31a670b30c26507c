"""What a verdict rests on, in a line for a table or below it."""

from __future__ import annotations

from siurell.match.result import Evidence

_LONGEST = 240


def in_a_line(evidence: Evidence) -> str:
    """What is known in one line: the sentence, or the last line of a traceback.

    >>> in_a_line(Evidence(detail="It ended.", stderr="Traceback ...\\nValueError: no"))
    'It ended. ValueError: no'
    """
    detail = _last_line(evidence.detail)
    stderr = _last_line(evidence.stderr)
    words = [detail, stderr if stderr not in detail else ""]
    text = " ".join(word for word in words if word)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _last_line(text: str) -> str:
    lines = text.split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
