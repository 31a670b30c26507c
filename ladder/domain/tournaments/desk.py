"""The desk of a tournament: hands out its matches as machines get free, takes in how they ended.

What comes next is asked of the state, and written in a book. Whoever stops at any moment goes on
with the same book: what was written counts, a match that was kept is not played again, and the rest
comes out under the same keys and from the same seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from siurell.errors import LadderError
from siurell.match.result import MatchResult

from ladder.domain.batch import SeatLog
from ladder.domain.states import MAX_ABORTS, MOST_IN_VAIN
from ladder.domain.tournaments.events import (
    Block,
    BlockKey,
    BlockReported,
    Event,
    Played,
    SeedSlot,
    in_line_up_order,
)
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.state import Tournament

MOST_BLOCKS: Final = 8
"""So many are handed out together: it is looked for news of organisers in between."""

CALLED_OFF: Final = "CALLED_OFF"
"""The word of the error that says so."""


@dataclass(frozen=True, slots=True)
class Order:
    """A match that is to be played. ``seating[s]``: the place in the line-up of who sits there."""

    block: Block
    match_id: str
    seed: bytes = field(repr=False)
    rotation: int
    seating: tuple[int, ...]

    @property
    def line_up(self) -> tuple[str, ...]:
        """Who plays, in the order of which the seating tells."""
        return self.block.line_up

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits on each seat."""
        return tuple(self.line_up[place] for place in self.seating)


class Outcome(Protocol):
    """A match as it was played, or called off."""

    @property
    def result(self) -> MatchResult:
        """How it ended."""

    @property
    def replay(self) -> bytes:
        """Its replay."""

    @property
    def digest(self) -> str:
        """What tells its replay from others."""

    @property
    def worker(self) -> str:
        """Where it was played."""

    @property
    def logs(self) -> tuple[SeatLog, ...]:
        """What the bots wrote."""


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

    def keep(self, order: Order, outcome: Outcome) -> MatchResult:
        """Keep a match that was played; how it counts: as it was kept the first time."""

    def kept(self, order: Order) -> MatchResult | None:
        """How a match ended that was kept before; None when it has to be played."""


@dataclass(slots=True)
class _OpenBlock:
    """A block that was handed out. ``ended``: its matches by rotation."""

    block: Block
    orders: tuple[Order, ...]
    ended: dict[int, Played | None] = field(default_factory=dict)


class Desk:
    """Hands out and takes in; ``on_match`` hears of each match that has ended.

    Only one desk may play a tournament at a time, and only one thread may stand at it.
    """

    def __init__(
        self, tournament: Tournament, book: Book, on_match: Callable[[], None] = lambda: None
    ) -> None:
        self._tournament = tournament
        self._book = book
        self._on_match = on_match
        self._open: dict[BlockKey, _OpenBlock] = {}
        self._again: list[Order] = []
        self._out: set[str] = set()
        self._tries: Counter[str] = Counter()
        self._in_vain = 0

    @property
    def idle(self) -> bool:
        """Whether nothing that was handed out is still to be taken in or back."""
        return not self._out

    def take(self, jobs: int = 1) -> tuple[Order, ...]:
        """Matches of one line-up that nobody plays; none when nothing is to be played just now.

        So many that as many ``jobs`` get their share. None while it is `idle`: the tournament is
        finished or paused.
        """
        orders: Sequence[Order] = ()
        while not orders and (due := blocks_due(self._catch_up())):
            self._forget_all_but(due)
            new = [block for block in due if block.key not in self._open]
            if self._again:
                orders = self._once_more()
            elif new:
                same = [block for block in new if block.line_up == new[0].line_up]
                share = min(MOST_BLOCKS, -(-len(new) // jobs))
                orders = [order for block in same[:share] for order in self._begin(block)]
            else:
                break
        self._out.update(order.match_id for order in orders)
        return tuple(orders)

    def ended(self, order: Order, outcome: Outcome) -> None:
        """Take in how a match ended; one that was called off is handed out once more.

        Raises `LadderError` when match after match is called off.
        """
        self._out.discard(order.match_id)
        if not outcome.result.aborted:
            self._in_vain = 0
            self._end(order, self._book.keep(order, outcome))
            return
        self._in_vain += 1
        if self._in_vain >= MOST_IN_VAIN:
            raise LadderError(
                f"{self._in_vain} matches of {self._tournament.name} in a row were called off. The "
                f"last because: {outcome.result.reason.rstrip('.')}. Mend that and start it again.",
                reason=CALLED_OFF,
            )
        self._tries[order.match_id] += 1
        if self._tries[order.match_id] >= MAX_ABORTS:
            self._end(order, None)
        else:
            self._again.append(order)

    def give_back(self, orders: Iterable[Order]) -> None:
        """Take back what was not played: it is handed out anew."""
        for order in orders:
            self._out.discard(order.match_id)
            self._again.append(order)

    def _catch_up(self) -> Tournament:
        """Take what others wrote, and write what comes next."""
        for news in self._book.news():
            self._tournament.take(news)
        while (event := next_event(self._tournament)) is not None:
            self._write(event)
        return self._tournament

    def _write(self, event: Event) -> None:
        for taken in self._book.write(event):
            self._tournament.take(taken)

    def _forget_all_but(self, due: Iterable[Block]) -> None:
        """Leave aside what is not to be played any more, since somebody has withdrawn."""
        keys = {block.key for block in due}
        self._open = {key: block for key, block in self._open.items() if key in keys}
        self._again = [order for order in self._again if order.block.key in keys]

    def _once_more(self) -> tuple[Order, ...]:
        line_up = self._again[0].line_up
        found = tuple(order for order in self._again if order.line_up == line_up)
        self._again = [order for order in self._again if order.line_up != line_up]
        return found

    def _begin(self, block: Block) -> list[Order]:
        """Open a block; what is still to be played of it."""
        seed = self._book.seed(block.seed)
        orders = tuple(
            Order(block, f"{self._tournament.name}-{key.word}", seed, key.rotation, seating)
            for key, seating in block.matches
        )
        self._open[block.key] = _OpenBlock(block, orders)
        left = []
        for order in orders:
            result = self._book.kept(order)
            if result is None:
                left.append(order)
            else:
                self._end(order, result)
        return left

    def _end(self, order: Order, result: MatchResult | None) -> None:
        self._on_match()
        opened = self._open.get(order.block.key)
        if opened is None:
            return
        opened.ended[order.rotation] = None if result is None else _played(order, result)
        if len(opened.ended) == len(opened.orders):
            del self._open[order.block.key]
            matches = tuple(match for _, match in sorted(opened.ended.items()))
            self._write(BlockReported(opened.block.key, opened.block.line_up, matches))


def _played(order: Order, result: MatchResult) -> Played:
    return Played(
        in_line_up_order(order.seating, tuple(seat.placement for seat in result.seats)),
        in_line_up_order(order.seating, tuple(seat.score for seat in result.seats)),
    )
