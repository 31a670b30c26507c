"""The desk of a tournament: no core idles while there is work, and nothing counts twice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import SeatLog
from ladder.domain.states import MAX_ABORTS, MOST_IN_VAIN
from ladder.domain.tournaments.desk import MOST_BLOCKS, Desk, Order
from ladder.domain.tournaments.events import (
    BlockReported,
    Created,
    Event,
    MatchKey,
    Paused,
    Played,
    Resumed,
    SeedSlot,
    Withdrawn,
)
from ladder.domain.tournaments.progress import blocks_due
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Tournament

KINDS = [
    Settings(Format.ROUND_ROBIN, blocks=3),
    Settings(Format.ROUND_ROBIN, seats=3),
    Settings(Format.GAUNTLET, rounds=2),
    Settings(Format.SWISS, blocks=2),
    Settings(Format.SWISS, seats=4),
    Settings(Format.ELIMINATION),
    Settings(Format.ELIMINATION, seats=4, advance=2),
    Settings(Format.DOUBLE_ELIMINATION),
]
Decide = Callable[[MatchKey, tuple[str, ...]], Played]
T = TypeVar("T")


@dataclass(frozen=True)
class Ended:
    result: MatchResult
    replay: bytes = b""
    digest: str = ""
    worker: str = "test"
    logs: tuple[SeatLog, ...] = ()


def ended(order: Order, decide: Decide) -> Ended:
    """The match as the rule decides it, by seats."""
    key = MatchKey(order.block.key, order.rotation)
    played = decide(key, order.line_up)
    seats = (SeatResult(played.placements[place], played.scores[place], Cause.GAME_RULES)
             for place in order.seating)  # fmt: skip
    return Ended(MatchResult(tuple(seats), decisions=1, turns=1))


def called_off(order: Order) -> Ended:
    seats = tuple(SeatResult(0, 0, Cause.ABORTED) for _ in order.seating)
    return Ended(MatchResult(seats, decisions=0, turns=0, reason="The referee went away."))


@dataclass
class Shelf:
    """A book in memory. ``inbox``: what an organiser has written."""

    log: list[Event]
    matches: dict[str, MatchResult] = field(default_factory=dict)
    inbox: list[Event] = field(default_factory=list)

    def write(self, event: Event) -> Sequence[Event]:
        self.log.append(event)
        return [event]

    def news(self) -> Sequence[Event]:
        news, self.inbox = self.inbox, []
        self.log += news
        return news

    def seed(self, slot: SeedSlot) -> bytes:
        return repr(slot).encode()

    def keep(self, order: Order, outcome: Ended) -> MatchResult:
        return self.matches.setdefault(order.match_id, outcome.result)

    def kept(self, order: Order) -> MatchResult | None:
        return self.matches.get(order.match_id)


def begun(hall, kind: Settings, entrants: int) -> tuple[Shelf, Tournament, Desk]:
    book = Shelf([Created("spring", kind, hall.entrants(entrants))])
    tournament = Tournament.of(book.log)
    return book, tournament, Desk(tournament, book)


def play(desk: Desk, tournament: Tournament, decide: Decide, jobs: int, rng: random.Random
         ) -> Counter[str]:  # fmt: skip
    """Play with so many jobs, whose matches end in any order; how often each was begun."""
    begun_: Counter[str] = Counter()
    waiting: list[Order] = []
    playing: list[Order] = []
    handed: set[object] = set()
    while True:
        while len(playing) < jobs:
            if not waiting:
                waiting += desk.take(jobs)
                handed |= {order.block.key for order in waiting}
            if not waiting:
                assert {block.key for block in blocks_due(tournament)} <= handed, "an idle core"
                break
            playing.append(waiting.pop(0))
            begun_[playing[-1].match_id] += 1
        if not playing:
            assert desk.idle
            return begun_
        order = playing.pop(rng.randrange(len(playing)))
        desk.ended(order, ended(order, decide))


@settings(max_examples=50)
@given(st.sampled_from(KINDS), st.integers(4, 12), st.integers(1, 5), st.integers(0, 99))
def test_desk__plays_any_format_to_the_same_table_by_any_number_of_jobs(
    hall, kind: Settings, entrants: int, jobs: int, seed: int
) -> None:
    """S15: work-conserving; S02: and no match is begun twice."""
    book, tournament, desk = begun(hall, kind, entrants)
    times = play(desk, tournament, hall.by_lot(seed), jobs, random.Random(seed))
    assert set(times.values()) == {1}
    assert tournament.finished and Tournament.of(book.log).finished
    expected = hall.hold(kind, entrants, hall.by_lot(seed))
    assert standings_of(tournament) == standings_of(expected.tournament)
    assert set(times) == {*book.matches}


@settings(max_examples=40)
@given(st.sampled_from(KINDS), st.integers(4, 8), st.integers(0, 60), st.integers(0, 99))
def test_desk__killed_at_any_match_another_goes_on_from_the_book(
    hall, kind: Settings, entrants: int, kept: int, seed: int
) -> None:
    """S01, S02, S03: what was kept is not played again, whether its block was reported or not."""
    book, tournament, desk = begun(hall, kind, entrants)
    decide = hall.by_lot(seed)
    while kept > 0 and (orders := desk.take(2)):
        for order in orders[:kept]:
            desk.ended(order, ended(order, decide))
        kept -= len(orders)
    before = {*book.matches}
    again = Shelf([*book.log], dict(book.matches))
    tournament = Tournament.of(again.log)
    times = play(Desk(tournament, again), tournament, decide, 2, random.Random(seed))
    assert not before & {*times} and set(times.values()) <= {1}
    expected = hall.hold(kind, entrants, decide)
    assert standings_of(tournament) == standings_of(expected.tournament)
    reports = [event.key for event in again.log if isinstance(event, BlockReported)]
    assert len(reports) == len({*reports}) == len(expected.blocks)


class Killed(BaseException):
    """What ends a process at once: nothing catches it."""


@dataclass
class Mortal(Shelf):
    """A book whose process is killed just before or just after it has kept something."""

    lives: int = 0
    after: bool = False

    def write(self, event: Event) -> Sequence[Event]:
        return self._do(lambda: Shelf.write(self, event))

    def keep(self, order: Order, outcome: Ended) -> MatchResult:
        return self._do(lambda: Shelf.keep(self, order, outcome))

    def _do(self, work: Callable[[], T]) -> T:
        self.lives -= 1
        if self.lives < 0 and not self.after:
            raise Killed
        done = work()
        if self.lives < 0:
            raise Killed
        return done


def lived(hall, log: Sequence[Event], matches: dict[str, MatchResult], decide: Decide, lives: int,
          *, after: bool) -> tuple[Mortal, Tournament, bool]:  # fmt: skip
    """Play by two jobs from what a book holds; whether it came to the end."""
    book = Mortal([*log], dict(matches), lives=lives, after=after)
    tournament = Tournament.of(book.log)
    try:
        play(Desk(tournament, book), tournament, decide, 2, random.Random(lives))
    except Killed:
        return book, tournament, False
    return book, tournament, True


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.format.value}-{kind.seats}")
def test_desk__killed_at_each_write_and_again_it_ends_with_the_same_table(
    hall, kind: Settings, after: bool
) -> None:
    """S01, S02, S03: at whatever moment, for every format; no block is reported twice."""
    decide = hall.by_lot("killed")
    expected = standings_of(hall.hold(kind, 5, decide).tournament)
    created = Created("spring", kind, hall.entrants(5))
    kills, whole = 0, False
    while not whole:
        book, tournament, whole = lived(hall, [created], {}, decide, kills, after=after)
        for again in (kills % 3, 10**6):
            if not whole or not tournament.finished:
                book, tournament, _ = lived(hall, book.log, book.matches, decide, again,
                                            after=after)  # fmt: skip
        assert tournament.finished and standings_of(tournament) == expected
        reports = [event.key for event in book.log if isinstance(event, BlockReported)]
        assert len(reports) == len({*reports})
        kills += 1
    assert kills > 7, "each of its writes"


def test_desk__one_line_up_and_a_share_for_every_job(hall) -> None:
    """A batch is one line-up; a pause is noticed after at most so many blocks."""
    _, _, desk = begun(hall, Settings(Format.ROUND_ROBIN, blocks=20), 2)
    orders = desk.take()
    assert len({order.block.key for order in orders}) == MOST_BLOCKS
    assert len({order.line_up for order in orders}) == 1
    _, _, desk = begun(hall, Settings(Format.ROUND_ROBIN, blocks=4), 2)
    assert [len(desk.take(2)), len(desk.take(2)), len(desk.take(2))] == [4, 2, 2]


def test_desk__what_is_called_off_is_begun_again_and_given_up_at_last(hall) -> None:
    """S06: what a machine could not play counts for nobody, and the event goes on."""
    book, tournament, desk = begun(hall, Settings(Format.ROUND_ROBIN), 2)
    first, second = desk.take()
    desk.ended(second, ended(second, hall.better_seed))
    for _ in range(MAX_ABORTS):
        desk.ended(first, called_off(first))
        taken = desk.take()
        assert taken == ((first,) if not tournament.finished else ())
    report = next(event for event in book.log if isinstance(event, BlockReported))
    assert report.matches[0] is None and report.matches[1] is not None
    assert desk.idle


def test_desk__when_nothing_can_be_played_it_stops_rather_than_to_give_all_up(hall) -> None:
    """S06: a machine that is ill makes no table."""
    book, tournament, desk = begun(hall, Settings(Format.ROUND_ROBIN, blocks=MOST_IN_VAIN), 2)
    orders = desk.take()
    with pytest.raises(LadderError, match="12 matches of spring in a row were called off"):
        for order in orders:
            desk.ended(order, called_off(order))
    assert not tournament.finished
    assert not any(isinstance(event, BlockReported) for event in book.log)


def test_desk__what_was_given_back_is_handed_out_anew(hall) -> None:
    _, _, desk = begun(hall, Settings(Format.ROUND_ROBIN, blocks=1), 2)
    orders = desk.take()
    assert not desk.idle and desk.take() == ()
    desk.give_back(orders)
    assert desk.idle and desk.take() == orders


def test_desk__paused_it_hands_out_nothing_and_takes_in_what_was_played(hall) -> None:
    book, tournament, desk = begun(hall, Settings(Format.SWISS), 4)
    first, *others = [*desk.take(2), *desk.take(2)]
    book.inbox.append(Paused("lunch"))
    assert desk.take(2) == ()
    desk.give_back(others)
    desk.ended(first, ended(first, hall.better_seed))
    assert desk.take(2) == () and desk.idle and tournament.paused
    book.inbox.append(Resumed())
    assert {*desk.take(2), *desk.take(2)} == {*others}


def test_desk__of_who_has_withdrawn_nothing_more_is_handed_out(hall) -> None:
    """S15: also what waited to be begun again; what it plays just now is taken in."""
    book, tournament, desk = begun(hall, Settings(Format.ROUND_ROBIN), 3)
    first, second = desk.take(3)
    desk.ended(first, called_off(first))
    book.inbox.append(Withdrawn(first.line_up[0], "ill"))
    handed = desk.take(3)
    assert handed and not any(first.line_up[0] in order.line_up for order in handed)
    desk.ended(second, ended(second, hall.better_seed))
    for order in handed:
        desk.ended(order, ended(order, hall.better_seed))
    assert desk.take(3) == () and desk.idle and tournament.finished
