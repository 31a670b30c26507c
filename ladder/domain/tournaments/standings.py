"""The standings: everyone by score and tie-breaks, and which of them put whom above whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ladder.domain.tournaments.buchholz import Numbers
from ladder.domain.tournaments.elimination import Exit, exits_of
from ladder.domain.tournaments.encounters import Encounters, Groups
from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.settings import ELIMINATIONS
from ladder.domain.tournaments.sheet import Kind, Sheet, annulled_entrants, sheet_of
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.tie_break import Measure, TieBreak

SCORE = "score"
BRACKET = "bracket"
WITHDRAWAL = "withdrawal"


@dataclass(frozen=True, slots=True)
class Standing:
    """One line. Who is level after all tie-breaks shares a place and stands there as seeded.

    ``pairings`` are those that count, ``matches`` those that were played: each entrant's own.
    ``values`` go with the tie-breaks of the settings; None where one was not needed.
    ``decided_by``: what puts it below the one above it; empty for the first and who shares a place.
    ``exit``: in an elimination, how far it came.
    """

    place: int
    entrant: Entrant
    score: Fraction
    pairings: int
    matches: int
    wins: int
    values: tuple[Fraction | None, ...]
    decided_by: str
    withdrawn: bool
    exit: Exit | None = None

    @property
    def mean_score(self) -> Fraction | None:
        """Points for each of its pairings; None before the first."""
        return self.score / self.pairings if self.pairings else None


@dataclass(frozen=True, slots=True)
class _Part:
    """Some who are level, and what puts them below those before them."""

    decided_by: str
    level: tuple[str, ...]


def standings_of(tournament: Tournament) -> tuple[Standing, ...]:
    """The table as it stands, best first."""
    sheet = sheet_of(tournament)
    if tournament.settings.format in ELIMINATIONS:
        exits = exits_of(tournament)
        order = _Order(tournament, sheet, ())
        return order.lines(_by_exit(exits), exits)
    order = _Order(tournament, sheet, tournament.settings.tie_breaks or ())
    return order.lines(order.by_score())


def _by_exit(exits: dict[str, Exit]) -> list[_Part]:
    parts: dict[int, list[str]] = {}
    for entrant, found in exits.items():
        parts.setdefault(found.place, []).append(entrant)
    return [
        _Part(BRACKET if number else "", tuple(parts[place]))
        for number, place in enumerate(sorted(parts))
    ]


class _Order:
    """Takes apart who is level, one tie-break after another."""

    def __init__(
        self, tournament: Tournament, sheet: Sheet, tie_breaks: Sequence[TieBreak]
    ) -> None:
        self._tournament = tournament
        self._sheet = sheet
        self._tie_breaks = tie_breaks
        self._numbers = Numbers(sheet, tournament.settings.rule_year)
        self._encounters = Encounters(sheet)
        self._among: dict[tuple[int, str], Fraction] = {}

    def by_score(self) -> list[_Part]:
        """Everyone in parts that share a place, best first."""
        annulled = annulled_entrants(self._tournament)
        there = [e.id for e in self._tournament.entrants if e.id not in annulled]
        parts = self._labelled(_grouped(there, self._sheet.score), SCORE, 0)
        if annulled:
            gone = tuple(e.id for e in self._tournament.entrants if e.id in annulled)
            parts.append(_Part(WITHDRAWAL if parts else "", gone))
        return parts

    def _labelled(self, groups: Groups, decided_by: str, step: int) -> list[_Part]:
        """Each group taken apart by the tie-breaks from a step on."""
        parts: list[_Part] = []
        for group in groups:
            inner = self._apart(group, step)
            parts.append(_Part(decided_by if parts else "", inner[0].level))
            parts += inner[1:]
        return parts

    def _apart(self, level: list[str], step: int) -> list[_Part]:
        if len(level) == 1 or step == len(self._tie_breaks):
            return [_Part("", tuple(level))]
        tie_break = self._tie_breaks[step]
        return self._labelled(self._split(level, tie_break, step), str(tie_break), step + 1)

    def _split(self, level: list[str], tie_break: TieBreak, step: int) -> Groups:
        if tie_break.measure is Measure.DIRECT_ENCOUNTER:
            groups = self._encounters.direct(level)
            for rank, group in enumerate(groups, start=1):
                self._among.update(((step, entrant), Fraction(rank)) for entrant in group)
            return groups
        if tie_break.measure is Measure.HEAD_TO_HEAD:
            shares = {entrant: self._encounters.share(entrant, level) for entrant in level}
            self._among.update(((step, entrant), share) for entrant, share in shares.items())
            return _grouped(level, shares.__getitem__)
        return _grouped(level, lambda entrant: self._numbers.of(tie_break, entrant))

    def lines(
        self, parts: Sequence[_Part], exits: dict[str, Exit] | None = None
    ) -> tuple[Standing, ...]:
        """The standings of parts in their order."""
        lines: list[Standing] = []
        for part in parts:
            place = len(lines) + 1
            in_order = sorted(part.level, key=self._tournament.seed_rank)
            for number, entrant in enumerate(in_order):
                decided_by = "" if number else part.decided_by
                lines.append(self._line(place, entrant, decided_by, (exits or {}).get(entrant)))
        return tuple(lines)

    def _line(self, place: int, entrant: str, decided_by: str, left: Exit | None) -> Standing:
        entries = self._sheet.entries[entrant]
        return Standing(
            place=place,
            entrant=self._tournament.by_id[entrant],
            score=self._sheet.score(entrant),
            pairings=sum(entry.kind is not Kind.ABSENT for entry in entries),
            matches=sum(entry.matches for entry in entries),
            wins=self._sheet.wins(entrant),
            values=tuple(self._value(step, entrant) for step in range(len(self._tie_breaks))),
            decided_by=decided_by,
            withdrawn=entrant in self._tournament.withdrawn,
            exit=left,
        )

    def _value(self, step: int, entrant: str) -> Fraction | None:
        tie_break = self._tie_breaks[step]
        if tie_break.measure in (Measure.DIRECT_ENCOUNTER, Measure.HEAD_TO_HEAD):
            return self._among.get((step, entrant))
        return self._numbers.of(tie_break, entrant)


def _grouped(level: Sequence[str], value: Callable[[str], Fraction]) -> Groups:
    """Those of one value together, the largest first."""
    groups: dict[Fraction, list[str]] = {}
    for entrant in level:
        groups.setdefault(value(entrant), []).append(entrant)
    return [groups[key] for key in sorted(groups, reverse=True)]
