"""A replay that was rewritten as a whole, digest and all, is found out by playing it again."""

from __future__ import annotations

import copy

import pytest
from siurell.errors import ReplayError
from siurell.local import play_local
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer, commitment
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.replay.write import ReplayWriter
from siurell.testing.toy import Toy


def timed_match(time="2s+100ms/1s"):
    """Three seats for six rounds; a decision takes 100 ms, and seat 1 times out at its third."""
    game, seed = Toy(), b"9" * 32
    options = {"rounds": "6"}
    labels = ("a", "b", "c")
    config = MatchConfig("m-1", "toy", options, 3, TimeControl.parse(time), labels)
    core = MatchCore(game, config, Dealer(game, 3, options, seed))
    writer = ReplayWriter(config, game.rules_version, commitment("m-1", seed))
    events = [ev.Begin(), *map(ev.SeatReady, range(3))]
    now_us, asked = 0, 0
    while events:
        for effect in core.handle(events.pop(0), now_us * 1000):
            if isinstance(effect, ev.Record):
                writer.add(effect.record)
            elif isinstance(effect, ev.Ask):
                asked += effect.seat == 1
                events.append(ev.QuestionWritten(effect.decision_id))
                late = effect.seat == 1 and asked == 3
                text = str(core.open_moves[effect.decision_id % len(core.open_moves)])
                if late:
                    events.append(ev.Alarm())
                else:
                    events.append(ev.DecisionReceived(effect.seat, effect.decision_id, text))
        last = bool(events) and isinstance(events[0], ev.Alarm)
        now_us += 1_000_001 if last else 100_000 if len(events) == 1 else 0
    return writer.finish(core.result, seed).data


@pytest.fixture(scope="module")
def parts(kit):
    """Header, events and result of a match with all kinds of records."""
    data = timed_match()
    assert verify(read_replay(data, game=Toy())).ok
    header, events, result = kit.take_apart(data)
    kinds = {event[0] if isinstance(event[0], str) else "d" for event in events}
    assert kinds == {"c", "d", "f", "s", "x"}
    return header, events, result


def find(events, kind):
    """The place of the first event of a kind."""
    kinds = [event[0] if isinstance(event[0], str) else "d" for event in events]
    return kinds.index(kind)


def verdict(kit, parts, change):
    """What is said of the replay after a change to it."""
    header, events, result = copy.deepcopy(parts)
    change(header, events, result)
    data = kit.put_together(header, events, result)
    try:
        return verify(read_replay(data, game=Toy())).where
    except ReplayError as error:
        return str(error)


def event(kind, place, value):
    def change(header, events, result):
        events[find(events, kind)][place] = value

    return change


def fault(**evidence):
    def change(header, events, result):
        known = events[find(events, "x")][3]
        known.update(evidence)
        for name in [name for name, value in known.items() if value is None]:
            del known[name]

    return change


def told(name, value):
    def change(header, events, result):
        result["result"][name] = value

    return change


def swap_first_two(header, events, result):
    events[0], events[1] = events[1], events[0]


def decision_for_forced(header, events, result):
    place = find(events, "f")
    events[place] = [events[place][1], events[place][2], 0, 0]


def forced_for_decision(header, events, result):
    place = find(events, "d")
    events[place] = ["f", events[place][0], events[place][1]]


def substitute_for_decision(header, events, result):
    place = find(events, "d")
    events[place] = ["s", events[place][0], events[place][1]]


def decision_for_substitute(header, events, result):
    place = find(events, "s")
    events[place] = [events[place][1], events[place][2], 0, 0]


def another_substitute(header, events, result):
    place = find(events, "s")
    events[place][2] = "bid 2" if events[place][2] != "bid 2" else "bid 0"


def twice_at_fault(header, events, result):
    place = find(events, "x")
    events.insert(place + 1, ["x", events[place][1], "crash", {}])


def one_more(header, events, result):
    events.append(["c", "dice/7", "roll 1"])


def noted_after_the_end(header, events, result):
    events.append(["n", 0, "lost", ""])


def cut_short(header, events, result):
    events.pop()


def overdrawn(header, events, result):
    own = [e for e in events if e[0] == 0]
    for decision in own:
        decision[3] = 900_000


