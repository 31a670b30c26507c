"""`siurell bot diff`: what changed in a bot's results from one version to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ladder.cli.app import AsJson
from ladder.cli.bot import Name, group
from ladder.cli.failure import CommandError
from ladder.cli.output import (
    console,
    counted,
    lead_with_interval,
    number,
    print_json,
    say,
    share_with_interval,
    table,
    wrapped,
)
from ladder.cli.plain import plain
from ladder.cli.reached import to_play

if TYPE_CHECKING:
    from ladder.domain.version_diff import BlockMean, Difference
    from ladder.services.version_diff import BotDiff, SeasonDiff, VersionResults

_Old = Annotated[
    str | None, typer.Argument(metavar="OLD", help="A version's number (else: the one before NEW).")
]
_New = Annotated[
    str | None, typer.Argument(metavar="NEW", help="A version's number (else: the last).")
]


@group.command()
def diff(
    context: typer.Context,
    name: Name,
    old: _Old = None,
    new: _New = None,
    json: AsJson = False,
) -> None:
    """Show what changed in a bot's results from one version to another.

    Means and win shares hang on whom each version happened to meet, so the
    difference is told against those opponents that both met, with its interval
    (95 %) over blocks, and whether it is beyond chance. Rated matches only.
    """
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        found = ladder.bot_diff(name, _number(name, old), _number(name, new))
    if json:
        print_json(_facts(found))
        return
    _print(context, found)


def _number(name: str, word: str | None) -> int | None:
    """The number of a version: ``2``, ``@2``, or ``mybot@2`` of that very bot."""
    if word is None:
        return None
    before, _, digits = word.rpartition("@")
    sound = digits.isascii() and digits.isdecimal() and len(digits) < 10
    if not sound or (before and before.lower() != name.lower()):
        raise CommandError(
            f"`{ascii(word)[1:-1][:60]}` is no version of {name}; a version is called like @2.",
            next_step=f"siurell bot show {name}",
            reason="UNKNOWN_VERSION",
        )
    return int(digits)


def _facts(found: BotDiff) -> dict[str, Any]:
    """The comparison for a program: causes and opponents with their names, a verdict."""
    facts: dict[str, Any] = plain(found)
    for season, told in zip(found.seasons, facts["seasons"], strict=True):
        for side, results in (("old", season.old), ("new", season.new)):
            told[side]["causes"] = {cause.value: many for cause, many in results.causes}
        told["difference"]["verdict"] = season.difference.verdict
        for opponent, label in zip(
            told["difference"]["opponents"], told.pop("opponents"), strict=True
        ):
            opponent["opponent"] = label
    return facts


def _print(context: typer.Context, found: BotDiff) -> None:
    say(f"{found.bot}: @{found.old} and @{found.new}")
    for season in found.seasons:
        columns, rows = _table(season)
        console().print(table(columns, rows, title=f"\n{season.season}"))
        for results in (season.old, season.new):
            if results.causes:
                ends = ", ".join(f"{cause.value} {many}" for cause, many in results.causes)
                say(f"@{results.version} ended: {ends}")
        say(wrapped(_sentence(season)))
    if not found.seasons:
        say("Neither has played a rated match yet.")
        say(f"Next: {to_play(context)}")
        return
    if len(found.seasons) > 1:
        say(wrapped("Of twenty such differences one is beyond chance by chance."))
    pair = f"{found.bot}@{found.new} {found.bot}@{found.old}"
    say("A test of its own is surer than looking back at what pairing chose.")
    say(f"Next: siurell compare {pair} --pool BOT,BOT")


def _table(season: SeasonDiff) -> tuple[list[str], list[list[str]]]:
    worth = [">points", ">lead"] if season.alone else [">place", ">wins (95 %)", ">rating", ">+-"]
    columns = [">version", ">matches", *worth, ">errors (95 %)"]
    return columns, [_row(one, season) for one in (season.old, season.new)]


def _row(one: VersionResults, season: SeasonDiff) -> list[str]:
    cells = [f"@{one.version}", str(one.matches)]
    if season.alone:
        standing = one.solo
        lead = lead_with_interval(standing) if standing and standing.rounds else "-"
        cells += [_mean(one.points), lead]
    else:
        cells += [
            _mean(one.place, places=2),
            "-" if one.wins is None else _share(one.wins),
            "-" if one.rating is None else number(one.rating.score),
            "-" if one.rating is None else number(3 * one.rating.sigma),
        ]
    share = one.faults / one.matches if one.matches else 0.0
    errors = share_with_interval(share, (one.fault_low, one.fault_high)) if one.matches else "-"
    return [*cells, errors]


def _mean(one: BlockMean | None, places: int = 1) -> str:
    """A mean with half its interval, such as ``1.62 +- 0.08``."""
    if one is None:
        return "-"
    doubt = "" if one.interval is None else f" +- {(one.interval[1] - one.mean):.{places}f}"
    return f"{one.mean:.{places}f}{doubt}"


def _share(one: BlockMean) -> str:
    low, high = one.interval or (0.0, 1.0)
    return share_with_interval(one.mean, (max(0.0, low), min(1.0, high)))


def _sentence(season: SeasonDiff) -> str:
    """What the matches against common opponents say."""
    found = season.difference
    blocks = f"{found.old_blocks} and {found.new_blocks} blocks"
    opponents = counted(len(found.opponents), "opponent", "opponents")
    if not found.opponents:
        return "There is no opponent that both met, so that nothing can be compared."
    if found.gain is None or found.interval is None:
        return f"Against {opponents} that both met there are {blocks}: too few to tell."
    unit = "points" if season.alone else "of the point"
    low, high = found.interval
    gain = _gain(found.gain, alone=season.alone)
    span = f"{_gain(low, alone=season.alone)} to {_gain(high, alone=season.alone)}"
    return (
        f"Against {opponents} that both met @{season.new.version} gets {gain} {unit} a match"
        f" ({span}; {blocks}): {_verdict(found)}."
    )


def _verdict(found: Difference) -> str:
    return {
        "better": "better, beyond chance",
        "worse": "worse, beyond chance",
        "undecided": "no more than chance brings",
    }[found.verdict]


def _gain(value: float, *, alone: bool) -> str:
    return f"{value:+.1f}" if alone else f"{value:+.3f}"
