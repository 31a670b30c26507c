"""Pages of a ladder of many bots with a long log, and choosing who plays next.

    python -m tools.bench.store

The store is made up (`tools.bench.big_store`), which takes a minute or a few, and its GiB is kept
in a temporary folder for the next time. It is measured at two lengths of the log, one ten times the
other, to see whether a page takes longer where more has been played. Figures are the best of some
rounds, in milliseconds of CPU: nothing is waited for but the machine, and what else that does is
not to count.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from siurell.match.result import Cause

from ladder.services.ahead import Ahead
from ladder.services.arena import Arena, open_arena
from ladder.services.bots import show_bot
from ladder.services.leaderboard import leaderboard
from ladder.services.matches import list_matches, show_match
from ladder.services.pairing import next_line_up
from ladder.services.seasons import season_named
from ladder.services.status import ladder_status
from tools.bench.big_store import SEASON, big_store

BOTS = 10_000
MATCHES = 1_000_000
SHORT = 10
"""The log that it is held against is so many times shorter."""
ROUNDS = 7
ROWS: Final = 50
FOLDER: Path | None = Path(tempfile.gettempdir()) / "siurell-bench"
CHOSEN = 100
"""So many matches are chosen at a time."""


def measure() -> dict[str, Any]:
    """Milliseconds of each page and of choosing, and how much longer they take in a longer log."""
    long, short = MATCHES, MATCHES // SHORT
    with _folder() as folder:
        found = {many: _measure(folder, many) for many in (short, long)}
    pages = {name: span for name, span in found[long].items() if name != "choosing"}
    return {
        "P11_page_ms": pages,
        "P11_choosing_100_matches_ms": found[long]["choosing"],
        "P11_longer_log_over_shorter": sum(pages.values())
        / sum(found[short][name] for name in pages),
        "store_bots": BOTS,
        "store_matches": long,
        "store_shorter_log_ms": found[short],
    }


@contextmanager
def _folder() -> Iterator[Path]:
    """Where the stores are kept, or where there is none one for the moment."""
    if FOLDER is not None:
        yield FOLDER
        return
    with tempfile.TemporaryDirectory(prefix="siurell-bench-") as folder:
        yield Path(folder)


def _measure(folder: Path, matches: int) -> dict[str, float]:
    with open_arena(big_store(folder, BOTS, matches)) as arena:
        return {name: _best(ask) for name, ask in _asked(arena, matches).items()}


def _asked(arena: Arena, matches: int) -> dict[str, Callable[[], object]]:
    season = season_named(arena, SEASON)
    bot = f"bot{BOTS // 2:05}"
    return {
        "leaderboard": lambda: leaderboard(arena, season, limit=ROWS),
        "last page of the leaderboard": lambda: leaderboard(
            arena, season, first=BOTS - ROWS, limit=ROWS
        ),
        "match list": lambda: list_matches(arena, limit=ROWS),
        "last page of the match list": lambda: list_matches(
            arena, limit=ROWS, before=f"m_{ROWS + 1}"
        ),
        "match list of a season": lambda: list_matches(arena, season=SEASON, limit=ROWS),
        "match list of a bot": lambda: list_matches(arena, bot=bot, limit=ROWS),
        "match list by cause": lambda: list_matches(arena, cause=Cause.TIMEOUT, limit=ROWS),
        "match list by a rare cause": lambda: list_matches(arena, cause=Cause.CRASH, limit=ROWS),
        "match show": lambda: show_match(arena, f"m_{matches // 2}"),
        "bot show": lambda: show_bot(arena, bot),
        "status": lambda: ladder_status(arena),
        "choosing": lambda: _choose(arena),
    }


def _choose(arena: Arena) -> None:
    """Choose line-ups until they play so many matches; nothing of it is written."""
    season = season_named(arena, SEASON)
    with arena.db.read() as session:
        rng, ahead = random.Random(1), Ahead()
        chosen = 0
        while chosen < CHOSEN:
            line_up = next_line_up(session, arena, season, rng, 1, set(), ahead)
            assert line_up is not None
            chosen += len(line_up)


def _best(ask: Callable[[], object]) -> float:
    ask()
    spans = []
    for _ in range(ROUNDS):
        start = time.process_time()
        ask()
        spans.append(1000 * (time.process_time() - start))
    return min(spans)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
