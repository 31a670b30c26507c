"""Matches and news in the words of the wire."""

from __future__ import annotations

from typing import Final

from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import cause_to_message, result_to_message

from referee.host import Attached, HostNews, SeatOut
from referee.matches import Match, MatchState
from referee.pacing import ContinueSeat, PauseSeat

_STATES: Final[dict[MatchState, pb.MatchInfo.State.ValueType]] = {
    MatchState.WAITING: pb.MatchInfo.STATE_WAITING,
    MatchState.RUNNING: pb.MatchInfo.STATE_RUNNING,
    MatchState.SUCCEEDED: pb.MatchInfo.STATE_SUCCEEDED,
    MatchState.ABORTED: pb.MatchInfo.STATE_ABORTED,
}


def match_info(match: Match) -> pb.MatchInfo:
    """A match as it stands."""
    config = match.setup.config
    return pb.MatchInfo(
        match_id=config.match_id,
        game=config.game,
        seats=config.seats,
        state=_STATES[match.state],
        result=None if match.result is None else result_to_message(match.result),
        decisions=match.driver.decisions,
    )


def host_news(news: HostNews) -> pb.HostMatchResponse:
    """What a match tells its host."""
    if isinstance(news, Attached):
        return pb.HostMatchResponse(attached=pb.HostAttached())
    if isinstance(news, SeatOut):
        out = pb.HostSeatOut(seat=news.seat, cause=cause_to_message(news.cause))
        return pb.HostMatchResponse(seat_out=out)
    if isinstance(news, ContinueSeat):
        run = pb.HostContinueSeat(seat=news.seat, decision_id=news.decision_id)
        return pb.HostMatchResponse(continue_seat=run)
    if isinstance(news, PauseSeat):
        return pb.HostMatchResponse(pause_seat=pb.HostPauseSeat(seat=news.seat))
    finished = pb.HostFinished(
        result=result_to_message(news.result),
        replay=news.replay.data,
        digest=news.replay.digest,
    )
    return pb.HostMatchResponse(finished=finished)
