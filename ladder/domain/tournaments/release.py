"""What of a tournament may be known yet.

A block is told of when all its matches have ended. In a gauntlet all opponents of a round get the
same seeds, so nothing of a round is told of before all of it has been played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ladder.domain.tournaments.events import BlockReported, Event, SeedSlot
from ladder.domain.tournaments.progress import sealed_seeds
from ladder.domain.tournaments.settings import Format
from ladder.domain.tournaments.state import Tournament


@dataclass(frozen=True)
class Release:
    """A log as others may see it. ``held``: the places in the log of the events held back."""

    log: tuple[Event, ...]
    held: frozenset[int]
    rounds: tuple[int, ...]
    """The rounds of which something is held back."""

    @cached_property
    def state(self) -> Tournament:
        """The tournament as far as it is told of."""
        return Tournament.of(self.log)


def released(log: Sequence[Event]) -> Release:
    """What of a log may be known yet."""
    rounds = rounds_held(Tournament.of(log))
    held = {
        place: event.key.round
        for place, event in enumerate(log)
        if isinstance(event, BlockReported) and (event.key.round, event.key.run) in rounds
    }
    told = tuple(event for place, event in enumerate(log) if place not in held)
    return Release(told, frozenset(held), tuple(sorted({*held.values()})))


def rounds_held(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """The rounds, each with its run, of which nothing is told yet."""
    if tournament.finished or tournament.settings.format is not Format.GAUNTLET:
        return frozenset()
    return frozenset(
        (round_.number, round_.run)
        for round_ in tournament.rounds
        if not tournament.is_over(round_)
    )


def sealed_among(tournament: Tournament, slots: Iterable[SeedSlot]) -> frozenset[SeedSlot]:
    """Those whose seeds, and what was played with them, must not be known yet."""
    still_to_play = sealed_seeds(tournament)
    rounds = rounds_held(tournament)
    return frozenset(
        slot for slot in slots if slot in still_to_play or (slot.round, slot.run) in rounds
    )
