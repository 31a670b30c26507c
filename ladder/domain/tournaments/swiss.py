"""Swiss rounds for two seats: equal scores, no rematch, seats in turn, a bye at most once.

The whole round is one matching. What counts, from first to last:

1. nobody meets anybody twice, and nobody has a second bye (one that was won without playing counts
   as a bye);
2. nobody is named first, or second, three times in a row or three times more than the other;
3. the bye goes to the lowest score;
4. scores in a pairing differ as little as can be;
5. those who are due to be named first meet those who are not;
6. nobody meets a lower or a higher score again in the next round, or in the one after;
7. who meets a lower score meets the first of that group; within a group of equal scores the upper
   half meets the lower half, in order, and the last is who meets a lower score.

Who is named first has the first seat in the first rotation; all rotations are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.events import Bye, ByeKind, Pairing, RoundPaired
from ladder.domain.tournaments.foresight import MOST, cheapest_with_a_future
from ladder.domain.tournaments.matching import Edge, cheapest_pairs, lexicographic
from ladder.domain.tournaments.sheet import Kind, Sheet, sheet_of
from ladder.domain.tournaments.state import Tournament

_WINDOW = 32
_LARGE = 128
"""So many entrants are first paired within a window of the order of scores: it is faster."""


@dataclass(slots=True)
class Player:
    """One to be paired, with what it has behind it.

    ``seats``: 1 for each time it was named first and -1 for second, in order. ``floats``: of the
    last round and the one before, 1 when it met a lower score or had a bye, -1 when a higher one.
    """

    entrant: Entrant
    score: Fraction
    units: int = 0
    met: dict[str, int] = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)
    byes: int = 0
    floats: tuple[int, int] = (0, 0)

    @property
    def due(self) -> int:
        """1 when it should be named first, -1 second, 0 either."""
        balance = sum(self.seats)
        if balance:
            return -1 if balance > 0 else 1
        return -self.seats[-1] if self.seats else 0

    @property
    def strength(self) -> int:
        """How much: 3 it must, 2 it is out of balance, 1 it is its turn, 0 it does not matter."""
        if abs(sum(self.seats)) > 1 or (len(self.seats) > 1 and self.seats[-1] == self.seats[-2]):
            return 3
        return 2 if sum(self.seats) else min(1, len(self.seats))


def players_of(tournament: Tournament) -> list[Player]:
    """Who is to be paired, best first."""
    sheet = sheet_of(tournament)
    players = {e.id: Player(e, sheet.score(e.id)) for e in tournament.active}
    for round_ in tournament.rounds:
        for record in round_.pairings.values():
            line_up = record.pairing.line_up
            for place, entrant in enumerate(line_up):
                player = players.get(entrant)
                if player is not None and record.played:
                    player.seats.append(1 if place == 0 else -1)
                    for other in line_up:
                        if other != entrant:
                            player.met[other] = player.met.get(other, 0) + 1
    for player in players.values():
        entries = sheet.entries[player.entrant.id]
        player.byes = sum(entry.kind in (Kind.BYE, Kind.WALKOVER) for entry in entries)
        last = len(tournament.rounds)
        player.floats = (
            _float_of(sheet, player.entrant.id, last),
            _float_of(sheet, player.entrant.id, last - 1),
        )
    unit = lcm(*(player.score.denominator for player in players.values()))
    for player in players.values():
        player.units = int(player.score * unit)
    return sorted(players.values(), key=lambda p: (-p.score, p.entrant.seed_rank))


def _float_of(sheet: Sheet, entrant: str, round_: int) -> int:
    """Whether the opponent of a round had less or more by then."""
    entry = next((e for e in sheet.entries[entrant] if e.round == round_), None)
    if entry is None:
        return 0
    if entry.kind is not Kind.PLAYED:
        return int(entry.kind in (Kind.BYE, Kind.WALKOVER))
    own = _score_before(sheet, entrant, round_)
    other = _score_before(sheet, entry.opponents[0], round_)
    return (own > other) - (own < other)


def _score_before(sheet: Sheet, entrant: str, round_: int) -> Fraction:
    points = [entry.points for entry in sheet.entries[entrant] if entry.round < round_]
    return sum(points, Fraction(0))


def next_swiss_round(tournament: Tournament) -> RoundPaired:
    """The next round of a Swiss with two seats whose rounds so far are over."""
    players = players_of(tournament)
    number = len(tournament.rounds) + 1
    pairs = pair(players, (tournament.settings.rounds or 1) - number)
    byes = tuple(players[one] for one, other in pairs if other == len(players))
    duels = [(players[one], players[other]) for one, other in pairs if other < len(players)]
    return RoundPaired(
        number,
        tuple(_pairing(position, *duel) for position, duel in enumerate(duels, start=1)),
        tuple(_bye(player) for player in byes),
    )


def pair(players: Sequence[Player], rounds_left: int = 0) -> tuple[Edge, ...]:
    """Who meets whom, by their places in the order given; the number after the last is the bye.

    ``rounds_left``: so many more rounds are to be paired after this one.
    """
    count = len(players) + len(players) % 2
    if count > _LARGE:
        near = _Costs(players, _WINDOW)
        found = cheapest_pairs(count, near.of_all())
        if found is not None and near.fresh().issuperset(found):
            return found
    costs = _Costs(players, count)
    all_costs = costs.of_all()
    if _may_run_out(players, count, rounds_left):
        found = cheapest_with_a_future(count, all_costs, costs.fresh(), rounds_left)
        if found is not None:
            return found
    found = cheapest_pairs(count, all_costs)
    assert found is not None, "everyone may meet everyone at a price"
    return found


def _may_run_out(players: Sequence[Player], count: int, rounds_left: int) -> bool:
    """Whether the next round could lack opponents: those who have half of them left never do."""
    if not rounds_left or count > MOST:
        return False
    met = max(len(player.met) + player.byes for player in players)
    return count - 2 - met < count // 2


class _Costs:
    """What each edge costs, level by level."""

    def __init__(self, players: Sequence[Player], window: int) -> None:
        self._players = players
        self._group: list[tuple[int, int]] = _groups(players)
        size = len(players)
        self._edges = [
            (one, other)
            for one in range(size)
            for other in range(one + 1, size + size % 2)
            if other - one <= window or other == size
        ]

    def of_all(self) -> dict[Edge, int]:
        """The costs by edge, all levels in one number."""
        levels = [self._levels(edge) for edge in self._edges]
        by_level = [
            {edge: costs[number] for edge, costs in zip(self._edges, levels, strict=True)}
            for number in range(len(levels[0]))
        ]
        return lexicographic(by_level, len(self._players) + 1)

    def fresh(self) -> frozenset[Edge]:
        """The edges by which nobody meets anybody again and nobody has a second bye."""
        return frozenset(edge for edge in self._edges if not self._again(*edge))

    def _again(self, one: int, other: int) -> int:
        """How often two have met, or how many byes somebody had."""
        if other == len(self._players):
            return self._players[one].byes
        return self._players[one].met.get(self._players[other].entrant.id, 0)

    def _levels(self, edge: Edge) -> tuple[int, ...]:
        one, other = edge
        if other == len(self._players):
            return self._bye_levels(one)
        first, second = self._players[one], self._players[other]
        clash = first.due * second.due > 0
        strengths = (first.strength, second.strength)
        apart = first.units - second.units
        return (
            self._again(one, other),
            int(clash and min(strengths) == 3),
            0,
            apart * apart,
            min(strengths) if clash else 0,
            *(int(apart > 0 and down > 0) for down in first.floats),
            *(int(apart > 0 and up < 0) for up in second.floats),
            self._below_the_top(one, other),
            self._same_half(one, other),
            self._off(one, other),
        )

    def _bye_levels(self, one: int) -> tuple[int, ...]:
        player = self._players[one]
        lowest = min(other.units for other in self._players)
        above = player.units - lowest
        start, size = self._group[one]
        floats = (int(down > 0) for down in player.floats)
        return (player.byes, 0, above, 0, 0, *floats, 0, 0, 0, 0, (start + size - 1 - one) ** 2)

    def _below_the_top(self, one: int, other: int) -> int:
        """How far who meets a higher score is from the top of its group."""
        return (other - self._group[other][0]) ** 2 if other >= sum(self._group[one]) else 0

    def _same_half(self, one: int, other: int) -> int:
        start, size = self._group[one]
        if other >= start + size:
            return 0
        middle = start + start % 2 + _half(start, size)
        return int((one < middle) == (other < middle))

    def _off(self, one: int, other: int) -> int:
        """How far a pair is from the usual one: half a group apart, or the last who goes down."""
        start, size = self._group[one]
        if other < start + size:
            return (other - one - _half(start, size)) ** 2
        return (start + size - 1 - one) ** 2


def _half(start: int, size: int) -> int:
    """Half of a group of scores, without its first when an odd number stands above it: that one
    meets who is left over there."""
    return (size - start % 2) // 2


def _groups(players: Sequence[Player]) -> list[tuple[int, int]]:
    """For each place where its group of equal scores starts, and its size."""
    found: list[tuple[int, int]] = []
    while len(found) < len(players):
        start = len(found)
        size = sum(player.units == players[start].units for player in players)
        found += [(start, size)] * size
    return found


def _pairing(number: int, better: Player, other: Player) -> Pairing:
    """The pairing with the one first whose turn it is."""
    swapped = _goes_second(better, other)
    first, second = (other, better) if swapped else (better, other)
    reason = f"{_points(better.score)} against {_points(other.score)}"
    reason += ", a rematch: nobody else was left" if other.entrant.id in better.met else ""
    return Pairing(number, (first.entrant.id, second.entrant.id), f"{reason}.")


def _goes_second(better: Player, other: Player) -> bool:
    """Whether the better placed is named second: the turn of whom it matters more to decides."""
    if better.strength != other.strength:
        stronger = better if better.strength > other.strength else other
        return (stronger.due < 0) == (stronger is better)
    if better.due != other.due:
        return better.due < other.due
    if better.due == 0:
        return better.entrant.seed_rank % 2 == 0
    for mine, theirs in zip(reversed(better.seats), reversed(other.seats), strict=False):
        if mine != theirs:
            return mine > theirs
    return better.due < 0


def _bye(player: Player) -> Bye:
    again = ", for want of anybody who has had none" if player.byes else ""
    return Bye(
        player.entrant.id,
        ByeKind.PAIRING,
        f"An odd number: {_points(player.score)} is the lowest that can be left over{again}.",
    )


def _points(score: Fraction) -> str:
    """A score in a sentence.

    >>> _points(Fraction(5, 2)), _points(Fraction(1))
    ('2.5 points', '1 point')
    """
    text = f"{float(score):.3f}".rstrip("0").rstrip(".")
    return f"{text} point{'' if score == 1 else 's'}"
