import math
from importlib import metadata

import pytest
from siurell.bot import Bot
from siurell.client.playing import SDK, Playing
from siurell.games.base import CHANCE
from siurell.games.registry import game_named
from siurell.match.dealer import Dealer, bot_random
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire import PROTOCOL_VERSION
from siurell.wire.codec import encode_observation
from siurell.wire.limits import MAX_MOVE_CHARS

GAME = game_named("finca")


def welcome(match_id="m1", **changes) -> pb.PlaySeatResponse:
    fields = {
        "match_id": match_id,
        "game": "finca",
        "options": GAME.check_options({}),
        "seats": 2,
        "seat": 0,
        "time_control": "30s",
        "bot_seed": b"\x07" * 32,
        **changes,
    }
    return pb.PlaySeatResponse(welcome=pb.Welcome(**fields))


def ask(decision_id=1, match_id="m1") -> pb.PlaySeatResponse:
    """A question at the first decision of seat 0."""
    options = GAME.check_options({})
    dealer = Dealer(GAME, 2, options, bytes(32))
    state = GAME.new_state(2, options)
    while state.to_act == CHANCE or len(state.legal_moves()) == 1:
        due = state.to_act == CHANCE
        state.apply(dealer.answer(state.chance()) if due else state.legal_moves()[0])
    assert state.to_act == 0
    question = pb.Ask(
        match_id=match_id,
        decision_id=decision_id,
        observation=encode_observation("finca", state.observe(0)),
        events=["one", "two"],
        clock=match_pb2.Clock(bank_us=5, limit_us=4),
    )
    return pb.PlaySeatResponse(ask=question)


class Recording(Bot):
    """Plays the last legal move and keeps what it was told."""

    made: list[Bot]

    def __init__(self, match, rng):
        super().__init__(match, rng)
        self.started = False
        self.views = []
        self.made.append(self)

    def start(self):
        self.started = True

    def choose(self, view):
        self.views.append(view)
        return view.legal_moves[-1]


@pytest.fixture
def recording():
    return type("Fresh", (Recording,), {"made": []})


def test_hello__says_what_the_bot_speaks_and_declines_the_list_of_moves():
    hello = Playing(Recording).hello("siu_x").hello
    assert (hello.token, hello.protocol) == ("siu_x", PROTOCOL_VERSION)
    assert dict(hello.rules)["finca"] == GAME.rules_version
    assert hello.legal_moves is False


def test_hello__names_the_release_of_this_sdk():
    assert f"python/{metadata.version('siurell')}" == SDK


def test_welcome__a_bot_is_made_and_started_before_it_is_ready(recording):
    reply = Playing(recording).receive(welcome(labels=["anna", "bea"]))
    (bot,) = recording.made
    assert reply.ready.match_id == "m1"
    assert bot.started
    match = bot.match
    assert (match.match_id, match.game, match.seats, match.seat) == ("m1", GAME, 2, 0)
    assert (str(match.time), match.labels) == ("30s", ("anna", "bea"))
    assert bot.rng.random() == bot_random(b"\x07" * 32).random()


def test_welcome__every_match_has_a_new_bot(recording):
    playing = Playing(recording)
    playing.receive(welcome())
    playing.receive(pb.PlaySeatResponse(finished=pb.Finished(match_id="m1")))
    playing.receive(welcome("m2"))
    assert [bot.match.match_id for bot in recording.made] == ["m1", "m2"]


def test_ask__the_view_holds_what_came(recording):
    playing = Playing(recording)
    playing.receive(welcome())
    reply = playing.receive(ask(3))
    (view,) = recording.made[0].views
    assert (reply.decision.match_id, reply.decision.decision_id) == ("m1", 3)
    assert reply.decision.move == str(view.legal_moves[-1])
    assert (view.events, view.decision_id, view.seat) == (("one", "two"), 3, 0)
    assert (view.clock.bank_us, view.clock.cap_us, view.clock.limit_us) == (5, None, 4)


def test_line_back__the_same_bot_goes_on_and_is_not_asked_twice(recording):
    playing = Playing(recording)
    playing.receive(welcome())
    first = playing.receive(ask(3))
    assert playing.receive(welcome()).ready.match_id == "m1"
    assert playing.receive(ask(3)) == first
    (bot,) = recording.made
    assert len(bot.views) == 1


def test_choose__what_it_raises_is_reported_and_the_next_match_is_played(capsys):
    class Broken(Bot):
        def choose(self, view):
            raise ValueError("no idea" if view.decision_id == 1 else "asked again")

    playing = Playing(Broken)
    playing.receive(welcome())
    fault = playing.receive(ask()).fault
    assert fault.match_id == "m1"
    assert fault.detail.endswith("ValueError: no idea\n")
    assert "in choose" in fault.detail
    printed = capsys.readouterr()
    assert "ValueError: no idea" in printed.err
    assert printed.out == ""
    assert playing.receive(ask(2)) is None
    assert playing.receive(welcome("m2")).ready.match_id == "m2"


@pytest.mark.parametrize("where", ["__init__", "start"])
def test_start__what_it_raises_is_reported(where):
    def broken(self, *_):
        raise RuntimeError("not today")

    bot_class = type("Broken", (Bot,), {where: broken, "choose": broken})
    fault = Playing(bot_class).receive(welcome()).fault
    assert fault.detail.endswith("RuntimeError: not today\n")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "None"),
        ("\udcff go", "? go"),
        ("x" * 999, "x" * (MAX_MOVE_CHARS - 1) + "…"),
    ],
    ids=["nothing", "no unicode", "a novel"],
)
def test_choose__whatever_it_returns_can_be_sent(answer, said):
    class Odd(Bot):
        def choose(self, view):
            return answer

    playing = Playing(Odd)
    playing.receive(welcome())
    assert playing.receive(ask()).decision.move == said


def test_welcome__to_an_unknown_game_is_a_failure():
    fault = Playing(Recording).receive(welcome(game="chess")).fault
    assert "no game called `chess`" in fault.detail


def test_ask__of_another_match_is_not_answered(recording):
    playing = Playing(recording)
    playing.receive(welcome())
    assert playing.receive(ask(match_id="m0")) is None


@pytest.mark.parametrize(
    ("time", "before", "after"),
    [
        ("10m", 2 * 600, 2 * 5e-6),
        ("10m+1s/2s", 2 * 2, 2 * 1.000005),
        ("/5s", 2 * 5, 2 * 5),
        ("unlimited", math.inf, math.inf),
    ],
)
def test_away__as_long_as_the_clocks_may_let_the_match_wait(recording, time, before, after):
    playing = Playing(recording)
    assert playing.longest_away_s == 0
    playing.receive(welcome(time_control=time))
    assert playing.longest_away_s == before
    question = ask()
    if not time.startswith("10m"):
        question.ask.clock.CopyFrom(match_pb2.Clock())
    playing.receive(question)
    assert playing.longest_away_s == pytest.approx(after)
    playing.receive(pb.PlaySeatResponse(finished=pb.Finished(match_id="m1")))
    assert playing.longest_away_s == 0
