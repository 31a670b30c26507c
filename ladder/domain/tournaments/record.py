"""What is known of the pairings of a round: the mutable part of a tournament's state."""

from __future__ import annotations

from dataclasses import dataclass, field

from ladder.domain.tournaments.events import Bye, Pairing, Played


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A reported block: who played it and how its matches ended (None: given up)."""

    line_up: tuple[str, ...]
    matches: tuple[Played | None, ...]

    @property
    def played(self) -> tuple[Played, ...]:
        """The matches that count."""
        return tuple(match for match in self.matches if match is not None)


@dataclass(slots=True)
class PairingRecord:
    """A pairing and its blocks by number. ``gone``: who withdrew before it was over, in order.

    ``over`` keeps that nothing more is to be played, once that has been found.
    """

    pairing: Pairing
    blocks: dict[int, BlockRecord] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    over: bool = False

    def clear(self) -> None:
        """Set aside all that was played."""
        self.blocks.clear()
        self.gone.clear()
        self.over = False

    @property
    def left(self) -> tuple[str, ...]:
        """Who plays what is still to be played."""
        return tuple(entrant for entrant in self.pairing.line_up if entrant not in self.gone)

    @property
    def forfeited(self) -> bool:
        """Whether too few are left to play: the rest of the blocks is won without playing.

        In a bracket it is also over when all who are left go on.
        """
        return len(self.left) <= max(1, self.pairing.advance)

    @property
    def played(self) -> bool:
        """Whether a match of it counts."""
        return any(block.played for block in self.blocks.values())


@dataclass(slots=True)
class RoundRecord:
    """A round that has been paired. ``run``: 1, and one more for each replay."""

    number: int
    pairings: dict[int, PairingRecord]
    byes: tuple[Bye, ...]
    run: int = 1
