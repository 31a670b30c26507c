"""How a tournament gets played: what comes next is asked of its state, and written in its book.

Whoever stops it at any moment goes on with the same book: what was written counts, a match that
was kept is not played again, and the rest comes out under the same keys and from the same seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from siurell.match.result import MatchResult

from ladder.cli.ordered import play_ordered
from ladder.cli.playing import Finished
from ladder.cli.series import Fixture
from ladder.cli.tournament_field import Field
from ladder.domain.tournaments.events import (
    Block,
    BlockReported,
    Event,
    Played,
    SeedSlot,
    in_line_up_order,
)
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.state import Tournament

TRIES: Final = 3
"""So often a match is begun before it is given up, through no fault of a bot."""


@dataclass(frozen=True, slots=True)
class Order:
    """A match of a tournament that is to be played; the line-up are the names of bots."""

    block: Block
    fixture: Fixture

    @property
    def line_up(self) -> tuple[str, ...]:
        """Who plays, in the order of which the seating tells."""
        return self.block.line_up

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits on each seat."""
        return tuple(self.line_up[place] for place in self.fixture.seating)


class Book(Protocol):
    """Where the log and the matches of a tournament are kept."""

    def write(self, event: Event) -> Sequence[Event]:
        """Keep the next event of the log, whole or not at all; what is to be taken now, in order.

        Others may have written events meanwhile: they come first, and this one only if it holds.
        """

    def news(self) -> Sequence[Event]:
        """The events that others have written meanwhile."""

    def seed(self, slot: SeedSlot) -> bytes:
        """The seed of a slot: always the same."""

    def keep(self, order: Order, finished: Finished) -> MatchResult:
        """Keep a match that was played; how it counts: as it was kept the first time."""

    def kept(self, order: Order) -> MatchResult | None:
        """How a match ended that was kept before; None when it has to be played."""


@dataclass(slots=True)
class _OpenBlock:
    """A block that is being played. ``ended``: its matches by rotation."""

    block: Block
    orders: tuple[Order, ...]
    ended: dict[int, Played | None] = field(default_factory=dict)


OnMatch = Callable[[], None]


class TournamentPlayer:
    """Plays a tournament to its end, or until it is paused. ``on_match`` hears of each match.

    ``at_once``: after so many blocks it looks whether anybody has paused it, or withdrawn.
    """

    def __init__(
        self,
        tournament: Tournament,
        players: Field,
        book: Book,
        on_match: OnMatch = lambda: None,
        at_once: int | None = None,
    ) -> None:
        self._at_once = at_once
        self._tournament = tournament
        self._field = players
        self._book = book
        self._on_match = on_match
        self._open: dict[str, _OpenBlock] = {}

    def play(self) -> None:
        """Play all there is to be played; `SiurellError` when that cannot be."""
        while True:
            for news in self._book.news():
                self._tournament.take(news)
            event = next_event(self._tournament)
            if event is not None:
                self._write(event)
            elif due := blocks_due(self._tournament):
                self._play_blocks(due[: self._at_once])
            else:
                return

    def _write(self, event: Event) -> None:
        for taken in self._book.write(event):
            self._tournament.take(taken)

    def _play_blocks(self, due: Sequence[Block]) -> None:
        """Play blocks side by side; each is reported when all its matches have ended."""
        self._open = {}
        left = [order for block in due for order in self._begin(block)]
        for _ in range(TRIES):
            self._play_matches(left)
            left = [order for order in left if order.fixture.match_id in self._open]
        for order in left:
            self._end(order, None)

    def _begin(self, block: Block) -> list[Order]:
        """Open a block; what is still to be played of it."""
        orders = tuple(self._orders(block))
        opened = _OpenBlock(block, orders)
        self._open.update((order.fixture.match_id, opened) for order in orders)
        for order in orders:
            result = self._book.kept(order)
            if result is not None:
                self._end(order, result)
        return [order for order in orders if order.fixture.match_id in self._open]

    def _orders(self, block: Block) -> Iterable[Order]:
        seed = self._book.seed(block.seed)
        for number, (key, seating) in enumerate(block.matches, start=1):
            match_id = f"{self._tournament.name}-{key.word}"
            yield Order(block, Fixture(number, match_id, seed, key.rotation, seating))

    def _end(self, order: Order, result: MatchResult | None) -> None:
        opened = self._open.pop(order.fixture.match_id)
        opened.ended[order.fixture.rotation] = None if result is None else _played(order, result)
        self._on_match()
        if len(opened.ended) == len(opened.orders):
            matches = tuple(match for _, match in sorted(opened.ended.items()))
            self._write(BlockReported(opened.block.key, opened.block.line_up, matches))

    def _take(self, order: Order, finished: Finished) -> None:
        """Count a match that was played; one that was called off is begun once more."""
        from ladder.cli.interrupts import held

        if finished.result.aborted:
            return
        with held():
            self._end(order, self._book.keep(order, finished))

    def _play_matches(self, orders: Sequence[Order]) -> None:
        by_id = {order.fixture.match_id: order for order in orders}

        def on_finished(finished: Finished) -> None:
            self._take(by_id[finished.fixture.match_id], finished)

        play_ordered(self._field, orders, on_finished)


def _played(order: Order, result: MatchResult) -> Played:
    seating = order.fixture.seating
    return Played(
        in_line_up_order(seating, tuple(seat.placement for seat in result.seats)),
        in_line_up_order(seating, tuple(seat.score for seat in result.seats)),
    )
