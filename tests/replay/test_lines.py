"""The lines: what they say, and that nonsense in them is found, whatever it is."""

from __future__ import annotations

import copy
import gzip
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import ReplayError
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.replay.read import read_journal, read_replay
from siurell.replay.steps import replay_states
from siurell.replay.verify import verify
from siurell.replay.write import ReplayWriter
from siurell.testing.toy import Toy

CONFIG = MatchConfig(
    match_id="m-1",
    game="toy",
    options={"rounds": "1"},
    seats=2,
    time=TimeControl.parse("60s+500ms/5s"),
    labels=("árbol", "b"),
)
RECORDS = [
    ev.ChanceRecord("deck/1", "card 3"),
    ev.NoteRecord(1, "stale", "bid 2"),
    ev.DecisionRecord(0, "bid 1", asked_us=1_000, charged_us=250),
    ev.DecisionRecord(1, "bid 0", asked_us=1_300, charged_us=7, lag_us=3),
    ev.ForcedRecord(0, "bid 0"),
    ev.FaultRecord(1, Cause.CRASH, Evidence(exit_code=-3, stderr="Tracé\nback", detail="x")),
    ev.SubstituteRecord(1, "bid 0"),
    ev.DecisionRecord(0, "bid 1", asked_us=2_000, charged_us=0),
]
RESULT = MatchResult(
    (
        SeatResult(1, -4, Cause.GAME_RULES),
        SeatResult(2, 3, Cause.CRASH, 1, RECORDS[5].evidence),
    ),
    decisions=5,
    turns=1,
)


def written():
    writer = ReplayWriter(CONFIG, "1", b"c" * 32)
    lines = [writer.header_line(), *map(writer.add, RECORDS)]
    return lines, writer.finish(RESULT, b"s" * 32)


def test_lines__as_the_format_says():
    lines, _ = written()
    assert lines[1:] == [
        '["c","deck/1","card 3"]',
        '["n",1,"stale","bid 2"]',
        '[0,"bid 1",1000,250]',
        '[1,"bid 0",50,7,3]',
        '["f",0,"bid 0"]',
        '["x",1,"crash",{"exit_code":-3,"stderr":"Trac\\u00e9\\nback","detail":"x"}]',
        '["s",1,"bid 0"]',
        '[0,"bid 1",693,0]',
    ]


def test_lines__are_read_back_as_they_were_written():
    lines, finished = written()
    replay = read_replay(finished.data, game=Toy())
    assert list(replay.records) == RECORDS
    assert replay.config == CONFIG
    assert replay.result == RESULT
    assert (replay.seed, replay.commitment) == (b"s" * 32, b"c" * 32)
    assert replay.digest == finished.digest
    whole = "".join(f"{line}\n" for line in (*lines, *finished.footer))
    assert gzip.decompress(finished.data).decode() == whole


def test_journal__is_read_up_to_any_moment():
    lines, finished = written()
    whole = "".join(f"{line}\n" for line in (*lines, *finished.footer)).encode()
    head = len(lines[0]) + 1
    for length in range(head, len(whole) + 1):
        journal = read_journal(whole[:length], game=Toy())
        assert list(journal.records) == RECORDS[: len(journal.records)]
    assert list(journal.records) == RECORDS
    for length in range(head):
        with pytest.raises(ReplayError):
            read_journal(whole[:length], game=Toy())


def test_journal__from_a_path(tmp_path):
    lines, _ = written()
    path = tmp_path / "journal"
    path.write_text("\n".join(lines) + '\n[0,"bi')
    assert list(read_journal(path, game=Toy()).records) == RECORDS


