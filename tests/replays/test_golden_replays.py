"""Replays of whole matches, kept: they verify for ever, unless their rules version has moved on.

`python tools/golden_replays.py` adds those of a new rules version.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from siurell.errors import ReplayError
from siurell.games.registry import game_named, games
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.steps import replay_states
from siurell.replay.verify import verify

FOLDER = Path(__file__).parent
GOLDEN = sorted(FOLDER.glob("*.replay"))
CURRENT = {
    f"{game.rules_version}_{seats}.replay"
    for game in games()
    for seats in range(game.min_seats, game.max_seats + 1)
}


def test_golden__every_game_and_number_of_seats_has_one_of_its_rules_version():
    assert {path.name for path in GOLDEN} >= CURRENT


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden__verifies_or_is_refused_for_its_rules_version(path):
    digest = path.with_suffix(".digest").read_text(encoding="ascii").strip()
    if path.name not in CURRENT:
        with pytest.raises(ReplayError) as refused:
            read_replay(path)
        assert refused.value.reason == "OTHER_RULES"
        return
    replay = read_replay(path)
    assert replay.digest == digest
    verdict = verify(replay, digest)
    assert verdict.ok, verdict.where
    assert verdict.decisions == replay.result.decisions > 50


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden__another_digest_is_found(path):
    if path.name in CURRENT:
        verdict = verify(read_replay(path), "0" * 64)
        assert not verdict.ok
        assert "digest" in verdict.where


def test_golden__one_has_a_substitute():
    replays = [read_replay(path) for path in GOLDEN if path.name in CURRENT]
    faulted = [replay for replay in replays if replay.result.seats[-1].cause is Cause.CRASH]
    assert faulted
    for replay in faulted:
        events = replay.as_json()["events"]
        assert any(event.get("substitute") for event in events)
        assert replay.result.seats[-1].placement == len(replay.result.seats)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden__plays_again_to_the_told_scores(path):
    if path.name not in CURRENT:
        pytest.skip("of another rules version")
    replay = read_replay(path)
    *_, (_, state) = replay_states(replay)
    assert state.to_act is None
    assert state.outcome().scores == tuple(seat.score for seat in replay.result.seats)
    assert game_named(replay.config.game).name == replay.config.game
