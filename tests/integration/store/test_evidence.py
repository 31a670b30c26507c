"""Evidence as it lies in a row is what it was."""

from __future__ import annotations

import json

from hypothesis import example, given
from hypothesis import strategies as st
from siurell.match.result import Evidence

from ladder.store.evidence import evidence_from_json, evidence_to_json

NUMBERS = st.none() | st.integers(-(2**40), 2**40)
EVIDENCE = st.builds(
    Evidence, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.text(), st.text(),
    st.booleans(),
)  # fmt: skip


@given(EVIDENCE)
@example(Evidence(asked_us=0, exit_code=0))
def test_evidence__is_the_same_after_it_was_stored(evidence: Evidence) -> None:
    """F12, F15: nought is a fact, and nothing is none."""
    stored = json.loads(json.dumps(evidence_to_json(evidence)))
    assert evidence_from_json(stored) == evidence


def test_evidence__of_nothing_takes_no_room() -> None:
    assert evidence_to_json(Evidence()) == {}
