"""The order-free fit: closed forms, one answer whatever the order, intervals, and what is said."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.bootstrap import Certainty, fit_with_certainty
from ladder.domain.disagreement import disagreement
from ladder.domain.equations import solve
from ladder.domain.kendall import kendall_tau
from ladder.domain.plackett_luce import Model, Ranking, fit, ranking_of


def ranking(text: str) -> Ranking:
    """``"ab=c"``: a first, then b and c tied."""
    groups = []
    for char in text:
        if char == "=":
            continue
        number = ord(char)
        if text[max(0, text.index(char) - 1)] == "=":
            groups[-1].append(number)
        else:
            groups.append([number])
    return tuple(tuple(sorted(group)) for group in groups)


def strength(strengths: dict[int, float], name: str) -> float:
    return strengths[ord(name)]


def test_fit__two_versions_as_the_odds_say() -> None:
    found = fit([ranking("ab")] * 30_000 + [ranking("ba")] * 10_000)
    assert strength(found.strengths, "a") - strength(found.strengths, "b") == pytest.approx(
        math.log(3), abs=0.001
    )
    assert sum(found.strengths.values()) == pytest.approx(0, abs=1e-6)


def test_fit__ties_of_two_have_the_closed_form() -> None:
    """Davidson: the constant of ties is their number over the root of wins times losses."""
    log = [ranking("ab")] * 40_000 + [ranking("ba")] * 10_000 + [ranking("a=b")] * 30_000
    found = fit(log)
    assert strength(found.strengths, "a") - strength(found.strengths, "b") == pytest.approx(
        math.log(4), abs=0.001
    )
    assert found.ties[2] == pytest.approx(math.log(30_000 / math.sqrt(4e8)), abs=0.002)


def test_fit__three_in_proportion_to_their_worths() -> None:
    """A log in which each order comes as often as worths of 6, 3 and 1 make it."""
    worth = {"a": 6, "b": 3, "c": 1}
    log = []
    for first, second, third in ("abc", "acb", "bac", "bca", "cab", "cba"):
        share = worth[first] / 10 * worth[second] / (worth[second] + worth[third])
        log += [ranking(first + second + third)] * round(100_000 * share)
    found = fit(log).strengths
    assert strength(found, "a") - strength(found, "b") == pytest.approx(math.log(2), abs=0.001)
    assert strength(found, "b") - strength(found, "c") == pytest.approx(math.log(3), abs=0.001)


def by_minorizing(log: list[Ranking], versions: int, rounds: int = 400) -> list[float]:
    """Strengths of a log without ties by another algorithm: Hunter's, with a mean of 0."""
    worth = [1.0] * versions
    for _ in range(rounds):
        wins, chances = [0.0] * versions, [0.0] * versions
        for groups in log:
            order = [version for (version,) in groups]
            for place, winner in enumerate(order[:-1]):
                wins[winner] += 1
                among = order[place:]
                share = 1 / sum(worth[version] for version in among)
                for version in among:
                    chances[version] += share
        worth = [won / chance for won, chance in zip(wins, chances, strict=True)]
    logs = [math.log(one) for one in worth]
    return [one - sum(logs) / versions for one in logs]


def test_fit__is_that_of_another_algorithm() -> None:
    """Minorizing and maximizing, which has no prior: with much evidence ours hardly matters."""
    rng = random.Random(7)
    log = [ranking for block in played(rng, 6, 150) for ranking in block]
    found = fit(log * 20)
    expected = by_minorizing(log, 6)
    assert [found.strengths[version] for version in range(6)] == pytest.approx(expected, abs=0.002)


def test_fit__symmetric_evidence_gives_equals() -> None:
    """Where online ratings put who won last ahead by far."""
    found = fit([ranking("abcd"), ranking("dcba")])
    assert strength(found.strengths, "a") == pytest.approx(strength(found.strengths, "d"))
    assert strength(found.strengths, "b") == pytest.approx(strength(found.strengths, "c"))


def test_fit__one_answer_where_the_leader_by_ratings_changes() -> None:
    once = fit([ranking("abcd"), ranking("badc"), ranking("abdc")])
    other = fit([ranking("abdc"), ranking("abcd"), ranking("badc")])
    assert once == other
    assert once.order[:2] == (ord("a"), ord("b"))


