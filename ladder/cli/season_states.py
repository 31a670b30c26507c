"""`siurell season freeze`, `open`, `close`: whether matches of a season are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import MANY, AsJson
from ladder.cli.ladders_seasons import seasons_of
from ladder.cli.output import counted, print_json, say
from ladder.cli.plain import plain
from ladder.cli.season import group
from ladder.cli.season_terms import Name, play_of
from ladder.domain.season_states import SeasonState

if TYPE_CHECKING:
    from ladder.domain.seasons import Season


@group.command()
def freeze(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Draw no more matches of a season, until it is opened again.

    Matches that were drawn already are played, and count.
    """
    with seasons_of(context) as seasons:
        season = seasons.freeze(name)
    _tell(season, json, "is frozen: no new matches", f"siurell season open {season.name}")


@group.command("open")
def open_(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Draw matches of a season again: one that is frozen, closing, or closed.

    A closed one had a final table; its matches go on counting then, and only an
    operator opens it.
    """
    with seasons_of(context) as seasons:
        season = seasons.open(name)
    _tell(season, json, "is open", play_of(context, season))


@group.command()
def close(
    context: typer.Context,
    name: Name,
    extra_blocks: Annotated[
        int | None,
        typer.Option(
            "--extra-blocks",
            "-n",
            min=0,
            max=MANY,
            help="Blocks that everybody plays yet (else: what is set of the season).",
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Let a season come to its end: nobody new, a few blocks more, a final table.

    Whoever is there now plays so many blocks more, as exactly as seats allow and
    never fewer. Then the season closes by itself. Of one that is closing already
    the number is changed.
    """
    with seasons_of(context) as seasons:
        season = seasons.close(name, extra_blocks)
    if season.state is SeasonState.CLOSED:
        words, then = "is closed: its table is final", f"siurell leaderboard {season.name}"
    else:
        blocks = counted(season.extra_blocks, "block", "blocks")
        words = f"is closing: everybody who is there plays {blocks} more"
        then = play_of(context, season)
    _tell(season, json, words, then)


def _tell(season: Season, as_json: bool, words: str, then: str) -> None:
    if as_json:
        print_json(plain(season))
        return
    say(f"The season {season.name} {words}.")
    say(f"Next: {then}")