def test_as_json__says_all_that_another_program_needs(kit):
    match = kit.play([kit.Chooser, kit.Faulty, kit.Chooser], rounds="6")
    replay = read_replay(match.replay.data, game=Toy())
    told = json.loads(json.dumps(replay.as_json()))
    assert told["game"] == "toy"
    assert told["options"] == {"rounds": "6"}
    assert told["seats"] == ["seat 0", "seat 1", "seat 2"]
    assert told["seed"] == (b"7" * 32).hex()
    assert told["result"]["causes"][1] == "illegal_move"
    assert told["result"]["placements"] == [s.placement for s in match.result.seats]
    decisions = [event for event in told["events"] if event["kind"] == "decision"]
    assert len(decisions) == match.result.decisions
    assert any("substitute" in event for event in decisions)
    assert any("forced" in event for event in decisions)
    state = Toy().new_state(3, told["options"])
    for event in told["events"]:
        if event["kind"] == "chance":
            assert state.chance().key == event["key"]
            state.apply(state.chance().parse(event["text"]))
        else:
            assert state.to_act == event["seat"]
            state.apply(Toy().parse_move(event["text"]))
    assert list(state.outcome().scores) == told["result"]["scores"]


def test_states__step_through_a_match(kit):
    replay = read_replay(kit.play([kit.Chooser, kit.Chooser]).replay.data, game=Toy())
    steps = [(record, state.copy()) for record, state in replay_states(replay)]
    assert [record for record, _ in steps] == list(replay.records)
    assert steps[-1][1].to_act is None
    assert steps[0][1].phase == "deal"


def mangle(rng, value):
    """Another value in place of this one, or of one inside it."""
    others = [
        None, True, 0, 1, -1, 3, 2**63, 10**400, "", "bid 1", "\ud800", [], {}, [0, "bid 1", 0, 0],
        ["c", "deck/1", "card 1"], ["f", 0], ["x", 0, "crash", {"exit_code": "1"}], "0" * 64,
    ]  # fmt: skip
    if isinstance(value, list | dict) and value and rng.random() < 0.8:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = rng.choice(keys)
        if rng.random() < 0.15:
            del value[key]
        else:
            value[key] = mangle(rng, value[key])
        return value
    return rng.choice(others)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3))
def test_fuzz__values_of_any_kind_with_a_digest_that_fits(kit, number, times):
    rng = random.Random(number)
    parts = list(kit.take_apart(kit.play([kit.Chooser, kit.Faulty, kit.Chooser]).replay.data))
    whole = copy.deepcopy(parts)
    for _ in range(times):
        place = rng.randrange(3)
        parts[place] = mangle(rng, parts[place])
    if not isinstance(parts[1], list):
        parts[1] = [parts[1]]
    try:
        replay = read_replay(kit.put_together(*parts), game=Toy())
    except ReplayError as error:
        assert str(error).endswith(".") and error.reason
        return
    verdict = verify(replay)
    harmless = ("match", "seats", "by", "startup_us", "rounds", "time", "options")
    if verdict.ok and parts != whole:
        same = [{k: v for k, v in p[0].items() if k not in harmless} for p in (parts, whole)]
        assert same[0] == same[1]


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "[]", "null", "7", '"x"', "[1.0]", "[NaN]", "[0]", '["c"]', '["c","a"]',
        '["c","a",1]', '["q",0,"a"]', '["f",2,"bid 0"]', '["f",-1,"bid 0"]', '["f",true,"bid 0"]',
        '[true,"bid 0",1,1]', '[0,"bid 0",-1,1]', '[0,"bid 0",1]', '[0,"bid 0",1,1,1,1]',
        '[0,"bid 0",1,1.5]', '[0,"bid 0",1,1e3]', '[0,7,1,1]', '[9,"bid 0",1,1]',
        '["x",0,"tired",{}]', '["x",0,"crash",{"mood":1}]', '["x",0,"crash",[]]',
        '["x",0,"crash",{"asked_us":-1}]', '["x",0,"crash",{"stderr":1}]', '["n",0,"lost"]',
        '["n",0,"lost","\\ud800"]', "[" * 100_000, "[" + "{}," * 80_000 + "{}]",
        '[0,"bid 0",1,' + "9" * 5_000 + "]",
    ],
)  # fmt: skip
def test_lines__that_mean_nothing(kit, line):
    lines, _ = written()
    content = f"{lines[0]}\n{line}\n".encode()
    with pytest.raises(ReplayError, match="line 2") as caught:
        read_journal(content, game=Toy())
    assert caught.value.reason == "INVALID"
