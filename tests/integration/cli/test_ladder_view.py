"""What a running ladder counts, told by an executor."""

from datetime import UTC, datetime

import pytest
from siurell.match.clock import TimeControl
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.cli.ladder_view import LadderView
from ladder.domain.batch import Batch, Entrant, MatchOrder, Report, ShippedBot
from ladder.executors.base import (
    BatchStarted,
    MatchReported,
    NothingToPlay,
    TournamentPlayed,
    WaveOfFaults,
)
from ladder.services.report import ReportOutcome
from ladder.worker.events import MatchStarted

ENTRANTS = tuple([Entrant(str(n), f"greedy@{n}", ShippedBot("greedy")) for n in range(3)])
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def batch_of(*orders):
    """Orders as pairs of a seed and a rotation, each bot alone."""
    return Batch(
        "b_1",
        "la_granja",
        {},
        TimeControl.parse("1s"),
        ENTRANTS,
        tuple(
            [
                MatchOrder(f"m_{seed}_{rotation}", 1, seed.encode(), rotation, (rotation,))
                for seed, rotation in orders
            ]
        ),
    )


@pytest.fixture
def play():
    """Tell a view of a batch whose matches are all played, but for those that are called off."""

    def told(view, batch, *, called_off=()):
        view.tell(BatchStarted(batch, len({order.seed for order in batch.orders})))
        for order in batch.orders:
            view.tell(MatchStarted(batch, order))
            cause = Cause.ABORTED if order.match_id in called_off else Cause.GAME_RULES
            result = MatchResult((SeatResult(1, 5, cause),), 1, 1)
            report = Report(order.match_id, 1, result, b"", "", "w", NOW, NOW)
            view.tell(MatchReported(report, ReportOutcome.APPLIED))

    return told


def test_ladder_view__a_block_begun_by_an_earlier_run_is_a_block_when_it_is_whole(play, capsys):
    view = LadderView(blocks=2)
    play(view, batch_of(("a", 2)))
    assert view.blocks == "1/2"
    play(view, batch_of(("b", 0), ("b", 1), ("b", 2)))
    assert view.blocks == "2/2"
    assert view.summary().startswith("4 matches in 2 blocks")
    assert "blocks 1/2  m_b_1" in capsys.readouterr().out


def test_ladder_view__what_was_called_off_and_is_played_again_is_no_block_more(play):
    view = LadderView(blocks=1)
    play(view, batch_of(("a", 0), ("a", 1), ("a", 2)), called_off=["m_a_1"])
    assert view.blocks == "0/1"
    play(view, batch_of(("a", 1)))
    assert view.blocks == "1/1"


def test_f20__a_wave_of_faults_is_said_at_once(capsys):
    """F20: an alarm when many seats fail on one host."""
    LadderView(blocks=1).tell(WaveOfFaults(("ann@1", "bob@2", "cid@1")))
    said = capsys.readouterr().err
    assert "Bots that were sound failed all at once: ann@1, bob@2, cid@1." in said
    assert "siurell doctor" in said


@pytest.mark.parametrize(("blocks", "then"), [(None, "waiting for"), (2, "to go on, type")])
def test_ladder_view__nothing_to_play_is_said_once_until_something_is_played(
    play, capsys, blocks, then
):
    view = LadderView(blocks)
    for _ in range(3):
        view.tell(NothingToPlay())
    assert capsys.readouterr().err.count(f"too few bots to play; {then} `siurell submit`") == 1
    play(view, batch_of(("a", 0)))
    view.tell(NothingToPlay())
    assert capsys.readouterr().err.count("too few bots") == 1


def test_ladder_view__one_match_is_not_called_matches(play):
    view = LadderView(blocks=None)
    play(view, batch_of(("a", 0)))
    assert view.summary().startswith("1 match in 1 block, ")


def test_ladder_view__matches_of_a_tournament_are_in_no_block(play):
    view = LadderView(blocks=None)
    play(view, batch_of(("a", 0)))
    (order,) = (batch := batch_of(("cup", 1))).orders
    view.tell(MatchStarted(batch, order))
    result = MatchResult((SeatResult(1, 5, Cause.GAME_RULES),), 1, 1)
    report = Report(order.match_id, 1, result, b"", "", "w", NOW, NOW)
    view.tell(TournamentPlayed("cup", report))
    assert view.summary().startswith("1 match in 1 block, ")
    assert "; 1 of tournaments" in view.summary()
