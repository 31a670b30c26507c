"""What is answered to the calls about seasons, as `ladder.api.answers` does to those of authors."""

from __future__ import annotations

from typing import Final

from siurell.errors import LadderError
from siurell.v1 import ladder_seasons_pb2 as pb

from ladder.api.asked import given
from ladder.api.codec import from_message, to_message
from ladder.api.desk import Answers
from ladder.domain.history import MOST_STRETCHES
from ladder.domain.wanted_terms import WantedTerms
from ladder.services.arena import Arena
from ladder.services.history import rating_histories
from ladder.services.luck import luck_in
from ladder.services.owner_favours import favours_in
from ladder.services.season_changes import close_season, freeze_season, open_season
from ladder.services.season_detail import season_detail
from ladder.services.season_overview import season_totals
from ladder.services.seasons import season_named
from ladder.services.short_logs import (
    FAVOURS_AT_ONCE,
    HISTORY_AT_ONCE,
    LUCK_AT_ONCE,
    RATED_AGAIN_AT_ONCE,
)
from ladder.services.wanted_seasons import make_season, set_season


def _list_season_totals(arena: Arena, _: pb.ListSeasonTotalsRequest) -> pb.ListSeasonTotalsResponse:
    response = pb.ListSeasonTotalsResponse()
    for totals in season_totals(arena):
        to_message(totals, response.seasons.add())
    return response


def _get_season(arena: Arena, request: pb.GetSeasonRequest) -> pb.GetSeasonResponse:
    response = pb.GetSeasonResponse()
    to_message(season_detail(arena, request.season), response.season)
    return response


def _create_season(arena: Arena, request: pb.CreateSeasonRequest) -> pb.CreateSeasonResponse:
    wanted = from_message(WantedTerms, request.terms)
    response = pb.CreateSeasonResponse()
    to_message(make_season(arena, request.season, request.game, wanted), response.season)
    return response


def _set_season(arena: Arena, request: pb.SetSeasonRequest) -> pb.SetSeasonResponse:
    wanted = from_message(WantedTerms, request.terms)
    # Whoever serves this plays matches as well, whose reports wait meanwhile.
    most = RATED_AGAIN_AT_ONCE
    response = pb.SetSeasonResponse()
    to_message(set_season(arena, request.season, wanted, most_rated_again=most), response.done)
    return response


def _freeze_season(arena: Arena, request: pb.FreezeSeasonRequest) -> pb.FreezeSeasonResponse:
    response = pb.FreezeSeasonResponse()
    to_message(freeze_season(arena, request.season), response.season)
    return response


def _open_season(arena: Arena, request: pb.OpenSeasonRequest) -> pb.OpenSeasonResponse:
    response = pb.OpenSeasonResponse()
    to_message(open_season(arena, request.season), response.season)
    return response


def _close_season(arena: Arena, request: pb.CloseSeasonRequest) -> pb.CloseSeasonResponse:
    response = pb.CloseSeasonResponse()
    to_message(close_season(arena, request.season, given(request, "extra_blocks")), response.season)
    return response


def _get_season_luck(arena: Arena, request: pb.GetSeasonLuckRequest) -> pb.GetSeasonLuckResponse:
    season = season_named(arena, request.season)
    response = pb.GetSeasonLuckResponse()
    to_message(luck_in(arena, season, most=LUCK_AT_ONCE), response.luck)
    return response


def _get_season_favours(
    arena: Arena, request: pb.GetSeasonFavoursRequest
) -> pb.GetSeasonFavoursResponse:
    season = season_named(arena, request.season)
    response = pb.GetSeasonFavoursResponse()
    to_message(favours_in(arena, season, most=FAVOURS_AT_ONCE), response.favours)
    return response


def _get_rating_history(
    arena: Arena, request: pb.GetRatingHistoryRequest
) -> pb.GetRatingHistoryResponse:
    if not 1 <= request.stretches <= MOST_STRETCHES:
        raise LadderError(
            f"A history has 1 to {MOST_STRETCHES} stretches, not {request.stretches}.",
            reason="BAD_STRETCHES",
        )
    response = pb.GetRatingHistoryResponse()
    season = given(request, "season")
    for history in rating_histories(
        arena, request.bot, season, most=request.stretches, most_matches=HISTORY_AT_ONCE
    ):
        to_message(history, response.histories.add())
    return response


SEASON_ANSWERS: Final[Answers] = {
    "ListSeasonTotals": (
        _list_season_totals,
        pb.ListSeasonTotalsRequest,
        pb.ListSeasonTotalsResponse,
    ),
    "GetSeason": (_get_season, pb.GetSeasonRequest, pb.GetSeasonResponse),
    "CreateSeason": (_create_season, pb.CreateSeasonRequest, pb.CreateSeasonResponse),
    "SetSeason": (_set_season, pb.SetSeasonRequest, pb.SetSeasonResponse),
    "FreezeSeason": (_freeze_season, pb.FreezeSeasonRequest, pb.FreezeSeasonResponse),
    "OpenSeason": (_open_season, pb.OpenSeasonRequest, pb.OpenSeasonResponse),
    "CloseSeason": (_close_season, pb.CloseSeasonRequest, pb.CloseSeasonResponse),
    "GetSeasonLuck": (_get_season_luck, pb.GetSeasonLuckRequest, pb.GetSeasonLuckResponse),
    "GetSeasonFavours": (
        _get_season_favours,
        pb.GetSeasonFavoursRequest,
        pb.GetSeasonFavoursResponse,
    ),
    "GetRatingHistory": (
        _get_rating_history,
        pb.GetRatingHistoryRequest,
        pb.GetRatingHistoryResponse,
    ),
}
"""The calls: what answers them, and their messages."""
