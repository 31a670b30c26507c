"""`siurell bot history`: how the rating of a bot went, smoothed and with its doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson
from ladder.cli.bot import Name, group
from ladder.cli.ladders_seasons import seasons_of
from ladder.cli.output import console, number, print_json, say, table
from ladder.cli.plain import plain
from ladder.cli.reached import to_play
from ladder.domain.history import MOST_STRETCHES

if TYPE_CHECKING:
    from ladder.domain.history import Stretch

_WIDTH = 28
"""Columns of the chart."""


@group.command()
def history(
    context: typer.Context,
    name: Name,
    season: Annotated[
        str | None, typer.Option(help="Only in this season (see siurell leaderboard).")
    ] = None,
    points: Annotated[
        int, typer.Option(min=1, max=MOST_STRETCHES, help="Cut its matches into so many stretches.")
    ] = 12,
    json: AsJson = False,
) -> None:
    """Show how the rating of a bot went: means over stretches of its matches, with their doubt.

    A rating match by match goes up and down by luck, so none is shown. In the
    chart o is the mean, and from ( to ) it is off by no more than two deviations.
    """
    with seasons_of(context) as seasons:
        found = seasons.history(name, season, points)
    if json:
        print_json(plain(found))
        return
    for one in found:
        console().print(
            table(
                ("version", ">matches", "until", ">rating", ">mean", ">+-", "chart"),
                _rows(one.stretches),
                title=f"{one.season}: {one.bot}",
            )
        )
    if not found:
        say(f"{name} has not been rated yet.")
    say(f"Next: {f'siurell match list --bot {found[0].bot}' if found else to_play(context)}")


def _rows(parts: Sequence[Stretch]) -> list[tuple[str, ...]]:
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    return [
        (
            f"@{part.version}",
            f"{part.first}-{part.last}",
            "-" if part.until is None else f"{part.until.astimezone():%d %b %H:%M}",
            number(part.score),
            number(part.mu),
            number(3 * part.sigma),
            chart((part.low, part.mu, part.high), low, high),
        )
        for part in parts
    ]


def chart(values: tuple[float, float, float], low: float, high: float, width: int = _WIDTH) -> str:
    """An interval with its middle, on a scale from low to high.

    >>> chart((0, 2, 4), 0, 8, 9)
    '(-o-)'
    >>> chart((4, 6, 8), 0, 8, 9)
    '    (-o-)'
    """
    room = high - low
    at = [round((value - low) / room * (width - 1)) if room > 0 else 0 for value in values]
    line = [" "] * at[0] + ["-"] * (at[2] - at[0] + 1)
    line[at[0]], line[at[2]] = "(", ")"
    line[at[1]] = "o"
    return "".join(line)
