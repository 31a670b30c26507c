"""The log of a tournament: plain values. Whoever stores them in order has the whole tournament."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from siurell.errors import LadderError

from ladder.domain.blocks import orders_in_turn, rotations
from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.settings import Format, Settings


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two to four entrants who play against each other, and why they do.

    ``line_up``: their ids; who is named first sits on the first seat in the first rotation.
    ``label`` is the place in a bracket (``W2.1``), empty elsewhere; ``advance`` how many stay in
    the tournament, 0 where nobody is knocked out.
    """

    number: int
    line_up: tuple[str, ...]
    reason: str
    label: str = ""
    advance: int = 0


class ByeKind(Enum):
    """Why an entrant has no pairing in a round: apart from what that is worth."""

    PAIRING = "pairing"
    """Nobody was left to pair it with, in a Swiss round; counts as the settings say."""
    REST = "rest"
    """The schedule lets it rest; everyone rests alike, and it counts nothing."""
    BRACKET = "bracket"
    """It goes on to the next round of its bracket."""


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant without a pairing in a round."""

    entrant: str
    kind: ByeKind
    reason: str


@dataclass(frozen=True, slots=True)
class BlockKey:
    """What tells a block from all others of its tournament.

    ``run`` is 1, and more after the organiser had the round replayed. ``gone``: so many of the
    pairing had withdrawn when it was given out; those who are left begin it anew.
    """

    round: int
    run: int
    pairing: int
    block: int
    gone: int = 0


@dataclass(frozen=True, slots=True)
class SeedSlot:
    """What a seed is drawn for: one seed for each slot, and none for two.

    ``pairing`` is 0 where all pairings of the round get the same seed.
    """

    round: int
    run: int
    pairing: int
    block: int
    gone: int = 0


def seed_of(settings: Settings, key: BlockKey) -> SeedSlot:
    """What the seed of a block is drawn for."""
    shared = settings.format is Format.GAUNTLET
    return SeedSlot(key.round, key.run, 0 if shared else key.pairing, key.block, key.gone)


_WORD = re.compile(r"r([0-9]+)(?:-run([0-9]+))?-p([0-9]+)(?:-gone([0-9]+))?-b([0-9]+)-m([0-9]+)")


@dataclass(frozen=True, slots=True)
class MatchKey:
    """What tells a match from all others of its tournament."""

    block: BlockKey
    rotation: int

    @property
    def word(self) -> str:
        """The key as a word, for the name of a file.

        >>> MatchKey(BlockKey(2, 1, 3, 1), 0).word, MatchKey(BlockKey(2, 2, 3, 1, 1), 1).word
        ('r2-p3-b1-m1', 'r2-run2-p3-gone1-b1-m2')
        """
        key = self.block
        run = f"-run{key.run}" if key.run > 1 else ""
        gone = f"-gone{key.gone}" if key.gone else ""
        return f"r{key.round}{run}-p{key.pairing}{gone}-b{key.block}-m{self.rotation + 1}"

    @staticmethod
    def parse(word: str) -> MatchKey:
        """The key that a word tells; `LadderError` when it tells none.

        >>> MatchKey.parse("r2-run2-p3-gone1-b1-m2")
        MatchKey(block=BlockKey(round=2, run=2, pairing=3, block=1, gone=1), rotation=1)
        """
        found = _WORD.fullmatch(word)
        if found is None:
            raise LadderError(
                f"`{ascii(word)[1:-1][:60]}` is no match of a tournament; they are called like "
                "r2-p3-b1-m1: round, pairing, block, match.",
                reason="BAD_MATCH",
            )
        round_, run, pairing, gone, block, match = (int(part or 0) for part in found.groups())
        return MatchKey(BlockKey(round_, run or 1, pairing, block, gone), match - 1)


@dataclass(frozen=True, slots=True)
class Block:
    """A block to be played: one seed, once in each rotation of the line-up."""

    key: BlockKey
    seed: SeedSlot
    line_up: tuple[str, ...]

    @property
    def matches(self) -> tuple[tuple[MatchKey, tuple[int, ...]], ...]:
        """The matches with their seatings: who of the line-up sits on each seat.

        From block to block of a pairing others sit behind each other.
        """
        size = len(self.line_up)
        orders = orders_in_turn(size)
        order = orders[(self.key.block - 1) % len(orders)]
        return tuple(
            (MatchKey(self.key, rotation), tuple(order[place] for place in seating))
            for rotation, seating in enumerate(rotations(size))
        )


@dataclass(frozen=True, slots=True)
class Played:
    """How a match ended: placements (1 is best, shared when level) and scores.

    Both in the order of the *line-up*, not of the seats; `in_line_up_order` turns them round.
    """

    placements: tuple[int, ...]
    scores: tuple[int, ...]


def in_line_up_order(seating: tuple[int, ...], by_seat: tuple[int, ...]) -> tuple[int, ...]:
    """Values of seats in the order of the line-up.

    >>> in_line_up_order((1, 2, 0), (10, 20, 30))
    (30, 10, 20)
    """
    return tuple(by_seat[seating.index(place)] for place in range(len(seating)))


@dataclass(frozen=True, slots=True)
class Created:
    """The first event: what is played and by whom, frozen from here on."""

    tournament: str
    settings: Settings
    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Who plays whom in the next round, and who does not."""

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockReported:
    """A block is over: how its matches ended, in the order of the rotations.

    None stands for a match that was given up through no fault of a bot: it counts for nobody.
    """

    key: BlockKey
    line_up: tuple[str, ...]
    matches: tuple[Played | None, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant leaves, for a reason that is published."""

    entrant: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundReplayed:
    """The organiser has a round played again with new seeds: who, and why, is published."""

    round: int
    run: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Started:
    """It is to be played from here on, by whoever plays on the ladder's machine."""


@dataclass(frozen=True, slots=True)
class Paused:
    """No new block is given out until `Resumed`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """Blocks are given out again."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event."""


Event = (
    Created
    | Started
    | RoundPaired
    | BlockReported
    | Withdrawn
    | RoundReplayed
    | Paused
    | Resumed
    | Finished
)
