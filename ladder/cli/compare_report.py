"""What `siurell compare` says at its end: a verdict with its evidence, or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from siurell.match.profiles import clock_text
from siurell.match.result import Cause

from ladder.cli.bundle import REPLAYS
from ladder.cli.compare_contest import Contest
from ladder.cli.compare_playing import Account
from ladder.cli.compare_words import (
    lead_and_interval,
    model_word,
    pair_lead,
    ratio_and_bounds,
    times,
)
from ladder.cli.evidence import in_a_line
from ladder.cli.output import counted, note, percent, print_json, say, wrapped
from ladder.domain.batch import FolderBot, ShippedBot
from ladder.domain.judges import Judge, LeadJudge, PairJudge
from ladder.domain.paired import BASELINE, CANDIDATE, Design, Measure
from ladder.domain.verdicts import Verdict

KINDS = ("LL", "LD", "WL or DD", "WD", "WW")
"""What a pair may come to for the candidate, from two losses to two wins."""
_NAME_WIDTH = 20
_VOIDS_SHOWN = 3
_FAULTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that there is to tell of a comparison, ended or stopped."""

    contest: Contest
    design: Design
    measure: Measure
    judge: Judge
    account: Account
    most_blocks: int
    out: Path | None
    stopped: bool


def tell(outcome: Outcome, *, json: bool) -> None:
    """Print the outcome."""
    if json:
        print_json(values(outcome))
        return
    _tell_who(outcome)
    say("")
    say(wrapped(verdict_sentence(outcome)))
    say("")
    for name, text in _rows(outcome):
        say(wrapped(text, name.ljust(_NAME_WIDTH)))
    _tell_rest(outcome)


def _tell_who(outcome: Outcome) -> None:
    contest = outcome.contest
    seats = f"{contest.game.name}, {contest.seats} seats, {clock_text(contest.time)}"
    say(f"{seats}, seed {outcome.design.seed_text}")
    for name in (CANDIDATE, BASELINE):
        say(wrapped(contest.bots[name].text, name.ljust(_NAME_WIDTH)))
    if contest.pool:
        pool = ", ".join(contest.bots[name].text for name in contest.pool)
        say(wrapped(pool, "pool".ljust(_NAME_WIDTH)))


def verdict_sentence(outcome: Outcome) -> str:
    """The verdict in words."""
    judge = outcome.judge
    if isinstance(judge, PairJudge):
        sprt = judge.sprt
        unit = model_word(sprt.model)
        promote = f"The pairs speak for a lead of {sprt.elo1:g} {unit} rather than {sprt.elo0:g}."
        reject = f"The pairs speak for a lead of {sprt.elo0:g} {unit} rather than {sprt.elo1:g}."
    else:
        assert isinstance(judge, LeadJudge)
        promote = "The candidate is better than the baseline against this pool."
        worth = percent(judge.terms.worth)
        reject = f"The candidate is not better than the baseline by {worth} or more."
    said = {
        Verdict.PROMOTE: promote,
        Verdict.REJECT: reject,
        Verdict.UNDECIDED: "Neither can be said yet.",
    }
    return f"{judge.verdict.value}: {said[judge.verdict]}"


def _rows(outcome: Outcome) -> Iterator[tuple[str, str]]:
    judge, account = outcome.judge, outcome.account
    if isinstance(judge, LeadJudge):
        yield "lead", lead_and_interval(judge.finding)
        terms = judge.terms
        yield "interval", f"holds at every look at once, {percent(1 - terms.alpha - terms.beta)}"
        finding = judge.finding
        yield (
            "bet on better",
            f"{times(finding.better)} times the stake; {1 / terms.alpha:g} decide",
        )
        won = times(finding.not_better)
        yield "bet on not better", f"{won} times the stake; {1 / terms.beta:g} decide"
        for name in (CANDIDATE, BASELINE):
            if account.matches[name]:
                share = account.worth[name] / account.matches[name]
                yield f"{outcome.measure.value} of {name}", percent(share)
    elif isinstance(judge, PairJudge):
        yield "lead", pair_lead(judge)
        yield "log ratio", ratio_and_bounds(judge)
        pairs = zip(KINDS, judge.counts, strict=True)
        yield "pairs", ", ".join(f"{kind} {count}" for kind, count in pairs)
    yield "blocks", f"{judge.blocks} of at most {outcome.most_blocks}"
    yield "matches", str(account.played)
    for name in (CANDIDATE, BASELINE, *outcome.contest.pool):
        if faults := account.faults_of(name):
            yield f"faults of {name}", _faults_text(faults)


def _faults_text(faults: Mapping[Cause, int]) -> str:
    found = sorted((cause.value, count) for cause, count in faults.items())
    return ", ".join(f"{word} {count}" for word, count in found)


