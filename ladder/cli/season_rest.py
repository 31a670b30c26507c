"""What `siurell ladder run` says of seasons of which nothing is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ladder.cli.failure import CommandError
from ladder.cli.output import note
from ladder.cli.season_words import time_text
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.requests import waiting_requests
from ladder.services.season_detail import in_flight

_AT_REST = (SeasonState.FROZEN, SeasonState.CLOSED)


def tell_who_rests(arena: Arena, named: Sequence[str], seasons: Sequence[Season]) -> None:
    """Say which seasons are frozen, closed or not open yet; refuse a named one that is at rest.

    What was drawn before a freeze is played still, and so is what somebody asked for.
    """
    asked = waiting_requests(arena)
    for season in seasons:
        if season.state in _AT_REST:
            if season.name in named and not (asked or in_flight(arena, season)):
                raise CommandError(
                    f"The season {season.name} is {season.state.value}, so there is nothing to"
                    " play.",
                    next_step=f"siurell season open {season.name}",
                    reason="SEASON_AT_REST",
                )
            if season.name in named or season.state is SeasonState.FROZEN:
                note(f"{season.name} is {season.state.value}: no new matches of it are drawn.")
        elif season.opens_at is not None and season.opens_at > arena.now():
            note(
                f"{season.name} opens {time_text(season.opens_at)}: nothing of it is drawn before."
            )
