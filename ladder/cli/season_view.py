"""`siurell season list` and `show`: which seasons there are, and where they stand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from ladder.cli.app import AsJson
from ladder.cli.ladders_seasons import seasons_of
from ladder.cli.output import console, counted, print_json, say, table, wrapped
from ladder.cli.plain import plain
from ladder.cli.season import group
from ladder.cli.season_terms import Name
from ladder.cli.season_words import rating_text, seats_text, state_text, time_text

if TYPE_CHECKING:
    from ladder.domain.seasons import Season
    from ladder.services.season_detail import SeasonDetail

_SHOWN = 10


@group.command("list")
def list_(context: typer.Context, json: AsJson = False) -> None:
    """List the seasons: what they play, how much, and where they stand."""
    now = datetime.now(UTC)
    with seasons_of(context) as seasons:
        found = seasons.totals()
    if json:
        print_json(
            [{**plain(one.season), "bots": one.bots, "matches": one.matches} for one in found]
        )
        return
    rows = [
        (
            one.season.name,
            one.season.game,
            seats_text(one.season),
            str(one.season.time),
            str(one.season.weight),
            str(one.bots),
            str(one.matches),
            state_text(one.season, now),
        )
        for one in found
    ]
    columns = ("season", "game", "seats", "clock", ">weight", ">bots", ">matches", "state")
    console().print(table(columns, rows))
    say(f"Next: siurell season show {found[0].season.name}")


@group.command()
def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Show a season: its terms, its state, and all rating parameters that it has had."""
    with seasons_of(context) as seasons:
        detail = seasons.show(name)
    if json:
        print_json(plain(detail))
        return
    _print(detail)


def _print(detail: SeasonDetail) -> None:
    from siurell.match.clock import span_text
    from siurell.match.profiles import clock_text

    season, now = detail.season, datetime.now(UTC)
    extra = counted(season.extra_blocks, "block", "blocks")
    say(f"{season.name}: {season.game}, {state_text(season, now)}")
    lines = [
        ("seats", seats_text(season)),
        ("clock", f"{clock_text(season.time)}, {span_text(season.startup_us)} to start"),
        ("options", _own_options(season)),
        ("weight", str(season.weight)),
        ("opens", time_text(season.opens_at)),
        ("closes", f"{time_text(season.closes_at)}, with {extra} more for everybody"),
        ("meeting", "anybody" if season.own_opponents else "not two bots of one owner"),
        ("bots", f"{len(detail.bots)}, of which {len(detail.playing)} play"),
        ("matches", f"{detail.matches}, and {detail.in_flight} in flight"),
    ]
    if not season.solo:
        lines += [
            (f"rating set {one.number}", f"{rating_text(one.params)}, since {time_text(one.since)}")
            for one in detail.rating_sets
        ]
    for name, value in lines:
        say(wrapped(f"{name}: {value}"))
    _say_owed(detail)
    say(f"Next: siurell leaderboard {season.name}")


def _own_options(season: Season) -> str:
    """The options that are not those of the rules."""
    from siurell.games.registry import game_named

    usual = game_named(season.game).check_options({})
    own = {name: value for name, value in season.options.items() if usual.get(name) != value}
    return ", ".join(f"{name}={value}" for name, value in own.items()) or "as the rules say"


def _say_owed(detail: SeasonDetail) -> None:
    # In the order of the bots: a map that came over the wire has none.
    waiting = {bot: detail.owed[bot] for bot in detail.playing if detail.owed.get(bot)}
    if not waiting:
        return
    names = ", ".join(f"{bot} {blocks}" for bot, blocks in list(waiting.items())[:_SHOWN])
    more = f" and {len(waiting) - _SHOWN} others" if len(waiting) > _SHOWN else ""
    say(f"{counted(sum(waiting.values()), 'block is', 'blocks are')} owed yet: {names}{more}.")
