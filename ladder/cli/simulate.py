"""`siurell ladder simulate`: how many matches each way of pairing needs to find the true order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ladder.cli.app import MANY, AsJson
from ladder.cli.ladder_run import group
from ladder.cli.output import console, counted, note, print_json, say, table
from ladder.cli.progress import progress_bar

if TYPE_CHECKING:
    from ladder.domain.simulation import Needed, Setting

_BOTS = 1_000
_SEATS = 8


@group.command()
def simulate(
    seats: Annotated[int, typer.Option(min=2, max=_SEATS, help="Seats of a match.")] = 2,
    runs: Annotated[
        int, typer.Option(min=1, max=MANY, help="So many runs; the median counts.")
    ] = 21,
    bots: Annotated[int, typer.Option(min=2, max=_BOTS, help="So many bots.")] = 100,
    tau: Annotated[
        float, typer.Option(min=0.1, max=1.0, help="A run ends at this Kendall's tau.")
    ] = 0.9,
    blocks: Annotated[
        int,
        typer.Option(min=0, max=64, help="Blocks that a line-up plays (0: a single match)."),
    ] = 0,
    seed: Annotated[int, typer.Option(help="Fixes bots and matches.")] = 0,
    json: AsJson = False,
) -> None:
    """Measure ways of pairing on bots whose strength is known; nothing is played or stored.

    Told is how many matches each way needs until the leaderboard's order
    agrees with the true one, and how that compares with line-ups drawn at
    random.
    """
    from ladder.cli.failure import CommandError
    from ladder.domain.opponents import ALL_WAYS
    from ladder.domain.simulation import Setting, compare_ways

    if bots < seats:
        raise CommandError(
            f"{seats} seats need {seats} bots or more.",
            next_step=f"siurell ladder simulate --seats {seats} --bots 100",
            reason="TOO_FEW_BOTS",
        )
    setting = Setting(seats, bots, blocks, tau)
    total = runs * (1 + len(ALL_WAYS))
    with progress_bar("simulating", total, hidden=json) as advance:
        found = compare_ways(setting, runs, seed, advance=advance)
    if json:
        print_json(_as_json(setting, runs, seed, found))
    else:
        _tell(setting, runs, found)


def _as_json(setting: Setting, runs: int, seed: int, found: list[Needed]) -> dict[str, Any]:
    return {
        "seats": setting.seats,
        "bots": setting.bots,
        "blocks": setting.blocks,
        "tau": setting.goal,
        "runs": runs,
        "seed": seed,
        "ways": [
            {
                "way": one.way,
                "median": _finite(one.median),
                "ratio": _finite(one.ratio),
                "matches": [_finite(count) for count in one.matches],
            }
            for one in found
        ],
    }


def _tell(setting: Setting, runs: int, found: list[Needed]) -> None:
    what = counted(runs, "run", "runs") + f" of {setting.bots} bots, {setting.seats} seats"
    say(f"Matches until Kendall's tau is {setting.goal:g}, median of {what}:")
    say("")
    rows = [
        (
            one.way,
            _number(one.median, ".0f"),
            _number(setting.seats * one.median / setting.bots, ".0f"),
            _number(one.ratio, ".2f"),
        )
        for one in found
    ]
    console().print(table(["pairing", ">matches", ">of each bot", ">x random"], rows))
    if any(math.isinf(one.median) for one in found):
        note(f"A dash: not found within {setting.most} matches of each bot.")


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _number(value: float, form: str) -> str:
    return format(value, form) if math.isfinite(value) else "-"
