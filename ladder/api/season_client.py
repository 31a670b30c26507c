"""The seasons of a ladder elsewhere, as the command line sees them."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message
from siurell.v1 import ladder_seasons_pb2 as pb
from siurell.v1 import ladder_service_pb2 as ladder_pb
from siurell.v1.ladder_seasons_pb2_grpc import SeasonServiceStub
from siurell.v1.ladder_service_pb2_grpc import LadderServiceStub

from ladder.api.codec import from_message, to_message
from ladder.api.line import Line
from ladder.domain.seasons import Season
from ladder.domain.wanted_terms import WantedTerms
from ladder.services.board import Board, Rows
from ladder.services.history import RatingHistory
from ladder.services.leaderboard import LeaderboardRow
from ladder.services.luck import SeasonLuck
from ladder.services.order_free import OrderFree
from ladder.services.owner_favours import SeasonFavours
from ladder.services.season_detail import SeasonDetail
from ladder.services.season_overview import SeasonTotals
from ladder.services.solo_leaderboard import SoloRow
from ladder.services.wanted_seasons import SeasonSet


class RemoteSeasons:
    """The seasons of the ladder at the other end of a line."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def totals(self) -> list[SeasonTotals]:
        """All seasons."""
        response = self._call("ListSeasonTotals", pb.ListSeasonTotalsRequest())
        return [from_message(SeasonTotals, season) for season in response.seasons]

    def board(self, season: Season, *, first: int = 1, limit: int | None = None) -> Board:
        """Rows of the table of a season, the best first."""
        request = ladder_pb.GetLeaderboardRequest(season=season.name, first=first, limit=limit or 0)
        response = self._line.call(LadderServiceStub, "GetLeaderboard", request)
        rows: Rows = (
            [from_message(SoloRow, row) for row in response.solo]
            if season.solo
            else [from_message(LeaderboardRow, row) for row in response.rated]
        )
        return Board(rows, response.there)

    def fit(self, season: Season) -> OrderFree:
        """The order-free fit of a rated season whose log is short."""
        request = ladder_pb.GetFitRequest(season=season.name)
        response = self._line.call(LadderServiceStub, "GetFit", request)
        return from_message(OrderFree, response.fit)

    def show(self, name: str) -> SeasonDetail:
        """A season in full."""
        response = self._call("GetSeason", pb.GetSeasonRequest(season=name))
        return from_message(SeasonDetail, response.season)

    def create(self, name: str, game: str, wanted: WantedTerms) -> Season:
        """Make a season."""
        terms = to_message(wanted, pb.WantedTerms())
        request = pb.CreateSeasonRequest(season=name, game=game, terms=terms)
        return from_message(Season, self._change("CreateSeason", name, request).season)

    def set(self, name: str, wanted: WantedTerms) -> SeasonSet:
        """Set what is wanted of a season."""
        request = pb.SetSeasonRequest(season=name, terms=to_message(wanted, pb.WantedTerms()))
        return from_message(SeasonSet, self._change("SetSeason", name, request).done)

    def freeze(self, name: str) -> Season:
        """Draw no more matches of a season."""
        request = pb.FreezeSeasonRequest(season=name)
        return from_message(Season, self._change("FreezeSeason", name, request).season)

    def open(self, name: str) -> Season:
        """Draw matches of a season again."""
        request = pb.OpenSeasonRequest(season=name)
        return from_message(Season, self._change("OpenSeason", name, request).season)

    def close(self, name: str, extra_blocks: int | None) -> Season:
        """Let a season come to its end."""
        request = pb.CloseSeasonRequest(season=name, extra_blocks=extra_blocks)
        return from_message(Season, self._change("CloseSeason", name, request).season)

    def luck(self, season: Season) -> SeasonLuck:
        """What common seeds and rotations buy in a season whose log is short."""
        request = pb.GetSeasonLuckRequest(season=season.name)
        return from_message(SeasonLuck, self._call("GetSeasonLuck", request).luck)

    def favours(self, season: Season) -> SeasonFavours:
        """Which owners favour each other in a rated season whose log is short."""
        request = pb.GetSeasonFavoursRequest(season=season.name)
        return from_message(SeasonFavours, self._call("GetSeasonFavours", request).favours)

    def history(self, bot: str, season: str | None, stretches: int) -> list[RatingHistory]:
        """How the rating of a bot went."""
        request = pb.GetRatingHistoryRequest(bot=bot, season=season, stretches=stretches)
        response = self._call("GetRatingHistory", request)
        return [from_message(RatingHistory, each) for each in response.histories]

    def _call(self, method: str, request: Message) -> Any:
        return self._line.call(SeasonServiceStub, method, request)

    def _change(self, method: str, name: str, request: Message) -> Any:
        return self._line.change(SeasonServiceStub, method, request, f"season show {name}")
