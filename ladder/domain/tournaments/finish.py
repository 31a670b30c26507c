"""Who goes on from a pairing of an elimination, and whether it takes one more block to say so.

The regular blocks decide; where they leave a tie between who goes on and who does not, one more
block is played, three at most, and each of those orders only who was level before. Then the better
seeded goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ladder.domain.tournaments.points import NOTHING, block_points, mean
from ladder.domain.tournaments.record import PairingRecord
from ladder.domain.tournaments.settings import MAX_EXTRA_BLOCKS, Settings

Key = tuple[Fraction, ...]


def blocks_wanted(record: PairingRecord, settings: Settings) -> int:
    """How many blocks the pairing takes, by what has been reported so far."""
    advance = record.pairing.advance
    if not advance:
        return settings.blocks
    played = len(record.blocks)
    if played < settings.blocks or record.forfeited:
        return settings.blocks
    if played - settings.blocks < MAX_EXTRA_BLOCKS and _tied(record, settings, advance):
        return played + 1
    return played


def is_over(record: PairingRecord, settings: Settings) -> bool:
    """Whether nothing more is to be played in a pairing."""
    return record.forfeited or len(record.blocks) >= blocks_wanted(record, settings)


def _tied(record: PairingRecord, settings: Settings, advance: int) -> bool:
    """Whether the last who goes on and the first who does not are level."""
    keys = sorted((_key(record, settings, entrant) for entrant in record.left), reverse=True)
    return keys[advance - 1] == keys[advance]


def _key(record: PairingRecord, settings: Settings, entrant: str) -> Key:
    """The mean of the regular blocks, then each further one."""
    everyone = record.pairing.line_up
    regular: list[Fraction] = []
    extra: list[Fraction] = []
    for number, block in sorted(record.blocks.items()):
        points = block_points(block, everyone, settings)
        if number <= settings.blocks:
            regular += [] if points is None else [points[entrant]]
        else:
            extra.append(NOTHING if points is None else points[entrant])
    return (mean(regular), *extra)


def order_of_finish(
    record: PairingRecord, settings: Settings, seed_rank: Callable[[str], int]
) -> tuple[str, ...]:
    """The entrants of a pairing that is over, best first; who withdrew from it comes last."""

    def by_result(entrant: str) -> tuple[list[Fraction], int]:
        key = _key(record, settings, entrant)
        return ([-value for value in key], seed_rank(entrant))

    # Who withdrew later comes first: in a duel of two who withdrew, the other had won by then.
    return (*sorted(record.left, key=by_result), *reversed(record.gone))


def how_it_was_decided(record: PairingRecord, settings: Settings) -> str:
    """A word for why a pairing that is over went as it did."""
    if record.forfeited:
        return "withdrawal"
    if _tied(record, settings, record.pairing.advance):
        return "seeding"
    return "play" if len(record.blocks) <= settings.blocks else "one more block"
