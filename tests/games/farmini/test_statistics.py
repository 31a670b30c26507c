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
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.moves import Discard, TakeAnimal
from siurell.games.farmini.pens import closed_pens, holed_pens, holes
from siurell.games.farmini.scoring import points, scoring_corn
from siurell.games.farmini.state import FarminiState

LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "farmini.md").read_text(encoding="utf-8")
FARMINI = Farmini()
SEATS = (1, 2, 3, 4)
RANDOM_MATCHES = 200
GREEDY_MATCHES = 8

Choose = Callable[[FarminiState, list[Move], random.Random], Move]
Figures = Counter[str]

# ------------------------------------------------------------------ what the ledger expects


def rows_of(table: str) -> dict[str, list[str]]:
    """The cells of a table of section 18, for 1 to 4 players, by the names of its rows."""
    part = LEDGER[LEDGER.index(f"**{table}**") :].split("\n\n")[1]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines()]
    return {row[0]: row[1:] for row in rows}


def mean_cells(table: str) -> list[tuple[str, int, float, float, float]]:
    """Row, seats, mean, standard error and standard deviation of every mean cell."""
    found = []
    for row, cells in rows_of(table).items():
        for seats, cell in enumerate(cells, start=1):
            match = re.fullmatch(r"([\d.]+) ± ([\d.]+) \(sd ([\d.]+)\)", cell)
            if match is not None:
                found.append((row, seats, *map(float, match.groups())))
    return found


def first_number(table: str, row: str, seats: int) -> float:
    """The mean that a cell without a deviation begins with."""
    name = next(name for name in rows_of(table) if name.startswith(row))
    return float(rows_of(table)[name][seats - 1].split(" ")[0])


# ------------------------------------------------------------------------ what play brings


def choose_at_random(state: FarminiState, legal: list[Move], rng: random.Random) -> Move:
    return rng.choice(legal)


def choose_greedily(state: FarminiState, legal: list[Move], rng: random.Random) -> Move:
    """The decision with the highest own points; a taken animal card counts its tokens."""
    seat = state.mover
    worth = []
    for move in legal:
        after = state.copy()
        after.apply(move)
        worth.append(points(after, seat) + (after.to_put if isinstance(move, TakeAnimal) else 0))
    return rng.choice([m for m, w in zip(legal, worth, strict=True) if w == max(worth)])


def play(seats: int, rng: random.Random, choose: Choose) -> Figures:
    """The figures of one match."""
    state = FARMINI.new_state(seats, FARMINI.check_options({}))
    figures: Figures = Counter()
    while state.to_act is not None:
        held = sum(map(len, state.animals))
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
            figures["animals scared per game"] += held - sum(map(len, state.animals))
            continue
        legal = state.legal_moves()
        move = choose(state, legal, rng)
        figures["decisions"] += 1
        figures[f"lists at {state.phase}"] += 1
        figures[f"listed at {state.phase}"] += len(legal)
        figures["animal cards taken per game"] += isinstance(move, TakeAnimal)
        figures["discards per game (FM-TURN-5)"] += isinstance(move, Discard)
        state.apply(move)
    # Not by `+`: that leaves out what is not positive, and points may be negative.
    figures.update(final_figures(state))
    return figures


def final_figures(state: FarminiState) -> Figures:
    outcome = state.outcome()
    scores = outcome.scores
    winners = outcome.placements.count(1)
    farms = list(zip(state.farms, state.animals, strict=True))
    each = {
        "points per player": sum(scores),
        "animals per player": sum(len(held) for _, held in farms),
        "scoring cornfields per player": sum(scoring_corn(farm, held) for farm, held in farms),
        "closed pens per player": sum(closed_pens(farm) for farm, _ in farms),
        "holed pens per player": sum(holed_pens(farm) for farm, _ in farms),
        "holes per player": sum(len(holes(farm)) for farm, _ in farms),
    }
    figures: Figures = Counter({row: total / state.seats for row, total in each.items()})
    figures["turns"] = state.turns
    figures["winner's points"] = max(scores)
    figures["shared victories"] = winners > 1
    figures["victories of seat 0 (shares)"] = (outcome.placements[0] == 1) / winners
    return figures


