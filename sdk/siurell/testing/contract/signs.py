"""A test whether two sources draw alike, that needs no table and no large-number approximation.

Both sources draw in the same situation, over and over. If they draw alike, then whenever exactly
one of the two outcomes has a feature, it is as likely the one as the other, whatever came before.
The difference of the counts is then a sum of n fair signs, which exceeds sqrt(2 n ln(2/p)) with a
chance below p (Azuma, Hoeffding).
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Iterator

_CHANCE_OF_FALSE_ALARM = 1e-6
_GROUPS = 8


class Signs:
    """Compares outcomes of two sources, feature by feature."""

    def __init__(self) -> None:
        self._first: Counter[str] = Counter()
        self._second: Counter[str] = Counter()
        self.pairs = 0

    def add(self, before: str, first: str, second: str) -> None:
        """Take in what each source drew after `before`, the last of its kind."""
        self.pairs += 1
        ours, theirs = set(_features(before, first)), set(_features(before, second))
        self._first.update(ours - theirs)
        self._second.update(theirs - ours)

    def difference(self) -> str:
        """A feature that tells the sources apart, in words; empty when none does."""
        features = sorted(self._first.keys() | self._second.keys())
        for feature in features:
            first, second = self._first[feature], self._second[feature]
            surprise = 2 * len(features) / _CHANCE_OF_FALSE_ALARM
            if abs(first - second) > math.sqrt(2 * (first + second) * math.log(surprise)):
                return f"{feature} came {first} times where it would have come {second} times"
        return ""


def _features(before: str, text: str) -> Iterator[str]:
    words = text.split()
    yield f"`{text}`"
    for place, word in enumerate(words):
        yield f"`{word}` as word {place}"
    for place in range(1, len(words) - 1):
        yield f"group {_group(words[place], words[place + 1])} of neighbours at {place}"
    last = before.split()[-1:]
    yield f"group {_group(*last, *words[-1:])} of successions"
    yield f"group {_group(*last, *words[-1:], 'again')} of other successions"


def _group(*words: str) -> int:
    """One of a few groups, the same on every machine."""
    return zlib.crc32("/".join(words).encode()) % _GROUPS
