"""Between a bot here and a referee elsewhere: what is handed on, what is answered unasked."""

from __future__ import annotations

import pytest
from siurell.match.result import Cause
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb

from ladder.worker.remote.relay import MatchBegan, MatchLost, MatchOver, Relay


class Talk:
    """A relay and all that it says."""

    def __init__(self) -> None:
        self.bot: list[pb.PlaySeatResponse] = []
        self.referee: list[pb.PlaySeatRequest] = []
        self.told: list[object] = []
        self.relay = Relay(self.bot.append, self.referee.append, self.told.append)

    def welcome(self, match_id: str = "m_1") -> None:
        welcome = pb.Welcome(match_id=match_id, game="finca", seat=1, seats=2)
        self.relay.referee_said(pb.PlaySeatResponse(welcome=welcome))

    def ready(self, match_id: str = "m_1") -> None:
        self.relay.bot_said(pb.PlaySeatRequest(ready=pb.Ready(match_id=match_id)))

    def ask(self, number: int, match_id: str = "m_1", charged: int = 0) -> None:
        clock = match_pb2.Clock(last_charge_us=charged)
        ask = pb.Ask(match_id=match_id, decision_id=number, clock=clock)
        self.relay.referee_said(pb.PlaySeatResponse(ask=ask))

    def answer(self, number: int, move: str = "move 1") -> None:
        decision = pb.Decision(match_id="m_1", decision_id=number, move=move)
        self.relay.bot_said(pb.PlaySeatRequest(decision=decision))

    def finish(self, match_id: str = "m_1", **changes) -> None:
        seats = [
            match_pb2.SeatResult(placement=1 + seat, cause=match_pb2.CAUSE_GAME_RULES)
            for seat in range(2)
        ]
        fields = {
            "cause": match_pb2.CAUSE_GAME_RULES,
            "result": match_pb2.MatchResult(seats=seats),
            **changes,
        }
        finished = pb.Finished(match_id=match_id, **fields)
        self.relay.referee_said(pb.PlaySeatResponse(finished=finished))

    def heard(self) -> tuple[list[str], list[str]]:
        """The kinds of all that was said to the bot and to the referee since the last time."""
        said = tuple(
            [one.WhichOneof("message") for one in side] for side in (self.bot, self.referee)
        )
        self.bot.clear()
        self.referee.clear()
        return said

    def line_again(self) -> None:
        self.relay.line_stands()


@pytest.fixture
def talk() -> Talk:
    made = Talk()
    made.relay.line_stands()
    return made


def test_relay__hands_on_a_match_and_tells_how_it_ended(talk):
    talk.welcome()
    talk.ready()
    talk.ask(1)
    talk.answer(1)
    talk.ask(2, charged=1_500)
    talk.answer(2)
    assert talk.relay.playing == "m_1"
    talk.finish()
    assert talk.heard() == (
        ["welcome", "ask", "ask", "finished"],
        ["ready", "decision", "decision"],
    )
    began, over = talk.told
    assert began == MatchBegan("m_1", "finca", 1, 2)
    assert isinstance(over, MatchOver) and over.result is not None
    assert (over.result.placement, over.decisions, over.slowest_us) == (2, 2, 1_500)
    assert talk.relay.playing is None


def test_line_again__a_bot_that_thinks_is_not_asked_twice(talk):
    talk.welcome()
    talk.ready()
    talk.ask(1)
    talk.heard()
    talk.line_again()
    talk.welcome()
    talk.ask(1)
    assert talk.heard() == ([], ["ready"])
    talk.answer(1)
    assert talk.heard() == ([], ["decision"])


def test_line_again__an_answer_that_was_lost_is_given_again(talk):
    talk.welcome()
    talk.ready()
    talk.ask(1)
    talk.answer(1, "move 7")
    talk.heard()
    talk.line_again()
    talk.welcome()
    talk.ask(1)
    assert [one.decision.move for one in talk.referee[1:]] == ["move 7"]
    assert talk.heard() == ([], ["ready", "decision"])


def test_line_again__while_the_bot_gets_ready_waits_for_it(talk):
    talk.welcome()
    talk.heard()
    talk.line_again()
    talk.welcome()
    assert talk.heard() == ([], [])
    talk.ready()
    assert talk.heard() == ([], ["ready"])


def test_line_again__a_match_that_is_not_named_again_was_lost(talk):
    talk.welcome()
    talk.line_again()
    assert talk.relay.playing == "m_1"
    talk.relay.settle()
    assert talk.told[-1] == MatchLost(MatchBegan("m_1", "finca", 1, 2))
    assert talk.relay.playing is None


def test_line_again__another_match_means_that_the_old_one_was_lost(talk):
    talk.welcome()
    talk.ready()
    talk.line_again()
    talk.heard()
    talk.welcome("m_2")
    assert talk.heard() == (["welcome"], [])
    assert [type(one) for one in talk.told] == [MatchBegan, MatchLost, MatchBegan]
    talk.ready("m_1")
    assert talk.heard() == ([], []), "an old word"


def test_settling__after_the_match_was_named_does_nothing(talk):
    talk.welcome()
    talk.line_again()
    talk.welcome()
    talk.relay.settle()
    assert talk.relay.playing == "m_1"


def test_bot_that_ends__has_forfeited_also_when_the_line_was_broken(talk):
    talk.welcome()
    talk.relay.bot_ended("Traceback\nexit code 1")
    talk.relay.bot_ended("again")
    assert talk.heard() == (["welcome"], ["fault"])
    talk.line_again()
    talk.welcome()
    (again,) = talk.referee
    assert "exit code 1" in again.fault.detail


def test_bot_that_ends__between_matches_is_no_matter(talk):
    talk.relay.bot_ended("exit code 0")
    assert talk.heard() == ([], [])


def test_bots_own_line_again__it_gets_the_match_and_its_question(talk):
    talk.welcome()
    talk.ready()
    talk.ask(1)
    talk.heard()
    talk.relay.bot_is_back()
    talk.ready()
    assert talk.heard() == (["welcome", "ask"], [])
    talk.answer(1)
    assert talk.heard() == ([], ["decision"])


def test_out_before_the_end__is_told_with_the_cause(talk):
    talk.welcome()
    talk.finish(result=None, cause=match_pb2.CAUSE_TIMEOUT, detail="It took too long.")
    over = talk.told[-1]
    assert (over.result, over.cause, over.detail) == (None, Cause.TIMEOUT, "It took too long.")
    talk.finish()
    assert len(talk.told) == 2, "the end of the match is told once"
