"""The sequential probability ratio test that chess engines are developed with, for two seats.

Wald's test asks again and again whether the results fit a lead of ``elo1`` better than one of
``elo0``; the ratio of the two likelihoods, its logarithm compared with two bounds, answers at any
time with the error rates it was asked for. The likelihoods are those of the best distribution of
results that has the wanted mean (generalised SPRT): of five kinds of blocks of two matches with one
seed (pentanomial), or of three kinds of single matches (trinomial). *Normalized* Elo measures the
lead in standard deviations of the result, so that the number of matches needed depends on the
bounds alone. Counts are listed from the worst result to the best, as in `ladder.domain.elo`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ladder.domain.elo import expected_score
from ladder.domain.verdicts import Verdict

_NEVER_SEEN = 1e-3
"""What counts for a kind of result that never came: likelihoods need some chance for each."""
_MOST_LEAD = 8.0
"""A lead of more standard deviations is not told from this."""
_LEAD_STEP = 0.2
_ROUNDS = 30
_HALVINGS = 200
_LEVEL = 1e-15
_NEAR = 1e-9


class EloModel(Enum):
    """What the bounds are measured in."""

    LOGISTIC = "logistic"
    NORMALIZED = "normalized"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of a lead of ``elo1`` against one of ``elo0``.

    ``alpha`` bounds how often it promotes at ``elo0``, ``beta`` how often it rejects at ``elo1``.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = EloModel.NORMALIZED

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1 or not all(map(math.isfinite, (self.elo0, self.elo1))):
            raise ValueError("elo0 is below elo1, and both are finite numbers")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta lie between 0 and a half")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the ratio decides: below for reject, above for promote."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The logarithm of the ratio of the likelihoods; 0 before the first result."""
        return log_ratio(counts, self.elo0, self.elo1, self.model)

    def verdict(self, counts: Sequence[int]) -> Verdict:
        """What the results so far say."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        if ratio >= high:
            return Verdict.PROMOTE
        return Verdict.REJECT if ratio <= low else Verdict.UNDECIDED


def log_ratio(
    counts: Sequence[int], elo0: float, elo1: float, model: EloModel = EloModel.LOGISTIC
) -> float:
    """The logarithm of the likelihood of ``elo1`` over that of ``elo0``; always finite."""
    if len(counts) not in (3, 5) or min(counts) < 0:
        raise ValueError("three counts of matches or five of blocks, none of them negative")
    if sum(counts) == 0:
        return 0.0
    seen = [max(float(count), _NEVER_SEEN) for count in counts]
    shares = [count / sum(seen) for count in seen]
    first, second = (with_lead_of(shares, elo, model) for elo in (elo0, elo1))
    pairs = zip(seen, first, second, strict=True)
    return sum(count * (math.log(new) - math.log(old)) for count, old, new in pairs)


def with_lead_of(shares: Sequence[float], elo: float, model: EloModel) -> list[float]:
    """Of all distributions with a lead of so much, the one that these shares support best.

    The shares, none of them 0, are of three kinds of matches or of five of pairs.
    """
    values = [place / (len(shares) - 1) for place in range(len(shares))]
    if model is EloModel.LOGISTIC:
        return _with_mean(values, shares, expected_score(elo))
    # A block of two matches has a smaller standard deviation than a match, by the root of two.
    lead = elo * math.log(10) / 800 * math.sqrt((len(values) - 1) / 2)
    return _with_lead(values, shares, lead)


def _with_mean(values: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The most likely distribution of all that have this mean."""
    inside = min(1 - _NEAR, max(_NEAR, mean))
    return _tilted([value - inside for value in values], shares)


def _with_lead(values: Sequence[float], shares: Sequence[float], lead: float) -> list[float]:
    """The most likely distribution whose mean is so many standard deviations above a half.

    The condition is not linear; it is replaced by its tangent at the last answer until that stays.
    A large lead is approached in steps, since a tangent is good near by only.
    """
    inside = min(_MOST_LEAD, max(-_MOST_LEAD, lead))
    steps = max(1, math.ceil(abs(inside) / _LEAD_STEP))
    answer = _with_mean(values, shares, 0.5)
    for step in range(1, steps + 1):
        answer = _settled(values, shares, inside * step / steps, answer)
    return answer


def _settled(
    values: Sequence[float], shares: Sequence[float], lead: float, answer: list[float]
) -> list[float]:
    for _ in range(_ROUNDS):
        mean = sum(v * p for v, p in zip(values, answer, strict=True))
        spread = math.sqrt(sum(p * (v - mean) ** 2 for v, p in zip(values, answer, strict=True)))
        off = [v - 0.5 - lead * spread * (1 + ((mean - v) / spread) ** 2) / 2 for v in values]
        last, answer = answer, _tilted(off, shares) or answer
        if max(abs(one - other) for one, other in zip(last, answer, strict=True)) < _NEAR:
            break
    return answer


def _tilted(off: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The shares, each over ``1 + x * off``, with the x for which the mean of ``off`` is zero.

    Empty when there is none.
    """
    if not min(off) < 0 < max(off):
        return []
    low, high, tilt = -1 / max(off), -1 / min(off), 0.0
    for _ in range(_HALVINGS):
        parts = [o / (1 + tilt * o) for o in off]
        slope = sum(p * part for p, part in zip(shares, parts, strict=True))
        low, high = (tilt, high) if slope > 0 else (low, tilt)
        # Newton's step, as long as it leads nearer.
        last = tilt
        tilt += slope / sum(p * part * part for p, part in zip(shares, parts, strict=True))
        if not low < tilt < high:
            tilt = (low + high) / 2
        if abs(tilt - last) <= _LEVEL * (1 + abs(tilt)):
            break
    weights = [max(p / (1 + tilt * o), 1e-300) for p, o in zip(shares, off, strict=True)]
    return [weight / sum(weights) for weight in weights]


def bayes_elo_log_ratio(
    losses: float, draws: float, wins: float, elo0: float, elo1: float
) -> float:
    """The older trinomial test in BayesElo units; 0 until each kind of result has been seen.

    No `Sprt` counts by it: it is held to the numbers that are published for fastchess and
    cutechess.
    """
    drawn = draw_elo(losses, draws, wins)
    if drawn is None:
        return 0.0
    likely = (_bayes_chances(elo1, drawn), _bayes_chances(elo0, drawn))
    pairs = zip((losses, draws, wins), *likely, strict=True)
    return sum(count * math.log(one / other) for count, one, other in pairs)


def draw_elo(losses: float, draws: float, wins: float) -> float | None:
    """How much draws are favoured, in BayesElo; None until each kind of result has been seen."""
    if min(losses, draws, wins) <= 0:
        return None
    number = losses + draws + wins
    win, loss = wins / number, losses / number
    return 200 * math.log10((1 - loss) / loss * (1 - win) / win)


def bayes_elo(elo: float, drawn: float) -> float:
    """Logistic Elo in BayesElo units, where draws are favoured by so much.

    So cutechess takes its bounds; held to the numbers that are published for it.
    """
    power = 10 ** (-drawn / 400)
    return elo * (1 + power) ** 2 / (4 * power)


def _bayes_chances(elo: float, drawn: float) -> tuple[float, float, float]:
    win, loss = expected_score(elo - drawn), expected_score(-elo - drawn)
    return loss, 1 - win - loss, win
