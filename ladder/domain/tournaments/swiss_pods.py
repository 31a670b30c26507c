"""Swiss rounds in pods of three or four: equal scores, few who meet again, places in turn.

Everyone is dealt into pods down the order of scores; then two change pods as long as that makes the
round better. What counts, from first to last: how often those of a pod have met, who has been in a
pod with a seat less before, how far scores are apart. A number that does not fit makes pods with a
seat less, or byes where the settings say so or there is no other way; nobody has a second bye while
others have had none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm

from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.events import Bye, ByeKind, Pairing, RoundPaired
from ladder.domain.tournaments.sheet import Kind, sheet_of
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.unmet_pods import pods_of_strangers

_WINDOW = 64
"""Those further apart in the order of scores do not change pods."""
_SMALL = 32
"""Up to so many entrants the short pods are tried at every height of the table."""


@dataclass(slots=True)
class PodPlayer:
    """One to be dealt into a pod. ``places``: how often it was named on each; ``short``: its pods
    with a seat less."""

    entrant: Entrant
    score: Fraction
    units: int = 0
    met: dict[str, int] = field(default_factory=dict)
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    short: int = 0
    byes: int = 0


def pod_players_of(tournament: Tournament) -> list[PodPlayer]:
    """Who is to be dealt, best first."""
    sheet = sheet_of(tournament)
    players = {e.id: PodPlayer(e, sheet.score(e.id)) for e in tournament.active}
    for round_ in tournament.rounds:
        for record in round_.pairings.values():
            line_up = record.pairing.line_up
            for place, entrant in enumerate(line_up):
                player = players.get(entrant)
                if player is not None and record.played:
                    player.places[place] += 1
                    player.short += len(line_up) < tournament.settings.seats
                    for other in set(line_up) - {entrant}:
                        player.met[other] = player.met.get(other, 0) + 1
    unit = lcm(*(player.score.denominator for player in players.values()))
    for player in players.values():
        entries = sheet.entries[player.entrant.id]
        player.byes = sum(entry.kind in (Kind.BYE, Kind.WALKOVER) for entry in entries)
        player.units = int(player.score * unit)
    return sorted(players.values(), key=lambda p: (-p.score, p.entrant.seed_rank))


def sizes_of(entrants: int, seats: int, *, short_pods: bool) -> tuple[int, ...]:
    """The sizes of the pods of a round; who is not in them has a bye.

    >>> sizes_of(11, 4, short_pods=True), sizes_of(11, 4, short_pods=False)
    ((4, 4, 3), (4, 4))
    >>> sizes_of(5, 4, short_pods=True)
    (4,)
    """
    pods = -(-entrants // seats)
    short = pods * seats - entrants
    if not short_pods or (short > pods and entrants > seats):
        return (seats,) * (entrants // seats)
    if pods == 1:
        return (entrants,)
    return (seats,) * (pods - short) + (seats - 1,) * short


def next_pod_round(tournament: Tournament) -> RoundPaired:
    """The next round of a Swiss in pods whose rounds so far are over."""
    settings = tournament.settings
    players = pod_players_of(tournament)
    sizes = sizes_of(len(players), settings.seats, short_pods=settings.short_pods)
    by_need = sorted(players, key=lambda p: (p.byes, p.score, -p.entrant.seed_rank))
    left_over = by_need[: len(players) - sum(sizes)]
    there = [player for player in players if player not in left_over]
    pods = deal(there, sizes, settings.seats)
    return RoundPaired(
        len(tournament.rounds) + 1,
        tuple(_pairing(number, pod) for number, pod in enumerate(pods, start=1)),
        tuple(
            Bye(player.entrant.id, ByeKind.PAIRING, "The number of entrants leaves it over.")
            for player in left_over
        ),
    )


def deal(
    players: Sequence[PodPlayer], sizes: Sequence[int], seats: int
) -> tuple[tuple[PodPlayer, ...], ...]:
    """The pods, each in the order in which it is named."""
    dealt = [_arranged(players, order, seats) for order in _orders(players, sizes, seats)]
    best = min(dealt, key=_Arrangement.cost)
    return tuple(_named(pod) for pod in best.pods())


def _arranged(players: Sequence[PodPlayer], sizes: Sequence[int], seats: int) -> _Arrangement:
    arrangement = _Arrangement(players, sizes, seats)
    arrangement.improve()
    if arrangement.meetings() and arrangement.part_those_who_met():
        arrangement.improve()
    return arrangement


def _orders(
    players: Sequence[PodPlayer], sizes: Sequence[int], seats: int
) -> list[tuple[int, ...]]:
    """The sizes with the short ones together, at the end or further up.

    In a large field only where the fewest have been in one before: all would take too long.
    """
    short = [size for size in sizes if size < seats]
    full = [size for size in sizes if size == seats]
    if not short:
        return [tuple(full)]
    orders = [(*full[:at], *short, *full[at:]) for at in range(len(full), -1, -1)]
    if len(players) <= _SMALL:
        return orders

    def again(order: tuple[int, ...]) -> int:
        start, total = 0, 0
        for size in order:
            if size < seats:
                total += sum(player.short for player in players[start : start + size])
            start += size
        return total

    return [min(orders, key=again)]


class _Arrangement:
    """Players in pods, and what that costs."""

    def __init__(self, players: Sequence[PodPlayer], sizes: Sequence[int], seats: int) -> None:
        self._players = players
        self._pods: list[list[int]] = _dealt([player.units for player in players], sizes)
        self._pod_of = {one: number for number, pod in enumerate(self._pods) for one in pod}
        self._is_short = [len(pod) < seats for pod in self._pods]
        spread = max(player.units for player in players) - min(player.units for player in players)
        self._short_weight = spread * spread * len(players) * seats + 1
        most_short = sum(player.short for player in players) + 1
        self._met_weight = self._short_weight * most_short
        self._costs = [[self._of_two(one, other) for other in players] for one in players]

    def _of_two(self, one: PodPlayer, other: PodPlayer) -> int:
        met = one.met.get(other.entrant.id, 0)
        apart = one.units - other.units
        return met * met * self._met_weight + apart * apart

    def pods(self) -> list[list[PodPlayer]]:
        """The pods, the best placed of each first."""
        return [[self._players[one] for one in sorted(pod)] for pod in self._pods]

    def cost(self) -> int:
        """What the arrangement costs."""
        total = sum(self._costs[o][t] for pod in self._pods for o, t in combinations(pod, 2))
        short = [one for one, pod in self._pod_of.items() if self._is_short[pod]]
        return total + self._short_weight * sum(self._players[one].short for one in short)

    def meetings(self) -> int:
        """How many in a pod have met before."""
        return sum(self._met(*two) for pod in self._pods for two in combinations(pod, 2))

    def _met(self, one: int, other: int) -> bool:
        return self._players[other].entrant.id in self._players[one].met

    def part_those_who_met(self) -> bool:
        """Deal anew so that nobody meets anybody again; whether that was found to be possible."""
        numbers = range(len(self._players))
        met = [[self._met(one, other) for other in numbers] for one in numbers]
        found = pods_of_strangers(met, [len(pod) for pod in self._pods])
        if found is None:
            return False
        for number, pod in enumerate(self._pods):
            at = next(i for i, other in enumerate(found) if len(other) == len(pod))
            self._pods[number] = list(found.pop(at))
        self._pod_of = {one: number for number, pod in enumerate(self._pods) for one in pod}
        return True

    def improve(self) -> None:
        """Let two change pods as long as that makes it cheaper."""
        size = len(self._players)
        better = True
        while better:
            better = False
            for one in range(size):
                for other in range(one + 1, min(size, one + _WINDOW)):
                    better = self._try(one, other) or better

    def _try(self, one: int, other: int) -> bool:
        """Change the pods of two if it is cheaper; whether it was."""
        here, there = self._pod_of[one], self._pod_of[other]
        if here == there or self._gain(one, other, here, there) <= 0:
            return False
        self._pods[here][self._pods[here].index(one)] = other
        self._pods[there][self._pods[there].index(other)] = one
        self._pod_of[one], self._pod_of[other] = there, here
        return True

    def _gain(self, one: int, other: int, here: int, there: int) -> int:
        costs = self._costs
        mine, theirs = costs[one], costs[other]
        gain = sum(mine[mate] - theirs[mate] for mate in self._pods[here] if mate != one)
        gain += sum(theirs[mate] - mine[mate] for mate in self._pods[there] if mate != other)
        more = self._players[one].short - self._players[other].short
        return gain + more * self._short_weight * (self._is_short[here] - self._is_short[there])


def _dealt(units: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Places in pods: group of scores by group, each dealt over the pods that it fills in turn."""
    pods: list[list[int]] = []
    start = 0
    while len(pods) < len(sizes):
        filled: list[int] = []
        end = start
        while not filled or (end < len(units) and units[end] == units[end - 1]):
            filled.append(sizes[len(pods) + len(filled)])
            end += filled[-1]
        pods += _dealt_in_turn(range(start, end), filled)
        start = end
    return pods


def _dealt_in_turn(places: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    pods: list[list[int]] = [[] for _ in sizes]
    at = 0
    for place in places:
        while len(pods[at % len(pods)]) == sizes[at % len(pods)]:
            at += 1
        pods[at % len(pods)].append(place)
        at += 1
    return pods


def _named(pod: Sequence[PodPlayer]) -> tuple[PodPlayer, ...]:
    """The order in which everyone has been named least on its place."""

    def again(order: Sequence[PodPlayer]) -> int:
        return sum(player.places[place] * 2 + 1 for place, player in enumerate(order))

    return min(permutations(pod), key=again)


def _pairing(number: int, pod: Sequence[PodPlayer]) -> Pairing:
    scores = ", ".join(f"{float(player.score):.3f}".rstrip("0").rstrip(".") for player in pod)
    ids = {player.entrant.id for player in pod}
    again = sum(count > 0 for player in pod for other, count in player.met.items() if other in ids)
    met = f"; {again // 2} of its pairs have met" if again else ""
    return Pairing(number, tuple(player.entrant.id for player in pod), f"Points {scores}{met}.")
