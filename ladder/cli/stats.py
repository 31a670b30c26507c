"""`siurell stats`: what the matches of a season tell besides who is how strong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ladder.cli.app import AsJson, command_group, home_of
from ladder.cli.leaderboard import SeasonName
from ladder.cli.output import console, counted, print_json, say, table
from ladder.cli.plain import plain

if TYPE_CHECKING:
    from ladder.services.luck import FormatLuck, SeasonLuck

group = command_group("stats", "What the matches of a season tell.", "The ladder")


@group.callback()
def stats() -> None:
    """What the matches of a season tell besides who is how strong."""


@group.command()
def variance(context: typer.Context, season: SeasonName = None, json: AsJson = False) -> None:
    """Show what common seeds and rotations buy: the variance of blocks and of matches.

    In a block everyone sits on every seat and meets the same seed, so that luck
    cancels out. `ratio` is the variance of a block's mean to that of the mean of
    as many unrelated matches: at 0.5 a block says as much as twice as many of
    them. All seasons that have been played, unless one is named.
    """
    from ladder.services.arena import open_arena
    from ladder.services.luck import luck_in
    from ladder.services.seasons import all_seasons, season_named

    with open_arena(home_of(context)) as arena:
        seasons = all_seasons(arena) if season is None else [season_named(arena, season)]
        found = [luck_in(arena, one) for one in seasons]
    if json:
        print_json(plain(found))
        return
    played = [one for one in found if one.formats or one.rounds or one.left_out]
    if not played:
        say("No block has been played to its end yet.")
        say("Next: siurell ladder run --blocks 20")
        return
    _print_formats(played)
    for one in played:
        _say_rounds(one)
        if one.left_out:
            blocks = counted(one.left_out, "block", "blocks")
            say(f"{one.season}: {blocks} with remote bots left out, which have no common seed.")


def _print_formats(found: list[SeasonLuck]) -> None:
    rows = [_row(one.season, each) for one in found for each in one.formats]
    if not rows:
        return
    columns = ("season", ">seats", ">blocks", ">match", ">block", ">ratio (95 %)", ">is worth")
    console().print(table(columns, rows))
    say("Variances of points, 0 to 1; a block is worth so many unrelated matches.")


def _row(season: str, each: FormatLuck) -> list[str]:
    """A line of the table; a format that tells too little has dashes."""
    luck = each.luck
    if luck is None:
        return [season, str(each.seats), str(each.blocks), "-", "-", "-", "-"]
    low, high = luck.interval or (None, None)
    doubt = "" if low is None or high is None else f" ({low:.2f}-{high:.2f})"
    return [
        season,
        str(each.seats),
        str(luck.blocks),
        f"{luck.match_variance:.4f}",
        f"{luck.block_variance:.4f}",
        f"{luck.ratio:.2f}{doubt}",
        f"{each.seats / luck.ratio:.1f}" if luck.ratio > 0 else "-",
    ]


def _say_rounds(one: SeasonLuck) -> None:
    """What a common seed buys where everyone plays alone."""
    if not one.rounds:
        return
    rounds = counted(one.rounds, "round", "rounds")
    if one.ratio is None:
        say(f"{one.season}: {rounds}, too few to tell what a common seed buys.")
        return
    pairs = counted(one.pairs, "pair", "pairs")
    say(
        f"{one.season}: on common seeds the difference of two scores varies {one.ratio:.2f} times "
        f"as much as on seeds apart ({rounds}, {pairs})."
    )