def called_off(header, events, result):
    result["result"].update(causes=["aborted"] * 3, scores=[0] * 3, placements=[0] * 3)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (event("c", 2, "card 9"), "`deck/1` came to"),
        (event("c", 1, "deck/2"), "came to"),
        (swap_first_two, "came to"),
        (event("d", 0, 2), "not seat 2"),
        (event("d", 1, "take"), "not legal"),
        (event("d", 1, "bid"), "none of"),
        (event("d", 3, 1_000_001), "were charged"),
        (overdrawn, "were charged"),
        (decision_for_forced, "one of 1 legal moves"),
        (forced_for_decision, "one of 3 legal moves"),
        (substitute_for_decision, "had not forfeited"),
        (decision_for_substitute, "after it had forfeited"),
        (another_substitute, "the substitute plays"),
        (twice_at_fault, "twice"),
        (one_more, "after the match was over"),
        (noted_after_the_end, "after the match was over"),
        (cut_short, "not played to its end"),
        (called_off, "called off"),
        (fault(limit_us=999_999), "was allowed"),
        (fault(charged_us=999_999), "had not ended"),
        (fault(charged_us=1_000_001), "was charged"),
        (fault(charged_us=None), "was charged"),
        (fault(received_us=1_000_100, asked_us=100), "had not ended"),
        (fault(asked_us=None), "without being asked"),
        (event("x", 1, 0), "not seat 0"),
        (event("x", 2, "no_show"), "had started"),
        (event("x", 2, "game_rules"), "no forfeit"),
        (event("x", 2, "left"), "does not follow"),
        (told("scores", [1, 2, 3]), "does not follow"),
        (told("placements", [1, 1, 1]), "does not follow"),
        (told("causes", ["game_rules"] * 3), "does not follow"),
        (told("decisions", 3), "does not follow"),
        (told("turns", 3), "does not follow"),
        (told("grade", "high"), "does not follow"),
        (told("reason", "tired"), "does not follow"),
        (lambda header, events, result: header.update(commitment="0" * 64), "commitment"),
        (lambda header, events, result: header.update(match="m-2"), "commitment"),
        (lambda header, events, result: result.update(seed="0" * 64), "commitment"),
        (lambda header, events, result: header.update(time="300ms"), "was allowed"),
        (lambda header, events, result: header.update(options={"rounds": "3"}), "over"),
        (lambda header, events, result: header.update(options={}), "complete"),
        (lambda header, events, result: header.update(seats=["a", "b", "c", "d"]), "one entry"),
        (lambda header, events, result: header.update(time="soon"), "no time control"),
    ],
)
def test_verify__finds_what_was_rewritten(kit, parts, change, words):
    said = verdict(kit, parts, change)
    assert words in said
    assert not said.endswith("..")


def test_verify__names_the_place(kit, parts):
    assert verdict(kit, parts, event("d", 0, 2)).startswith("Line 5, after 0 decisions: ")


def test_verify__a_rewritten_name_is_found_by_the_digest_that_was_told(kit, parts):
    data = kit.put_together({**parts[0], "seats": ["x", "b", "c"]}, *parts[1:])
    replay = read_replay(data, game=Toy())
    original = read_replay(kit.put_together(*parts), game=Toy()).digest
    assert verify(replay).ok
    assert not verify(replay, original).ok
    assert original in verify(replay, original).where
    assert verify(replay, replay.digest.upper()).ok


def test_verify__every_event_left_out_or_doubled_is_found(kit, parts):
    for place in range(len(parts[1])):
        for copies in (0, 2):
            events = [*parts[1][:place], *[parts[1][place]] * copies, *parts[1][place + 1 :]]
            data = kit.put_together(parts[0], events, parts[2])
            assert not verify(read_replay(data, game=Toy())).ok, (place, copies)


@pytest.mark.parametrize("late", [["n", 0, "lost", ""], ["x", 0, "crash", {}]])
def test_verify__nothing_follows_a_match_without_forfeits(kit, late):
    header, events, result = kit.take_apart(kit.play([kit.Chooser] * 2).replay.data)
    data = kit.put_together(header, [*events, late], result)
    assert "after the match was over" in verify(read_replay(data, game=Toy())).where


def test_verify__not_ready_when_the_match_had_started(kit):
    header, events, result = kit.take_apart(kit.play([kit.Chooser] * 2).replay.data)
    data = kit.put_together(header, [*events[:3], ["x", 0, "no_show", {}], *events[3:]], result)
    assert "had started" in verify(read_replay(data, game=Toy())).where


def test_verify__a_game_that_begins_with_a_decision(kit):
    class Dealt(Toy):
        def new_state(self, seats, options):
            state = super().new_state(seats, options)
            state.cards = [1, 2]
            return state

    class Wrong(kit.Chooser):
        faults = (1,)

    match = play_local(Dealt(), [Wrong, kit.Chooser], seed=b"7" * 32, simulated=True)
    header, events, result = kit.take_apart(match.replay.data)
    assert [event[0] for event in events] == ["x"]
    assert verify(read_replay(match.replay.data, game=Dealt())).ok
    data = kit.put_together(header, [*events, ["n", 1, "lost", ""]], result)
    assert "after the match was over" in verify(read_replay(data, game=Dealt())).where


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("rounds", ["1", "3", "6"])
def test_verify__whole_matches(kit, seats, rounds):
    for bots in ([kit.Chooser] * seats, [kit.Faulty] * seats, [kit.Faulty] + [kit.Chooser] * 3):
        match = kit.play(bots[:seats], rounds)
        replay = read_replay(match.replay.data, game=Toy())
        found = verify(replay, match.replay.digest)
        assert found.ok, found.where
        assert found.decisions == match.result.decisions
        assert replay.result == match.result