@pytest.fixture(scope="module")
def random_play() -> dict[int, list[Figures]]:
    rng = random.Random(20)
    return {s: [play(s, rng, choose_at_random) for _ in range(RANDOM_MATCHES)] for s in SEATS}


@pytest.fixture(scope="module")
def greedy_play() -> dict[int, list[Figures]]:
    rng = random.Random(21)
    return {s: [play(s, rng, choose_greedily) for _ in range(GREEDY_MATCHES)] for s in SEATS}


def check_mean(
    matches: list[Figures], row: str, mean: float, error: float, deviation: float
) -> None:
    """Within 4 x sqrt(SE^2 + sd^2 / M) of what is expected, which is printed to hundredths.

    Of what happens in less than one of all these matches there may be five: so few are not normal.
    """
    found = sum(figures[row] for figures in matches) / len(matches)
    tolerance = 4 * math.sqrt(error**2 + deviation**2 / len(matches)) + 0.005
    if 0 < deviation**2 * len(matches) < 1:
        tolerance = max(tolerance, 5 / len(matches))
    assert abs(found - mean) <= tolerance, f"{row}: {found:.3f}, expected {mean} ± {tolerance:.3f}"


def check_share(matches: list[Figures], row: str, seats: int, table: str, games: int) -> None:
    share = first_number(table, row, seats) / 100
    deviation = math.sqrt(share * (1 - share))
    check_mean(matches, row, share, deviation / math.sqrt(games), deviation)


@pytest.mark.parametrize(
    ("row", "seats", "mean", "error", "deviation"), mean_cells("Uniform random")
)
def test_random_play__has_the_means_of_the_ledger(
    random_play, row: str, seats: int, mean: float, error: float, deviation: float
) -> None:
    check_mean(random_play[seats], row, mean, error, deviation)


def test_tables__are_read_with_all_their_rows() -> None:
    assert len(mean_cells("Uniform random")) == 11 * 4 + 3
    assert len(mean_cells("Plain greedy")) == 7 * 4


@pytest.mark.parametrize("seats", SEATS)
def test_figures__add_up(random_play, seats: int) -> None:
    """Points are animals and corn less holed pens, also below zero (FM-SCORE-4)."""
    for figures in random_play[seats]:
        plus = figures["animals per player"] + figures["scoring cornfields per player"]
        less = figures["holed pens per player"]
        assert math.isclose(figures["points per player"], plus - less, abs_tol=1e-9)
    assert seats > 1 or min(figures["points per player"] for figures in random_play[1]) < 0


@pytest.mark.parametrize("seats", SEATS)
def test_random_play__gives_its_share_of_victories(random_play, seats: int) -> None:
    for row in ("victories of seat 0 (shares)", "shared victories"):
        check_share(random_play[seats], row, seats, "Uniform random", 4000)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("phase", ["take", "put"])
def test_random_play__has_legal_lists_of_the_expected_length(
    random_play, seats: int, phase: str
) -> None:
    """Tolerance 3 %, and that of so few matches (FM-NOTE-8)."""
    mean = first_number("Uniform random", f"legal moves at `{phase}`", seats)
    pairs = [(f[f"listed at {phase}"], f[f"lists at {phase}"]) for f in random_play[seats]]
    found = sum(listed for listed, _ in pairs) / sum(lists for _, lists in pairs)
    lengths = [listed / lists for listed, lists in pairs if lists]
    spread = math.sqrt(sum((one - found) ** 2 for one in lengths)) / len(lengths)
    assert abs(found - mean) <= 0.03 * mean + 4 * spread


def test_random_play__discards_next_to_nothing_alone(random_play) -> None:
    """The cell of the solo game is empty: nothing is discarded there (FM-TURN-5)."""
    assert sum(f["discards per game (FM-TURN-5)"] for f in random_play[1]) == 0


@pytest.mark.parametrize(("row", "seats", "mean", "error", "deviation"), mean_cells("Plain greedy"))
def test_greedy_play__has_the_means_of_the_ledger(
    greedy_play, row: str, seats: int, mean: float, error: float, deviation: float
) -> None:
    check_mean(greedy_play[seats], row, mean, error, deviation)
