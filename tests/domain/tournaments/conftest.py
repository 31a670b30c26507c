"""A tournament played to its end by a rule that says how matches end."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from ladder.domain.tournaments.entrants import Entrant, ranked
from ladder.domain.tournaments.events import (
    Block,
    BlockReported,
    Created,
    Event,
    MatchKey,
    Played,
    Withdrawn,
)
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import Settings
from ladder.domain.tournaments.state import Tournament

Decide = Callable[[MatchKey, tuple[str, ...]], Played]


def better_seed(key: MatchKey, line_up: tuple[str, ...]) -> Played:
    """The better seeded is always placed before the other: ``p3`` before ``p10``."""
    order = sorted(line_up, key=lambda entrant: int(entrant[1:]))
    placements = tuple(order.index(entrant) + 1 for entrant in line_up)
    return Played(placements, tuple(10 - placement for placement in placements))


def by_lot(seed: object, kinds: int = 3) -> Decide:
    """A result that match, entrant and seed alone decide, with ties."""

    def decide(key: MatchKey, line_up: tuple[str, ...]) -> Played:
        def score(entrant: str) -> int:
            text = f"{seed} {key} {entrant}"
            return hashlib.sha256(text.encode()).digest()[0] % kinds

        scores = tuple(score(entrant) for entrant in line_up)
        return Played(tuple(1 + sum(o > s for o in scores) for s in scores), scores)

    return decide


def entrants(count: int) -> tuple[Entrant, ...]:
    return ranked([(f"p{number}", f"Bot {number}") for number in range(1, count + 1)])


@dataclass
class Held:
    """A tournament that was played, and its log."""

    tournament: Tournament
    log: list[Event]
    blocks: list[Block] = field(default_factory=list)

    @property
    def line_ups(self) -> list[list[tuple[str, ...]]]:
        return [
            [record.pairing.line_up for record in round_.pairings.values()]
            for round_ in self.tournament.rounds
        ]

    @property
    def text(self) -> list[str]:
        """Each round in a line, as tables print it: ``p1-p5 p6-p2, bye p9``."""
        lines = []
        for round_ in self.tournament.rounds:
            pairs = " ".join("-".join(r.pairing.line_up) for r in round_.pairings.values())
            byes = " ".join(bye.entrant for bye in round_.byes)
            lines.append(f"{pairs}, bye {byes}" if byes else pairs)
        return lines

    @property
    def meetings(self) -> Counter[frozenset[str]]:
        return Counter(
            frozenset(pair)
            for line_ups in self.line_ups
            for line_up in line_ups
            for pair in combinations(line_up, 2)
        )

    @property
    def byes(self) -> Counter[str]:
        return Counter(bye.entrant for round_ in self.tournament.rounds for bye in round_.byes)

    def places(self, entrant: str, seats: int) -> list[int]:
        """How often it was named first, second …"""
        found = Counter(
            line_up.index(entrant)
            for line_ups in self.line_ups
            for line_up in line_ups
            if entrant in line_up
        )
        return [found[place] for place in range(seats)]

    def seats(self, entrant: str, seats: int) -> list[int]:
        """How often it sat on each seat, over all matches."""
        found: Counter[int] = Counter()
        for block in self.blocks:
            for _, seating in block.matches:
                found.update(s for s, at in enumerate(seating) if block.line_up[at] == entrant)
        return [found[seat] for seat in range(seats)]


class Hall:
    """Plays tournaments. ``withdraw``: who leaves once so many rounds are over."""

    better_seed = staticmethod(better_seed)
    by_lot = staticmethod(by_lot)
    entrants = staticmethod(entrants)

    def hold(
        self,
        settings: Settings,
        who: int | Sequence[Entrant],
        decide: Decide = better_seed,
        withdraw: Mapping[int, Sequence[str]] | None = None,
    ) -> Held:
        field_ = entrants(who) if isinstance(who, int) else tuple(who)
        log: list[Event] = [Created("spring", settings, field_)]
        held = Held(Tournament.of(log), log)
        self.go_on(held, decide, withdraw or {})
        return held

    def go_on(
        self, held: Held, decide: Decide = better_seed, withdraw: Mapping[int, Sequence[str]] = {}
    ) -> None:
        """Play on from where it stands."""
        while not held.tournament.finished:
            event = next_event(held.tournament)
            if event is not None:
                self._write(held, event)
                continue
            for block in blocks_due(held.tournament):
                held.blocks.append(block)
                self._write(held, self.report(block, decide))
            number = len(held.tournament.rounds)
            if held.tournament.is_over(held.tournament.rounds[-1]):
                for entrant in withdraw.get(number, ()):
                    if entrant not in held.tournament.withdrawn:
                        self._write(held, Withdrawn(entrant, "its author asked"))

    @staticmethod
    def report(block: Block, decide: Decide = better_seed) -> BlockReported:
        matches = tuple(decide(key, block.line_up) for key, _ in block.matches)
        return BlockReported(block.key, block.line_up, matches)

    @staticmethod
    def _write(held: Held, event: Event) -> None:
        assert held.tournament.take(event), event
        held.log.append(event)


@pytest.fixture(scope="session")
def hall() -> Hall:
    return Hall()
