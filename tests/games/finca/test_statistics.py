"""Random and greedy play agrees with the EXPECTED STATISTICS that the ledger measured."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from siurell.games.base import CHANCE, Move
from siurell.games.finca.components import components
from siurell.games.finca.game import Finca
from siurell.games.finca.moves import Deliver, Double, Gust, MoveFarmer, Stay
from siurell.games.finca.state import FincaState

LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "finca.md").read_text(encoding="utf-8")
FINCA = Finca()
BOX = components()
RANDOM_MATCHES = 400
GREEDY_MATCHES = 150
NOISY_MATCHES = 100

Choose = Callable[[FincaState, list[Move], random.Random], Move]
Figures = Counter[str]

# ------------------------------------------------------------------ what the ledger expects


def rows_of(table: str) -> dict[str, list[str]]:
    """The cells of a table of section 20, for 2, 3 and 4 players, by the names of its rows."""
    part = LEDGER[LEDGER.index(f"**{table}**") :].split("\n\n")[1]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines()]
    return {row[0]: row[1:] for row in rows}


def mean_cells(table: str) -> list[tuple[str, int, float, float, float]]:
    """Row, seats, mean, standard error and standard deviation of every mean cell."""
    found = []
    for row, cells in rows_of(table).items():
        for seats, cell in enumerate(cells, start=2):
            match = re.fullmatch(r"([\d.]+) ± ([\d.]+) \(sd ([\d.]+)\)", cell)
            if match is not None:
                found.append((row, seats, *map(float, match.groups())))
    return found


# ------------------------------------------------------------------------ what play brings


def choose_at_random(state: FincaState, legal: list[Move], rng: random.Random) -> Move:
    return rng.choice(legal)


def choose_greedily(state: FincaState, legal: list[Move], rng: random.Random) -> Move:
    """The largest delivery, or the move with most fruits and carts; no action tiles."""
    if state.phase == "intro":
        return rng.choice(legal)
    deliveries = [move for move in legal if isinstance(move, Deliver)]
    moves = deliveries or [move for move in legal if isinstance(move, MoveFarmer)]
    worth = [worth_of(state, move) for move in moves]
    return rng.choice([m for m, w in zip(moves, worth, strict=True) if w == max(worth)])


def choose_with_noise(state: FincaState, legal: list[Move], rng: random.Random) -> Move:
    """Greedy, but one decision in ten is uniform random."""
    choose = choose_at_random if rng.random() < 0.1 else choose_greedily
    return choose(state, legal, rng)


def worth_of(state: FincaState, move: Move) -> int:
    if isinstance(move, Deliver):
        return sum(BOX.faces[state.tops[item.region]].value for item in move.items)
    assert isinstance(move, MoveFarmer)
    steps = state.crowd[move.blade]
    goal = (move.blade + steps) % 12
    carts = (move.blade + steps) // 6 - move.blade // 6
    return state.crowd[goal] + (steps != 12) + 2 * carts


def play(seats: int, rng: random.Random, choose: Choose) -> Figures:
    """The figures of one match."""
    state = FINCA.new_state(seats, FINCA.check_options({}))
    figures: Figures = Counter()
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
            continue
        legal = state.legal_moves()
        move = choose(state, legal, rng)
        figures["decisions"] += 1
        if state.phase == "turn":
            figures["lists"] += 1
            figures["listed"] += len(legal)
        fruit, carts = state.fruit[:], state.carts[:]
        state.apply(move)
        figures["normal deliveries per game"] += isinstance(move, Deliver)
        figures["`stay` per game"] += isinstance(move, Stay)
        if isinstance(move, MoveFarmer | Double | Gust):
            figures["fruit recalls per game"] += anybody_lost(fruit, state.fruit)
            figures["cart recalls per game"] += anybody_lost(carts, state.carts)
    return figures + final_figures(state)


def anybody_lost(before: list[int], after: list[int]) -> bool:
    return any(now < then for then, now in zip(before, after, strict=True))


def final_figures(state: FincaState) -> Figures:
    outcome = state.outcome()
    scores = sorted(outcome.scores, reverse=True)
    winners = outcome.placements.count(1)
    return Counter(
        {
            "turns": state.turns,
            "points per player": sum(scores) / len(scores),
            "winner's points": scores[0],
            "lead over the second": scores[0] - scores[1],
            "fruit tiles taken per game": sum(map(len, state.tiles)),
            "finca tiles won per game": sum(map(len, state.won)),
            "bonus tiles per game": sum(map(len, state.bonuses)),
            "victories of seat 0 (shares)": (outcome.placements[0] == 1) / winners,
        }
    )


@pytest.fixture(scope="module")
def random_play() -> dict[int, list[Figures]]:
    rng = random.Random(20)
    return {s: [play(s, rng, choose_at_random) for _ in range(RANDOM_MATCHES)] for s in (2, 3, 4)}


@pytest.fixture(scope="module")
def greedy_play() -> dict[int, list[Figures]]:
    rng = random.Random(21)
    return {s: [play(s, rng, choose_greedily) for _ in range(GREEDY_MATCHES)] for s in (2, 3, 4)}


@pytest.fixture(scope="module")
def noisy_play() -> dict[int, list[Figures]]:
    rng = random.Random(22)
    return {s: [play(s, rng, choose_with_noise) for _ in range(NOISY_MATCHES)] for s in (2, 3, 4)}


def check_mean(
    matches: list[Figures], row: str, mean: float, error: float, deviation: float
) -> None:
    """Within 4 x sqrt(SE^2 + sd^2 / M) of what is expected."""
    found = sum(figures[row] for figures in matches) / len(matches)
    tolerance = 4 * math.sqrt(error**2 + deviation**2 / len(matches))
    assert abs(found - mean) <= tolerance, f"{row}: {found:.3f}, expected {mean} ± {tolerance:.3f}"


@pytest.mark.parametrize(
    ("row", "seats", "mean", "error", "deviation"), mean_cells("Uniform random")
)
def test_random_play__has_the_means_of_the_ledger(
    random_play, row: str, seats: int, mean: float, error: float, deviation: float
) -> None:
    check_mean(random_play[seats], row, mean, error, deviation)


def test_tables__are_read_with_all_their_rows() -> None:
    assert len(mean_cells("Uniform random")) == 12 * 3
    assert len(mean_cells("Plain greedy")) == 4 * 3
    assert len(mean_cells("Greedy with noise")) == 3 * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play__gives_seat_0_its_share(random_play, seats: int) -> None:
    row = "victories of seat 0 (shares)"
    share = float(rows_of("Uniform random")[row][seats - 2].removesuffix(" %")) / 100
    deviation = math.sqrt(share * (1 - share))
    check_mean(random_play[seats], row, share, deviation / math.sqrt(4000), deviation)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play__has_legal_lists_of_the_expected_length(random_play, seats: int) -> None:
    """Tolerance 3 %; no list longer than the bound (F-NOTE-7)."""
    row = next(row for row in rows_of("Uniform random") if row.startswith("legal moves"))
    mean = float(rows_of("Uniform random")[row][seats - 2].split(" / ")[0])
    total = sum(random_play[seats], Counter())
    assert abs(total["listed"] / total["lists"] - mean) <= 0.03 * mean


@pytest.mark.parametrize(("row", "seats", "mean", "error", "deviation"), mean_cells("Plain greedy"))
def test_greedy_play__has_the_means_of_the_ledger(
    greedy_play, row: str, seats: int, mean: float, error: float, deviation: float
) -> None:
    check_mean(greedy_play[seats], row, mean, error, deviation)


@pytest.mark.parametrize(
    ("row", "seats", "mean", "error", "deviation"), mean_cells("Greedy with noise")
)
def test_greedy_play_with_noise__has_the_means_of_the_ledger(
    noisy_play, row: str, seats: int, mean: float, error: float, deviation: float
) -> None:
    check_mean(noisy_play[seats], row, mean, error, deviation)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_play_with_noise__ends_by_itself(noisy_play, seats: int) -> None:
    """A little randomness cures the circles of recalls (F-FINITE-2)."""
    limited = sum(figures["turns"] == BOX.max_turns for figures in noisy_play[seats])
    assert limited <= 0.02 * NOISY_MATCHES
