"""Search where it expects the next turn in place of playouts."""

from __future__ import annotations

import random
from itertools import count
from types import SimpleNamespace

import pytest
from siurell.bot import MatchInfo, View
from siurell.bots import search
from siurell.bots.evaluations import evaluation_of, searched_evaluation_of
from siurell.bots.evaluations.farmini_ahead import ahead, best_offered
from siurell.bots.greedy import made, quick_choice, values_of
from siurell.bots.search import Search
from siurell.games.base import CHANCE, State
from siurell.games.farmini.moves import TakePen
from siurell.games.farmini.pens import holes
from siurell.games.registry import game_named, games
from siurell.match.clock import TimeControl
from siurell.match.events import ClockView

FARMINI = game_named("farmini")
LOOKING = searched_evaluation_of("farmini")


def positions(seats: int, seed: int) -> list[State]:
    """What the seats of a match decide on; they play half at random, half with quick choices."""
    rng = random.Random(seed)
    state = FARMINI.new_state(seats, FARMINI.check_options({}))
    found = []
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
            continue
        found.append(state.copy())
        moves = state.legal_moves()
        best = quick_choice(LOOKING, state, moves, state.to_act)
        state.apply(best if rng.random() < 0.5 else rng.choice(moves))
    return found


@pytest.mark.parametrize(
    ("shown", "fresh", "hidden", "rivals", "mean"),
    [
        ([10], 1, [0, 0, 20, 20], 0, 15),
        ([10], 0, [0, 0, 0], 0, 10),
        ([8], 0, [0, 0], 1, 6),
        ([8], 0, [4, 4], 1, 7),
        ([5, 7], 1, [], 1, 6),
        ([5, 7, 9], 1, [], 0, 9),
    ],
)
def test_best_offered__is_the_mean_of_what_may_be_there(shown, fresh, hidden, rivals, mean) -> None:
    assert best_offered(shown, fresh, hidden, rivals) == pytest.approx(mean)


def test_ahead__is_the_best_next_move_when_nothing_comes_in_between() -> None:
    """Alone with an empty deck, where the best move is a card that leaves the holes alone."""
    compared = 0
    for state in [state for seed in range(6) for state in positions(1, seed) if not state.deck]:
        for move in state.legal_moves()[::9] if len(state.display) > 1 else []:
            after = made(LOOKING, state, move, 0)
            nexts = after.legal_moves()
            worths = values_of(LOOKING, after, nexts, 0)
            best = nexts[worths.index(max(worths))]
            then = made(LOOKING, after, best, 0)
            if isinstance(best, TakePen) and holes(then.farms[0]) == holes(after.farms[0]):
                assert ahead(after, 0) == max(worths)
                compared += 1
    assert compared >= 20


def test_ahead__is_the_worth_when_no_turn_is_left() -> None:
    state = positions(3, 1)[-1]
    seat = state.to_act
    assert seat is not None
    after = made(LOOKING, state, state.legal_moves()[0], seat)
    assert ahead(after, seat) == LOOKING.worth(after, seat)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_ahead__leaves_the_state_alone(seats) -> None:
    for state in positions(seats, 2)[::5]:
        seat = state.to_act
        assert seat is not None
        after = made(LOOKING, state, state.legal_moves()[0], seat)
        before = after.key()
        assert ahead(after, seat) == ahead(after.copy(), seat)
        assert after.key() == before


def test_values__told_without_making_the_move_are_those_of_making_it() -> None:
    for state in positions(2, 3)[::2]:
        seat, moves = state.to_act, state.legal_moves()
        assert seat is not None
        told = values_of(LOOKING, state, moves, seat)
        assert told == [LOOKING.worth(made(LOOKING, state, move, seat), seat) for move in moves]


def test_searched__is_the_evaluation_of_the_game_where_there_is_no_other() -> None:
    others = [game.name for game in games() if game.name != "farmini"]
    assert all(searched_evaluation_of(name) is evaluation_of(name) for name in others)
    assert LOOKING.ahead is not None


def looks(monkeypatch, control: str, clock: ClockView, tick_ns: int) -> tuple[str, int]:
    """What search chooses when every look at the clock takes so long, and how often it looked."""
    state = positions(2, 4)[12]
    seat, ticks = state.to_act, count(0, tick_ns)
    assert seat is not None
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter_ns=lambda: next(ticks)))
    options = FARMINI.check_options({})
    bot = Search(
        MatchInfo("m", FARMINI, options, 2, seat, TimeControl.parse(control)), random.Random(5)
    )
    bot.start()
    choice = bot.choose(View(state.observe(seat), clock, (), seat, 1))
    assert choice in state.legal_moves()
    return str(choice), next(ticks) // max(1, tick_ns)


def test_search__expects_as_much_as_planned_and_no_more_than_fits(monkeypatch) -> None:
    clock = ClockView(None, 0, 80_000, 80_000, 0)
    begins = 2
    assert looks(monkeypatch, "/80ms", clock, 1)[1] == begins + 4
    assert looks(monkeypatch, "/40ms", clock, 1)[1] == begins + 2
    # A first look of 10 ms lets expect 20 for the next one: twice the plan of 16 has room for it.
    assert looks(monkeypatch, "/80ms", clock, 10_000_000)[1] == begins + 1
    assert looks(monkeypatch, "/80ms", clock, 11_000_000)[1] == begins


def test_search__without_time_takes_what_looks_best_at_once(monkeypatch) -> None:
    state = positions(2, 4)[12]
    assert state.to_act is not None
    best = quick_choice(LOOKING, state, state.legal_moves(), state.to_act)
    hurried = ClockView(1_000, 0, 1_000, 1_000, 0)
    assert looks(monkeypatch, "10s+50ms/500ms", hurried, 1)[0] == str(best)
