"""The order-free fit beside a leaderboard, as a table with a sentence and as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ladder.cli.failure import CommandError
from ladder.cli.output import console, counted, say, table, wrapped
from ladder.cli.progress import progress_bar
from ladder.domain.season_states import SeasonState

if TYPE_CHECKING:
    from ladder.cli.ladders_seasons import Seasons
    from ladder.domain.seasons import Season
    from ladder.services.order_free import FitRow, OrderFree
    from ladder.services.season_overview import SeasonTotals

_STEPS = 6
"""About so many steps lead to the fit."""


def refuse_solo(season: Season) -> None:
    """A solo season has no order to be free of."""
    if season.solo:
        raise CommandError(
            f"{season.name} is ranked by leads, which no order of the matches changes.",
            next_step=f"siurell leaderboard {season.name}",
            reason="SOLO_SEASON",
        )


def is_shown(one: SeasonTotals, wanted: bool | None) -> bool:
    """Whether the fit stands beside a table: as wanted, or unasked where that is quick."""
    if one.season.solo or not one.matches:
        return False
    from ladder.services.order_free import QUICK

    closed = one.season.state is SeasonState.CLOSED
    return closed and one.matches <= QUICK if wanted is None else wanted


def fit_of(seasons: Seasons, one: SeasonTotals, *, hidden: bool) -> OrderFree:
    """The fit of a season, with bars while it takes long."""
    from ladder.cli.ladders_seasons import EmbeddedSeasons
    from ladder.services.order_free import REPLICATES, order_free, read_log

    if not isinstance(seasons, EmbeddedSeasons):
        return seasons.fit(one.season)
    arena = seasons.arena
    with progress_bar("reading matches", one.matches, hidden=hidden) as advance:
        log = read_log(arena, one.season, advance)
    with progress_bar("fitting", _STEPS + REPLICATES, hidden=hidden, remaining=True) as advance:
        return order_free(arena, one.season, log, advance=advance)


def print_fit(season: Season, fit: OrderFree, first: int, last: int) -> None:
    """The fit of the bots in these places, and whether it agrees with the ratings."""
    rows = [
        (
            str(row.place),
            f"{row.bot}@{row.version}",
            f"{row.strength:+.2f}",
            f"{row.low:+.2f} to {row.high:+.2f}",
            f"{row.best_place}-{row.worst_place}",
            f"{row.rank}{' *' if row.beyond else ''}",
        )
        for row in fit.rows[first - 1 : last]
    ]
    blocks = counted(fit.blocks, "block", "blocks")
    say("")
    console().print(
        table(
            ("#", "bot", ">strength", ">95 %", ">places", "by rating"),
            rows,
            title=f"{season.name}: order-free fit of {blocks}",
        )
    )
    say(wrapped(fit.sentence))
    if any(row.beyond for row in fit.rows[first - 1 : last]):
        say("* further off than luck may explain.")


def fit_values(row: FitRow) -> dict[str, Any]:
    """What the fit says of one bot."""
    return {
        "place": row.place,
        "strength": row.strength,
        "low": row.low,
        "high": row.high,
        "best_place": row.best_place,
        "worst_place": row.worst_place,
        "beyond": row.beyond,
    }
