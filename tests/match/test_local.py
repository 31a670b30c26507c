"""Matches in this process."""

import random
import time

import pytest
from siurell.bot import Bot
from siurell.errors import OptionError
from siurell.local import play_local
from siurell.match.clock import TimeControl
from siurell.match.dealer import bot_random, seat_seed
from siurell.match.events import ChanceRecord, DecisionRecord
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.testing.toy import Toy

SEED = b"7" * 32


class Draws(Bot):
    def choose(self, view):
        return self.rng.choice(view.legal_moves)


def answers(what):
    class Answers(Bot):
        def choose(self, view):
            return what() if callable(what) else what

    return Answers


def raises(error):
    def fail():
        raise error

    return answers(fail)


def play(*bots, **given):
    given = {"seed": SEED, "simulated": True, **given}
    match = play_local(Toy(), bots, **given)
    verdict = verify(read_replay(match.replay.data, game=Toy()), match.replay.digest)
    assert verdict.ok, verdict.where
    return match


def test_local__two_bots_play_to_the_end():
    result = play(Draws, Draws).result
    assert {seat.cause for seat in result.seats} == {Cause.GAME_RULES}


@pytest.mark.parametrize(
    ("bot", "cause", "words"),
    [
        (raises(ValueError("no idea")), Cause.CRASH, "ValueError: no idea"),
        (raises(SystemExit(3)), Cause.CRASH, "SystemExit: 3"),
        (raises(RecursionError()), Cause.CRASH, "RecursionError"),
        (answers("bid 9"), Cause.ILLEGAL_MOVE, "bid 9"),
        (answers(None), Cause.ILLEGAL_MOVE, "None"),
        (answers(7), Cause.ILLEGAL_MOVE, "7"),
        (answers("\ud800"), Cause.ILLEGAL_MOVE, "ud800"),
    ],
)
def test_local__what_a_bot_does_wrong_is_its_fault(bot, cause, words):
    match = play(Draws, bot)
    assert match.result.seats[1].cause is cause
    assert words in match.result.seats[1].evidence.detail
    assert match.result.seats[0].placement == 1


def test_local__the_trace_is_evidence():
    evidence = play(Draws, raises(ValueError("no idea"))).result.seats[1].evidence
    assert "in choose" in evidence.stderr
    assert "no idea" in evidence.stderr


def test_local__a_person_may_still_stop_it():
    with pytest.raises(KeyboardInterrupt):
        play(Draws, raises(KeyboardInterrupt()))


def test_local__a_move_or_its_notation():
    assert play(answers("bid 0"), Draws, options={"rounds": "1"}).result.seats[0].score > 0


def test_local__a_bot_that_cannot_be_made_or_started():
    class NoStart(Draws):
        def start(self):
            raise RuntimeError("no file")

    def broken(match, rng):
        raise RuntimeError("no bot")

    seats = play(NoStart, broken, Draws).result.seats
    assert [seat.cause for seat in seats] == [Cause.CRASH, Cause.CRASH, Cause.GAME_RULES]
    assert "no file" in seats[0].evidence.detail
    assert "no bot" in seats[1].evidence.detail


def test_local__a_slow_bot_loses_by_time_in_real_time():
    class Slow(Draws):
        def choose(self, view):
            until = time.monotonic_ns() + 330_000_000
            while time.monotonic_ns() < until:
                pass
            return super().choose(view)

    match = play(Draws, Slow, simulated=False, time=TimeControl.parse("/300ms"))
    seat = match.result.seats[1]
    assert seat.cause is Cause.TIMEOUT
    assert seat.evidence.charged_us == 300_000
    assert seat.evidence.received_us - seat.evidence.asked_us >= 330_000
    assert match.slowest_us[1] == 300_000


def test_local__simulated_time_stands_still():
    match = play(Draws, Draws)
    assert match.slowest_us == (0, 0)
    decisions = read_replay(match.replay.data, game=Toy()).records
    assert {r.asked_us for r in decisions if isinstance(r, DecisionRecord)} == {0}


def test_local__the_same_seed_gives_the_same_replay_byte_for_byte():
    assert play(Draws, Draws).replay == play(Draws, Draws).replay
    assert play(Draws, Draws, seed=b"8" * 32).replay != play(Draws, Draws).replay


def test_local__every_seat_has_its_own_random_numbers():
    seen = []

    class Tells(Draws):
        def start(self):
            seen.append(self.rng.random())
            assert self.match.seat == len(seen) - 1
            assert self.match.labels == ("x", "y")

    play(Tells, Tells, labels=("x", "y"))
    assert seen == [bot_random(seat_seed(SEED, seat)).random() for seat in range(2)]


def test_local__a_bot_sees_its_own_card_only():
    class Looks(Draws):
        def choose(self, view):
            others = [card for s, card in enumerate(view.observation.cards) if s != view.seat]
            assert view.observation.cards[view.seat] is not None
            assert others == [None] * len(others)
            assert len(view.legal_moves) > 1
            state = view.determinize(random.Random(1))
            assert state.observe(view.seat) == view.observation
            return super().choose(view)

    causes = {seat.cause for seat in play(Looks, Looks, Looks).result.seats}
    assert causes == {Cause.GAME_RULES}


def test_local__every_record_is_told_with_the_position_after_it():
    told = []
    match = play(Draws, Draws, on_event=lambda record, state: told.append((record, state.key())))
    replay = read_replay(match.replay.data, game=Toy())
    assert [record for record, _ in told] == list(replay.records)
    assert isinstance(told[0][0], ChanceRecord)
    assert len({key for _, key in told}) == len(told), "every event changes the position"


def test_local__unknown_seats_and_options():
    with pytest.raises(OptionError):
        play(*[Draws] * 5)
    with pytest.raises(OptionError):
        play(Draws, options={"rounds": "77"})
