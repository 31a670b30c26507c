"""The evidence of a forfeit lies in the replay, all of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from siurell.errors import ReplayError
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.testing.toy import Toy


@pytest.fixture
def parts(kit):
    """A match that a seat forfeited."""
    data = kit.play([kit.Faulty, kit.Chooser]).replay.data
    return kit.take_apart(data)


def evidence_of(events):
    [fault] = [event for event in events if event[0] == "x"]
    return fault[3]


def test_replay__says_whether_memory_ended_a_bot(kit, parts):
    header, events, result = parts
    evidence_of(events).update(oom=True, exit_code=0)
    replay = read_replay(kit.put_together(header, events, result), game=Toy())
    seat = next(seat for seat in replay.result.seats if seat.cause is not Cause.GAME_RULES)
    assert seat.evidence.oom
    assert replace(seat.evidence, oom=False).exit_code == 0
    told = replay.as_json()["result"]["evidence"]
    faulty = next(facts for facts in told if facts)
    assert (faulty["oom"], faulty["exit_code"]) == (True, 0)
    assert {} in told


def test_replay__of_a_sound_bot_says_nothing_of_memory(kit, parts):
    header, events, result = parts
    assert "oom" not in evidence_of(events)
    replay = read_replay(kit.put_together(header, events, result), game=Toy())
    assert not any(seat.evidence.oom for seat in replay.result.seats)


@pytest.mark.parametrize("word", [1, "yes", None])
def test_replay__a_sign_that_is_none_is_refused(kit, parts, word):
    header, events, result = parts
    evidence_of(events)["oom"] = word
    with pytest.raises(ReplayError, match="neither true nor false"):
        read_replay(kit.put_together(header, events, result), game=Toy())
