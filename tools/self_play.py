"""Play matches of random bots by the thousand: each ends, conserves components and verifies.

python tools/self_play.py [--game GAME] [--seats N] [--matches 1000] [--jobs 2]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from siurell.bots import SHIPPED
from siurell.games.registry import game_named, games
from siurell.match.dealer import seed_from_text
from siurell.testing.contract.setting import GameContractError
from siurell.testing.proof import prove_match

_SHARE = 20
"""So many matches are handed to a process at a time."""


def prove(game: str, seats: int, numbers: Sequence[int]) -> tuple[int, list[str]]:
    """Play the matches with these numbers: the decisions they had, and what went wrong."""
    decisions, faults = 0, []
    for number in numbers:
        seed = seed_from_text(f"self-play {game} {seats} {number}")
        try:
            match = prove_match(game_named(game), [SHIPPED["random"]] * seats, seed=seed)
        except GameContractError as error:
            faults.append(f"match {number}: {error}")
        else:
            decisions += match.result.decisions
    return decisions, faults


def main() -> int:
    """Play them all; 1 when a match broke the contract."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[game.name for game in games()])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    failed = False
    for game in games():
        for seats in range(game.min_seats, game.max_seats + 1):
            if chosen.game in (None, game.name) and chosen.seats in (None, seats):
                failed |= report(game.name, seats, chosen.matches, chosen.jobs)
    return int(failed)


def report(game: str, seats: int, matches: int, jobs: int) -> bool:
    """Play the matches of one game and number of seats, and print a line; whether any failed."""
    began = time.monotonic()
    shares = [range(first, min(first + _SHARE, matches)) for first in range(0, matches, _SHARE)]
    with ProcessPoolExecutor(jobs) as pool:
        told = list(pool.map(prove, [game] * len(shares), [seats] * len(shares), shares))
    faults = [fault for _, found in told for fault in found]
    decisions = sum(count for count, _ in told)
    print(
        f"{game}, {seats} seats: {matches} matches, {decisions} decisions, {len(faults)} faults,"
        f" {time.monotonic() - began:.0f} s",
        flush=True,
    )
    for fault in faults[:5]:
        print(f"  {fault}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
