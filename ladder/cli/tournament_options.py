"""What a tournament is played by, as options of a command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from siurell.errors import LadderError

from ladder.cli.failure import CommandError
from ladder.domain.tournaments.settings import ByeValue, Format, Scoring
from ladder.domain.tournaments.tie_break import TieBreak

FormatWord = Annotated[
    Format, typer.Option("--format", help="How the pairings come about.", show_default=True)
]
Seats = Annotated[int, typer.Option(min=2, max=4, help="So many seats a match has.")]
Rounds = Annotated[
    int | None,
    typer.Option(
        min=1, help="Rounds of a Swiss or a gauntlet (else: as many as fit).", show_default=False
    ),
]
Cycles = Annotated[int, typer.Option(min=1, help="2: a double round robin.")]
Blocks = Annotated[
    int, typer.Option(min=1, help="Seeds for each pairing; each is played from every seat.")
]
ScoringWord = Annotated[Scoring, typer.Option("--scoring", help="What a match is worth.")]
TieBreaks = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME...",
        help="What orders those who are level, first to last, e.g. buchholz-cut1,wins.",
        show_default=False,
    ),
]
RuleYear = Annotated[
    int, typer.Option(help="By which year's rules unplayed rounds count: 2009 or 2024.")
]
Bye = Annotated[
    ByeValue | None,
    typer.Option(help="What a bye of a Swiss is worth (else: a win; in pods the average)."),
]
Advance = Annotated[int, typer.Option(min=1, help="So many of a pod stay in an elimination.")]
ResetFinal = Annotated[
    bool, typer.Option(help="Whether who comes from the losers' side must win the final twice.")
]
ThirdPlace = Annotated[
    bool, typer.Option("--third-place", help="Play for the third place of an elimination.")
]
ShortPods = Annotated[
    bool, typer.Option(help="Let pods be a seat short where numbers do not fit, else byes.")
]
Challenger = Annotated[
    str, typer.Option(metavar="BOT", help="Who meets all others in a gauntlet (else: the first).")
]


@contextmanager
def advised(next_step: str) -> Iterator[None]:
    """Let refusals of the rules of tournaments leave with what to type next."""
    try:
        yield
    except CommandError:
        raise
    except LadderError as error:
        raise CommandError(str(error), next_step=next_step, reason=error.reason) from None


def tie_breaks_of(words: str | None) -> tuple[TieBreak, ...] | None:
    """What ``--tie-breaks`` names, first to last; None: what is usual in the format."""
    if words is None:
        return None
    return tuple(TieBreak.parse(name.strip()) for name in words.split(",") if name.strip())
