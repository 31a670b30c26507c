"""Bots of the ladder as entrants of a tournament: frozen to the versions that they have now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.batch import Entrant
from ladder.domain.ids import version_label
from ladder.domain.states import VersionState
from ladder.domain.tournaments.entrants import play_off
from ladder.services.activity import active_version
from ladder.services.arena import Arena
from ladder.services.finding import version_named
from ladder.services.leaderboard import leaderboard
from ladder.services.line_ups import entrants_of, spoilt
from ladder.services.seasons import season_named
from ladder.services.tournaments import started_tournaments
from ladder.store.tables import BotRow, VersionGameRow, VersionRow

Named = tuple[str, str]
"""The id and the name of an entrant."""

VERSION_GONE: Final = "VERSION_GONE"
"""The word of the error about an entrant whose content is not there as it was entered."""


def versions_named(arena: Arena, words: Sequence[str], game: str) -> list[Named]:
    """The entrants that words mean: ``NAME`` (the version that plays now) or ``NAME@3``."""
    with arena.db.read() as session:
        return [_named(session, word, game) for word in words]


def _named(session: Session, word: str, game: str) -> Named:
    bot, version = version_named(session, word)
    _check(session, bot, version, game)
    return str(version.id), version_label(bot.name, version.number)


def _check(session: Session, bot: BotRow, version: VersionRow, game: str) -> None:
    """Refuse what cannot take part: another game, a failed check, a program elsewhere."""
    label = version_label(bot.name, version.number)
    if session.get(VersionGameRow, (version.id, game)) is None:
        raise LadderError(f"{label} does not play {game}; leave it out.", reason="OTHER_GAME")
    if version.state in (VersionState.PENDING.value, VersionState.REJECTED.value):
        raise LadderError(
            f"{label} is {version.state}, so it cannot take part; "
            f"type `siurell bot show {bot.name}`.",
            reason="VERSION_NOT_CHECKED",
        )
    if version.state == VersionState.RETIRED.value and active_version(session, bot.id) is None:
        raise LadderError(
            f"{bot.name} has withdrawn from the ladder and cannot be entered; leave it out, or type"
            f" `siurell bot activate {label}`.",
            reason="ENTRANT_WITHDRAWN",
        )
    if version.remote:
        raise LadderError(
            f"{label} runs on its author's machine and may remember seeds, which a tournament "
            "plays more than once; leave it out.",
            reason="REMOTE_ENTRANT",
        )


def best_of_season(arena: Arena, season: str, count: int) -> list[Named]:
    """The first so many of a rated season's table, the best first."""
    found = season_named(arena, season)
    if found.solo:
        raise LadderError(
            f"In {found.name} everyone plays alone; take the season of the game for a play-off.",
            reason="SOLO_SEASON",
        )
    playing = [row for row in leaderboard(arena, found) if not row.inactive]
    board = [f"{row.bot}@{row.version}" for row in playing]
    named = versions_named(arena, board[:count], found.game)
    rest = [("", label) for label in board[count:]]
    return [(one.id, one.name) for one in play_off([*named, *rest], count)]


def stranger_in_tournaments(arena: Arena) -> str:
    """A bot that somebody submitted, of a tournament that is to be played; empty without any."""
    ids = {int(one.id) for stored in started_tournaments(arena) for one in stored.state.active}
    with arena.db.read() as session:
        found = session.exec(
            select(BotRow.name, VersionRow.number)
            .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
            .where(
                col(VersionRow.id).in_(ids),
                col(VersionRow.shipped).is_(None),
                col(VersionRow.remote).is_(False),
            )
        ).first()
    return "" if found is None else version_label(*found)


def entrants_for(arena: Arena, ids: Sequence[str]) -> dict[str, Entrant]:
    """The bots of these ids as a worker starts them (`LadderError` when a version is gone)."""
    with arena.db.read() as session:
        known = set(
            session.exec(
                select(VersionRow.id).where(col(VersionRow.id).in_([int(one) for one in ids]))
            ).all()
        )
        missing = [one for one in ids if int(one) not in known]
        found = () if missing else entrants_of(session, arena.home, [int(one) for one in ids])
    if missing:
        raise _gone(missing[0])
    refuse_gone(arena, found)
    return {entrant.key: entrant for entrant in found}


def refuse_gone(arena: Arena, entrants: Sequence[Entrant]) -> None:
    """Refuse bots of which the content is gone or was changed (`LadderError`, `VERSION_GONE`)."""
    for label in spoilt(arena.home, entrants):
        raise _gone(label)


def _gone(version: str) -> LadderError:
    return LadderError(
        f"The version {version} of the tournament is gone, or its files have changed; put "
        "them back or withdraw it with `siurell tournament withdraw`.",
        reason=VERSION_GONE,
    )
