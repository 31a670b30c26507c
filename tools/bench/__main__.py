"""`make bench`: measure everything, and hold it against the targets.

    python -m tools.bench [--json] [SECTION ...]

Where it can be, a target is a ratio inside one run, since machines are noisy; the others are
counts, shares, bytes, and the times of P11, which are for a machine that is not busy. Figures that
are no target are for orientation only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from tools.bench import clock, playouts, ranking, referee, replays, store, worker
from tools.bench.targets import TARGETS, Figures, Target

SECTIONS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "referee": referee.measure,
    "worker": worker.measure,
    "clock": clock.measure,
    "playouts": playouts.measure,
    "replays": replays.measure,
    "ranking": ranking.measure,
    "store": store.measure,
}


def main() -> int:
    """Measure the sections named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    unknown = set(chosen.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    figures: dict[str, Any] = {}
    for name in chosen.sections or SECTIONS:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        figures |= SECTIONS[name]()
    if chosen.json:
        print(json.dumps({"targets": list(verdicts(figures)), "figures": figures}, indent=2))
    else:
        show(figures, whole=not chosen.sections)
    return 0


def show(figures: Figures, *, whole: bool) -> None:
    """The targets first, then every other figure."""
    console = Console()
    table = Table("target", "what", "measured", "goal", "", box=None)
    for row in verdicts(figures):
        measured, verdict = row["measured"], row["verdict"]
        if measured is not None:
            table.add_row(row["target"], row["what"], f"{measured:.2f}", row["goal"], verdict)
        elif whole:
            table.add_row(row["target"], row["what"], "-", row["goal"], verdict)
    console.print(table)
    keys = {target.key for target in TARGETS}
    rest = Table("figure", "value", box=None)
    for key, value in figures.items():
        if key not in keys:
            rest.add_row(key, f"{value:.1f}" if isinstance(value, float) else str(value))
    console.print(rest)


def verdicts(figures: Figures) -> Iterator[dict[str, Any]]:
    """Every target with each value that was measured for it."""
    for target in TARGETS:
        told = target.read_with(figures)
        row = {"target": target.name, "what": told, "goal": goal(target)}
        found = list(target.values(figures))
        for word, value in found:
            what = f"{told}, {word}" if word else told
            verdict = "met" if target.met(value) else "missed"
            yield {**row, "what": what, "measured": value, "verdict": verdict}
        if not found:
            yield {**row, "measured": None, "verdict": "not measured"}


def goal(target: Target) -> str:
    """The goal as it is written."""
    return f"{'at least' if target.least else 'at most'} {target.goal:g}"


if __name__ == "__main__":
    raise SystemExit(main())
