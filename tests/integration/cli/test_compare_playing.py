"""How a comparison is played: order of judging, faults, voids, going on, and sessions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from siurell.match.profiles import clock_of
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.cli.compare_book import MemoryBook
from ladder.cli.compare_playing import ComparisonPlayer, Order
from ladder.cli.ordered import batches_of
from ladder.cli.playing import Finished, OnFinished
from ladder.cli.tournament_field import Field
from ladder.domain.batch import Entrant, ShippedBot
from ladder.domain.comparison import Terms
from ladder.domain.judges import LeadJudge, PairJudge
from ladder.domain.paired import BASELINE, CANDIDATE, Design, Measure
from ladder.domain.sprt import Sprt
from ladder.domain.states import MAX_ABORTS
from ladder.domain.verdicts import Verdict
from ladder.worker.play import session_groups

POOL = ("ann", "ben", "cho")


def players(jobs: int = 1) -> Field:
    names = (CANDIDATE, BASELINE, *POOL)
    bots = {name: Entrant(name, name, ShippedBot("random")) for name in names}
    time: TimeControl = clock_of("blitz")
    return Field(game_named("finca"), {}, time, bots, {}, jobs)


@dataclass
class Script:
    """Plays matches by lot: the candidate is ahead of each other bot in so many of all matches.

    ``backwards``: the last one that was ordered ends first. ``calls_off``: those blocks never end.
    ``crashes``: the bot on the candidate's seat makes a fault in each so-many-th match.
    """

    ahead: float = 0.5
    backwards: bool = False
    calls_off: tuple[int, ...] = ()
    crashes: int = 0
    stop_after: int | None = None
    orders: list[Order] = field(default_factory=list)
    waves: list[list[Order]] = field(default_factory=list)

    def __call__(self, field: Field, orders: Sequence[Order], on_finished: OnFinished) -> None:
        self.waves.append(list(orders))
        for order in reversed(orders) if self.backwards else orders:
            if self.stop_after is not None and len(self.orders) >= self.stop_after:
                raise KeyboardInterrupt
            self.orders.append(order)
            on_finished(Finished(order.fixture, self.result(order), b"", "", worker="script"))

    def result(self, order: Order) -> MatchResult:
        seats = len(order.seats)
        if order.planned.block in self.calls_off:
            off = SeatResult(placement=0, score=0, cause=Cause.ABORTED)
            return MatchResult((off,) * seats, 0, 0, reason="The referee failed: gone")
        rng = random.Random(order.fixture.match_id)
        lots = [rng.random() for _ in order.seats]
        if order.line_up[0] == CANDIDATE and rng.random() < self.ahead - 0.5:
            lots[order.tested_seat] = 2.0
        ranks = sorted(lots, reverse=True)
        causes = [Cause.GAME_RULES] * seats
        if self.crashes and rng.randrange(self.crashes) == 0 and CANDIDATE in order.seats:
            causes[order.tested_seat] = Cause.CRASH
        return MatchResult(
            tuple(
                SeatResult(ranks.index(lot) + 1, 0, cause)
                for lot, cause in zip(lots, causes, strict=True)
            ),
            decisions=1,
            turns=1,
        )


def compared(
    script: Script,
    *,
    seats: int = 3,
    jobs: int = 1,
    most: int = 300,
    book: MemoryBook | None = None,
) -> tuple[LeadJudge, ComparisonPlayer]:
    judge = LeadJudge(Terms(worth=0.1))
    player = ComparisonPlayer(
        players(jobs), Design(seats, POOL, "s"), Measure.WINS, judge, book or MemoryBook("s"),
        play=script,
    )  # fmt: skip
    player.play(most)
    return judge, player


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compare__who_is_better_is_promoted(seats: int) -> None:
    """R22."""
    judge, player = compared(Script(ahead=0.9), seats=seats)
    assert judge.verdict is Verdict.PROMOTE and judge.finding.interval[0] >= 0
    account = player.account
    assert account.matches[CANDIDATE] == account.matches[BASELINE] == judge.blocks * seats
    shares = [account.worth[name] / account.matches[name] for name in (CANDIDATE, BASELINE)]
    assert shares[0] - shares[1] == pytest.approx(judge.finding.lead)


def test_compare__the_verdict_does_not_hang_on_which_match_ends_first() -> None:
    """What counts is the order of the blocks: one that is over sooner does not count sooner."""
    first, player = compared(Script(ahead=0.8))
    other, turned = compared(Script(ahead=0.8, backwards=True), jobs=2)
    assert first.finding == other.finding
    assert player.account == turned.account


def test_compare__nothing_is_begun_when_it_is_decided() -> None:
    script = Script(ahead=1.4)
    judge, player = compared(script)
    assert judge.verdict is Verdict.PROMOTE
    assert len(script.orders) == player.account.played == 6 * judge.blocks


def test_compare__gives_up_after_the_most_blocks() -> None:
    judge, player = compared(Script(), most=13)
    assert (judge.verdict, judge.blocks) == (Verdict.UNDECIDED, 13)
    assert player.account.played == 13 * 6


def test_compare__a_fault_of_the_candidate_counts_and_is_told() -> None:
    _, player = compared(Script(crashes=5), most=20)
    count = player.account.faults_of(CANDIDATE)[Cause.CRASH]
    assert 0 < count < 60
    assert not player.account.faults_of(BASELINE)
    assert {fault.bot for fault in player.account.faults} == {CANDIDATE}


def test_compare__a_block_that_comes_to_no_end_is_tried_again_and_then_counts_for_nobody() -> None:
    """No contest is nobody's loss: the other blocks are what they would have been."""
    script = Script(calls_off=(2, 5))
    judge, player = compared(script, most=12)
    assert player.account.void == {
        2: "The referee failed: gone",
        5: "The referee failed: gone",
    }
    assert judge.blocks == 10
    tried = [order for order in script.orders if order.planned.block == 2]
    assert len(tried) == MAX_ABORTS * 6
    assert {order.planned.block for order in script.waves[1]} == {2}


