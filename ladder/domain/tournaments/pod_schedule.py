"""Pods in which everyone meets everyone where no block design does it: balanced, pod by pod.

Each pod takes those who have played least; among them those who have met least. It ends when each
pair has met and everyone has played equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import gcd

from ladder.domain.tournaments.designs import Pod


def balanced_pods(entrants: int, seats: int) -> tuple[Pod, ...]:
    """The pods, each of so many seats.

    >>> balanced_pods(6, 4)
    ((0, 1, 2, 3), (0, 1, 4, 5), (2, 3, 4, 5))
    """
    history = _History(entrants)
    step = entrants // gcd(entrants, seats)
    pods: list[Pod] = []
    while history.unmet or len(pods) % step:
        pods.append(history.next_pod(seats))
        history.note(pods[-1])
    return tuple(pods)


class _History:
    """Who has met whom how often."""

    def __init__(self, entrants: int) -> None:
        self._met = [[0] * entrants for _ in range(entrants)]
        self._partners = [0] * entrants
        self._games = [0] * entrants
        self.unmet = entrants * (entrants - 1) // 2

    def note(self, pod: Pod) -> None:
        """Count a pod."""
        for one in pod:
            self._games[one] += 1
        for one, other in combinations(pod, 2):
            if not self._met[one][other]:
                self.unmet -= 1
                self._partners[one] += 1
                self._partners[other] += 1
            self._met[one][other] += 1
            self._met[other][one] += 1

    def next_pod(self, seats: int) -> Pod:
        """Those with the fewest pods, filled up with those who have one more."""
        fewest = min(self._games)
        level = [one for one, count in enumerate(self._games) if count == fewest]
        if len(level) <= seats:
            chosen, others = level, [one for one in range(len(self._games)) if one not in level]
        else:
            # Who met the fewest begins, so that a pair that is missing does not wait for ever.
            chosen, others = [min(level, key=lambda one: (self._partners[one], one))], level
        while len(chosen) < seats:
            chosen = [*chosen, self._best(chosen, others)]
        return tuple(sorted(chosen))

    def _best(self, chosen: Sequence[int], others: Sequence[int]) -> int:
        """Whom of the others the chosen have met least; the sum of squares spreads meetings."""

        def cost(one: int) -> tuple[int, int, int]:
            row = self._met[one]
            again = sum(row[other] * (row[other] + 2) for other in chosen)
            return (again, self._partners[one], one)

        return min((one for one in others if one not in chosen), key=cost)
