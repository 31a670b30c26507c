"""What is agreed before a match begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from siurell.match.clock import TimeControl


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """One match: its game, options (complete, as `Game.check_options` gives them) and clock.

    ``startup_us`` is the time that a seat has until it is ready, never charged to its clock.
    ``labels`` name the seats in the replay, one each.
    """

    match_id: str
    game: str
    options: Mapping[str, str]
    seats: int
    time: TimeControl
    labels: tuple[str, ...]
    startup_us: int = 10_000_000
