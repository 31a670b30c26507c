"""What a season is: as lines of its file, and as columns of its row.

Files of the first format know neither states nor numbered rating parameters: their seasons are
open, and rated by their first set.
"""

from __future__ import annotations

from typing import Any, Final

from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from sqlmodel import Session, col, delete, func, select

from ladder.domain.names import is_name
from ladder.domain.season_states import SeasonState
from ladder.services.season_files_format import Entry, LineWriter, Unsound
from ladder.store.tables import BatchRow, ClosingEntrantRow, RatingSetRow, SeasonRow

RATING_COLUMNS: Final = ("mu", "sigma", "beta", "tau", "draw_probability")
_SUSPENSION_COLUMNS: Final = ("fault_window", "fault_fewest", "fault_percent")
_WHAT_IS_PLAYED: Final = ("name", "game", "options", "seat_counts", "time", "startup_us")
_HOW_IT_RUNS: Final = ("state", "weight", "own_opponents", "extra_blocks", "rating_set")
_TIMES: Final = ("opens_at", "closes_at")


def write_season(session: Session, row: SeasonRow, format_: int, out: LineWriter) -> None:
    """Write the first line, and one for all rating parameters that the season has had."""
    names = {*_WHAT_IS_PLAYED, *RATING_COLUMNS, *_SUSPENSION_COLUMNS, *_HOW_IT_RUNS}
    times = {name: getattr(row, name) for name in (*_TIMES, "created_at")}
    season = {
        **dict(sorted(row.model_dump(include=names).items())),
        **{name: None if time is None else time.isoformat() for name, time in times.items()},
        "closing_after": _place_of_batch(session, row),
    }
    out.write("season", format=format_, season=season)
    sets = select(RatingSetRow).where(RatingSetRow.season_id == row.id)
    for one in session.exec(sets.order_by(col(RatingSetRow.number))):
        values = one.model_dump(include={"number", "author", *RATING_COLUMNS})
        out.write("rating_set", **dict(sorted(values.items())), since=one.since.isoformat())


def columns_of(said: Entry, format_: int, first_batch: int) -> dict[str, Any]:
    """What a season is; raises unless this Siurell knows the game and plays it like this.

    ``first_batch`` is the number that the first batch of the file gets here.
    """
    game = game_named(said.text("game"))
    options = {str(key): str(value) for key, value in said.mapping("options").items()}
    game.check_options(options)
    TimeControl.parse(said.text("time"))
    counts = said.wholes("seat_counts")
    sound = counts and all(game.min_seats <= count <= game.max_seats for count in counts)
    if not sound or not is_name(said.text("name")):
        raise Unsound("season")
    return {
        **{name: said.text(name) for name in ("name", "game", "time")},
        **{name: said.number(name) for name in RATING_COLUMNS},
        **{name: said.whole(name, 1) for name in ("startup_us", *_SUSPENSION_COLUMNS)},
        "options": options,
        "seat_counts": counts,
        **(_how_it_runs(said, first_batch) if format_ > 1 else _AS_ALWAYS),
    }


def forget_terms(session: Session, row: SeasonRow) -> None:
    """Take away what a season that has not been played had beside its row."""
    for table in (RatingSetRow, ClosingEntrantRow):
        session.exec(delete(table).where(col(table.season_id) == row.id))


def rating_set_of(entry: Entry, season: int) -> RatingSetRow:
    """The row of a line of rating parameters."""
    return RatingSetRow(
        season_id=season,
        number=entry.whole("number", 1),
        since=entry.time("since"),
        author=entry.text("author"),
        mu=entry.number("mu"),
        sigma=entry.number("sigma"),
        beta=entry.number("beta"),
        tau=entry.number("tau"),
        draw_probability=entry.number("draw_probability"),
    )


def first_rating_set(row: SeasonRow) -> RatingSetRow:
    """The only rating parameters of a season whose file numbers none."""
    return RatingSetRow(
        season_id=row.id,
        number=1,
        since=row.created_at,
        author="",
        mu=row.mu,
        sigma=row.sigma,
        beta=row.beta,
        tau=row.tau,
        draw_probability=row.draw_probability,
    )


def check_rating_sets(session: Session, row: SeasonRow) -> None:
    """Raise `Unsound` unless they are numbered without a gap and the last one is in force."""
    sets = session.exec(
        select(RatingSetRow)
        .where(RatingSetRow.season_id == row.id)
        .order_by(col(RatingSetRow.number))
    ).all()
    numbered = [one.number for one in sets] == list(range(1, row.rating_set + 1))
    if not numbered or any(
        getattr(sets[-1], name) != getattr(row, name) for name in RATING_COLUMNS
    ):
        raise Unsound("rating_set")


_AS_ALWAYS: Final = {
    "state": SeasonState.OPEN.value,
    "weight": 1,
    "own_opponents": False,
    "opens_at": None,
    "closes_at": None,
    "closing_after": None,
    "rating_set": 1,
}


def _how_it_runs(said: Entry, first_batch: int) -> dict[str, Any]:
    state = SeasonState(said.text("state"))
    after = said.whole("closing_after") if said.has("closing_after") else None
    return {
        "state": state.value,
        "weight": said.whole("weight", 1),
        "own_opponents": said.flag("own_opponents"),
        **{name: said.time_or_none(name) for name in _TIMES},
        "extra_blocks": said.whole("extra_blocks"),
        "closing_after": None if after is None else first_batch - 1 + after,
        "rating_set": said.whole("rating_set", 1),
    }


def _place_of_batch(session: Session, row: SeasonRow) -> int | None:
    """How many batches of the season there were when it began to close."""
    if row.closing_after is None:
        return None
    earlier = select(func.count()).where(
        BatchRow.season_id == row.id, BatchRow.rated, col(BatchRow.id) <= row.closing_after
    )
    return session.exec(earlier).one()
