"""The shipped bots: what they promise, and that each is stronger than the one before."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from fractions import Fraction
from itertools import count
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.bot import Bot, MatchInfo, View
from siurell.bots import SHIPPED, search
from siurell.bots.evaluations import evaluation_of, lead, points
from siurell.bots.search import Search, planned_us
from siurell.games.base import CHANCE, Game, State
from siurell.games.registry import game_named, games
from siurell.local import play_local
from siurell.match.clock import TimeControl
from siurell.match.dealer import seed_from_text
from siurell.match.events import ClockView
from siurell.match.result import Cause

FINCA = game_named("finca")
SEASON = TimeControl.parse("10s+50ms/500ms")


def wins(
    bots: list[type[Bot]], blocks: int, time: TimeControl | None = None, game: Game = FINCA
) -> Fraction:
    """The share of wins of the first bot over blocks of common seeds with all rotations."""
    seats, won = len(bots), Fraction(0)
    for block in range(blocks):
        for rotation in range(seats):
            seated = [bots[(seat + rotation) % seats] for seat in range(seats)]
            seed = seed_from_text(f"strength {block}")
            result = play_local(game, seated, seed=seed, time=time, simulated=True).result
            assert {seat.cause for seat in result.seats} == {Cause.GAME_RULES}
            best = [seat for seat in range(seats) if result.seats[seat].placement == 1]
            if (mine := (-rotation) % seats) in best:
                won += Fraction(1, len(best))
                assert seated[mine] is bots[0]
    return won / (blocks * seats)


@pytest.mark.parametrize(("seats", "blocks"), [(2, 4), (3, 3), (4, 2)])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_greedy__beats_random_on_every_number_of_seats(game, seats, blocks) -> None:
    others = [SHIPPED["random"]] * (seats - 1)
    assert wins([SHIPPED["greedy"], *others], blocks, game=game) >= Fraction(4, 5)


@pytest.mark.parametrize(("name", "blocks"), [("finca", 4), ("farmini", 4)])
def test_search__beats_greedy_when_it_has_its_time(name, blocks, monkeypatch) -> None:
    """In two games with a few blocks; `make strength` measures all with many."""
    # Time stands still, so it has all of its plan however busy the machine is.
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter_ns=lambda: 0))
    bots = [SHIPPED["search"], SHIPPED["greedy"]]
    share = wins(bots, blocks, TimeControl.parse("/60ms"), game_named(name))
    assert share >= Fraction(3, 5)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_shipped__plays_every_game_on_every_number_of_seats(name, game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        seed = seed_from_text(f"{name} {seats}")
        time = TimeControl.parse("/20ms")
        match = play_local(game, [SHIPPED[name]] * seats, seed=seed, time=time, simulated=True)
        assert {seat.cause for seat in match.result.seats} == {Cause.GAME_RULES}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped__the_same_seed_gives_the_same_match(name, monkeypatch) -> None:
    # Time stands still: a plan is cut short only where the machine is too busy for it.
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter_ns=lambda: 0))

    def replay() -> bytes:
        bots = [SHIPPED[name], SHIPPED["random"]]
        time = TimeControl.parse("3s")
        seed = seed_from_text("again")
        return play_local(FINCA, bots, seed=seed, time=time, simulated=True).replay.data

    assert replay() == replay()


def test_search__a_plan_that_takes_too_long_is_cut_short(monkeypatch) -> None:
    seconds = count(0, 1_000_000_000)
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter_ns=lambda: next(seconds)))
    clock = ClockView(10_000_000, 50_000, 500_000, 500_000, 0)
    state = position(2, 40)
    assert ask(Search, state, SEASON, clock) in [str(move) for move in state.legal_moves()]
    assert next(seconds) == 2_000_000_000, "it looked at the clock once, and played nothing on"


def position(seed: int, decisions: int) -> State:
    """A position of a match between random bots in which somebody decides."""
    rng = random.Random(seed)
    state = FINCA.new_state(2, FINCA.check_options({}))
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        elif decisions == 0 and len(state.legal_moves()) > 1:
            return state
        else:
            decisions = max(0, decisions - 1)
            state.apply(rng.choice(state.legal_moves()))
    return position(seed + 1, 30)


def ask(bot_class: type[Bot], state: State, control: TimeControl, clock: ClockView) -> str:
    assert state.to_act is not None
    options = FINCA.check_options({})
    info = MatchInfo("m", FINCA, options, state.seats, state.to_act, control)
    bot = bot_class(info, random.Random(5))
    bot.start()
    view = View(state.observe(state.to_act), clock, (), state.to_act, 1)
    return str(bot.choose(view))


@settings(max_examples=25)
@given(seed=st.integers(0, 1_000), decisions=st.integers(0, 60))
def test_shipped__choose_a_legal_move_and_leave_the_view_alone(seed, decisions) -> None:
    state = position(seed, decisions)
    assert state.to_act is not None
    before = state.key()
    legal = [str(move) for move in state.legal_moves()]
    clock = ClockView(None, 0, 1_000, 1_000, 0)
    for bot in SHIPPED.values():
        assert ask(bot, state, TimeControl.parse("/1ms"), clock) in legal
    assert state.key() == before


@pytest.mark.parametrize("left_us", [200, 1_000, 20_000, 100_000])
def test_search__a_low_bank_is_not_overdrawn(left_us) -> None:
    clock = ClockView(left_us, 0, 500_000, min(left_us, 500_000), 0)
    state = position(3, 40)
    ask(Search, state, SEASON, clock)  # what is imported and looked up once is not measured
    slowest = []
    for _ in range(3):
        began = time.thread_time_ns()
        ask(Search, state, SEASON, clock)
        slowest.append((time.thread_time_ns() - began) // 1_000)
    # One look at all moves and one playout of each candidate are the least it does.
    assert min(slowest) <= left_us // 2 + 30_000


def test_search__plans_more_when_it_has_more() -> None:
    plans = [planned_us(TimeControl.parse(text)) for text in ("/50ms", "10s+50ms/500ms", "/5s")]
    assert plans == sorted(plans)
    assert 30_000 <= planned_us(SEASON) <= 60_000


def test_search__plans_less_than_what_a_long_match_allows() -> None:
    spent = 100 * planned_us(SEASON)
    assert spent < 10_000_000 + 100 * 50_000


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_evaluation__every_game_has_its_own(game) -> None:
    assert evaluation_of(game.name).worth is not points


@settings(max_examples=25)
@given(seed=st.integers(0, 1_000), decisions=st.integers(0, 60))
def test_evaluation__is_a_whole_number_and_what_one_gains_the_other_loses(seed, decisions) -> None:
    state = position(seed, decisions)
    worth = evaluation_of("finca").worth
    assert all(isinstance(worth(state, seat), int) for seat in (0, 1))
    assert lead(worth, state, 0) == -lead(worth, state, 1)


def test_evaluation__of_an_unknown_game_are_the_points() -> None:
    state = position(1, 40)
    assert evaluation_of("a game of tomorrow").worth is points
    assert points(state, 1) == 100 * state.outcome().scores[1]


@pytest.mark.process
@pytest.mark.parametrize("words", [[], ["greedi"], ["greedy", "random"]])
def test_module__names_the_bots_when_none_is_meant(words) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "siurell.bots", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "random, greedy, search" in done.stderr
    assert "Traceback" not in done.stderr
