"""Every replay is shown: those of earlier releases, and those of matches in which bots failed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from siurell.errors import ReplayError
from siurell.games.registry import games
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer, commitment
from siurell.match.result import VERDICTS, Cause, Evidence, Verdict
from siurell.replay.model import Replay
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.replay.write import ReplayWriter

from ladder.cli.storyboard import Boards, tell

GOLDEN = sorted(Path(__file__).parent.glob("*.replay"))
FAULTS = [cause for cause, verdict in VERDICTS.items() if verdict is Verdict.BOT_FAULT]
SEED = bytes(range(32))
SEATS = 3
CAP_NS = 1_000_000_000
MS = 1_000_000


def faulted(game, cause: Cause | None) -> Replay:
    """A match of which seat 0 ends by this cause at its second question; None: called off then."""
    config = MatchConfig(
        match_id="m",
        game=game.name,
        options=game.check_options({}),
        seats=SEATS,
        time=TimeControl.parse("/1s"),
        labels=tuple(f"bot {seat}" for seat in range(SEATS)),
    )
    core = MatchCore(game, config, Dealer(game, SEATS, config.options, SEED))
    told = commitment(config.match_id, SEED)
    writer = ReplayWriter(config, game.rules_version, told)
    now, questions = 0, 0
    waiting: list[ev.MatchEvent] = [ev.Begin()]
    first = 1 if cause is Cause.NO_SHOW else 0
    waiting += [ev.SeatReady(seat) for seat in range(first, SEATS)]
    alarm: int | None = None
    while True:
        if not waiting:
            assert alarm is not None
            now = max(now, alarm)
            waiting.append(ev.Alarm())
        now += MS
        for effect in core.handle(waiting.pop(0), now):
            match effect:
                case ev.Record(record):
                    writer.add(record)
                case ev.SetAlarm(at_ns):
                    alarm = at_ns
                case ev.Ask(seat, decision_id):
                    questions += seat == 0
                    bad = seat == 0 and questions == 2
                    answer = ev.DecisionReceived(seat, decision_id, str(core.open_moves[0]))
                    waiting += [ev.QuestionWritten(decision_id)]
                    waiting += _misbehaviour(cause, decision_id) if bad else [answer]
                case ev.Finish(result):
                    return read_replay(writer.finish(result, SEED).data)


def _misbehaviour(cause: Cause | None, decision_id: int) -> Iterator[ev.MatchEvent]:
    """What happens instead of an answer; nothing where it is a matter of time."""
    evidence = Evidence(exit_code=3, stderr="last\x1b[2J words", detail="It is over.")
    match cause:
        case None:
            yield ev.Abort("The host went away.")
        case Cause.ILLEGAL_MOVE:
            yield ev.DecisionReceived(0, decision_id, "")
        case Cause.PROTOCOL:
            yield ev.SeatFaulted(0, cause, evidence)
        case Cause.CRASH:
            yield ev.SeatGone(0, evidence)
        case Cause.LEFT:
            yield ev.SeatLost(0)


def shown(replay: Replay) -> str:
    return "\n".join(tell(replay, Boards.EACH_TURN))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("cause", [*FAULTS, None], ids=str)
def test_shown__a_match_in_which_a_bot_failed(game, cause) -> None:
    """H10: what a seat did not do breaks neither the board nor the tale, however it failed."""
    replay = faulted(game, cause)
    assert verify(replay).ok
    seats = replay.result.seats
    assert seats[0].cause is (cause or Cause.ABORTED)
    text = shown(replay)
    assert ("Called off: The host" if cause is None else cause.value) in text
    assert "\x1b" not in text
    assert replay.as_json()["result"]["causes"][0] == seats[0].cause.value


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_shown__a_replay_of_an_earlier_release(path) -> None:
    """H10: it is shown, or refused with the version that shows it."""
    try:
        replay = read_replay(path)
    except ReplayError as error:
        assert error.reason == "OTHER_RULES"
        assert path.stem.rpartition("_")[0] in str(error)
        return
    assert len(shown(replay).splitlines()) > replay.result.decisions
