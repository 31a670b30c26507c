"""Which owners favour each other in a season beyond chance, by its log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import Session, col, func, select

from ladder.domain.access import Role
from ladder.domain.favours import LEVEL, Favour, PlayedMatch, favours
from ladder.domain.fold import fresh_standing
from ladder.domain.ratings import Rating
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.short_logs import refuse_long_log
from ladder.services.standings import standing_of
from ladder.store.tables import BotRow, MatchRow, OwnerRow, SeatRow, StandingRow, VersionRow

_ROWS_AT_ONCE = 1_000
_COUNTED = (MatchRow.rated, MatchRow.state == MatchState.REPORTED.value)


@dataclass(frozen=True, slots=True)
class OwnerFavour:
    """An owner whose bots do better where those of another sit as well.

    In these ``matches`` the ratings expect that the ``taker`` gets the share ``expected`` of the
    point from third parties, or from the ``giver`` if they sat ``alone``, and it got ``seen``;
    ``surplus`` is by how much more that exceeds than in its other matches.
    ``chance`` is how likely anybody would be found like this if it were nothing. ``mutual``: the
    giver does better in the taker's company, too.
    """

    taker: str
    giver: str
    matches: int
    blocks: int
    expected: float
    seen: float
    surplus: float
    chance: float
    alone: bool
    mutual: bool


@dataclass(frozen=True, slots=True)
class SeasonFavours:
    """What was found in a season. ``owners`` had bots in its ``matches``.

    ``asked``: of so many takers and givers there were enough blocks with and without each other.
    Among honest owners anybody is named with a chance of about ``level``.
    """

    season: str
    matches: int
    owners: int
    asked: int
    level: float
    favours: tuple[OwnerFavour, ...]


def favours_in(arena: Arena, season: Season, *, most: int | None = None) -> SeasonFavours:
    """The favours between owners in a rated season; in one where all play alone there are none.

    Raises `LadderError` unless an organiser asks (``NOT_ALLOWED``), since it is about other people,
    and when the season has more than ``most`` matches (``LONG_LOG``).
    """
    arena.actor.require(Role.ORGANISER, "look for favours between owners")
    with arena.db.read() as session:
        refuse_long_log(session, season, most)
        owners = _owners(session)
        names = dict(session.exec(select(OwnerRow.id, OwnerRow.name)).all())
        there: set[int] = set()
        found = favours(_matches(session, season, owners, there), season.params)
        matches = session.exec(
            select(func.count()).where(MatchRow.season_id == season.id, *_COUNTED)
        ).one()
    told = tuple(_named(one, names) for one in found.favours)
    return SeasonFavours(season.name, matches, len(there), found.asked, LEVEL, told)


def _named(found: Favour, names: Mapping[int, str]) -> OwnerFavour:
    return OwnerFavour(
        taker=names[found.taker],
        giver=names[found.giver],
        matches=found.matches,
        blocks=found.blocks,
        expected=found.expected,
        seen=found.seen,
        surplus=found.surplus,
        chance=found.chance,
        alone=found.alone,
        mutual=found.mutual,
    )


def _owners(session: Session) -> dict[int, int | None]:
    """The owner of each version; None is nobody."""
    rows = session.exec(
        select(VersionRow.id, BotRow.owner_id).join(BotRow, col(BotRow.id) == VersionRow.bot_id)
    )
    return dict(rows.all())


def _matches(
    session: Session, season: Season, owners: Mapping[int, int | None], there: set[int]
) -> Iterator[PlayedMatch]:
    """The rated matches of a season; owners who sat in them are added to ``there``.

    The ratings are those of today: of all that is known they say best how strong a version is.
    """
    start = fresh_standing(season.params).rating
    ratings: dict[int, Rating] = {
        row.version_id: standing_of(row).rating
        for row in session.exec(select(StandingRow).where(StandingRow.season_id == season.id))
    }
    rows = session.exec(
        select(MatchRow.block_id, SeatRow.match_id, SeatRow.version_id, col(SeatRow.placement))
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(MatchRow.season_id == season.id, *_COUNTED)
        .order_by(col(MatchRow.id), col(SeatRow.seat))
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for _, group in groupby(rows, key=lambda row: row[1]):
        seats = list(group)
        sitting = tuple(owners[version] for _, _, version, _ in seats)
        there.update(owner for owner in sitting if owner is not None)
        yield PlayedMatch(
            seats[0][0],
            sitting,
            tuple(ratings.get(version, start) for _, _, version, _ in seats),
            tuple(place or 0 for *_, place in seats),
        )
