"""How a comparison gets played: blocks in waves, judged one by one in the order of their numbers.

That order, and not the order in which they end, is what the test is told: a block that is over soon
because of how it went must not count sooner. So the verdict hangs on the results alone, however
many matches run at a time and wherever it was stopped in between.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from siurell.match.dealer import seed_from_text
from siurell.match.result import Cause, MatchResult, SeatResult
from siurell.match.result import Verdict as SeatVerdict

from ladder.cli.compare_book import Book
from ladder.cli.ordered import play_ordered
from ladder.cli.playing import Finished, OnFinished
from ladder.cli.series import Fixture
from ladder.cli.tournament_field import Field
from ladder.domain.judges import Judge
from ladder.domain.paired import Design, Measure, PlannedBlock, PlannedMatch
from ladder.domain.states import MAX_ABORTS
from ladder.domain.verdicts import Verdict

LARGEST_WAVE: Final = 32
"""The most blocks that are begun together."""


class _DecidedError(Exception):
    """Raised through whatever plays, so that it stops: nothing more is needed."""


@dataclass(frozen=True, slots=True)
class Order:
    """A match of a comparison that is to be played."""

    planned: PlannedMatch
    fixture: Fixture

    @property
    def line_up(self) -> tuple[str, ...]:
        """Who plays, in the order of which the seating tells."""
        return self.planned.line_up

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits on each seat."""
        return tuple(self.line_up[place] for place in self.planned.seating)

    @property
    def tested_seat(self) -> int:
        """Where the one sits who is tested in this match: the first of the line-up."""
        return self.planned.seating.index(0)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a bot, with its evidence."""

    match_id: str
    bot: str
    result: SeatResult


@dataclass(slots=True)
class Account:
    """What the blocks that were judged say beside the verdict.

    ``worth``: the sum of what its matches were worth to each that was tested, ``matches`` how many
    those were. ``faults``: in the order of the blocks. ``void``: the reason by block.
    """

    matches: Counter[str] = field(default_factory=Counter)
    worth: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    faults: list[Fault] = field(default_factory=list)
    void: dict[int, str] = field(default_factory=dict)

    @property
    def played(self) -> int:
        """Matches that count."""
        return self.matches.total()

    def add(self, order: Order, result: MatchResult, worth: float) -> None:
        """Count a match."""
        tested = order.line_up[0]
        self.matches[tested] += 1
        self.worth[tested] += worth
        for name, seat in zip(order.seats, result.seats, strict=True):
            if seat.verdict is SeatVerdict.BOT_FAULT:
                self.faults.append(Fault(order.fixture.match_id, name, seat))

    def faults_of(self, name: str) -> Counter[Cause]:
        """How often a bot made which fault."""
        return Counter(fault.result.cause for fault in self.faults if fault.bot == name)


@dataclass(slots=True)
class _OpenBlock:
    """A block that is being played, with what has ended of it."""

    planned: PlannedBlock
    orders: tuple[Order, ...]
    ended: dict[Order, MatchResult] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        return len(self.ended) == len(self.orders)


class ComparisonPlayer:
    """Plays a comparison to its verdict, or to the last block. ``on_block`` hears of each one.

    ``play`` is what plays matches, and hands each over as it ends.
    """

    def __init__(
        self,
        players: Field,
        design: Design,
        measure: Measure,
        judge: Judge,
        book: Book,
        on_block: Callable[[], None] = lambda: None,
        play: Callable[[Field, Sequence[Order], OnFinished], None] = play_ordered,
    ) -> None:
        self.account = Account()
        self._field = players
        self._design = design
        self._measure = measure
        self._judge = judge
        self._book = book
        self._on_block = on_block
        self._play_orders = play
        self._open: dict[int, _OpenBlock] = {}
        self._next = 1

    def play(self, most_blocks: int) -> None:
        """Play until the judge has decided, or so many blocks are over."""
        while self._judge.verdict is Verdict.UNDECIDED and self._next <= most_blocks:
            size = max(4, 2 * self._field.jobs, min(LARGEST_WAVE, self._next // 4))
            self._play_wave(range(self._next, min(most_blocks, self._next + size - 1) + 1))

    def _play_wave(self, numbers: Iterable[int]) -> None:
        """Play blocks side by side; those that were kept are taken up as they were."""
        left = [order for number in numbers for order in self._begin(number)]
        self._judge_whole()
        why: dict[Order, str] = {}
        for _ in range(MAX_ABORTS):
            if self._judge.verdict is not Verdict.UNDECIDED:
                return
            self._play_matches(left, why)
            left = [order for order in left if not self._is_over(order)]
        for order in left:
            number = order.planned.block
            if self._book.why_void(number) is None:
                self._book.void(number, why.get(order, "it came to no end"))
        self._judge_whole()

    def _begin(self, number: int) -> list[Order]:
        """Open a block; what is still to be played of it."""
        planned = self._design.block(number)
        seed = seed_from_text(self._design.seed_text_of(number))
        block = _OpenBlock(planned, tuple(self._orders(planned, seed)))
        self._open[number] = block
        if self._book.why_void(number) is not None:
            return []
        for order in block.orders:
            result = self._book.kept(order.seats, order.fixture)
            if result is not None:
                block.ended[order] = result
        return [order for order in block.orders if order not in block.ended]

    def _orders(self, planned: PlannedBlock, seed: bytes) -> Iterable[Order]:
        for number, match in enumerate(planned.matches, start=1):
            # A bot learns from the id neither the seed nor whom it helps to test.
            text = b"siurell/compare/1\n" + seed + f"\n{match.arm}\n{match.rotation}".encode()
            match_id = f"{self._field.game.name}-{hashlib.sha256(text).hexdigest()[:12]}"
            yield Order(match, Fixture(number, match_id, seed, match.rotation, match.seating))

    def _is_over(self, order: Order) -> bool:
        block = self._open.get(order.planned.block)
        return block is None or order in block.ended

    def _play_matches(self, orders: Sequence[Order], why: dict[Order, str]) -> None:
        from ladder.cli.interrupts import held

        by_id = {order.fixture.match_id: order for order in orders}

        def on_finished(finished: Finished) -> None:
            order = by_id[finished.fixture.match_id]
            if finished.result.aborted:
                why[order] = finished.result.reason
                return
            with held():
                result = self._book.keep(order.seats, finished)
                self._open[order.planned.block].ended[order] = result
            self._judge_whole()
            if self._judge.verdict is not Verdict.UNDECIDED:
                raise _DecidedError

        if not self._field.in_process:
            # The matches of one line-up share their sessions when they follow each other.
            orders = sorted(orders, key=lambda order: order.line_up)
        with suppress(_DecidedError):
            self._play_orders(self._field, orders, on_finished)

    def _judge_whole(self) -> None:
        """Let the judge have the blocks that are over, in order, until it has decided."""
        while self._judge.verdict is Verdict.UNDECIDED:
            block = self._open.get(self._next)
            if block is None:
                return
            reason = self._book.why_void(self._next)
            if reason is not None:
                self.account.void[self._next] = reason
            elif block.whole:
                self._take(block)
            else:
                return
            del self._open[self._next]
            self._next += 1
            self._on_block()

    def _take(self, block: _OpenBlock) -> None:
        shares: list[list[float]] = [[] for _ in block.planned.line_ups]
        for order in block.orders:
            result = block.ended[order]
            placements = [seat.placement for seat in result.seats]
            worth = self._measure.of(placements, order.tested_seat)
            shares[order.planned.arm].append(worth)
            self.account.add(order, result, worth)
        self._judge.take(shares)
