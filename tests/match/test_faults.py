"""Who is placed where when seats forfeit, and who plays them on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.games.base import Outcome
from siurell.match import events as ev
from siurell.match.faults import Fault
from siurell.match.ranking import decided_early, faults_of, rank
from siurell.match.result import Cause, Evidence


def crash(table, seat):
    return table.do(ev.SeatFaulted(seat, Cause.CRASH, Evidence(detail="raised")))


def test_fault__told_once_and_never_asked_again(new_table):
    """F03: no refused move comes back."""
    table = new_table(seats=3).start()
    effects = crash(table, 0)
    tells = [effect for effect in effects if isinstance(effect, ev.Tell)]
    assert [(tell.seat, tell.cause) for tell in tells] == [(0, Cause.CRASH)]
    assert tells[0].evidence.detail == "raised"
    table.play_out()
    asked = [effect.seat for effect in table.effects if isinstance(effect, ev.Ask)]
    assert 0 not in asked[1:]
    assert crash(table, 0) == []


def test_fault__below_all_who_did_not_and_later_above_earlier(new_table):
    """F20, T15: where seats stand that faulted is settled when they do; the others play on."""
    table = new_table(seats=4).start()
    crash(table, 3)
    table.answer()
    crash(table, 1)
    table.play_out().check_replay()
    placements = [seat.placement for seat in table.core.result.seats]
    assert sorted(placements[::2]) in ([1, 2], [1, 1])
    assert (placements[1], placements[3]) == (3, 4)
    orders = [seat.fault_order for seat in table.core.result.seats]
    assert orders == [None, 2, None, 1]


def test_fault__the_match_ends_with_one_seat_left(new_table):
    """T15: with one sound seat there is nothing to play for, and the match does not run on."""
    table = new_table(seats=4).start()
    for seat in (2, 0):
        crash(table, seat)
        assert not table.finishes
    crash(table, 1)
    assert [seat.placement for seat in table.core.result.seats] == [3, 2, 4, 1]
    assert table.seat(3).cause is Cause.GAME_RULES
    assert len(table.finishes) == 1
    table.check_replay()


def test_fault__scores_stand_as_the_game_stood(new_table):
    table = new_table(seats=2).start()
    table.answer("bid 2")
    table.answer("bid 0")
    table.answer("take")
    crash(table, 0)
    assert table.seat(0).score == table.core.state.outcome().scores[0] > 0
    assert table.seat(0).placement == 2


def test_substitute__depends_on_seed_and_position_only(new_table):
    def substitutes(seed, cause_of_fault):
        table = new_table(seats=3, rounds="6", seed=seed).start()
        cause_of_fault(table)
        table.play_out().check_replay()
        return [r for r in table.records if isinstance(r, ev.SubstituteRecord)]

    by_crash = substitutes(bytes(32), lambda table: crash(table, 0))
    by_illegal = substitutes(bytes(32), lambda table: table.answer("nonsense"))
    other_seed = substitutes(b"s" * 32, lambda table: crash(table, 0))
    assert by_crash == by_illegal
    assert len(by_crash) >= 6
    assert by_crash != other_seed


def test_substitute__plays_a_solo_match_to_its_end_and_the_score_counts(new_table):
    table = new_table(seats=1).start()
    table.answer()
    crash(table, 0)
    result = table.core.result
    assert (result.seats[0].cause, result.seats[0].placement) == (Cause.CRASH, 1)
    assert result.seats[0].score == table.core.state.outcome().scores[0]
    assert result.grade
    assert result.turns == 3
    table.check_replay()


def test_forced__the_only_move_is_played_without_asking(new_table):
    table = new_table(seats=1, rounds="6").start()
    while table.core.result is None:
        bids = [move for move in map(str, table.core.open_moves) if move.startswith("bid")]
        table.answer(bids[-1] if bids else "leave")
    forced = [r for r in table.records if isinstance(r, ev.ForcedRecord)]
    assert forced == [ev.ForcedRecord(0, "bid 0")] * 4, "four coins are gone after two rounds"
    assert table.core.result.decisions == 12
    assert table.asked.decision_id == 8
    table.check_replay()


def test_forced__also_for_a_seat_that_has_forfeited(new_table):
    table = new_table(seats=1, rounds="6").start()
    table.answer("bid 2")
    table.answer("leave")
    table.answer("bid 2")
    crash(table, 0)
    kinds = {type(r).__name__ for r in table.records if getattr(r, "text", "") == "bid 0"}
    assert kinds == {"ForcedRecord"}
    table.check_replay()


def test_game__rules_that_never_end_abort_the_match(new_table):
    from siurell.testing.toy import Toy

    class Endless(Toy):
        def max_decisions(self, seats):
            return 4

    table = new_table(seats=2, game=Endless()).start().play_out()
    assert table.core.result.aborted
    assert "4 decisions" in table.core.result.reason
    assert table.core.result.decisions == 4
    table.check_replay()


def test_game__a_layout_without_outcome_aborts_the_match(new_table):
    from siurell.testing.toy import Toy

    class NoDice(Toy):
        def layout(self, stream, seats, options, below):
            return {} if stream == "dice" else super().layout(stream, seats, options, below)

    table = new_table(seats=2, game=NoDice()).start().play_out()
    assert table.core.result.aborted
    assert "dice/1" in table.core.result.reason
    table.check_replay()


def test_game__no_legal_move_aborts_the_match(new_table):
    from siurell.testing.toy import Toy, ToyState

    class Stuck(ToyState):
        def legal_moves(self):
            return [] if self.phase == "take" else super().legal_moves()

    class StuckGame(Toy):
        def new_state(self, seats, options):
            return Stuck(seats, int(options["rounds"]))

    table = new_table(seats=2, game=StuckGame()).start().play_out()
    assert table.core.result.aborted
    assert "without a legal move" in table.core.result.reason


FAULTS = st.none() | st.builds(
    Fault, st.sampled_from([Cause.CRASH, Cause.TIMEOUT]), st.integers(1, 4), st.just(Evidence())
)


@given(st.lists(st.tuples(st.integers(-5, 5), FAULTS), min_size=1, max_size=4))
def test_rank__orders_as_the_rule_says(seats):
    """F20: the rule of ranks."""
    scores = tuple(score for score, _ in seats)
    faults = [fault for _, fault in seats]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    results = rank(Outcome(scores, places), faults)

    def merit(seat):
        fault = faults[seat]
        return (0, fault.order) if fault else (1, scores[seat])

    for seat, result in enumerate(results):
        assert result.placement == 1 + sum(
            merit(other) > merit(seat) for other in range(len(seats))
        )
        assert result.score == scores[seat]


@pytest.mark.parametrize(
    ("out", "early"),
    [([0], False), ([1], False), ([0, 0], False), ([1, 0], True), ([1, 1], True),
     ([1, 0, 0], False), ([1, 1, 0], True), ([1, 1, 1, 0], True), ([0, 1, 1, 0], False)],
)  # fmt: skip
def test_decided_early__one_left_of_two_or_more(out, early):
    fault = Fault(Cause.CRASH, 1, Evidence())
    assert decided_early([fault if bit else None for bit in out]) is early


def test_faults_of__those_who_were_never_ready_fail_together():
    causes = [(2, Cause.CRASH), (0, Cause.NO_SHOW), (3, Cause.NO_SHOW), (1, Cause.TIMEOUT)]
    records = [ev.FaultRecord(seat, cause, Evidence()) for seat, cause in causes]
    orders = [fault.order for fault in faults_of(records, 4)]
    assert orders == [2, 3, 1, 2]
