"""Random and delivering play agree with the EXPECTED STATISTICS that the ledger measured."""

from __future__ import annotations

import math
import random
import re
import statistics
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from siurell.games.base import CHANCE
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.state import LaGranjaState

LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "la_granja.md").read_text(encoding="utf-8")
GRANJA = LaGranja()
RANDOM = "Uniform random play"
DELIVERING = "Delivering play"
MATCHES = {1: 80, 2: 40, 3: 30, 4: 20}
"""Matches by number of players: about as many decisions for each."""
PLAYED = {"field": "fields", "extend": "extensions", "helper": "helpers", "roof": "roof markers"}

Choose = Callable[[list[str], random.Random], int]

# ------------------------------------------------------------------ what the ledger expects


def rows_of(table: str) -> dict[int, dict[str, str]]:
    """The cells of a table by number of players and heading."""
    part = LEDGER[LEDGER.index(f"**{table}**") :].split("\n\n")[1]
    head, _, *rows = [line.strip("| ").split(" | ") for line in part.splitlines()]
    return {int(row[0]): dict(zip(head, row, strict=True)) for row in rows}


def means_of(table: str) -> list[tuple[int, str, float, float | None, int]]:
    """Players, heading, mean, its error where it is given, and number of matches."""
    found = []
    for players, row in rows_of(table).items():
        for heading, cell in row.items():
            match = re.fullmatch(r"([\d.]+)(?: ± ([\d.]+) \(sd [\d.]+\))?", cell)
            if heading not in ("players", "games") and match is not None:
                error = float(match[2]) if match[2] else None
                found.append((players, heading, float(match[1]), error, int(row["games"])))
    return found


# ------------------------------------------------------------------------ what play brings


def at_random(texts: list[str], rng: random.Random) -> int:
    return rng.randrange(len(texts))


def delivering(texts: list[str], rng: random.Random) -> int:
    """One of the deliveries if there are any, else no sale and no trade if that can be."""
    places = range(len(texts))
    first = [text.split(" ", 1)[0] for text in texts]
    deliveries = [place for place in places if first[place] in ("deliver", "extra")]
    kept = [place for place in places if first[place] not in ("sell", "trade")]
    return rng.choice(deliveries or kept or places)


def play(seats: int, rng: random.Random, choose: Choose) -> tuple[dict[str, float], Counter[int]]:
    """The figures of one match, per player but for the decisions, and the lengths of its lists."""
    state = GRANJA.new_state(seats, {})
    lengths: Counter[int] = Counter()
    played: Counter[str] = Counter()
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
            continue
        legal = state.legal_moves()
        texts = [str(move) for move in legal]
        place = choose(texts, rng)
        lengths[len(legal)] += 1
        played[texts[place].split(" ", 1)[0]] += 1
        state.apply(legal[place])
    return figures_of(state, played, lengths), lengths


def figures_of(
    state: LaGranjaState, played: Counter[str], lengths: Counter[int]
) -> dict[str, float]:
    totals = {
        "VP": sum(state.outcome().scores),
        "barrows": sum(state.barrows_done),
        "rows": sum(1 for round_ in state.crafted if round_),
    }
    totals |= {heading: played[word] for word, heading in PLAYED.items()}
    figures = {heading: total / state.seats for heading, total in totals.items()}
    return figures | {"decisions per game": float(lengths.total())}


Played = dict[tuple[str, int], list[tuple[dict[str, float], Counter[int]]]]


@pytest.fixture(scope="module")
def matches() -> Played:
    """Matches of both kinds of play for every number of players."""
    rng = random.Random(20)
    ways = {RANDOM: at_random, DELIVERING: delivering}
    return {
        (table, seats): [play(seats, rng, choose) for _ in range(count)]
        for table, choose in ways.items()
        for seats, count in MATCHES.items()
    }


CASES = [(table, *case) for table in (RANDOM, DELIVERING) for case in means_of(table)]


def test_tables__are_read_with_all_their_cells() -> None:
    assert len(CASES) == 2 * 4 * 8
    assert CASES[0] == (RANDOM, 1, "decisions per game", 136.8, 0.3, 2000)


@pytest.mark.parametrize(("table", "players", "heading", "mean", "error", "games"), CASES)
def test_play__has_the_means_of_the_ledger(
    matches: Played,
    table: str,
    players: int,
    heading: str,
    mean: float,
    error: float | None,
    games: int,
) -> None:
    """Within four of the combined standard errors, and half a unit of the last digit."""
    values = [figures[heading] for figures, _ in matches[table, players]]
    spread = statistics.stdev(values)
    expected_error = spread / math.sqrt(games) if error is None else error
    tolerance = 4 * math.hypot(expected_error, spread / math.sqrt(len(values))) + 0.005
    found = statistics.fmean(values)
    assert abs(found - mean) <= tolerance, f"{found:.3f}, expected {mean} ± {tolerance:.3f}"


@pytest.mark.parametrize("table", [RANDOM, DELIVERING])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_play__has_legal_lists_of_the_length_of_the_ledger(
    matches: Played, table: str, players: int
) -> None:
    """Median and 90th percentile, one more or less (LG-DEC-10)"""
    lengths = Counter[int]()
    for _, of_match in matches[table, players]:
        lengths += of_match
    ordered = sorted(lengths.elements())
    found = [ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]]
    wanted = [int(n) for n in rows_of(table)[players]["branching median / p90"].split(" / ")]
    assert all(abs(a - b) <= 1 for a, b in zip(found, wanted, strict=True)), (found, wanted)
