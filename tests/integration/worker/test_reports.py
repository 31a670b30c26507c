"""A worker reports what the replay of a match proves, and nothing else (complaint F11)."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import replace

import pytest
from siurell.bots.chooser import Random
from siurell.games.registry import game_named
from siurell.local import play_local
from siurell.match.clock import TimeControl
from siurell.match.result import Cause, Evidence, MatchResult
from siurell.replay.container import pack

from ladder.domain.batch import Batch, Entrant, MatchOrder, RemoteBot, ShippedBot
from ladder.worker.hosting import Hosted
from ladder.worker.reports import Account

SEED = b"5" * 32
TIME = TimeControl.parse("60s/2s")
ORDER = MatchOrder("m_1", 1, SEED, 0, (1, 0))
BATCH = Batch(
    batch_id="b_1",
    game="finca",
    options={},
    time=TIME,
    entrants=tuple(Entrant(name, f"{name}@1", ShippedBot("random")) for name in ("ann", "bob")),
    orders=(ORDER,),
)


class Falls(Random):
    """Raises at its third question."""

    def choose(self, view):
        if view.decision_id >= 3:
            raise RuntimeError("no more")
        return super().choose(view)


def hosted(bots=(Random, Random), *, seed=SEED, match_id="m_1"):
    played = play_local(
        game_named("finca"), bots, seed=seed, time=TIME, labels=("bob@1", "ann@1"),
        match_id=match_id, simulated=True,
    )  # fmt: skip
    return Hosted(played.result, played.replay.data, played.replay.digest)


def told(found: Hosted):
    """The report of a match whose bots left no evidence of their own."""
    return Account(BATCH, ORDER, "w1").finished(found, [Evidence()] * 2, ["one", "two"])


@pytest.fixture(scope="module")
def sound() -> Hosted:
    return hosted()


def rewritten(found: Hosted, change) -> Hosted:
    """A replay that somebody changed and gave a digest that fits."""
    lines = [json.loads(line) for line in gzip.decompress(found.replay).decode().splitlines()]
    change(lines)
    content = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines[:-1])
    digest = hashlib.sha256(content.encode()).hexdigest()
    end = json.dumps({"digest": digest}, separators=(",", ":"))
    return replace(found, replay=pack(f"{content}{end}\n".encode()), digest=digest)


def test_report__of_a_sound_match_is_what_its_replay_says(sound):
    report = told(sound)
    assert report.result == sound.result
    assert (report.digest, report.replay) == (sound.digest, sound.replay)
    assert not report.result.aborted


def test_report__of_a_fault_keeps_the_referees_evidence_and_adds_the_workers():
    found = hosted((Falls, Random))
    known = [Evidence(exit_code=1, stderr="a traceback"), Evidence(stderr="chatter")]
    report = Account(BATCH, ORDER, "w1").finished(found, known, ["", ""])
    faulty, sound = report.result.seats
    assert faulty.cause is Cause.CRASH
    assert faulty.evidence.exit_code == 1
    assert "no more" in faulty.evidence.detail
    assert faulty.evidence.asked_us is not None
    assert sound.evidence == Evidence()


def test_f11__a_told_win_that_the_replay_says_is_a_loss_counts_for_nobody(sound):
    """F11: a win stored as a loss."""
    seats = sound.result.seats
    assert seats[0].placement != seats[1].placement
    report = told(replace(sound, result=replace(sound.result, seats=seats[::-1])))
    assert report.result.aborted
    assert "another result" in report.result.reason


@pytest.mark.parametrize(
    ("field", "value"), [("decisions", 1), ("turns", 1), ("grade", "great"), ("reason", "why")]
)
def test_f11__whatever_else_was_told_of_the_result_has_to_fit_too(sound, field, value):
    """F11"""
    report = told(replace(sound, result=replace(sound.result, **{field: value})))
    assert report.result.aborted


def swap_placements(lines):
    lines[-2]["result"]["placements"].reverse()


def swap_scores(lines):
    lines[-2]["result"]["scores"].reverse()


def drop_a_decision(lines):
    decisions = [line for line in lines[1:-2] if isinstance(line[0], int)]
    lines.remove(decisions[2])


@pytest.mark.parametrize("change", [swap_placements, swap_scores, drop_a_decision])
def test_f11__a_replay_that_does_not_recompute_names_the_place(sound, change):
    """F11: referee result and recomputation must agree."""
    changed = rewritten(sound, change)
    report = told(changed)
    assert report.result == MatchResult(
        report.result.seats, sound.result.decisions, turns=0, reason=report.result.reason
    )
    assert {seat.cause for seat in report.result.seats} == {Cause.ABORTED}
    assert report.result.reason.startswith("The referee's replay does not hold")
    assert change is not drop_a_decision or "Line " in report.result.reason
    assert [log.text for log in report.logs] == ["one", "two"]
    # Whoever looks into it finds what the referee told.
    assert (report.replay, report.digest) == (changed.replay, changed.digest)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (lambda: hosted(match_id="m_2"), "another match"),
        (lambda: hosted(seed=b"6" * 32), "another match"),
        (lambda: replace(hosted(), digest="0" * 64), "was told"),
        (lambda: replace(hosted(), replay=b""), "replay"),
        (lambda: replace(hosted(), replay=hosted().replay[:-30]), "replay"),
    ],
)
def test_f11__another_or_a_damaged_replay_is_no_proof(found, why):
    """F11"""
    report = told(found())
    assert report.result.aborted
    assert why in report.result.reason


@pytest.mark.parametrize(
    "batch",
    [
        replace(BATCH, time=TimeControl.parse("60s/3s")),
        replace(BATCH, startup_us=1),
        replace(BATCH, options={"any_finca_counts": "wild_symbols_only"}),
        replace(BATCH, entrants=BATCH.entrants[::-1]),
    ],
)
def test_f11__a_match_by_other_terms_is_not_the_one_that_was_ordered(sound, batch):
    """F11: bots, clock and options are those of the order."""
    report = Account(batch, ORDER, "w1").finished(sound, [Evidence()] * 2, ["", ""])
    assert report.result.aborted
    assert "played by other options" in report.result.reason


@pytest.mark.parametrize(("remote", "kept"), [(0, True), (1, False)])
def test_load__of_this_machine_stands_beside_what_was_lost_on_it_alone(
    sound: Hosted, remote: int, kept: bool
) -> None:
    """The first seat is that of the second entrant; a remote one was on another machine."""
    entrants = list(BATCH.entrants)
    entrants[remote] = replace(entrants[remote], source=RemoteBot("7"))
    account = Account(replace(BATCH, entrants=tuple(entrants)), ORDER, "w1")
    seats = (replace(sound.result.seats[0], cause=Cause.LEFT), *sound.result.seats[1:])
    report = account._report(replace(sound.result, seats=seats), b"", "", [])
    assert (report.load is not None) is kept
