"""Calls about seasons: what terms mean, what is refused and bounded, what older clients get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from siurell.errors import LadderError
from siurell.v1 import ladder_pb2 as values
from siurell.v1 import ladder_seasons_pb2 as pb
from siurell.v1 import ladder_service_pb2 as ladder_pb
from siurell.v1.ladder_seasons_pb2_grpc import SeasonServiceStub
from siurell.v1.ladder_service_pb2_grpc import LadderServiceStub

from ladder.api.codec import from_message
from ladder.api.line import Line
from ladder.api.season_client import RemoteSeasons
from ladder.domain.access import Role
from ladder.domain.wanted_terms import WantedTerms, WantedTime
from ladder.services.api_tokens import issue_api_token
from ladder.services.arena import Arena
from ladder.services.board import board
from ladder.services.leaderboard import leaderboard
from ladder.services.season_overview import SeasonOverview, season_overviews
from ladder.services.seasons import season_named
from ladder.services.solo_leaderboard import solo_leaderboard


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as lines:
        yield lines


@pytest.fixture
def line(played_once, lines) -> Line:
    """The line of an operator to a ladder that no test changes."""
    return lines.enter_context(
        Line(played_once.way, issue_api_token(played_once.arena, "root").token)
    )


@pytest.fixture
def organising(served, token_of, lines) -> Callable[[], RemoteSeasons]:
    """The seasons of a ladder of the test's own, as an organiser has them over the wire."""

    def _organising() -> RemoteSeasons:
        token = token_of("otto", Role.ORGANISER)
        return RemoteSeasons(lines.enter_context(Line(served.way, token)))

    return _organising


def test_terms__what_is_not_said_stays_and_what_is_taken_away_goes(organising):
    otto = organising()
    closes = datetime(2999, 1, 31, 18, 0, 0, 123456, tzinfo=UTC)
    wanted = WantedTerms(closes_at=WantedTime(closes), own_opponents=True, extra_blocks=0)
    made = otto.create("sprint", "finca", wanted)
    assert (made.closes_at, made.own_opponents, made.extra_blocks) == (closes, True, 0)
    heavy = otto.set("sprint", WantedTerms(weight=9)).season
    assert heavy == replace(made, weight=9)
    bare = otto.set("sprint", WantedTerms(closes_at=WantedTime(), own_opponents=False)).season
    assert bare == replace(heavy, closes_at=None, own_opponents=False)
    assert otto.set("sprint", WantedTerms()).changed == ()


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (pb.WantedTerms(seat_counts=[0]), "BAD_SEASON"),
        (pb.WantedTerms(seat_counts=[-1, 2**62]), "BAD_SEASON"),
        (pb.WantedTerms(seat_counts=range(9999)), "BAD_SEASON"),
        (pb.WantedTerms(startup_us=2**62), "BAD_DEADLINES"),
        (pb.WantedTerms(startup_us=-1), "BAD_SEASON"),
        (pb.WantedTerms(weight=-(2**62)), "BAD_SEASON"),
        (pb.WantedTerms(extra_blocks=2**62), "BAD_SEASON"),
        (pb.WantedTerms(mu=float("nan")), "BAD_RATING"),
        (pb.WantedTerms(sigma=float("inf")), "BAD_RATING"),
        (pb.WantedTerms(preset="x" * 9999), "UNKNOWN_PRESET"),
        (pb.WantedTerms(options={"\x1b[2J": "\n"}), "BAD_OPTION"),
        (pb.WantedTerms(time="for ever"), "UNKNOWN_VALUE"),
        (pb.WantedTerms(opens_at={"at": {"seconds": -(2**40)}}), "UNKNOWN_VALUE"),
    ],
    ids=lambda one: str(one).split(":")[0],
)
def test_terms__that_no_command_of_ours_sends_are_refused(line, terms, reason):
    request = pb.SetSeasonRequest(season="farmini", terms=terms)
    with pytest.raises(LadderError) as caught:
        line.call(SeasonServiceStub, "SetSeason", request)
    assert caught.value.reason == reason
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize("stretches", [0, 201, 2**32 - 1])
def test_history__is_not_cut_finer_than_can_be_read(line, stretches):
    request = pb.GetRatingHistoryRequest(bot="mybot", stretches=stretches)
    with pytest.raises(LadderError) as caught:
        line.call(SeasonServiceStub, "GetRatingHistory", request)
    assert caught.value.reason == "BAD_STRETCHES"


def test_long_log__is_not_computed_while_others_wait(played_once, line, monkeypatch):
    bounds = ("LUCK_AT_ONCE", "FAVOURS_AT_ONCE", "RATED_AGAIN_AT_ONCE", "HISTORY_AT_ONCE")
    for bound in bounds:
        monkeypatch.setattr(f"ladder.api.season_answers.{bound}", 2)
    root, season = RemoteSeasons(line), season_named(played_once.arena, "finca")
    table = leaderboard(played_once.arena, season)
    for call in (
        lambda: root.luck(season),
        lambda: root.history("greedy", None, 12),
        lambda: root.favours(season),
        lambda: root.set("finca", WantedTerms(tau=0.5, weight=7)),
    ):
        with pytest.raises(LadderError, match="own machine") as caught:
            call()
        assert caught.value.reason == "LONG_LOG"
    assert season_named(played_once.arena, "finca") == season
    assert leaderboard(played_once.arena, season) == table


def test_change__whose_answer_does_not_come_is_made_whole_or_not(
    played: Arena, organising, monkeypatch
):
    """Whoever waits in vain is told how to find out."""
    otto = organising()
    monkeypatch.setattr("ladder.api.line.ANSWER_WITHIN_S", 0.5)
    with played.db.write(), pytest.raises(LadderError) as caught:
        otto.set("finca", WantedTerms(tau=0.3, weight=5))
    assert caught.value.reason == "NO_ANSWER"
    assert "`siurell season show finca` tells" in str(caught.value)
    monkeypatch.undo()
    now = otto.set("finca", WantedTerms(extra_blocks=1)).season
    assert (now.params.tau, now.weight) in ((0.3, 5), (0.002, 1))


@pytest.mark.parametrize("name", ["finca", "la_granja-solo"])
def test_leaderboard__pages_are_those_of_the_whole(played_once, line, name):
    seasons, arena = RemoteSeasons(line), played_once.arena
    season = season_named(arena, name)
    whole = solo_leaderboard(arena, season) if season.solo else leaderboard(arena, season)
    assert len(whole) > 1
    assert seasons.board(season).rows == whole
    for first, limit in ((1, 2), (2, 1), (2, None), (9, 2)):
        page = seasons.board(season, first=first, limit=limit)
        assert page == board(arena, season, first=first, limit=limit)
        end = None if limit is None else first - 1 + limit
        assert (page.rows, page.there) == (whole[first - 1 : end], len(whole))


def test_leaderboard__who_knows_no_pages_gets_all(line):
    """As an older client asks: by the name of the season alone."""
    request = ladder_pb.GetLeaderboardRequest(season="finca")
    response = line.call(LadderServiceStub, "GetLeaderboard", request)
    assert len(response.rated) == 3


def test_seasons__are_listed_with_their_bots_for_older_clients(played_once, line):
    response = line.call(LadderServiceStub, "ListSeasons", ladder_pb.ListSeasonsRequest())
    found = [from_message(SeasonOverview, season) for season in response.seasons]
    assert found == season_overviews(played_once.arena)
    assert response.seasons[0].season.state == values.SEASON_STATE_OPEN
