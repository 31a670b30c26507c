"""How many matches a machine may play at a time: every bot that runs has a core of its own.

With *ponder off* one bot of a match runs at a time, the one that is asked, so a match needs one
core. Where bots may think on others' time, each seat needs one.
"""

from __future__ import annotations

from siurell.errors import LadderError


def cores_of_a_match(seats: int, *, ponder: bool) -> int:
    """The cores that a match needs, so that no bot is slowed by another.

    >>> cores_of_a_match(4, ponder=False), cores_of_a_match(4, ponder=True)
    (1, 4)
    """
    return seats if ponder else 1


def check_jobs(jobs: int, cores: int) -> None:
    """Refuse more matches at a time than there are cores (`LadderError`, ``TOO_MANY_JOBS``)."""
    if jobs > cores:
        there = "one core" if cores == 1 else f"{cores} cores"
        raise LadderError(
            f"--jobs {jobs} is more than the {there} that can be used here: bots would slow each"
            f" other and lose by time. The most is --jobs {cores}.",
            reason="TOO_MANY_JOBS",
        )
