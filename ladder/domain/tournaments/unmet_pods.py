"""A round of pods in which nobody meets anybody again, if there is one: a search, within a bound.

Used where changing two at a time has got stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ladder.domain.tournaments.designs import Pod

_STEPS = 20_000


def pods_of_strangers(met: Sequence[Sequence[bool]], sizes: Sequence[int]) -> list[Pod] | None:
    """Pods of these sizes in which no two have met; None when none were found.

    >>> met = [[abs(one - other) == 3 for other in range(6)] for one in range(6)]
    >>> pods_of_strangers(met, (3, 3))
    [(0, 1, 2), (3, 4, 5)]
    """
    return _Search(met).fill(tuple(range(len(met))), tuple(sizes))


class _Search:
    """The first who waits is put into a pod with all that it can be put with, in turn."""

    def __init__(self, met: Sequence[Sequence[bool]]) -> None:
        self._met = met
        self._steps = 0

    def fill(self, waiting: Pod, sizes: tuple[int, ...]) -> list[Pod] | None:
        """Pods for those who wait, of the sizes that are left."""
        if not waiting:
            return []
        first = min(waiting, key=lambda one: (len(self._strangers(one, waiting)), one))
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for mates in combinations(self._strangers(first, waiting), size - 1):
                self._steps += 1
                if self._steps > _STEPS:
                    return None
                if any(self._met[one][other] for one, other in combinations(mates, 2)):
                    continue
                pod = tuple(sorted((first, *mates)))
                left = tuple(one for one in waiting if one not in pod)
                rest = self.fill(left, (*sizes[:at], *sizes[at + 1 :]))
                if rest is not None:
                    return [pod, *rest]
        return None

    def _strangers(self, one: int, waiting: Pod) -> Pod:
        return tuple(o for o in waiting if o != one and not self._met[one][o])
