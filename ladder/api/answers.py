"""What is answered to each unary call: the service of the same use case, its value as a message.

These run in threads, since they wait for the database. ``arena`` acts as whoever calls.
"""

from __future__ import annotations

from importlib.metadata import version as version_of_distribution
from typing import Final

from siurell.errors import LadderError
from siurell.match.result import Cause
from siurell.v1 import ladder_pb2 as values
from siurell.v1 import ladder_service_pb2 as pb
from siurell.v1 import match_pb2
from siurell.wire.result import cause_from_message

from ladder.api.asked import given, page_size
from ladder.api.codec import to_message
from ladder.api.desk import Answers
from ladder.api.metadata import PROTOCOL_VERSION
from ladder.domain.names import name_key
from ladder.services.activity import activate, retire, set_note, withdraw
from ladder.services.arena import Arena
from ladder.services.board import board
from ladder.services.bots import bot_log, list_bots, show_bot
from ladder.services.matches import list_matches, replay_file, replay_of, show_match
from ladder.services.order_free import short_fit
from ladder.services.requests import request_match
from ladder.services.resuming import resume
from ladder.services.season_overview import season_overviews
from ladder.services.seasons import season_named
from ladder.services.status import ladder_status
from ladder.services.submit import stuck
from ladder.services.version_diff import bot_diff


def _who_am_i(arena: Arena, _: pb.WhoAmIRequest) -> pb.WhoAmIResponse:
    return pb.WhoAmIResponse(
        name=arena.actor.name,
        role=values.Role.Value(f"ROLE_{arena.actor.role.name}"),
        protocol=PROTOCOL_VERSION,
        release=version_of_distribution("siurell-arena"),
    )


def _get_status(arena: Arena, _: pb.GetStatusRequest) -> pb.GetStatusResponse:
    response = pb.GetStatusResponse()
    to_message(ladder_status(arena), response.status)
    return response


def _list_bots(arena: Arena, request: pb.ListBotsRequest) -> pb.ListBotsResponse:
    size = page_size(request.page_size)
    bots = list_bots(arena)
    if request.page_token:
        bots = [bot for bot in bots if name_key(bot.name) > request.page_token]
    response = pb.ListBotsResponse()
    for bot in bots[:size]:
        to_message(bot, response.bots.add())
    if len(bots) > size:
        response.next_page_token = name_key(bots[size - 1].name)
    for version in () if request.page_token else stuck(arena):
        to_message(version, response.stuck.add())
    return response


def _get_bot(arena: Arena, request: pb.GetBotRequest) -> pb.GetBotResponse:
    response = pb.GetBotResponse()
    to_message(show_bot(arena, request.bot), response.bot)
    return response


def _diff_bot(arena: Arena, request: pb.DiffBotRequest) -> pb.DiffBotResponse:
    response = pb.DiffBotResponse()
    old, new = given(request, "old"), given(request, "new")
    to_message(bot_diff(arena, request.bot, old, new), response.diff)
    return response


def _retire_bot(arena: Arena, request: pb.RetireBotRequest) -> pb.RetireBotResponse:
    response = pb.RetireBotResponse()
    to_message(retire(arena, request.bot), response.retired)
    return response


def _withdraw_bot(arena: Arena, request: pb.WithdrawBotRequest) -> pb.WithdrawBotResponse:
    response = pb.WithdrawBotResponse()
    to_message(withdraw(arena, request.bot), response.retired)
    return response


def _activate_version(
    arena: Arena, request: pb.ActivateVersionRequest
) -> pb.ActivateVersionResponse:
    return pb.ActivateVersionResponse(label=activate(arena, request.version))


def _set_note(arena: Arena, request: pb.SetNoteRequest) -> pb.SetNoteResponse:
    return pb.SetNoteResponse(label=set_note(arena, request.version, request.note))


def _resume_bot(arena: Arena, request: pb.ResumeBotRequest) -> pb.ResumeBotResponse:
    response = pb.ResumeBotResponse()
    to_message(resume(arena, request.bot), response.resumed)
    return response


def _list_seasons(arena: Arena, _: pb.ListSeasonsRequest) -> pb.ListSeasonsResponse:
    response = pb.ListSeasonsResponse()
    for overview in season_overviews(arena):
        to_message(overview, response.seasons.add())
    return response


def _get_leaderboard(arena: Arena, request: pb.GetLeaderboardRequest) -> pb.GetLeaderboardResponse:
    season = season_named(arena, request.season)
    # Whoever does not know of pages sends neither, and gets all.
    found = board(arena, season, first=request.first or 1, limit=request.limit or None)
    response = pb.GetLeaderboardResponse(there=found.there)
    rows = response.solo if season.solo else response.rated
    for row in found.rows:
        to_message(row, rows.add())
    return response


