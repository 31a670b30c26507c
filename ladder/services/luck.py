"""What luck there was in a season: blocks against single matches, and seeds that all had."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TypeAlias

from sqlmodel import Session, col, select

from ladder.domain.luck import Luck, common_seed_ratio, luck_of
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.short_logs import refuse_long_log
from ladder.store.tables import BatchEntrantRow, BatchRow, BlockRow, MatchRow, SeatRow, VersionRow

_ROWS_AT_ONCE = 1_000
_FEWEST_ROUNDS = 3
"""With fewer rounds in common two versions say next to nothing."""

_Scores: TypeAlias = Mapping[int, list[float]]
"""What each version got in the matches of a block."""


@dataclass(frozen=True, slots=True)
class FormatLuck:
    """The luck of one number of seats. ``blocks`` were played whole; ``luck`` is None where no
    line-up met twice. Points are what is won of one: a half for each opponent with the same place.
    """

    seats: int
    blocks: int
    luck: Luck | None


@dataclass(frozen=True, slots=True)
class SeasonLuck:
    """The luck of a season.

    A solo season has no ``formats`` but ``ratio``: over ``pairs`` of versions, the variance of the
    difference of their scores on common seeds to that on seeds apart (None: too few rounds).
    ``left_out`` blocks had a remote bot, and so a seed for each match.
    """

    season: str
    formats: tuple[FormatLuck, ...]
    rounds: int
    pairs: int
    ratio: float | None
    left_out: int


def luck_in(arena: Arena, season: Season, *, most: int | None = None) -> SeasonLuck:
    """What common seeds and rotations bought in a season, by its whole blocks.

    Raises `LadderError` (``LONG_LOG``) when it has more than ``most`` matches.
    """
    kept: dict[int, list[_Scores]] = defaultdict(list)
    left_out = 0
    with arena.db.read() as session:
        refuse_long_log(session, season, most)
        blocks = _blocks(session, season)
        for block, scores in _whole_blocks(session, season):
            seats, remote = blocks[block]
            left_out += remote
            if not remote:
                kept[seats].append(scores)
    if season.solo:
        pairs, ratio = _common(kept[1])
        return SeasonLuck(season.name, (), len(kept[1]), pairs, ratio, left_out)
    formats = [
        FormatLuck(seats, len(whole), luck_of(_groups(whole, seats)))
        for seats, whole in sorted(kept.items())
    ]
    return SeasonLuck(season.name, tuple(formats), 0, 0, None, left_out)


def _groups(blocks: Iterable[_Scores], seats: int) -> list[list[list[float]]]:
    """The blocks of each line-up, as one version of it sees them.

    Of one alone, since what it wins the others lose: all of them would be the same luck again.
    """
    groups: dict[tuple[int, ...], list[list[float]]] = defaultdict(list)
    for scores in blocks:
        line_up = tuple(sorted(scores))
        mine = scores[line_up[0]]
        if len(mine) == seats:
            groups[line_up].append(mine)
    return list(groups.values())


def _common(rounds: Iterable[_Scores]) -> tuple[int, float | None]:
    """How many pairs of versions met often enough, and the mean over them, weighted by rounds."""
    met: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for scores in rounds:
        for one, other in combinations(sorted(scores), 2):
            met[one, other].append((scores[one][0], scores[other][0]))
    found = [
        (len(pairs), ratio)
        for pairs in met.values()
        if len(pairs) >= _FEWEST_ROUNDS and (ratio := common_seed_ratio(pairs)) is not None
    ]
    if not found:
        return 0, None
    total = sum(weight for weight, _ in found)
    return len(found), math.fsum(weight * ratio for weight, ratio in found) / total


def _whole_blocks(session: Session, season: Season) -> Iterator[tuple[int, _Scores]]:
    """Number and scores of each block of which all matches are reported."""
    unreported = (
        select(MatchRow.block_id)
        .where(MatchRow.season_id == season.id, MatchRow.state != MatchState.REPORTED.value)
        .distinct()
    )
    rows = session.exec(
        select(
            MatchRow.block_id,
            SeatRow.match_id,
            SeatRow.version_id,
            col(SeatRow.score) if season.solo else col(SeatRow.placement),
        )
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(
            MatchRow.season_id == season.id,
            MatchRow.rated,
            col(MatchRow.block_id).not_in(unreported),
        )
        .order_by(col(MatchRow.block_id), col(SeatRow.match_id), col(SeatRow.seat))
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for block, in_block in groupby(rows, key=lambda row: row[0]):
        scores: dict[int, list[float]] = defaultdict(list)
        for _, in_match in groupby(in_block, key=lambda row: row[1]):
            seats = [(version, value or 0) for _, _, version, value in in_match]
            values = [value for _, value in seats]
            for place, (version, value) in enumerate(seats):
                scores[version].append(float(value) if season.solo else _points(values, place))
        yield block, scores


def _points(placements: Sequence[int], seat: int) -> float:
    """What a seat won of one: the share of its opponents that stand below it, ties half."""
    mine = placements[seat]
    won = sum((other > mine) + (other == mine) / 2 for other in placements) - 0.5
    return won / (len(placements) - 1)


def _blocks(session: Session, season: Season) -> dict[int, tuple[int, bool]]:
    """Of each block: how many seats, and whether a remote bot has part in it."""
    remote = (
        select(BatchEntrantRow.batch_id)
        .join(VersionRow, col(VersionRow.id) == BatchEntrantRow.version_id)
        .where(col(VersionRow.remote))
    )
    with_remote = set(session.exec(remote).all())
    rows = session.exec(
        select(BlockRow.id, BatchRow.id, BatchRow.seats)
        .join(BatchRow, col(BatchRow.id) == BlockRow.batch_id)
        .where(BatchRow.season_id == season.id)
    )
    return {block: (seats, batch in with_remote) for block, batch, seats in rows}
