"""`siurell stats`: what the matches of a season tell besides who is how strong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ladder.cli.app import AsJson, command_group
from ladder.cli.ladders_seasons import seasons_of
from ladder.cli.leaderboard import SeasonName
from ladder.cli.output import console, counted, percent, print_json, say, table, wrapped
from ladder.cli.plain import plain
from ladder.cli.reached import to_play

if TYPE_CHECKING:
    from ladder.cli.ladders_seasons import Seasons
    from ladder.domain.seasons import Season
    from ladder.services.luck import FormatLuck, SeasonLuck
    from ladder.services.owner_favours import OwnerFavour, SeasonFavours

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
    with seasons_of(context) as seasons:
        found = [seasons.luck(one) for one in _wanted(seasons, season)]
    if json:
        print_json(plain(found))
        return
    played = [one for one in found if one.formats or one.rounds or one.left_out]
    if not played:
        say("No block has been played to its end yet.")
        say(f"Next: {to_play(context)}")
        return
    _print_formats(played)
    for one in played:
        _say_rounds(one)
        if one.left_out:
            blocks = counted(one.left_out, "block", "blocks")
            say(f"{one.season}: {blocks} with remote bots left out, which have no common seed.")
    say(f"Next: siurell leaderboard{f' {season}' if season else ''}")


@group.command()
def owners(context: typer.Context, season: SeasonName = None, json: AsJson = False) -> None:
    """Show which owners favour each other beyond chance.

    Asked is whether the bots of one get more from third parties than their
    ratings explain where those of another sit as well, and more so than
    elsewhere; of tables for two, whether they get it from each other. Corrected
    for the number of questions. It is a reason to look at matches, and no
    verdict. All rated seasons, unless one is named.
    """
    with seasons_of(context) as seasons:
        found = [seasons.favours(one) for one in _wanted(seasons, season) if not one.solo]
    if json:
        print_json(plain(found))
        return
    told = [one for one in found if one.matches]
    for one in told:
        _print_favours(one)
    if not told:
        alone = "Where everyone plays alone nobody can favour anybody."
        say("No rated match has been played yet." if found else alone)
    takers = [favour.taker for one in told for favour in one.favours]
    say(f"Next: siurell {f'owner show {takers[0]}' if takers else 'leaderboard'}")


def _wanted(seasons: Seasons, name: str | None) -> list[Season]:
    """The season of this name, or all of them."""
    from ladder.services.seasons import season_among

    there = [one.season for one in seasons.totals()]
    return there if name is None else [season_among(there, name)]


def _print_favours(one: SeasonFavours) -> None:
    """What was found in a season, and what that says."""
    matches = counted(one.matches, "match", "matches")
    there = counted(one.owners, "owner", "owners")
    if not one.asked:
        say(wrapped(f"{one.season}: {matches}, {there}; too few blocks of two owners to tell."))
        return
    questions = counted(one.asked, "question", "questions")
    if not one.favours:
        say(
            wrapped(
                f"{one.season}: {matches}, {there}, {questions}; nobody favours anybody beyond"
                f" chance. That does not prove that nobody does: little is not seen."
            )
        )
        return
    columns = ("who", "beside", "from", ">matches", ">expected", ">got", ">else", ">chance")
    title = f"{one.season}: {matches}, {there}, {questions}"
    console().print(table(columns, map(_favour, one.favours), title=title))
    say(
        wrapped(
            "Shares of the point that ratings expect and that it got, `else` how much better that"
            " is than its matches without the other. Among honest owners anybody at all would be"
            f" named in {percent(one.level)} of seasons. It does not say why: bots may suit each"
            " other, and with two seats what one wins the other loses. Pairs with * gain both,"
            " which takes three seats: look at their matches first."
        )
    )


def _favour(one: OwnerFavour) -> tuple[str, ...]:
    chance = f"{one.chance:.4f}" if one.chance >= 0.0001 else "< 0.0001"
    return (
        f"{one.taker}{' *' if one.mutual else ''}",
        one.giver,
        one.giver if one.alone else "others",
        str(one.matches),
        f"{one.expected:.3f}",
        f"{one.seen:.3f}",
        f"{one.surplus:+.3f}",
        chance,
    )


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
