"""The tests that decide comparisons: what they count, and when they stop."""

from __future__ import annotations

import math

import pytest

from ladder.domain.comparison import Terms
from ladder.domain.judges import LeadJudge, PairJudge
from ladder.domain.sprt import Sprt
from ladder.domain.verdicts import Verdict


def test_lead_judge__counts_the_difference_of_the_mean_shares() -> None:
    judge = LeadJudge(Terms())
    assert (judge.verdict, judge.blocks) == (Verdict.UNDECIDED, 0)
    judge.take([[1.0, 0.5, 0.0], [0.0, 0.0, 0.0]])
    judge.take([[0.0, 0.0, 0.0], [0.0, 0.5, 0.0]])
    assert judge.blocks == 2
    assert judge.finding.lead == pytest.approx((1 / 2 - 1 / 6) / 2)


def test_lead_judge__keeps_its_verdict() -> None:
    judge = LeadJudge(Terms(worth=0.2))
    while judge.take([[1.0, 1.0], [0.0, 0.0]]) is Verdict.UNDECIDED:
        assert judge.blocks < 50
    assert judge.verdict is Verdict.PROMOTE
    assert judge.finding.interval[0] >= 0
    for _ in range(100):
        judge.take([[0.0, 0.0], [1.0, 1.0]])
    assert judge.verdict is Verdict.PROMOTE


@pytest.mark.parametrize(
    ("shares", "kind"),
    [
        ([0.0, 0.0], 0),
        ([0.5, 0.0], 1),
        ([0.0, 1.0], 2),
        ([0.5, 0.5], 2),
        ([1.0, 0.5], 3),
        ([1.0, 1.0], 4),
    ],
)
def test_pair_judge__counts_pairs_and_not_matches(shares: list[float], kind: int) -> None:
    """S08: two matches of one seed are one result of five kinds."""
    judge = PairJudge(Sprt(0, 10))
    assert judge.estimate is None and judge.ratio == 0
    judge.take([shares])
    assert judge.counts[kind] == judge.blocks == 1


def test_pair_judge__stops_where_the_ratio_passes_a_bound_and_stays() -> None:
    judge = PairJudge(Sprt(0, 100))
    while judge.take([[1.0, 0.5]]) is Verdict.UNDECIDED:
        assert judge.blocks < 100
    assert judge.verdict is Verdict.PROMOTE
    assert judge.ratio >= judge.sprt.bounds[1] == pytest.approx(math.log(0.95 / 0.05))
    assert judge.estimate is not None and judge.estimate.elo > 0
    for _ in range(300):
        judge.take([[0.0, 0.0]])
    assert judge.verdict is Verdict.PROMOTE
