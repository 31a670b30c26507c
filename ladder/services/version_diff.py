"""What changed in the results from one version of a bot to another, season by season.

Rated matches alone are looked at. How strong the opponents were that each version happened to meet
is in its means and in its rating; the difference against opponents that both met leaves it out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from siurell.errors import LadderError
from siurell.match.result import VERDICTS, Cause, Verdict
from sqlmodel import Session, col, select

from ladder.domain.ids import version_label
from ladder.domain.intervals import wilson
from ladder.domain.ratings import Rating
from ladder.domain.solo import SoloStanding
from ladder.domain.states import MatchState
from ladder.domain.version_diff import BlockMean, Difference, Meeting, block_mean, difference
from ladder.services.arena import Arena
from ladder.services.finding import find_bot
from ladder.services.seasons import season_of
from ladder.services.solo import solo_standing_of
from ladder.services.standings import standing_of
from ladder.store.tables import (
    BotRow,
    MatchRow,
    SeasonRow,
    SeatRow,
    SoloStandingRow,
    StandingRow,
    VersionRow,
)

_ROWS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class VersionResults:
    """The results of a version in a season; what there is nothing of is None.

    ``place`` and ``wins`` (a victory shared by k counts 1/k) are of matches against others, and so
    is the ``rating``; ``points`` are those of the game, and ``solo`` is the standing of a solo
    season. ``fault_low`` and ``fault_high`` are the interval (95 %) of the share of errors.
    """

    version: int
    matches: int
    blocks: int
    place: BlockMean | None
    wins: BlockMean | None
    points: BlockMean | None
    faults: int
    fault_low: float
    fault_high: float
    causes: tuple[tuple[Cause, int], ...]
    rating: Rating | None = None
    solo: SoloStanding | None = None


@dataclass(frozen=True, slots=True)
class SeasonDiff:
    """The results of two versions in a season, and the difference against common opponents.

    The difference is a share of the point, or in a solo season a difference of points of the game.
    ``opponents`` are their labels, in the order of ``difference.opponents``.
    """

    season: str
    game: str
    alone: bool
    old: VersionResults
    new: VersionResults
    difference: Difference
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BotDiff:
    """What changed from one version of a bot to another; ``seasons`` that one of them played."""

    bot: str
    old: int
    new: int
    seasons: tuple[SeasonDiff, ...]


def bot_diff(arena: Arena, name: str, old: int | None = None, new: int | None = None) -> BotDiff:
    """Compare two versions of a bot, the last two unless they are named.

    Raises `LadderError` when there is no such bot or version, or only one.
    """
    with arena.db.read() as session:
        bot = find_bot(session, name)
        pair = _versions(session, bot, old, new)
        diffs = [_season_diff(session, row, pair) for row in _seasons(session, pair)]
        return BotDiff(bot.name, pair[0].number, pair[1].number, tuple(diffs))


_Pair = tuple[VersionRow, VersionRow]


def _versions(session: Session, bot: BotRow, old: int | None, new: int | None) -> _Pair:
    """The two versions, the older one first where none is named."""
    rows = session.exec(
        select(VersionRow).where(VersionRow.bot_id == bot.id).order_by(col(VersionRow.number))
    ).all()
    by_number = {row.number: row for row in rows}
    numbers = sorted(by_number)
    after = new if new is not None else numbers[-1]
    earlier = [number for number in numbers if number < after]
    before = old if old is not None else (earlier or numbers)[-1]
    for number in (before, after):
        if number not in by_number:
            raise LadderError(
                f"{bot.name} has no version {number}; type `siurell bot show {bot.name}`.",
                reason="UNKNOWN_VERSION",
            )
    if before == after:
        raise LadderError(
            f"{version_label(bot.name, after)} is one version, and two are compared; `siurell bot"
            f" show {bot.name}` lists them, `siurell submit` adds one.",
            reason="ONE_VERSION",
        )
    return by_number[before], by_number[after]


def _seasons(session: Session, pair: _Pair) -> Sequence[SeasonRow]:
    """The seasons in which one of the two has played."""
    played = (
        select(MatchRow.season_id)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(
            col(SeatRow.version_id).in_([version.id for version in pair]),
            MatchRow.rated,
            MatchRow.state == MatchState.REPORTED.value,
        )
    )
    wanted = select(SeasonRow).where(col(SeasonRow.id).in_(played)).order_by(col(SeasonRow.id))
    return session.exec(wanted).all()


class _Seat(NamedTuple):
    """A seat of a match of a block in which the version plays."""

    block: int
    match: int
    version: int
    placement: int
    score: int
    cause: str


def _season_diff(session: Session, row: SeasonRow, pair: _Pair) -> SeasonDiff:
    season = season_of(row)
    seats = [_seats(session, row.id, version.id) for version in pair]
    old, new = (
        _results(session, row.id, version, of_one)
        for version, of_one in zip(pair, seats, strict=True)
    )
    meetings = [
        meeting
        for version, of_one in zip(pair, seats, strict=True)
        for meeting in _meetings(of_one, version.id, new=version is pair[1], solo=season.solo)
    ]
    found = difference(meetings)
    labels = _labels(session, [one.opponent for one in found.opponents])
    return SeasonDiff(season.name, season.game, season.solo, old, new, found, labels)


def _seats(session: Session, season: int, version: int) -> list[_Seat]:
    """All seats of the blocks in which a version plays, as far as they are reported."""
    blocks = (
        select(MatchRow.block_id)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(SeatRow.version_id == version, MatchRow.season_id == season, MatchRow.rated)
    )
    rows = session.exec(
        select(MatchRow.block_id, SeatRow)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(col(MatchRow.block_id).in_(blocks), MatchRow.state == MatchState.REPORTED.value)
        .order_by(col(MatchRow.id), col(SeatRow.seat))
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    return [
        _Seat(
            block, row.match_id, row.version_id, row.placement or 0, row.score or 0, row.cause or ""
        )
        for block, row in rows
    ]


def _results(
    session: Session, season: int, version: VersionRow, seats: Sequence[_Seat]
) -> VersionResults:
    """The results of a version, of the seats of its matches."""
    places, wins, points = (defaultdict[int, list[float]](list) for _ in range(3))
    causes: Counter[Cause] = Counter()
    matches = 0
    for _, group in groupby(seats, key=lambda seat: seat.match):
        table = list(group)
        mine = next((seat for seat in table if seat.version == version.id), None)
        if mine is None:
            continue  # the same seed, played by another alone
        matches += 1
        causes[Cause(mine.cause)] += 1
        points[mine.block].append(float(mine.score))
        if len(table) > 1:
            places[mine.block].append(float(mine.placement))
            first = sum(seat.placement == 1 for seat in table)
            wins[mine.block].append(1 / first if mine.placement == 1 else 0.0)
    faults = sum(many for cause, many in causes.items() if VERDICTS[cause] is Verdict.BOT_FAULT)
    low, high = wilson(faults, matches)
    rated = session.get(StandingRow, (season, version.id))
    solo = session.get(SoloStandingRow, (season, version.id))
    return VersionResults(
        version=version.number,
        matches=matches,
        blocks=len(points),
        place=block_mean(places),
        wins=block_mean(wins),
        points=block_mean(points),
        faults=faults,
        fault_low=low,
        fault_high=high,
        causes=tuple((cause, causes[cause]) for cause in Cause if causes[cause]),
        rating=None if rated is None else standing_of(rated).rating,
        solo=None if solo is None else solo_standing_of(solo),
    )


def _meetings(seats: Sequence[_Seat], version: int, *, new: bool, solo: bool) -> Iterator[Meeting]:
    """How a version did against each opponent in each block, on average over the block.

    Who sits at one table shares a point; who plays alone is compared by points of the game with
    those who had the same seed.
    """
    values: dict[tuple[int, int], list[float]] = defaultdict(list)
    by_table = (lambda seat: seat.block) if solo else (lambda seat: seat.match)
    for _, group in groupby(sorted(seats, key=by_table), key=by_table):
        table = list(group)
        mine = next((seat for seat in table if seat.version == version), None)
        for other in table if mine is not None else ():
            if mine is not None and other.version != version:
                values[mine.block, other.version].append(_value(mine, other, solo=solo))
    for (block, opponent), of_block in values.items():
        yield Meeting(new, block, opponent, fmean(of_block))


def _value(mine: _Seat, other: _Seat, *, solo: bool) -> float:
    if solo:
        return float(mine.score - other.score)
    return (1 + (other.placement > mine.placement) - (other.placement < mine.placement)) / 2


def _labels(session: Session, versions: Sequence[int]) -> tuple[str, ...]:
    rows = session.exec(
        select(VersionRow.id, VersionRow.number, BotRow.name)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(col(VersionRow.id).in_(versions))
    )
    labels = {version: version_label(name, number) for version, number, name in rows}
    return tuple(labels[version] for version in versions)