@st.composite
def logs(draw: st.DrawFn) -> list[tuple[list[int], list[int]]]:
    log = []
    for _ in range(draw(st.integers(0, 12))):
        versions = draw(st.lists(st.integers(1, 7), min_size=2, max_size=4, unique=True))
        places = st.lists(st.integers(1, 4), min_size=len(versions), max_size=len(versions))
        log.append((versions, draw(places)))
    return log


@given(logs(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_fit__neither_the_order_of_the_log_nor_of_the_seats_matters(
    log: list[tuple[list[int], list[int]]], rng: random.Random
) -> None:
    """R08, R16: bit for bit."""
    turned = []
    for versions, placements in rng.sample(log, len(log)):
        seats = rng.sample(range(len(versions)), len(versions))
        turned.append(([versions[s] for s in seats], [placements[s] for s in seats]))
    assert fit(ranking_of(*match) for match in log) == fit(ranking_of(*match) for match in turned)


@given(logs())
@settings(max_examples=25)
def test_fit__is_finite_and_at_the_top(log: list[tuple[list[int], list[int]]]) -> None:
    """R11: also for who wins or loses everything, and for versions that never met."""
    found = fit(ranking_of(*match) for match in log)
    assert all(math.isfinite(value) for value in found.strengths.values())
    model = Model(ranking_of(*match) for match in log)
    at = [*found.strengths.values(), *found.ties.values()]
    top = model.climb(at)
    assert all(abs(slope) < 1e-3 for slope in top.gradient)
    for place in range(len(at)):
        moved = [x + 0.01 * (k == place) for k, x in enumerate(at)]
        assert model.climb(moved).value < top.value


def test_fit__always_winning_is_finite_and_grows_with_the_evidence() -> None:
    """R11, R13."""
    few, many = fit([ranking("ab")] * 3), fit([ranking("ab")] * 300)
    assert 0 < strength(few.strengths, "a") < strength(many.strengths, "a") < 20


def test_gradient__is_that_of_the_value() -> None:
    model = Model([ranking("ab=cd"), ranking("ca=b"), ranking("a=b=c"), ranking("bd")])
    at = [0.3, -0.2, 0.5, -0.1, -1.0, -2.0]
    slope = model.climb(at)
    for place in range(len(at)):
        sides = []
        for step in (1e-5, -1e-5):
            sides.append(model.climb([x + step * (k == place) for k, x in enumerate(at)]).value)
        assert slope.gradient[place] == pytest.approx((sides[0] - sides[1]) / 2e-5, abs=1e-5)
        moved = model.climb([x + 1e-5 * (k == place) for k, x in enumerate(at)]).gradient
        for other in range(len(at)):
            change = (slope.gradient[other] - moved[other]) / 1e-5
            assert slope.curves[place].get(other, 0.0) == pytest.approx(change, abs=1e-3)


@pytest.mark.parametrize(("versions", "placements"), [([1, 1], [1, 2]), ([1, 2], [1])])
def test_ranking__refuses_what_is_none(versions: list[int], placements: list[int]) -> None:
    with pytest.raises(ValueError):
        ranking_of(versions, placements)


def test_solve__a_chain_of_many() -> None:
    size = 80
    matrix = [{k: 2.001} for k in range(size)]
    for k in range(size - 1):
        matrix[k][k + 1] = matrix[k + 1][k] = -1.0
    right = [math.sin(k) for k in range(size)]
    answer = solve(matrix, right)
    for k, row in enumerate(matrix):
        assert sum(v * answer[j] for j, v in row.items()) == pytest.approx(right[k], abs=1e-7)
    assert solve([], []) == []


def played(rng: random.Random, versions: int, blocks: int) -> list[list[Ranking]]:
    """Blocks of four seats among versions whose strength is their number."""
    log = []
    for _ in range(blocks):
        line_up = rng.sample(range(versions), 4)
        block = []
        for _ in range(4):
            shown = {v: v + rng.gauss(0, 4) for v in line_up}
            placements = [1 + sum(shown[o] > shown[v] for o in line_up) for v in line_up]
            block.append(ranking_of(line_up, placements))
        log.append(block)
    return log


def test_certainty__holds_the_truth_about_as_often_as_it_says() -> None:
    """Of equals: the interval of a strength holds their common one, 95 times in a hundred."""
    held = total = 0
    for seed in range(8):
        rng = random.Random(seed)
        log = []
        for _ in range(60):
            line_up = rng.sample(range(6), 3)
            log.append([ranking_of(line_up, rng.sample((1, 2, 3), 3)) for _ in range(3)])
        found, sure = fit_with_certainty(log, replicates=100, seed=seed)
        for version in found.strengths:
            held += sure[version].low <= 0 <= sure[version].high
            total += 1
    assert 0.85 <= held / total <= 1


def test_certainty__counts_blocks_and_not_matches() -> None:
    """Each match twice in its block is no more evidence; in a block of its own it would be."""
    log = played(random.Random(1), 8, 40)
    _, once = fit_with_certainty([block[:1] for block in log])
    _, doubled = fit_with_certainty([block[:1] * 8 for block in log])
    _, apart = fit_with_certainty([block[:1] for block in log for _ in range(8)])
    width = {
        name: sum(one.high - one.low for one in sure.values())
        for name, sure in (("once", once), ("doubled", doubled), ("apart", apart))
    }
    assert width["doubled"] > 0.9 * width["once"]
    assert width["apart"] < 0.6 * width["doubled"]


def test_certainty__one_newton_step_is_as_good_as_a_new_fit() -> None:
    log = [tuple(block) for block in played(random.Random(2), 5, 30)]
    _, sure = fit_with_certainty(log, replicates=40, seed=5)
    rng = random.Random(5)
    fits = []
    for _ in range(40):
        fits.append(fit(r for block in rng.choices(log, k=len(log)) for r in block).strengths)
    for version, one in sure.items():
        values = sorted(found[version] for found in fits)
        width = values[-2] - values[1]
        assert one.high - one.low == pytest.approx(width, rel=0.4)


def test_certainty__the_order_of_the_blocks_does_not_matter() -> None:
    """R16: the same for the same log and seed."""
    log = played(random.Random(3), 6, 20)
    turned = [list(reversed(block)) for block in reversed(log)]
    assert fit_with_certainty(log, seed=1) == fit_with_certainty(turned, seed=1)
    assert fit_with_certainty([]) == (fit([]), {})


def test_fit__finds_the_order_of_many() -> None:
    log = played(random.Random(4), 25, 160)
    found, sure = fit_with_certainty(log, replicates=40)
    assert kendall_tau(found.strengths[version] for version in range(25)) > 0.85
    for place, version in enumerate(found.order, start=1):
        assert sure[version].best_place <= place <= sure[version].worst_place


NAMES = {1: "ann@1", 2: "bob@3", 3: "cat@2"}


def test_disagreement__none() -> None:
    said = disagreement([1, 2, 3], [1, 2, 3], {}, NAMES)
    assert said == "The order-free fit of all matches gives the same order as the ratings."


def test_disagreement__that_may_be_luck() -> None:
    sure = {1: Certainty(0, 1, 1, 3)}
    said = disagreement([1, 2, 3], [2, 3, 1], sure, NAMES)
    assert "differs from the ratings in 2 of 3 pairs" in said
    assert "ann@1 is number 1 by rating and number 3 by the fit" in said
    assert "more matches would tell" in said


def test_disagreement__that_is_certain() -> None:
    said = disagreement([1, 2, 3], [2, 3, 1], {1: Certainty(0, 1, 3, 3)}, NAMES)
    assert "one bot beyond what may be luck: ann@1 is number 1 by rating" in said
    assert "sure of that place (3)" in said and "trust the fit" in said
    assert "all alike." in disagreement([1, 2, 3], [2, 3, 1], {}, NAMES)


def test_disagreement__of_different_bots_is_refused() -> None:
    with pytest.raises(ValueError):
        disagreement([1, 2], [1, 3], {}, NAMES)
