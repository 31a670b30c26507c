"""The numbers of a comparison in words, at most 80 columns wide."""

from __future__ import annotations

from ladder.domain.comparison import Finding
from ladder.domain.judges import Judge, LeadJudge, PairJudge
from ladder.domain.sprt import EloModel


def signed(share: float) -> str:
    """A lead in per cent with its sign.

    >>> signed(0.0626), signed(-0.0004), signed(-0.25)
    ('+6.3', '0.0', '-25.0')
    """
    value = round(100 * share, 1) + 0.0
    return "0.0" if value == 0 else f"{value:+.1f}"


def times(stake: float) -> str:
    """How far a bet was won.

    >>> times(1.0), times(20.123), times(123456)
    ('1.0', '20.1', 'more than 9999')
    """
    return f"{stake:.1f}" if stake < 10_000 else "more than 9999"


def lead_and_interval(finding: Finding) -> str:
    """The mean lead and its interval."""
    if finding.lead is None:
        return "no lead yet"
    low, high = finding.interval
    return f"{signed(finding.lead)} % ({signed(low)} to {signed(high)})"


def pair_lead(judge: PairJudge) -> str:
    """The lead in Elo with its error: 95 % at a single look, not at every one."""
    found = judge.estimate
    if found is None:
        return "no lead yet"
    if not found.variance:
        return "all pairs alike"
    elo = f"{round(found.elo):+d}" if round(found.elo) else "0"
    return f"{elo} Elo +- {found.error:.0f}"


def ratio_and_bounds(judge: PairJudge) -> str:
    """The logarithm of the ratio of the likelihoods, and where it decides."""
    low, high = judge.sprt.bounds
    return f"{_plain(judge.ratio)} ({low:.2f} to {high:.2f})"


def model_word(model: EloModel) -> str:
    """How the bounds of a test of pairs are measured."""
    return "normalized Elo" if model is EloModel.NORMALIZED else "Elo"


def standing(judge: Judge) -> str:
    """Where a comparison stands, in 40 columns at most: a bar stands before it."""
    if isinstance(judge, LeadJudge):
        return f"lead {lead_and_interval(judge.finding)}"
    assert isinstance(judge, PairJudge)
    return f"{pair_lead(judge)}, log ratio {_plain(judge.ratio)}"


def _plain(ratio: float) -> str:
    """A number with two places, never ``-0.00``."""
    return f"{round(ratio, 2) + 0.0:.2f}"
