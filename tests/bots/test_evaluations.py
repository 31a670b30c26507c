"""The evaluations of the games: quick ways agree with slow ones, and nothing that leads nowhere
looks good."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.bots import SHIPPED
from siurell.bots.evaluations import evaluation_of, lead
from siurell.bots.greedy import made, quick_choice, values_of
from siurell.games.base import CHANCE, Game, Move, State
from siurell.games.registry import game_named, games
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.match.result import Cause

ALL = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


def decisions(game: Game, seats: int, seed: int) -> Iterator[State]:
    """The decisions of a match in which all seats play half at random, half greedily."""
    rng = random.Random(seed)
    evaluation = evaluation_of(game.name)
    state = game.new_state(seats, game.check_options({}))
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
            continue
        yield state
        moves = state.legal_moves()
        if rng.random() < 0.5:
            state.apply(rng.choice(moves))
        else:
            state.apply(quick_choice(evaluation, state, moves, state.to_act))


@ALL
def test_worth__is_a_whole_number_at_every_point_of_a_match(game) -> None:
    worth = evaluation_of(game.name).worth
    rng = random.Random(3)
    for seats in range(game.min_seats, game.max_seats + 1):
        state = game.new_state(seats, game.check_options({}))
        while state.to_act is not None:
            assert all(type(worth(state, seat)) is int for seat in range(seats))
            if state.to_act == CHANCE:
                state.apply(state.chance().draw(rng.randrange))
            else:
                state.apply(rng.choice(state.legal_moves()))
        assert all(type(worth(state, seat)) is int for seat in range(seats))


@ALL
def test_worth__leaves_the_state_alone_and_stays_the_same(game) -> None:
    worth = evaluation_of(game.name).worth
    for state in decisions(game, game.max_seats, 1):
        before = state.key()
        worths = [worth(state, seat) for seat in range(state.seats)]
        assert worths == [worth(state.copy(), seat) for seat in range(state.seats)]
        assert state.key() == before


@ALL
def test_values__are_those_of_the_positions_that_the_moves_lead_to(game) -> None:
    """Also where they are told without making the move."""
    evaluation = evaluation_of(game.name)
    worth = evaluation.worth
    for state in decisions(game, 2, 2):
        seat, moves = state.to_act, state.legal_moves()
        assert seat is not None
        told = values_of(evaluation, state, moves, seat)
        for move, value in zip(moves, told, strict=True):
            if not evaluation.rests(state, move):
                after = made(evaluation, state, move, seat)
                slow = worth(after, seat) if evaluation.alone else lead(worth, after, seat)
                assert value == slow, move


@ALL
def test_made__ends_with_a_whole_move(game) -> None:
    evaluation = evaluation_of(game.name)
    for state in decisions(game, game.max_seats, 4):
        seat = state.to_act
        assert seat is not None
        for move in state.legal_moves():
            after = made(evaluation, state, move, seat)
            assert after.to_act != seat or not evaluation.unfinished(after)


class Listening(SHIPPED["greedy"]):  # type: ignore[misc]
    """Greedy, and a note of every move with the turn in which it was made."""

    made: ClassVar[list[tuple[int, str]]] = []

    def choose(self, view) -> Move:
        move = super().choose(view)
        turn = view.determinize(random.Random(0)).turn
        self.made.append((turn, str(move)))
        return move


@pytest.mark.parametrize("seats", [1, 3])
def test_greedy__trades_to_and_fro_lead_nowhere(seats) -> None:
    """Of two moves that undo each other none is made for its own sake: turns are short."""
    game = game_named("la_granja")
    Listening.made = []
    bots = [Listening, *[SHIPPED["random"]] * (seats - 1)]
    play_local(game, bots, seed=seed_from_text(f"to and fro {seats}"), simulated=True)
    turns = [turn for turn, _ in Listening.made]
    assert max(turns.count(turn) for turn in set(turns)) <= 20
    for turn in set(turns):
        moves = [move for at, move in Listening.made if at == turn]
        bought = {move.removeprefix("buy ") for move in moves if move.startswith("buy ")}
        sold = {move.removeprefix("sell ") for move in moves if move.startswith("sell ")}
        assert not bought & sold


@settings(max_examples=3)
@given(seed=st.integers(0, 1_000))
def test_rest__is_taken_when_nothing_makes_it_better(seed) -> None:
    game = game_named("la_granja")
    evaluation = evaluation_of(game.name)
    for state in decisions(game, 2, seed):
        moves, seat = state.legal_moves(), state.to_act
        assert seat is not None
        rests = [move for move in moves if evaluation.rests(state, move)]
        if rests:
            best = quick_choice(evaluation, state, moves, seat)
            after = state.copy()
            after.apply(best)
            if best not in rests:
                assert evaluation.worth(after, seat) > evaluation.worth(state, seat) + 1


def mean_score(name: str, game: Game, matches: int) -> float:
    scores = []
    for number in range(matches):
        seed = seed_from_text(f"alone {number}")
        result = play_local(game, [SHIPPED[name]], seed=seed, simulated=True).result
        assert result.seats[0].score is not None
        scores.append(result.seats[0].score)
    return sum(scores) / matches


@ALL
def test_greedy__scores_more_than_random_alone(game) -> None:
    if game.min_seats > 1:
        pytest.skip("not a game for one")
    assert mean_score("greedy", game, 2) > 2 * max(5.0, mean_score("random", game, 2))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("la_granja", {"donkey_refresh_round = 4": "donkey_refresh_round = 3"}),
        ("la_granja", {"start_hand = 4": "start_hand = 6", "buy = 3": "buy = 2"}),
        ("farmini", {"tokens = 5": "tokens = 4", "animal_tokens = 15": "animal_tokens = 12"}),
    ],
    ids=str,
)
def test_greedy__plays_with_components_of_ones_own(name, changes) -> None:
    text = game_named(name).shipped_components()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1) if name == "la_granja" else text.replace(old, new)
    game = game_named(name).with_components(text)
    result = play_local(
        game, [SHIPPED["greedy"]] * 2, seed=seed_from_text("own"), simulated=True
    ).result
    assert {seat.cause for seat in result.seats} == {Cause.GAME_RULES}
