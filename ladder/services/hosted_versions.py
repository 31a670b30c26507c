"""Versions of the ladder's bots, by their names, as whoever plays them here starts them."""

from __future__ import annotations

from siurell.errors import LadderError

from ladder.domain.batch import Entrant
from ladder.services.arena import Arena
from ladder.services.line_ups import entrants_of, is_whole
from ladder.services.tournament_entrants import versions_named


def hosted_version(arena: Arena, word: str, game: str) -> Entrant:
    """The version that ``NAME@3`` means, if it plays the game and can be started here.

    Raises `LadderError`; a remote one is refused, since it would know a seed again.
    """
    try:
        ((version, label),) = versions_named(arena, [word], game)
    except LadderError as error:
        if error.reason != "REMOTE_ENTRANT":
            raise
        raise LadderError(
            f"{word} runs on its author's machine and may remember seeds, which are played more "
            "than once; take a bot that runs here.",
            reason=error.reason,
        ) from None
    with arena.db.read() as session:
        (entrant,) = entrants_of(session, arena.home, [int(version)])
    if not is_whole(arena.home, entrant.source):
        raise LadderError(
            f"The files of {label} are gone or were changed, or it is not built; type "
            f"`siurell bot show {label.partition('@')[0]}`.",
            reason="VERSION_GONE",
        )
    return entrant
