"""What a tournament is played by: format, numbers, scores and the order of those who are level.

All of it is part of the tournament from its creation on and printed with its table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from ladder.domain.tournaments.tie_break import TieBreak


class Format(Enum):
    """How the pairings come about."""

    ROUND_ROBIN = "round-robin"
    """Everyone meets everyone: Berger tables for two seats, pods from block designs for more."""
    GAUNTLET = "gauntlet"
    """One entrant, the challenger, meets all the others."""
    SWISS = "swiss"
    """Rounds among those of about equal scores who have not met."""
    ELIMINATION = "elimination"
    """Who loses is out; in pods, who is not among the first few."""
    DOUBLE_ELIMINATION = "double-elimination"
    """Who loses twice is out. Two seats."""


ELIMINATIONS = frozenset({Format.ELIMINATION, Format.DOUBLE_ELIMINATION})
ADAPTIVE = frozenset({Format.SWISS, *ELIMINATIONS})
"""Formats in which a round hangs on the results of the rounds before."""


class Scoring(Enum):
    """What a match is worth to whom; a pairing is worth the mean over its matches."""

    RANK_POINTS = "rank-points"
    """One for each opponent placed below, half for each level: 1, 1/2, 0 with two seats."""
    WIN_SHARE = "win-share"
    """One for the winner, shared by those who are level."""
    GAME_POINTS = "game-points"
    """What the game itself counted."""


class ByeValue(Enum):
    """What a bye of a Swiss round is worth."""

    WIN = "win"
    AVERAGE = "average"
    """What a pairing gives on average: a half, with two seats and rank points."""
    NOTHING = "nothing"


RULE_YEARS = (2009, 2024)
"""By which year's rules unplayed rounds count in tie-breaks; `buchholz` says how."""

MAX_EXTRA_BLOCKS = 3
"""So many more blocks a tied pairing of an elimination plays at most."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tournament is played by; None and empty are filled in by `completed`.

    ``rounds``: of a Swiss or a gauntlet. ``cycles``: how often a round robin is played through.
    ``blocks``: seeds for each pairing, each played in all rotations. ``advance``: how many of a pod
    stay in an elimination. ``reset_final``: whether who comes from the losers' side must win twice.
    ``short_pods``: whether numbers that do not fit make a pod with a seat less, rather than byes.
    ``challenger``: the id of the one in a gauntlet; empty is the first seeded.
    """

    format: Format
    seats: int = 2
    rounds: int | None = None
    cycles: int = 1
    blocks: int = 1
    scoring: Scoring = Scoring.RANK_POINTS
    tie_breaks: tuple[TieBreak, ...] | None = None
    rule_year: int = RULE_YEARS[-1]
    bye: ByeValue | None = None
    advance: int = 1
    reset_final: bool = True
    third_place: bool = False
    short_pods: bool = True
    challenger: str = ""


_USUAL_TIE_BREAKS = {
    Format.ROUND_ROBIN: ("direct-encounter", "sonneborn-berger", "wins"),
    Format.GAUNTLET: ("direct-encounter", "wins"),
    Format.SWISS: ("buchholz-cut1", "buchholz", "sonneborn-berger", "direct-encounter", "wins"),
    Format.ELIMINATION: (),
    Format.DOUBLE_ELIMINATION: (),
}


def completed(settings: Settings, entrants: int) -> Settings:
    """The settings with everything filled in that was left open, for so many entrants."""
    usual = tuple(TieBreak.parse(name) for name in _USUAL_TIE_BREAKS[settings.format])
    bye = ByeValue.WIN if settings.seats == 2 else ByeValue.AVERAGE
    return replace(
        settings,
        rounds=_usual_rounds(settings, entrants) if settings.rounds is None else settings.rounds,
        tie_breaks=usual if settings.tie_breaks is None else settings.tie_breaks,
        bye=bye if settings.bye is None else settings.bye,
    )


def _usual_rounds(settings: Settings, entrants: int) -> int | None:
    """As many Swiss rounds as an elimination would have, and one more where there is room."""
    if settings.format is Format.GAUNTLET:
        return 1
    if settings.format is not Format.SWISS:
        return None
    return max(1, min(max(0, entrants - 1).bit_length() + 1, most_rounds(settings, entrants)))


def most_rounds(settings: Settings, entrants: int) -> int:
    """After so many Swiss rounds everyone has met everyone, or in pods: could have.

    >>> most_rounds(Settings(Format.SWISS), 6), most_rounds(Settings(Format.SWISS), 7)
    (5, 7)
    """
    if settings.seats == 2:
        return entrants - 1 + entrants % 2
    return max(1, (entrants - 1) // max(1, settings.seats - 1))
