"""The deadlines of seasons, looked at before anything is played."""

from __future__ import annotations

from collections.abc import Iterable

from siurell.errors import LadderError
from siurell.games.registry import game_named

from ladder.domain.deadlines import contradiction
from ladder.domain.seasons import Season


def check_deadlines(seasons: Iterable[Season]) -> None:
    """Refuse seasons whose settings contradict (`LadderError` with reason ``BAD_DEADLINES``).

    A decision has to fit into its match, and a match into what every match may take.
    """
    for season in seasons:
        game = game_named(season.game)
        for seats in season.seat_counts:
            most = game.max_decisions(seats)
            why = contradiction(season.time, seats, most, season.startup_us)
            if why is not None:
                raise LadderError(
                    f"The season {season.name} cannot be played: {why}. Give it a shorter clock.",
                    reason="BAD_DEADLINES",
                )
