"""The order-free fit of a season's whole log, beside its leaderboard.

Online ratings depend a little on the order of the matches; the fit (`ladder.domain.plackett_luce`)
does not. Where the two disagree it says so in a sentence, and whether that may be luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.advance import Advance
from ladder.domain.bootstrap import fit_with_certainty
from ladder.domain.disagreement import disagreement
from ladder.domain.ids import version_label
from ladder.domain.plackett_luce import Ranking, ranking_of
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.leaderboard import leaderboard
from ladder.store.tables import BotRow, MatchRow, SeasonRow, SeatRow, VersionRow

QUICK: Final = 2_000
"""So many matches are fitted in a moment."""
REPLICATES: Final = 200
"""So many logs are drawn anew to see how sure the fit is."""
_ROWS_AT_ONCE = 1_000

Log = Sequence[Sequence[Ranking]]
"""The rankings of each block."""


@dataclass(frozen=True, slots=True)
class FitRow:
    """One bot in the order of the fit.

    ``strength`` is the logarithm of its worth, the mean of all versions 0: one more is 2.7 times
    the worth. ``low`` to ``high`` and ``best_place`` to ``worst_place`` are intervals (95 %) by a
    bootstrap over blocks. ``rank`` is that of the leaderboard; ``beyond`` says that it stands
    there where the fit is sure that it does not belong.
    """

    place: int
    bot: str
    version: int
    strength: float
    low: float
    high: float
    best_place: int
    worst_place: int
    rank: int
    beyond: bool


@dataclass(frozen=True, slots=True)
class OrderFree:
    """The fit of so many blocks: the bots of the leaderboard that have played, the best first."""

    rows: tuple[FitRow, ...]
    blocks: int
    matches: int
    sentence: str


def read_log(arena: Arena, season: Season, advance: Advance = lambda: None) -> Log:
    """The rated matches of a season by their blocks; ``advance`` is called after each match."""
    with arena.db.read() as session:
        blocks = []
        for _, matches in groupby(_rankings(session, season), key=lambda one: one[0]):
            block = []
            for _, ranking in matches:
                block.append(ranking)
                advance()
            blocks.append(tuple(block))
    return blocks


def order_free(
    arena: Arena,
    season: Season,
    log: Log,
    *,
    replicates: int = REPLICATES,
    advance: Advance = lambda: None,
) -> OrderFree:
    """The fit of a season's log; ``advance`` is called after each step and each replicate."""
    board = {version_label(row.bot, row.version): row for row in leaderboard(arena, season)}
    numbers, log = _by_label(log, _labels(arena))
    names = {numbers[label]: label for label in board if label in numbers}
    shown = list(names)
    fit, sure = fit_with_certainty(log, among=names.keys(), replicates=replicates, advance=advance)
    by_fit = [version for version in fit.order if version in names]
    ranks = {version: rank for rank, version in enumerate(shown, start=1)}
    rows = tuple(
        FitRow(
            place=place,
            bot=board[names[version]].bot,
            version=board[names[version]].version,
            strength=fit.strengths[version],
            low=sure[version].low,
            high=sure[version].high,
            best_place=sure[version].best_place,
            worst_place=sure[version].worst_place,
            rank=board[names[version]].rank,
            beyond=not sure[version].holds(ranks[version]),
        )
        for place, version in enumerate(by_fit, start=1)
    )
    matches = sum(len(block) for block in log)
    return OrderFree(rows, len(log), matches, disagreement(shown, by_fit, sure, names))


def short_fit(arena: Arena, season: Season) -> OrderFree:
    """The fit of a season that is quick to make (`LadderError` ``NO_FIT`` for any other)."""
    with arena.db.read() as session:
        matches = session.get_one(SeasonRow, season.id).reported
    if season.solo or not 0 < matches <= QUICK:
        raise LadderError(
            f"A fit of {season.name} is made at the ladder's own machine alone: elsewhere only of a"
            f" rated season with 1 to {QUICK:,} matches.",
            reason="NO_FIT",
        )
    return order_free(arena, season, read_log(arena, season))


def _rankings(session: Session, season: Season) -> Iterator[tuple[int, Ranking]]:
    """Block and ranking of each rated match that was reported, block by block."""
    rows = session.exec(
        select(MatchRow.block_id, SeatRow.match_id, SeatRow.version_id, SeatRow.placement)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(
            MatchRow.season_id == season.id,
            MatchRow.state == MatchState.REPORTED.value,
            col(MatchRow.rated),
        )
        .order_by(col(MatchRow.block_id), col(MatchRow.rotation), col(SeatRow.seat))
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for (block, _), seats in groupby(rows, key=lambda row: (row[0], row[1])):
        versions, placements = [], []
        for _, _, version, placement in seats:
            versions.append(version)
            placements.append(placement or 0)
        yield block, ranking_of(versions, placements)


def _by_label(log: Log, labels: Mapping[int, str]) -> tuple[dict[str, int], Log]:
    """New numbers by the labels of all who met, in their order, and the log with these.

    What versions are numbered by differs between arenas, and the last bits of a fit, with the
    blocks that are drawn for its intervals, go by the order of the numbers.
    """
    met = {version for block in log for ranking in block for group in ranking for version in group}
    order = sorted(met, key=lambda version: labels[version])
    new = {version: number for number, version in enumerate(order, start=1)}
    renumbered = [
        [
            tuple(tuple(sorted(new[version] for version in group)) for group in ranking)
            for ranking in block
        ]
        for block in log
    ]
    return {labels[version]: number for version, number in new.items()}, renumbered


def _labels(arena: Arena) -> dict[int, str]:
    """What all versions are called, by number."""
    with arena.db.read() as session:
        rows = session.exec(
            select(VersionRow.id, BotRow.name, VersionRow.number).join(
                BotRow, col(BotRow.id) == VersionRow.bot_id
            )
        )
        return {number: version_label(bot, version) for number, bot, version in rows}
