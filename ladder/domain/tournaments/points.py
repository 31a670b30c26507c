"""What the matches of a pairing are worth, and how the entrants of a pairing did in pairs.

A pairing is worth the mean over its blocks, a block the mean over its matches: so a block that a
worker lost, or one more to break a tie, makes nobody's pairing count more than another's. In a pod
with a seat less than usual, points are stretched so that their average is that of a full one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ladder.domain.tournaments.events import Played
from ladder.domain.tournaments.record import BlockRecord, PairingRecord
from ladder.domain.tournaments.settings import Scoring, Settings

Duel = tuple[str, str]
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class PairingPoints:
    """Points by entrant; None where nothing was played and the game's points are not known.

    ``duels``: of each two who played each other, the share of the matches in which the first was
    placed better, half for those in which they were level. ``matches``: how many count, by entrant.
    """

    points: Mapping[str, Fraction | None]
    duels: Mapping[Duel, Fraction]
    matches: Mapping[str, int]


def win_of(settings: Settings, size: int) -> Fraction:
    """What winning all matches of a pairing of this size is worth; game points have no such."""
    if settings.scoring is Scoring.WIN_SHARE:
        return Fraction(size, settings.seats)
    return Fraction(settings.seats - 1)


def average_of(settings: Settings) -> Fraction:
    """What a pairing gives on average; game points have no such."""
    if settings.scoring is Scoring.WIN_SHARE:
        return Fraction(1, settings.seats)
    return Fraction(settings.seats - 1, 2)


def mean(values: Sequence[Fraction]) -> Fraction:
    """The mean, exact; of nothing it is nothing."""
    return sum(values, NOTHING) / len(values) if values else NOTHING


def match_points(
    match: Played, line_up: Sequence[str], size: int, settings: Settings
) -> dict[str, Fraction]:
    """The points of one match for those who played it, of a pairing that began with so many."""
    if settings.scoring is Scoring.GAME_POINTS:
        scores = zip(line_up, match.scores, strict=True)
        return {entrant: Fraction(score) for entrant, score in scores}
    ranks = match.placements
    if settings.scoring is Scoring.WIN_SHARE:
        share = Fraction(size, settings.seats * sum(rank == 1 for rank in ranks))
        return {
            entrant: share if rank == 1 else NOTHING
            for entrant, rank in zip(line_up, ranks, strict=True)
        }
    stretch = Fraction(settings.seats - 1, 2 * (size - 1))
    absent = size - len(line_up)
    return {
        entrant: stretch * (2 * absent + _beaten_twice(rank, ranks))
        for entrant, rank in zip(line_up, ranks, strict=True)
    }


def _beaten_twice(rank: int, ranks: Iterable[int]) -> int:
    """Two for each placed below this rank, one for each other one level with it."""
    return sum(2 if other > rank else 1 if other == rank else 0 for other in ranks) - 1


def block_points(
    block: BlockRecord, everyone: Sequence[str], settings: Settings
) -> dict[str, Fraction] | None:
    """The mean points of a block for all of the pairing; None when no match of it counts."""
    if not block.played:
        return None
    matches = [match_points(m, block.line_up, len(everyone), settings) for m in block.played]
    return {
        entrant: mean([points.get(entrant, NOTHING) for points in matches]) for entrant in everyone
    }


def block_duels(block: BlockRecord) -> dict[Duel, Fraction]:
    """How each did against each in a block; empty when no match of it counts."""
    total: dict[Duel, int] = {}
    for match in block.played:
        ranks = list(zip(block.line_up, match.placements, strict=True))
        for one, rank in ranks:
            for other, below in ranks:
                if one != other:
                    ahead = 2 if rank < below else 1 if rank == below else 0
                    total[one, other] = total.get((one, other), 0) + ahead
    count = 2 * len(block.played)
    return {duel: Fraction(ahead, count) for duel, ahead in total.items()}


def pairing_points(record: PairingRecord, settings: Settings) -> PairingPoints:
    """What a pairing is worth that is over. Blocks that are missing were won without playing."""
    everyone = record.pairing.line_up
    blocks = list(record.blocks.values())
    worth = [p for b in blocks if (p := block_points(b, everyone, settings)) is not None]
    missing = max(0, settings.blocks - len(blocks)) if record.forfeited else 0
    points: dict[str, Fraction | None] = {}
    for entrant in everyone:
        values = [block[entrant] for block in worth]
        if entrant in record.gone:
            values += [NOTHING] * missing
        elif settings.scoring is not Scoring.GAME_POINTS:
            values += [win_of(settings, len(everyone))] * missing
        points[entrant] = mean(values) if values else None
    return PairingPoints(points, _mean_duels(blocks), _matches(blocks, everyone))


def _mean_duels(blocks: Sequence[BlockRecord]) -> dict[Duel, Fraction]:
    by_duel: dict[Duel, list[Fraction]] = {}
    for block in blocks:
        for duel, share in block_duels(block).items():
            by_duel.setdefault(duel, []).append(share)
    return {duel: mean(shares) for duel, shares in by_duel.items()}


def _matches(blocks: Sequence[BlockRecord], everyone: Sequence[str]) -> dict[str, int]:
    return {
        entrant: sum(len(block.played) for block in blocks if entrant in block.line_up)
        for entrant in everyone
    }
