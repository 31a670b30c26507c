"""A tournament as plain values for programs: standings, crosstable, rounds with their reasons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ladder.cli.plain import plain
from ladder.domain.tournaments.bracket_view import bracket_of
from ladder.domain.tournaments.crosstable import Cell, crosstable_of
from ladder.domain.tournaments.encoding import settings_to_values
from ladder.domain.tournaments.settings import ELIMINATIONS
from ladder.domain.tournaments.standings import Standing, standings_of
from ladder.domain.tournaments.state import Tournament

Values = dict[str, Any]


def tournament_values(tournament: Tournament) -> Values:
    """All that is known of a tournament. Fractions are texts such as ``7/2``, never rounded."""
    values: Values = {
        "tournament": tournament.name,
        "status": tournament.status.value,
        "settings": settings_to_values(tournament.settings),
        "standings": standings_values(tournament),
        "crosstable": crosstable_values(tournament),
        "rounds": rounds_values(tournament),
        "withdrawn": [
            {"bot": tournament.by_id[entrant].name, "reason": reason}
            for entrant, reason in tournament.withdrawn.items()
        ],
        "replayed_rounds": plain(tournament.replays),
    }
    if tournament.settings.format in ELIMINATIONS:
        values["bracket"] = bracket_values(tournament)
    return values


def standings_values(tournament: Tournament) -> list[Values]:
    """The table, best first, with the value of each tie-break and what decided."""
    return [_line(tournament, line) for line in standings_of(tournament)]


def _line(tournament: Tournament, line: Standing) -> Values:
    names = map(str, tournament.settings.tie_breaks or ())
    return {
        "place": line.place,
        "bot": line.entrant.name,
        "seed_rank": line.entrant.seed_rank,
        "score": str(line.score),
        "pairings": line.pairings,
        "matches": line.matches,
        "wins": line.wins,
        "tie_breaks": {
            name: None if value is None else str(value)
            for name, value in zip(names, line.values, strict=True)
        },
        "decided_by": line.decided_by,
        "withdrawn": line.withdrawn,
    }


def crosstable_values(tournament: Tournament) -> Values:
    """Everyone against everyone, and everyone against all."""
    found = crosstable_of(tournament)
    names = {entrant.id: entrant.name for entrant in tournament.entrants}
    return {
        "totals": {names[one]: _cell(cell) for one, cell in found.totals.items()},
        "duels": [
            {"bot": names[one], "against": names[other], **_cell(cell)}
            for (one, other), cell in found.cells.items()
        ],
    }


def _cell(cell: Cell) -> Values:
    return {
        "share": float(cell.share),
        "interval": None if cell.interval is None else list(cell.interval),
        "blocks": len(cell.blocks),
        "matches": cell.matches,
        "verdict": cell.verdict,
    }


def rounds_values(tournament: Tournament) -> list[Values]:
    """Each round with its pairings, why they are, and how their matches ended."""
    names = {entrant.id: entrant.name for entrant in tournament.entrants}
    return [
        {
            "round": round_.number,
            "run": round_.run,
            "over": tournament.is_over(round_),
            "pairings": [
                {
                    "number": record.pairing.number,
                    "label": record.pairing.label,
                    "bots": [names[one] for one in record.pairing.line_up],
                    "reason": record.pairing.reason,
                    "blocks": [
                        {
                            "block": number,
                            "bots": [names[one] for one in block.line_up],
                            "matches": plain(block.matches),
                        }
                        for number, block in sorted(record.blocks.items())
                    ],
                }
                for record in round_.pairings.values()
            ],
            "byes": [
                {"bot": names[bye.entrant], "kind": bye.kind.value, "reason": bye.reason}
                for bye in round_.byes
            ],
        }
        for round_ in tournament.rounds
    ]


def bracket_values(tournament: Tournament) -> Values:
    """The bracket of an elimination."""
    view = bracket_of(tournament)
    return {
        "byes": [entrant.name for entrant in view.byes],
        "pairings": [
            {
                "label": one.label,
                "round": one.round,
                "state": one.state.value,
                "decided": one.decided,
                "bots": [
                    {
                        "bot": None if slot.entrant is None else slot.entrant.name,
                        "origin": slot.origin,
                        "place": slot.place,
                        "points": None if slot.points is None else str(slot.points),
                    }
                    for slot in one.slots
                ],
            }
            for one in view.pairings
        ],
    }


def fraction_text(value: Fraction | None) -> str:
    """A fraction for a table: exact where two places after the point are enough.

    >>> fraction_text(Fraction(7, 2)), fraction_text(Fraction(3)), fraction_text(Fraction(1, 3))
    ('3.5', '3', '0.33')
    """
    if value is None:
        return "-"
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