def test_compare__what_was_void_stays_void_where_it_goes_on() -> None:
    book = MemoryBook("s")
    before, _ = compared(Script(calls_off=(2,)), most=12, book=book)
    after, player = compared(Script(), most=12, book=book)
    assert player.account.void == {2: "The referee failed: gone"}
    assert before.finding == after.finding


def test_compare__ctrl_c_leaves_what_is_known() -> None:
    judge = LeadJudge(Terms())
    player = ComparisonPlayer(
        players(), Design(3, POOL, "s"), Measure.WINS, judge, MemoryBook("s"),
        play=Script(stop_after=20),
    )  # fmt: skip
    with pytest.raises(KeyboardInterrupt):
        player.play(300)
    assert judge.blocks == 3 and player.account.played == 18
    assert judge.verdict is Verdict.UNDECIDED


def test_compare__no_process_of_a_bot_meets_a_seed_twice() -> None:
    """R22, H05: candidate and baseline have sessions of their own, and so has every rotation."""
    script = Script()
    compared(script, most=40)
    for wave in script.waves:
        orders = sorted(wave, key=lambda order: order.line_up)
        for batch in batches_of(players(), orders):
            names = {entrant.label for entrant in batch.entrants}
            assert len(names & {CANDIDATE, BASELINE}) == 1
            assert not batch.named and not batch.ponder
            for group in session_groups(batch.orders):
                assert len({order.seed for order in group}) == len(group)


def test_compare__both_meet_the_same_seeds_and_no_id_tells_who_is_tested() -> None:
    script = Script()
    compared(script, most=20)
    seeds: dict[str, set[tuple[int, bytes]]] = {CANDIDATE: set(), BASELINE: set()}
    for order in script.orders:
        seeds[order.line_up[0]].add((order.planned.block, order.fixture.seed))
        assert order.fixture.match_id.startswith("finca-")
        assert order.fixture.seed.hex() not in order.fixture.match_id
    assert seeds[CANDIDATE] == seeds[BASELINE]
    assert len({seed for _, seed in seeds[CANDIDATE]}) == 20
    ids = [order.fixture.match_id for order in script.orders]
    assert len(set(ids)) == len(ids)


def test_compare__two_seats_by_pairs_of_candidate_and_baseline() -> None:
    """S08: the pair is the unit, and either sits once on each seat."""
    judge = PairJudge(Sprt(0, 100))
    script = Script(ahead=1.1)
    player = ComparisonPlayer(
        players(), Design(2, (), "s"), Measure.WINS, judge, MemoryBook("s"), play=script
    )
    player.play(300)
    assert judge.verdict is Verdict.PROMOTE
    assert player.account.played == 2 * judge.blocks == len(script.orders)
    assert {order.seats for order in script.orders} == {
        (CANDIDATE, BASELINE),
        (BASELINE, CANDIDATE),
    }


def test_compare__many_jobs_begin_as_many_blocks() -> None:
    script = Script()
    compared(script, jobs=8, most=40)
    assert len({order.planned.block for order in script.waves[0]}) == 16
    alone = replace(script, orders=[], waves=[])
    compared(alone, most=40)
    assert len({order.planned.block for order in alone.waves[0]}) == 4
