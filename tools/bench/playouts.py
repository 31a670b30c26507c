"""Random playouts, plain and compiled, beside backgammon of OpenSpiel where that is installed.

    python -m tools.bench.playouts

A step is one decision: its full list of moves, the move, and the chance events that it leads to.
Plain and compiled rounds alternate, each in a process of its own and measured by its CPU time; both
must play the same matches.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
MATCHES = 40
WARM_UP = 5
LEVEL = 3
"""How much the C compiler optimises."""
BACKGAMMON_MATCHES = 40


def measure() -> dict[str, Any]:
    """Steps a second by game and seats, and the ratios for which there are targets."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from compile_games import compile_games, missing
    finally:
        sys.path.pop(0)
    with tempfile.TemporaryDirectory(prefix="siu-bench-") as name:
        lacking = missing()
        compiled = None if lacking else compile_games(Path(name) / "compiled", LEVEL)
        plain, fast = [], []
        for _ in range(ROUNDS):
            plain.append(_count(None))
            if compiled is not None:
                fast.append(_count(compiled))
    figures: dict[str, Any] = {
        "playouts_per_second": _medians(plain, "playouts"),
        "steps_per_second": _medians(plain),
    }
    if fast:
        figures["playouts_per_second_compiled"] = _medians(fast, "playouts")
        figures["steps_per_second_compiled"] = _medians(fast)
        figures["P6_compiled_over_plain"] = _ratios(fast, plain)
        figures["P6_compiled_plays_the_same"] = len({one["digest"] for one in plain + fast}) == 1
    else:
        figures["compiled"] = f"left out: {lacking} is missing"
    rates = [one["backgammon"] for one in plain if one["backgammon"]]
    if rates:
        yardstick = statistics.median(rates)
        figures["backgammon_steps_per_second"] = round(yardstick)
        for key, rate in _medians(plain).items():
            game, _, seats = key.rpartition("_")
            ratios = figures.setdefault(f"P6_{game}_over_backgammon", {})
            ratios[f"{seats} seats"] = round(rate / yardstick, 2)
    else:
        figures["backgammon"] = "left out: pyspiel is not installed"
    return figures


def _count(folder: Path | None) -> dict[str, Any]:
    """One round in a process of its own; the folder holds another copy of `siurell`."""
    environment = dict(os.environ)
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    run = subprocess.run(
        [sys.executable, __file__, "--count"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _medians(rounds: list[dict[str, Any]], what: str = "rates") -> dict[str, int]:
    return {
        key: round(statistics.median(one[what][key] for one in rounds)) for key in rounds[0][what]
    }


def _ratios(fast: list[dict[str, Any]], plain: list[dict[str, Any]]) -> dict[str, float]:
    pairs = list(zip(fast, plain, strict=True))
    return {
        key: round(statistics.median(f["rates"][key] / p["rates"][key] for f, p in pairs), 2)
        for key in plain[0]["rates"]
    }


def count() -> dict[str, Any]:
    """Steps a CPU second of this `siurell`, and a digest over all the matches."""
    from siurell.games.registry import games

    digest = hashlib.sha256()
    rates, playouts = {}, {}
    for game in games():
        for seats in range(game.min_seats, game.max_seats + 1):
            for number in range(WARM_UP):
                playout(game, seats, number)
            begun, steps = time.process_time(), 0
            finals = []
            for number in range(MATCHES):
                taken, final = playout(game, seats, number)
                steps += taken
                finals.append(final)
            seconds = time.process_time() - begun
            rates[f"{game.name}_{seats}"] = steps / seconds
            playouts[f"{game.name}_{seats}"] = MATCHES / seconds
            digest.update(repr([(state.key(), state.outcome()) for state in finals]).encode())
    return {
        "rates": rates,
        "playouts": playouts,
        "digest": digest.hexdigest(),
        "backgammon": backgammon(),
    }


def playout(game: Any, seats: int, number: int) -> tuple[int, Any]:
    """Play one match at random; the number of its decisions and its last state."""
    from siurell.games.base import CHANCE

    draw = random.Random(number)
    pick, below = draw.random, draw.randrange
    state = game.new_state(seats, game.check_options({}))
    steps = 0
    while (to_act := state.to_act) is not None:
        if to_act == CHANCE:
            state.apply(state.chance().draw(below))
        else:
            moves = state.legal_moves()
            state.apply(moves[int(pick() * len(moves))])
            steps += 1
    return steps, state


def backgammon() -> float:
    """Steps a CPU second of OpenSpiel's backgammon in the same loop; 0 where it is not there."""
    if importlib.util.find_spec("pyspiel") is None:
        return 0.0
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game("backgammon")
    begun, steps = time.process_time(), 0
    for number in range(BACKGAMMON_MATCHES):
        draw = random.Random(number)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, weights)[0])
            else:
                moves = state.legal_actions()
                state.apply_action(moves[int(draw.random() * len(moves))])
                steps += 1
    return steps / (time.process_time() - begun)


if __name__ == "__main__":
    print(json.dumps(count() if sys.argv[1:] == ["--count"] else measure(), indent=1))
