"""The ranking of a solo season: leads over rounds, whatever comes late, faults or is missing."""

from __future__ import annotations

import random
from itertools import groupby
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.intervals import student_quantile
from ladder.domain.solo import (
    SoloFold,
    SoloReport,
    SoloStanding,
    count_match,
    count_round,
    leads_of,
)

SCORES = st.lists(st.integers(-50, 400), min_size=1, max_size=8)


@st.composite
def logs(draw: st.DrawFn) -> list[SoloReport]:
    """A log of rounds in which any versions of six play; some matches were given up.

    Matches of different rounds come in any order, as from several jobs.
    """
    log = []
    for number in range(draw(st.integers(0, 8))):
        versions = draw(st.sets(st.integers(1, 6), min_size=1))
        void = draw(st.sets(st.sampled_from(sorted(versions)))) if draw(st.booleans()) else set()
        log += [
            SoloReport(
                number, len(versions), version, draw(st.integers(-50, 400)), draw(st.booleans())
            )
            for version in versions - void
        ]
    return draw(st.permutations(log))


def folded(log: list[SoloReport]) -> dict[int, SoloStanding]:
    fold = SoloFold()
    for report in log:
        fold.take(report)
    return fold.standings


def whole_rounds(log: list[SoloReport]) -> list[list[SoloReport]]:
    """The rounds of which all matches are there, each with all its reports."""
    in_order = sorted(log, key=lambda report: report.round)
    rounds = [list(group) for _, group in groupby(in_order, key=lambda report: report.round)]
    return [reports for reports in rounds if len(reports) == reports[0].size]


@given(SCORES)
def test_leads__add_up_to_nothing(scores: list[int]) -> None:
    assert sum(leads_of(scores)) == pytest.approx(0, abs=1e-9)


@given(SCORES, st.integers(-100, 100))
def test_leads__the_luck_of_the_seed_falls_out(scores: list[int], luck: int) -> None:
    assert leads_of([score + luck for score in scores]) == leads_of(scores)


@given(SCORES, st.randoms(use_true_random=False))
def test_leads__do_not_depend_on_the_order(scores: list[int], rng: random.Random) -> None:
    places = list(range(len(scores)))
    rng.shuffle(places)
    leads = leads_of(scores)
    assert leads_of([scores[place] for place in places]) == tuple(leads[place] for place in places)


@given(st.integers(-50, 400), st.lists(st.floats(-90, 90), max_size=5))
def test_round__of_one_match_says_nothing(score: int, before: list[float]) -> None:
    standing = SoloStanding(rounds=len(before), lead=fmean(before) if before else 0.0)
    assert count_round([standing], [score]) == (standing,)


def test_match__counts_the_points_of_a_fault_too() -> None:
    standing = count_match(SoloStanding(), 40, faulted=False)
    standing = count_match(standing, 20, faulted=True)
    assert (standing.matches, standing.faults, standing.mean_score) == (2, 1, 30)
    assert (standing.rounds, standing.interval) == (0, None)


@given(logs())
def test_fold__is_the_mean_of_score_less_the_rounds_mean(log: list[SoloReport]) -> None:
    standings = folded(log)
    leads: dict[int, list[float]] = {}
    for reports in whole_rounds(log):
        if len(reports) > 1:
            mean = fmean(report.score for report in reports)
            for report in reports:
                leads.setdefault(report.version, []).append(report.score - mean)
    for version, standing in standings.items():
        own = leads.get(version, [])
        assert standing.rounds == len(own)
        assert standing.lead == pytest.approx(fmean(own) if own else 0, abs=1e-9)
        if len(own) < 2:
            assert standing.interval is None
            continue
        spread = student_quantile(0.975, len(own) - 1) * stdev(own) / len(own) ** 0.5
        low, high = standing.interval
        assert low == pytest.approx(standing.lead - spread, abs=1e-6)
        assert high == pytest.approx(standing.lead + spread, abs=1e-6)


@given(logs())
def test_fold__counts_every_reported_match_once(log: list[SoloReport]) -> None:
    standings = folded(log)
    assert sum(standing.matches for standing in standings.values()) == len(log)
    assert sum(standing.points for standing in standings.values()) == sum(r.score for r in log)
    assert sum(s.faults for s in standings.values()) == sum(report.faulted for report in log)


@given(logs())
def test_fold__a_round_that_is_not_whole_does_not_count(log: list[SoloReport]) -> None:
    whole = [report for reports in whole_rounds(log) for report in reports]
    kept = [report for report in log if report in whole]
    for version, standing in folded(log).items():
        other = folded(kept).get(version, SoloStanding())
        assert (standing.rounds, standing.lead, standing.squares) == (
            other.rounds,
            other.lead,
            other.squares,
        )


@given(logs())
def test_fold__who_comes_later_changes_no_earlier_round(log: list[SoloReport]) -> None:
    late = [SoloReport(99, 2, 7, 100), SoloReport(99, 2, 1, 300)]
    before, after = folded(log), folded([*log, *late])
    assert after[7].rounds == 1
    assert after[7].lead == -100
    assert {v: s for v, s in after.items() if v not in (1, 7)} == {
        v: s for v, s in before.items() if v != 1
    }


@given(logs())
def test_fold__the_same_log_gives_the_same_bits(log: list[SoloReport]) -> None:
    assert folded(log) == folded(list(log))


def test_interval__holds_the_true_mean_as_often_as_it_says() -> None:
    rng = random.Random("coverage")
    hits = 0
    for _ in range(1000):
        standings = (SoloStanding(), SoloStanding())
        for _ in range(8):
            luck = rng.gauss(0, 30)
            scores = [round(luck + rng.gauss(mean, 9)) for mean in (65, 55)]
            standings = count_round(standings, scores)
        low, high = standings[0].interval
        hits += low <= 5 <= high
    assert 930 <= hits <= 970
