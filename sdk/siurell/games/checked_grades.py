"""The grades of a solo game in a components file: words for results below a number of points."""

from __future__ import annotations

from typing import Final

from siurell.games.checked_table import CheckedTable

LAST: Final = 9_999
"""The last grade reaches at least so far: no result is without one."""

_LEAST: Final = -1_000


def check_grades(solo: CheckedTable) -> None:
    """The field `grades`: each of them reaches further than the one before."""
    before = _LEAST
    below: int | None = LAST
    for grade in solo.tables("grades", 1, 20):
        below = grade.whole("below", _LEAST + 1, 10 * LAST)
        if below is not None and below <= before:
            grade.say("below", f"must be more than {before}, where the grade before ends")
        before = before if below is None else below
        grade.text("name", 40)
        grade.close()
    if below is not None and below < LAST:
        solo.say("grades", f"must end with `below = {LAST}`, so that every result has a grade")