def _get_fit(arena: Arena, request: pb.GetFitRequest) -> pb.GetFitResponse:
    season = season_named(arena, request.season)
    response = pb.GetFitResponse()
    to_message(short_fit(arena, season), response.fit)
    return response


def _list_matches(
    arena: Arena, request: pb.LadderServiceListMatchesRequest
) -> pb.LadderServiceListMatchesResponse:
    size = page_size(request.page_size)
    found = list_matches(
        arena,
        bot=given(request, "bot"),
        cause=_cause(given(request, "cause")),
        season=given(request, "season"),
        rated=given(request, "rated"),
        limit=size + 1,
        before=request.page_token or None,
    )
    response = pb.LadderServiceListMatchesResponse()
    for match in found[:size]:
        to_message(match, response.matches.add())
    if len(found) > size:
        response.next_page_token = found[size - 1].match_id
    return response


def _get_match(
    arena: Arena, request: pb.LadderServiceGetMatchRequest
) -> pb.LadderServiceGetMatchResponse:
    detail = show_match(arena, request.match_id)
    there = replay_file(arena, detail.line) is not None
    response = pb.LadderServiceGetMatchResponse(has_replay=there)
    to_message(detail, response.match)
    return response


def _get_match_log(arena: Arena, request: pb.GetMatchLogRequest) -> pb.GetMatchLogResponse:
    response = pb.GetMatchLogResponse()
    to_message(bot_log(arena, request.bot, request.match_id), response.log)
    return response


def _request_match(arena: Arena, request: pb.RequestMatchRequest) -> pb.RequestMatchResponse:
    asked = request_match(
        arena,
        request.game,
        list(request.bots),
        season=given(request, "season"),
        blocks=request.blocks or 1,
    )
    response = pb.RequestMatchResponse()
    to_message(asked, response.requested)
    return response


def _get_replay(arena: Arena, request: pb.GetReplayRequest) -> pb.GetReplayResponse:
    return pb.GetReplayResponse(replay=replay_of(arena, request.match_id))


def _cause(number: match_pb2.Cause.ValueType | None) -> Cause | None:
    if number is None:
        return None
    if number not in match_pb2.Cause.values() or not number:
        raise LadderError(f"There is no cause with the number {number}.", reason="BAD_CAUSE")
    return cause_from_message(number)


ANSWERS: Final[Answers] = {
    "WhoAmI": (_who_am_i, pb.WhoAmIRequest, pb.WhoAmIResponse),
    "GetStatus": (_get_status, pb.GetStatusRequest, pb.GetStatusResponse),
    "ListBots": (_list_bots, pb.ListBotsRequest, pb.ListBotsResponse),
    "GetBot": (_get_bot, pb.GetBotRequest, pb.GetBotResponse),
    "DiffBot": (_diff_bot, pb.DiffBotRequest, pb.DiffBotResponse),
    "RetireBot": (_retire_bot, pb.RetireBotRequest, pb.RetireBotResponse),
    "WithdrawBot": (_withdraw_bot, pb.WithdrawBotRequest, pb.WithdrawBotResponse),
    "ActivateVersion": (_activate_version, pb.ActivateVersionRequest, pb.ActivateVersionResponse),
    "SetNote": (_set_note, pb.SetNoteRequest, pb.SetNoteResponse),
    "ResumeBot": (_resume_bot, pb.ResumeBotRequest, pb.ResumeBotResponse),
    "ListSeasons": (_list_seasons, pb.ListSeasonsRequest, pb.ListSeasonsResponse),
    "GetLeaderboard": (_get_leaderboard, pb.GetLeaderboardRequest, pb.GetLeaderboardResponse),
    "GetFit": (_get_fit, pb.GetFitRequest, pb.GetFitResponse),
    "ListMatches": (
        _list_matches,
        pb.LadderServiceListMatchesRequest,
        pb.LadderServiceListMatchesResponse,
    ),
    "GetMatch": (
        _get_match,
        pb.LadderServiceGetMatchRequest,
        pb.LadderServiceGetMatchResponse,
    ),
    "GetMatchLog": (_get_match_log, pb.GetMatchLogRequest, pb.GetMatchLogResponse),
    "RequestMatch": (_request_match, pb.RequestMatchRequest, pb.RequestMatchResponse),
    "GetReplay": (_get_replay, pb.GetReplayRequest, pb.GetReplayResponse),
}
"""The unary calls: what answers them, and their messages."""
