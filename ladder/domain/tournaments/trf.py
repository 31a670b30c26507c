"""A Swiss of two seats as text in the columns that programs for chess tournaments read.

It is *like* the FIDE's TRF16: a pairing here is a row of matches from both seats, so the colour
says who was named first, and the result who had more of the points.
"""

from __future__ import annotations

from siurell.errors import LadderError

from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.events import Bye, ByeKind
from ladder.domain.tournaments.points import pairing_points
from ladder.domain.tournaments.record import PairingRecord, RoundRecord
from ladder.domain.tournaments.settings import ByeValue, Format
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Tournament

_ABSENT = "0000 - Z"
_BYES = {ByeValue.WIN: "0000 - U", ByeValue.AVERAGE: "0000 - H", ByeValue.NOTHING: "0000 - Z"}


def trf_of(tournament: Tournament) -> str:
    """The text; `LadderError` for what it cannot tell of."""
    settings = tournament.settings
    if settings.format is not Format.SWISS or settings.seats != 2:
        raise LadderError(
            "Only a Swiss with 2 seats can be written as TRF; use json or csv.",
            reason="NO_TRF",
        )
    lines = [
        f"012 {tournament.name}",
        f"062 {len(tournament.entrants)}",
        "092 Swiss, each pairing from both seats",
        f"XXR {settings.rounds}",
    ]
    for line in sorted(standings_of(tournament), key=lambda line: line.entrant.seed_rank):
        rounds = "".join(f"  {_entry(tournament, r, line.entrant)}" for r in tournament.rounds)
        lines.append(
            f"001 {line.entrant.seed_rank:>4}      {line.entrant.name[:33]:<33}"
            f"{'':33}{float(line.score):>4.1f} {line.place:>4}{rounds}"
        )
    return "\n".join(lines) + "\n"


def _entry(tournament: Tournament, round_: RoundRecord, entrant: Entrant) -> str:
    """What an entrant did in a round: opponent, colour, result."""
    for record in round_.pairings.values():
        if entrant.id in record.pairing.line_up:
            return _paired(tournament, record, entrant.id)
    byes: dict[str, Bye] = {bye.entrant: bye for bye in round_.byes}
    bye = byes.get(entrant.id)
    if bye is None or bye.kind is not ByeKind.PAIRING:
        return _ABSENT
    return _BYES[tournament.settings.bye or ByeValue.WIN]


def _paired(tournament: Tournament, record: PairingRecord, entrant: str) -> str:
    line_up = record.pairing.line_up
    (other,) = (one for one in line_up if one != entrant)
    colour = "w" if line_up[0] == entrant else "b"
    result = " "
    if tournament.is_over_pairing(record):
        points = pairing_points(record, tournament.settings).points
        mine, theirs = points[entrant] or 0, points[other] or 0
        sure = ("1", "0", "=") if record.played else ("+", "-", "=")
        result = sure[0] if mine > theirs else sure[1] if mine < theirs else sure[2]
    return f"{tournament.seed_rank(other):>4} {colour} {result}"
