"""The field of a tournament of the ladder: what a player of it needs."""

from __future__ import annotations

from dataclasses import replace

from siurell.games.registry import game_named

from ladder.cli.sandboxes import sandbox_for
from ladder.cli.tournament_field import Field
from ladder.domain.batch import FolderBot
from ladder.domain.tournaments.state import Tournament
from ladder.services import tournaments as service
from ladder.services.arena import Arena
from ladder.services.tournament_entrants import entrants_for


def field_for(
    arena: Arena,
    stored: service.StoredTournament,
    state: Tournament,
    jobs: int,
    *,
    sandbox: str | None,
    unsafe: bool,
) -> Field:
    """The bots that still take part, in the named sandbox or else the best one.

    Raises `LadderError` when the version of one is gone, `CommandError` when nothing holds one that
    was submitted, unless that is wanted.
    """
    bots = entrants_for(arena, [entrant.id for entrant in state.active])
    field = Field(game_named(stored.game), stored.options, stored.time, bots, {}, jobs)
    if field.in_process:
        return field
    submitted = (bot.label for bot in bots.values() if isinstance(bot.source, FolderBot))
    return replace(field, sandbox=sandbox_for(next(submitted, ""), sandbox, unsafe=unsafe))
