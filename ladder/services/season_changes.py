"""Changing seasons: made, set, frozen, opened, closed. Each change is in the audit log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import datetime

from siurell.errors import LadderError
from siurell.games.registry import game_named
from sqlmodel import Session, col, select

from ladder.domain.access import Role
from ladder.domain.names import name_key
from ladder.domain.ratings import RatingParameters
from ladder.domain.season_states import SeasonState, check_change
from ladder.domain.season_terms import MOST_EXTRA_BLOCKS, SETTABLE, changes, check_season
from ladder.domain.season_terms import check_change as check_terms
from ladder.domain.seasons import Season
from ladder.domain.states import VersionState
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.closings import begin_closing, close_if_done, end_closing
from ladder.services.descent import inherit
from ladder.services.rerate import RerateCheck, rerate_within
from ladder.services.seasons import (
    add_season,
    all_seasons,
    is_played,
    params_of,
    season_named,
    season_of,
    set_params,
    set_terms,
)
from ladder.services.short_logs import refuse_long_rating
from ladder.store.tables import (
    RatingSetRow,
    SeasonRow,
    VersionGameRow,
    VersionRow,
)


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """What was changed of a season; ``rerated`` where its log was rated by other parameters."""

    season: Season
    changed: tuple[str, ...]
    rerated: RerateCheck | None = None


@dataclass(frozen=True, slots=True)
class RatingSet:
    """Rating parameters that a season has or had, since when, and by whom (nobody: from the start).

    All ratings of a season are by its newest set.
    """

    number: int
    params: RatingParameters
    since: datetime
    author: str


def create_season(arena: Arena, season: Season) -> Season:
    """Make a season, open from its opening time on; the season with its number.

    Raises `LadderError` when it cannot be like this (``BAD_SEASON``, ``BAD_DEADLINES``), or when
    its name is taken (``SEASON_EXISTS``).
    """
    arena.actor.require(Role.ORGANISER, "create a season")
    game = game_named(season.game)
    season = replace(season, options=game.check_options(season.options))
    check_season(season, game)
    _check_closing_time(arena, season)
    if season.solo and season.params != RatingParameters():
        raise LadderError(
            "Who plays alone is ranked by leads, so such a season has no rating parameters; leave "
            "them out.",
            reason="NO_RATINGS",
        )
    all_seasons(arena)
    with arena.db.write() as session:
        names = session.exec(select(SeasonRow.name)).all()
        taken = next((name for name in names if name_key(name) == name_key(season.name)), None)
        if taken is not None:
            raise LadderError(
                f"There is a season {taken} already; choose another name, or see it: "
                f"`siurell season show {taken}`.",
                reason="SEASON_EXISTS",
            )
        row = add_season(session, arena, season, author=arena.actor.name)
        audit(session, arena, "season.create", f"season {season.name}", game=season.game)
        return season_of(row)


def change_season(
    arena: Arena,
    after: Season,
    seen: Season | None = None,
    *,
    most_rated_again: int | None = None,
) -> SeasonChange:
    """Set what can be set of a season (`ladder.domain.season_terms`) as it is in ``after``.

    ``seen`` is the season from which ``after`` was made: what is the same in both stays as it is by
    now, whoever has changed it meanwhile. Without it all is set.

    Other rating parameters get the next number, and in the same transaction the whole log is rated
    by them. Raises `LadderError` when that cannot be (``BAD_SEASON``), when the season has been
    played by what would change (``SEASON_PLAYED``), when it is closed (``SEASON_CLOSED``), or when
    more matches than ``most_rated_again`` would be rated again (``LONG_LOG``).
    """
    game = game_named(after.game)
    wanted = SETTABLE if seen is None else changes(seen, after)
    with _changing(arena, after.name, "change a season") as (session, row):
        before = season_of(row)
        after = replace(before, **{name: getattr(after, name) for name in wanted})
        after = replace(after, options=game.check_options(after.options))
        check_season(after, game)
        changed = changes(before, after)
        check_terms(before, after, played=is_played(session, before.id))
        _refuse_closed(before)
        if "closes_at" in changed:
            _check_closing_time(arena, after)
        set_terms(row, after)
        session.add(row)
        rerated = None
        if "params" in changed:
            refuse_long_rating(row, most_rated_again, f"season set {row.name}")
            set_params(session, arena, row, after.params, arena.actor.name)
            rerated = rerate_within(session, season_of(row), write=True)
        if changed:
            _audit_change(session, arena, before, after, changed)
        session.flush()
        return SeasonChange(season_of(row), changed, rerated)


def freeze_season(arena: Arena, name: str) -> Season:
    """Draw no more matches of a season; those that were drawn are played and counted."""
    with _changing(arena, name, "freeze a season") as (session, row):
        _change_state(row, SeasonState.FROZEN)
        audit(session, arena, "season.freeze", f"season {row.name}")
        return season_of(row)


def open_season(arena: Arena, name: str) -> Season:
    """Draw matches of a season again, from now on; only an operator opens a closed one.

    Times that keep it from being open now are taken away. Whoever is active takes part again.
    """
    with _changing(arena, name, "open a season") as (session, row):
        before, now = season_of(row), arena.now()
        if before.state is SeasonState.CLOSED:
            arena.actor.require(Role.OPERATOR, "open a closed season again")
        waits = before.opens_at is not None and before.opens_at > now
        if not (waits and before.state is SeasonState.OPEN):
            _change_state(row, SeasonState.OPEN)
        if waits:
            row.opens_at = None
        if before.closes_at is not None and before.closes_at <= now:
            row.closes_at = None
        if before.settled:
            end_closing(session, row)
            _begin_versions(session, row.game)
        session.add(row)
        audit(session, arena, "season.open", f"season {row.name}", was=before.state.value)
        session.flush()
        return season_of(row)


def close_season(arena: Arena, name: str, extra_blocks: int | None = None) -> Season:
    """Begin to close a season: everybody who is there plays so many blocks more, then it is closed.

    Without a number it is that of the season. Of one that closes already the number is changed.
    """
    if extra_blocks is not None and not 0 <= extra_blocks <= MOST_EXTRA_BLOCKS:
        raise LadderError(
            f"Extra blocks are 0 to {MOST_EXTRA_BLOCKS}, not {extra_blocks}.", reason="BAD_BLOCKS"
        )
    with _changing(arena, name, "close a season") as (session, row):
        again = row.state == SeasonState.CLOSING.value and extra_blocks is not None
        if not again:
            check_change(row.name, SeasonState(row.state), SeasonState.CLOSING)
        if extra_blocks is not None:
            row.extra_blocks = extra_blocks
        if not again:
            begin_closing(session, row, arena.now())
        session.add(row)
        audit(session, arena, "season.close", f"season {row.name}", extra_blocks=row.extra_blocks)
        session.flush()
        close_if_done(session, arena, row)
        return season_of(row)


def rating_sets(arena: Arena, season: Season) -> list[RatingSet]:
    """All rating parameters that a season has had, the first first."""
    wanted = select(RatingSetRow).where(RatingSetRow.season_id == season.id)
    with arena.db.read() as session:
        rows: Sequence[RatingSetRow] = session.exec(wanted.order_by(col(RatingSetRow.number))).all()
        return [
            RatingSet(
                row.number,
                params_of(row),
                row.since,
                row.author,
            )
            for row in rows
        ]


@contextmanager
def _changing(arena: Arena, name: str, what: str) -> Iterator[tuple[Session, SeasonRow]]:
    """A transaction in which the season of this name is changed by somebody who may do so."""
    arena.actor.require(Role.ORGANISER, what)
    season = season_named(arena, name)
    with arena.db.write() as session:
        yield session, session.get_one(SeasonRow, season.id)


def _change_state(row: SeasonRow, then: SeasonState) -> None:
    check_change(row.name, SeasonState(row.state), then)
    row.state = then.value


def _refuse_closed(season: Season) -> None:
    if season.state is SeasonState.CLOSED:
        raise LadderError(
            f"The season {season.name} is closed, and its table is final; an operator can open it "
            f"again: `siurell season open {season.name}`.",
            reason="SEASON_CLOSED",
        )


def _check_closing_time(arena: Arena, season: Season) -> None:
    if season.closes_at is not None and season.closes_at <= arena.now():
        raise LadderError(
            f"{season.closes_at:%Y-%m-%d %H:%M} UTC is over; name a later time, or close the "
            f"season now: `siurell season close {season.name}`.",
            reason="BAD_TIME",
        )


def _begin_versions(session: Session, game: str) -> None:
    """Versions that came while a season was closing begin in it now."""
    wanted = (
        select(VersionRow)
        .join(VersionGameRow, col(VersionGameRow.version_id) == VersionRow.id)
        .where(VersionGameRow.game == game, VersionRow.state == VersionState.ACTIVE.value)
        .order_by(col(VersionRow.submission))
    )
    for version in session.exec(wanted).all():
        inherit(session, version)


def _audit_change(
    session: Session, arena: Arena, before: Season, after: Season, changed: Sequence[str]
) -> None:
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in changed}
    if "params" in pairs:
        old, new = pairs.pop("params")
        pairs |= {one.name: (getattr(old, one.name), getattr(new, one.name)) for one in fields(old)}
    detail = {name: [_shown(old), _shown(new)] for name, (old, new) in pairs.items() if old != new}
    audit(session, arena, "season.set", f"season {before.name}", **detail)


def _shown(value: object) -> object:
    """A value as JSON."""
    return value if isinstance(value, int | float | None) else str(value)
