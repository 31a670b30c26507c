"""How often `siurell compare` errs, and how many blocks it needs: two tables, by simulation.

    python tools/comparing.py [--comparisons 1000] [--write]

Nothing is played: the leads of blocks are made up, so that the truth is known
(`ladder.domain.trials`). With --write the tables take the place of those in docs/comparing.md. A
quarter of an hour.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from ladder.domain.comparison import Terms
from ladder.domain.sprt import EloModel, Sprt, with_lead_of
from ladder.domain.trials import BAD_CASES, ErrorRates, error_rates, pair_error_rates, rates_of

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "comparing.md"
BEGIN: Final = "<!-- tables of tools/comparing.py -->"
END: Final = "<!-- end of the tables -->"
COMPARISONS: Final = 1_000
MOST_BLOCKS: Final = 1_000
"""As the command does when nothing is said."""
MARGIN: Final = 0.05
LEADS: Final = (0.0, 0.05, 0.1, 0.2)
SEATS: Final = (2, 3, 4)
SPRT: Final = Sprt(0, 50)
PAIRS: Final = {
    "even": (1, 4, 6, 4, 1),
    "mostly level": (1, 3, 92, 3, 1),
    "alike in both seats": (3, 1, 2, 1, 3),
}
"""Shares of pairs from two losses to two wins, before they get the lead that is wanted."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: what was compared, what came of it, and which verdict is wrong there.

    ``matches``: of a block. ``wrong``: how many erred, None where either verdict may be right.
    """

    what: str
    truth: str
    rates: ErrorRates
    matches: int
    wrong: int | None

    @property
    def text(self) -> str:
        """The line in Markdown."""
        rates = self.rates
        undecided = rates.comparisons - rates.promoted - rates.rejected
        wrong = "" if self.wrong is None else _percent(self.wrong, rates)
        cells = (
            self.what,
            self.truth,
            _percent(rates.promoted, rates),
            _percent(rates.rejected, rates),
            _percent(undecided, rates),
            wrong,
            f"{rates.mean_blocks:.0f}",
            f"{rates.mean_blocks * self.matches:.0f}",
        )
        return f"| {' | '.join(cells)} |"


def _percent(count: int, rates: ErrorRates) -> str:
    return f"{100 * count / rates.comparisons:.1f} %"


def lead_rows(comparisons: int) -> Iterator[Row]:
    """Made-up matches of 2 to 4 seats, then leads of bad kinds."""
    terms = Terms(worth=MARGIN)
    simulate = partial(error_rates, comparisons=comparisons, most_blocks=MOST_BLOCKS)
    for seats in SEATS:
        for lead in LEADS:
            found = simulate(seats, lead, terms)
            yield Row(
                f"{seats} seats", f"{100 * lead:.0f} %", found, 2 * seats, _wrong(found, lead)
            )
    for name, leads in BAD_CASES.items():
        for lead in (0.0, MARGIN):
            found = rates_of(
                leads(lead), terms, comparisons=comparisons, most_blocks=MOST_BLOCKS, seed=name
            )
            yield Row(name, f"{100 * lead:.0f} %", found, 4, _wrong(found, lead))


def _wrong(found: ErrorRates, lead: float) -> int | None:
    if lead <= 0:
        return found.promoted
    return found.rejected if lead >= MARGIN else None


def pair_rows(comparisons: int) -> Iterator[Row]:
    """Tests of pairs at both of their bounds."""
    for name, weights in PAIRS.items():
        shares = [weight / sum(weights) for weight in weights]
        for elo in (SPRT.elo0, SPRT.elo1):
            found = pair_error_rates(
                SPRT,
                with_lead_of(shares, elo, EloModel.NORMALIZED),
                comparisons=comparisons,
                most_blocks=MOST_BLOCKS,
                seed=name,
            )
            wrong = found.promoted if elo == SPRT.elo0 else found.rejected
            yield Row(f"pairs, {name}", f"{elo:g} Elo", found, 2, wrong)


def tables(comparisons: int) -> str:
    """Both tables in Markdown; each line is also said on stderr as it is known."""
    parts = []
    for rows in (lead_rows(comparisons), pair_rows(comparisons)):
        lines = [
            "| | true lead | promoted | rejected | undecided | wrong | blocks | matches |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for row in rows:
            lines.append(row.text)
            print(row.text, file=sys.stderr, flush=True)
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def put_into(page: str, text: str) -> str:
    """The page with these tables in place of its own."""
    between = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    if len(between.findall(page)) != 1:
        raise ValueError(f"the page has no place for tables, from {BEGIN} to {END}")
    return between.sub(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", page)


def main() -> int:
    """Simulate, then print the tables or write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=COMPARISONS)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    chosen = parser.parse_args()
    text = tables(chosen.comparisons)
    if chosen.write:
        PAGE.write_text(put_into(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