def _tell_faults(outcome: Outcome) -> None:
    """The first few faults of the candidate, or else of others, with their evidence."""
    from siurell.replay.format import SUFFIX

    own_first = sorted(outcome.account.faults, key=lambda fault: fault.bot != CANDIDATE)
    for fault in own_first[:_FAULTS_SHOWN]:
        head = f"{fault.bot}: {fault.result.cause.value}"
        say(wrapped(f"{head}: {in_a_line(fault.result.evidence)}", rest="  "))
        if outcome.out is not None:
            say(f"  siurell replay show {outcome.out / REPLAYS / (fault.match_id + SUFFIX)}")


def _tell_rest(outcome: Outcome) -> None:
    account, judge = outcome.account, outcome.judge
    _tell_faults(outcome)
    for block, reason in list(account.void.items())[:_VOIDS_SHOWN]:
        note(f"Block {block} counts for nobody: {reason}")
    if (more := len(account.void) - _VOIDS_SHOWN) > 0:
        note(f"... and {counted(more, 'block', 'blocks')} more; --json lists all.")
    if outcome.stopped:
        note("Stopped." + (" The same command again goes on." if outcome.out is not None else ""))
    if step := _next(outcome, judge):
        say(f"Next: {step}")


def _next(outcome: Outcome, judge: Judge) -> str:
    candidate = outcome.contest.bots[CANDIDATE]
    own = isinstance(candidate.source, FolderBot) and "@" not in candidate.word
    if outcome.account.faults_of(CANDIDATE) and own:
        return f"siurell check {candidate.word}"
    if judge.verdict is Verdict.PROMOTE and own:
        return f"siurell submit {candidate.word}"
    if outcome.out is not None:
        return f"siurell replay verify --all {outcome.out}"
    return ""


def values(outcome: Outcome) -> dict[str, Any]:
    """The outcome for a program."""
    contest, account = outcome.contest, outcome.account
    return {
        "verdict": outcome.judge.verdict.value,
        "stopped": outcome.stopped,
        "game": contest.game.name,
        "options": dict(contest.options),
        "time": str(contest.time),
        "seats": contest.seats,
        "seed": outcome.design.seed_text,
        "bots": bot_values(contest),
        "measure": outcome.measure.value,
        "test": test_values(outcome.judge),
        "evidence": _evidence(outcome.judge),
        "blocks": outcome.judge.blocks,
        "most_blocks": outcome.most_blocks,
        "matches": account.played,
        "shares": {
            name: account.worth[name] / count for name, count in sorted(account.matches.items())
        },
        "faults": {
            name: {cause.value: count for cause, count in faults.items()}
            for name, faults in ((n, account.faults_of(n)) for n in contest.bots)
        },
        "fault_list": [
            {
                "match": fault.match_id,
                "bot": fault.bot,
                "cause": fault.result.cause.value,
                "detail": fault.result.evidence.detail,
                "stderr": fault.result.evidence.stderr,
            }
            for fault in account.faults
        ],
        "void": [
            {"block": block, "reason": reason} for block, reason in sorted(account.void.items())
        ],
    }


def bot_values(contest: Contest) -> dict[str, dict[str, str]]:
    """What tells the bots of a comparison from all others."""
    return {
        name: {"shipped": one.source.name}
        if isinstance(one.source, ShippedBot)
        else {"name": one.stem, "digest": one.digest}
        for name, one in contest.bots.items()
    }


def terms_of(contest: Contest, judge: Judge, measure: Measure) -> dict[str, Any]:
    """What is agreed on before the first block; more blocks may be allowed later."""
    return {
        "game": contest.game.name,
        "rules": contest.game.rules_version,
        "options": dict(contest.options),
        "time": str(contest.time),
        "seats": contest.seats,
        "bots": bot_values(contest),
        "measure": measure.value,
        "test": test_values(judge),
    }


def test_values(judge: Judge) -> dict[str, Any]:
    """What was agreed on before the first block."""
    if isinstance(judge, LeadJudge):
        terms = judge.terms
        return {
            "kind": "leads",
            "margin": terms.worth,
            "alpha": terms.alpha,
            "beta": terms.beta,
        }
    assert isinstance(judge, PairJudge)
    sprt = judge.sprt
    return {
        "kind": "pairs",
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "model": sprt.model.value,
    }


def _evidence(judge: Judge) -> dict[str, Any]:
    if isinstance(judge, LeadJudge):
        finding, terms = judge.finding, judge.terms
        return {
            "lead": finding.lead,
            "interval": list(finding.interval),
            "confidence": round(1 - terms.alpha - terms.beta, 9),
            "better": finding.better,
            "better_needed": 1 / terms.alpha,
            "not_better": finding.not_better,
            "not_better_needed": 1 / terms.beta,
        }
    assert isinstance(judge, PairJudge)
    found = judge.estimate
    return {
        "pairs": dict(zip(("LL", "LD", "WL_DD", "WD", "WW"), judge.counts, strict=True)),
        "log_ratio": judge.ratio,
        "bounds": list(judge.sprt.bounds),
        "elo": None if found is None else found.elo,
        "elo_error": None if found is None else found.error,
        "superior": None if found is None else found.superior,
    }
