"""How much the result of a match is expected to tell: what pairing looks for.

The measure is the mutual information between the result of two versions and their strengths: the
doubt about the result less the doubt that would be left if the strengths were known. It is large
where the two are close *and* little is known of them; where both are certain the result is mere
luck, however close they are. (TrueSkill's `quality` goes by closeness and rather pairs those that
are known already: with nothing to keep bots level it pairs the same ones again and again.)

The closed form is that of Houlsby, Huszár, Ghahramani and Lengyel, "Bayesian Active Learning for
Classification and Preference Learning" (arXiv 1112.5745), exact but for a small error of one
approximated integral. Draws are left out: they are rare, and say that two are close.

Ratings take the doubts about two bots for independent of each other. Those of two that met are not:
what their matches told of the difference is known already, and a further one tells less. So it is
taken off the doubt. A match of equals tells 2/pi in units of its noise (Fisher's information), one
of two that are apart less.
"""

from __future__ import annotations

import math

from ladder.domain.ratings import Rating

_C2 = math.pi * math.log(2) / 2
_LN2 = math.log(2)
_TOLD = 0.4
"""What a match tells of the difference of two that are paired, in units of its noise.

Simulated with 2 and 4 seats, 0.4 and 0.64 need as many matches within 3 %, now the one fewer and
now the other; with 4 seats 0 needs 3 to 7 % more.
"""


def information(first: Rating, second: Rating, beta: float, met: int = 0) -> float:
    """Bits that a match of two is expected to tell of their strengths; never negative.

    ``met``: the matches that they had with each other lately.

    >>> new, known = Rating(25, 25 / 3), Rating(25, 0.5)
    >>> information(new, new, 25 / 6) > information(new, known, 25 / 6)
    True
    >>> information(known, known, 25 / 6) < 0.02
    True
    >>> information(new, new, 25 / 6) > information(new, new, 25 / 6, met=2)
    True
    """
    noise = 2 * beta * beta
    doubt = (first.sigma * first.sigma + second.sigma * second.sigma) / noise
    doubt /= 1 + _TOLD * met * doubt
    lead = (first.mu - second.mu) / math.sqrt(noise)
    if not (math.isfinite(lead) and math.isfinite(doubt)):
        return 0.0
    known = math.sqrt(_C2 / (doubt + _C2)) * math.exp(-lead * lead / (2 * (doubt + _C2)))
    win = math.erfc(-lead / math.sqrt(2 * (1 + doubt))) / 2
    return max(0.0, _entropy(win) - known)


def _entropy(chance: float) -> float:
    """Bits of doubt about something that happens with this probability."""
    other = 1.0 - chance
    if chance <= 0.0 or other <= 0.0:
        return 0.0
    return -(chance * math.log(chance) + other * math.log(other)) / _LN2
