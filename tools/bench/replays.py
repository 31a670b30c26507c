"""What a replay weighs and what verifying one costs, beside a playout of the same length."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from siurell.bots import SHIPPED
from siurell.games.base import CHANCE
from siurell.games.registry import game_named
from siurell.local import LocalMatch, play_local
from siurell.match.clock import TimeControl
from siurell.match.dealer import bot_random, seed_from_text
from siurell.replay.read import read_replay
from siurell.replay.verify import verify

GAME = "finca"
MATCHES = 30


def measure() -> dict[str, Any]:
    """Bytes a decision with real stamps, and the time to verify over that of a playout."""
    played = [_match(number) for number in range(MATCHES)]
    decisions = sum(match.result.decisions for match in played)
    replays = [read_replay(match.replay.data) for match in played]
    ratios = []
    for _ in range(5):
        verifying = _seconds(lambda: [verify(replay) for replay in replays]) / decisions
        steps, playing = _playouts()
        ratios.append(verifying / (playing / steps))
    return {
        "P10_bytes_per_decision": sum(len(match.replay.data) for match in played) / decisions,
        "P10_verify_over_playout": statistics.median(ratios),
    }


def _match(number: int) -> LocalMatch:
    seats = 2 + number % 3
    bots = [SHIPPED["greedy" if seat % 2 else "random"] for seat in range(seats)]
    return play_local(
        game_named(GAME),
        bots,
        seed=seed_from_text(f"bench {number}"),
        time=TimeControl.parse("10s+50ms/500ms"),
    )


def _playouts() -> tuple[int, float]:
    """Decisions of random playouts and the seconds that they took."""
    game = game_named(GAME)
    started, decisions = time.perf_counter(), 0
    for number in range(MATCHES):
        rng = bot_random(number.to_bytes(4, "big"))
        state = game.new_state(2 + number % 3, game.check_options({}))
        while state.to_act is not None:
            if state.to_act == CHANCE:
                state.apply(state.chance().draw(rng.randrange))
            else:
                decisions += 1
                state.apply(rng.choice(state.legal_moves()))
    return decisions, time.perf_counter() - started


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
