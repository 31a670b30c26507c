"""The score sheet: for each entrant, round by round, what it played and what that is worth.

All that standings and tie-breaks are computed from. Only pairings that are over are on it.

When an entrant withdraws, what it played counts, and the others win what is left of its pairings
without playing; in pods they play it among themselves, and it is last. But of a round robin for two
nothing counts for anybody when less than half of its pairings had been played; in a gauntlet what
was not played counts for nobody; and in a Swiss it is not paired again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from ladder.domain.tournaments.events import ByeKind
from ladder.domain.tournaments.points import (
    NOTHING,
    PairingPoints,
    average_of,
    mean,
    pairing_points,
    win_of,
)
from ladder.domain.tournaments.record import PairingRecord, RoundRecord
from ladder.domain.tournaments.settings import ByeValue, Format, Scoring, Settings
from ladder.domain.tournaments.state import Tournament


class Kind(Enum):
    """How an entrant spent a round."""

    PLAYED = "played"
    WALKOVER = "walkover"
    """Won without playing: the others had withdrawn."""
    FORFEIT = "forfeit"
    """Lost without playing."""
    BYE = "bye"
    """Could not be paired."""
    ABSENT = "absent"
    """Had withdrawn."""
    GIVEN_UP = "given up"
    """No match of it could be played, through nobody's fault."""


VOLUNTARY = frozenset({Kind.FORFEIT, Kind.ABSENT})
"""Rounds that are not played by the entrant's own doing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one entrant. ``duels``: its share against each of ``opponents``."""

    round: int
    kind: Kind
    points: Fraction
    opponents: tuple[str, ...] = ()
    duels: tuple[Fraction, ...] = ()
    won: bool = False
    matches: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """The entries by entrant, in the order of the rounds.

    ``rounds``: how many have been paired. ``average``: what a pairing gives on average.
    """

    entries: Mapping[str, Sequence[Entry]]
    rounds: int
    average: Fraction

    def score(self, entrant: str) -> Fraction:
        """The sum of an entrant's points."""
        return sum((entry.points for entry in self.entries[entrant]), NOTHING)

    def wins(self, entrant: str) -> int:
        """The pairings that an entrant won by playing."""
        return sum(entry.won for entry in self.entries[entrant])


def sheet_of(tournament: Tournament) -> Sheet:
    """The score sheet of a tournament as it stands."""
    settings = tournament.settings
    annulled = annulled_entrants(tournament)
    entries: dict[str, list[Entry]] = {entrant.id: [] for entrant in tournament.entrants}
    for round_ in tournament.rounds:
        for entrant, entry in _round_entries(round_, tournament, annulled):
            entries[entrant].append(entry)
    average = average_of(settings)
    if settings.scoring is Scoring.GAME_POINTS:
        average = mean([e.points for row in entries.values() for e in row if e.kind is Kind.PLAYED])
    return Sheet(entries, len(tournament.rounds), average)


def annulled_entrants(tournament: Tournament) -> frozenset[str]:
    """Who withdrew from a round robin for two before half of its pairings were played."""
    if tournament.settings.format is not Format.ROUND_ROBIN or tournament.settings.seats != 2:
        return frozenset()
    others = (len(tournament.entrants) - 1) * tournament.settings.cycles
    played = dict.fromkeys(tournament.withdrawn, 0)
    for round_ in tournament.rounds:
        for record in round_.pairings.values():
            for entrant in record.pairing.line_up:
                if entrant in played and entrant not in record.gone and record.played:
                    played[entrant] += 1
    return frozenset(entrant for entrant, count in played.items() if 2 * count < others)


def _round_entries(
    round_: RoundRecord, tournament: Tournament, annulled: frozenset[str]
) -> list[tuple[str, Entry]]:
    """The entries of a round: its pairings that are over and count, its byes, who is missing."""
    settings = tournament.settings
    scored = [
        (record, pairing_points(record, settings))
        for record in round_.pairings.values()
        if tournament.is_over_pairing(record) and _counts(record, settings, annulled)
    ]
    worth = _Worth(settings, [points for _, points in scored])
    entries = [
        (entrant, _entry(round_.number, record, points, entrant, worth))
        for record, points in scored
        for entrant in record.pairing.line_up
    ]
    if settings.format is Format.SWISS and tournament.is_over(round_):
        entries += [
            (bye.entrant, Entry(round_.number, Kind.BYE, worth.of_bye(settings.bye)))
            for bye in round_.byes
            if bye.kind is ByeKind.PAIRING
        ]
        there = {e for r in round_.pairings.values() for e in r.pairing.line_up}
        there |= {bye.entrant for bye in round_.byes}
        entries += [
            (entrant.id, Entry(round_.number, Kind.ABSENT, NOTHING))
            for entrant in tournament.entrants
            if entrant.id not in there
        ]
    return entries


def _counts(record: PairingRecord, settings: Settings, annulled: frozenset[str]) -> bool:
    if settings.format is Format.GAUNTLET and not record.played and record.gone:
        return False
    return annulled.isdisjoint(record.pairing.line_up)


class _Worth:
    """What is given where nothing was played: game points have no fixed win and average."""

    def __init__(self, settings: Settings, played: Sequence[PairingPoints]) -> None:
        known = [[p for p in points.points.values() if p is not None] for points in played]
        self._settings = settings
        self._wins = [max(points) for points in known if points]
        self._all = [point for points in known for point in points]

    @property
    def win(self) -> Fraction:
        """A win in a full pairing."""
        if self._settings.scoring is Scoring.GAME_POINTS:
            return mean(self._wins)
        return win_of(self._settings, self._settings.seats)

    @property
    def average(self) -> Fraction:
        """What a pairing gives on average."""
        if self._settings.scoring is Scoring.GAME_POINTS:
            return mean(self._all)
        return average_of(self._settings)

    def of_bye(self, value: ByeValue | None) -> Fraction:
        """What a bye is worth."""
        if value is ByeValue.WIN:
            return self.win
        return self.average if value is ByeValue.AVERAGE else NOTHING


def _entry(
    round_: int, record: PairingRecord, scored: PairingPoints, entrant: str, worth: _Worth
) -> Entry:
    points = scored.points[entrant]
    opponents = tuple(o for o in record.pairing.line_up if (entrant, o) in scored.duels)
    if opponents:
        kind = Kind.PLAYED
    elif entrant in record.gone:
        kind = Kind.FORFEIT
    else:
        kind = Kind.WALKOVER if record.forfeited else Kind.GIVEN_UP
    if points is None:
        points = worth.win if kind is Kind.WALKOVER else worth.average
    others = [other for other in record.pairing.line_up if other != entrant]
    return Entry(
        round_,
        kind,
        points,
        opponents,
        tuple(scored.duels[entrant, other] for other in opponents),
        won=bool(opponents) and all(points > (scored.points[o] or NOTHING) for o in others),
        matches=scored.matches[entrant],
    )
