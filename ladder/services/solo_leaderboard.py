"""The leaderboard of a solo season: the active version of each bot, ranked by its mean lead."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import select

from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.domain.solo import SoloStanding
from ladder.services.arena import Arena
from ladder.services.pool import ActiveBot, entered_bots, inactive_bots, suspended_in
from ladder.services.solo import solo_standing_of
from ladder.store.tables import SoloStandingRow

PROVISIONAL_ROUNDS = 10
"""A lead over fewer rounds is provisional: a single lucky one can still turn it."""


@dataclass(frozen=True, slots=True)
class SoloRow:
    """One bot on the leaderboard of a solo season.

    ``lead`` is the mean over its rounds of its score less the round's mean, ``lead_low`` to
    ``lead_high`` Student's interval (95 %) of it; ``mean_score`` its points a match. What there is
    too little for is None. Bots with the same lead share a rank; who has none stands last.
    ``suspended``: it is not played, since it faulted too often. ``inactive``: its author took it
    away, or its newest version does not play here; it keeps its lead and is not played.
    """

    rank: int
    bot: str
    version: int
    lead: float | None
    lead_low: float | None
    lead_high: float | None
    rounds: int
    matches: int
    mean_score: float | None
    fault_share: float | None
    provisional: bool
    suspended: bool
    inactive: bool = False


def solo_leaderboard(arena: Arena, season: Season) -> list[SoloRow]:
    """All bots of the season's table, best first."""
    with arena.db.read() as session:
        bots = entered_bots(session, season)
        if not season.settled:
            bots += inactive_bots(session, season)
        rows = session.exec(
            select(SoloStandingRow).where(SoloStandingRow.season_id == season.id)
        ).all()
        standings = {row.version_id: solo_standing_of(row) for row in rows}
        suspended = suspended_in(session, season)
    entries = [(bot, standings.get(bot.version_id, SoloStanding())) for bot in bots]
    best_first = sorted(entries, key=lambda entry: (*_worth(entry[1]), entry[0].bot.lower()))
    return _ranked(best_first, season, suspended)


def _worth(standing: SoloStanding) -> tuple[bool, float]:
    """What a standing is ranked by, the best first."""
    return (standing.rounds == 0, -standing.lead)


def _ranked(
    best_first: Sequence[tuple[ActiveBot, SoloStanding]], season: Season, suspended: Set[int]
) -> list[SoloRow]:
    closed = season.state is SeasonState.CLOSED
    board: list[SoloRow] = []
    for _, group in groupby(best_first, key=lambda entry: _worth(entry[1])):
        rank = len(board) + 1
        board += [
            _row(
                rank,
                bot,
                standing,
                suspended=bot.version_id in suspended,
                inactive=bot.gone and not closed,
            )
            for bot, standing in group
        ]
    return board


def _row(
    rank: int, bot: ActiveBot, standing: SoloStanding, *, suspended: bool, inactive: bool
) -> SoloRow:
    low, high = standing.interval or (None, None)
    return SoloRow(
        rank=rank,
        bot=bot.bot,
        version=bot.number,
        lead=standing.lead if standing.rounds else None,
        lead_low=low,
        lead_high=high,
        rounds=standing.rounds,
        matches=standing.matches,
        mean_score=standing.mean_score,
        fault_share=standing.faults / standing.matches if standing.matches else None,
        provisional=standing.rounds < PROVISIONAL_ROUNDS,
        suspended=suspended,
        inactive=inactive,
    )
