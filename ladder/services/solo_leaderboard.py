"""The leaderboard of a solo season: the active version of each bot, ranked by its mean lead."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import select

from ladder.domain.seasons import Season
from ladder.domain.solo import SoloStanding
from ladder.services.arena import Arena
from ladder.services.pool import ActiveBot, entered_bots, suspended_in
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
    ``suspended``: it is not played, since it faulted too often.
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


def solo_leaderboard(arena: Arena, season: Season) -> list[SoloRow]:
    """All active bots that play the season's game, best first."""
    with arena.db.read() as session:
        bots = entered_bots(session, season)
        rows = session.exec(
            select(SoloStandingRow).where(SoloStandingRow.season_id == season.id)
        ).all()
        standings = {row.version_id: solo_standing_of(row) for row in rows}
        suspended = suspended_in(session, season)
    entries = [(bot, standings.get(bot.version_id, SoloStanding())) for bot in bots]
    best_first = sorted(entries, key=lambda entry: (*_worth(entry[1]), entry[0].bot.lower()))
    return _ranked(best_first, suspended)


def _worth(standing: SoloStanding) -> tuple[bool, float]:
    """What a standing is ranked by, the best first."""
    return (standing.rounds == 0, -standing.lead)


def _ranked(
    best_first: Sequence[tuple[ActiveBot, SoloStanding]], suspended: Set[int]
) -> list[SoloRow]:
    board: list[SoloRow] = []
    for _, group in groupby(best_first, key=lambda entry: _worth(entry[1])):
        rank = len(board) + 1
        board += [
            _row(rank, bot, standing, suspended=bot.version_id in suspended)
            for bot, standing in group
        ]
    return board


def _row(rank: int, bot: ActiveBot, standing: SoloStanding, *, suspended: bool) -> SoloRow:
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
    )
