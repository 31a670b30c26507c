"""The seasons that a command is about: those of this machine's arena, or of a ladder elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

import typer

from ladder.cli.reached import reached

if TYPE_CHECKING:
    from ladder.api.line import Line
    from ladder.domain.seasons import Season
    from ladder.domain.wanted_terms import WantedTerms
    from ladder.services.arena import Arena
    from ladder.services.board import Board
    from ladder.services.history import RatingHistory
    from ladder.services.luck import SeasonLuck
    from ladder.services.order_free import OrderFree
    from ladder.services.owner_favours import SeasonFavours
    from ladder.services.season_detail import SeasonDetail
    from ladder.services.season_overview import SeasonTotals
    from ladder.services.wanted_seasons import SeasonSet


class Seasons(Protocol):
    """What commands ask of seasons. All of it raises `LadderError` with the same words."""

    def totals(self) -> list[SeasonTotals]:
        """All seasons."""

    def board(self, season: Season, *, first: int = 1, limit: int | None = None) -> Board:
        """Rows of the table of a season, the best first: all, or so many from the ``first`` on."""

    def fit(self, season: Season) -> OrderFree:
        """The order-free fit of a rated season whose log is short."""

    def show(self, name: str) -> SeasonDetail:
        """A season in full."""

    def create(self, name: str, game: str, wanted: WantedTerms) -> Season:
        """Make a season."""

    def set(self, name: str, wanted: WantedTerms) -> SeasonSet:
        """Set what is wanted of a season."""

    def freeze(self, name: str) -> Season:
        """Draw no more matches of a season."""

    def open(self, name: str) -> Season:
        """Draw matches of a season again."""

    def close(self, name: str, extra_blocks: int | None) -> Season:
        """Let a season come to its end."""

    def luck(self, season: Season) -> SeasonLuck:
        """What common seeds and rotations buy in a season."""

    def favours(self, season: Season) -> SeasonFavours:
        """Which owners favour each other in a rated season."""

    def history(self, bot: str, season: str | None, stretches: int) -> list[RatingHistory]:
        """How the rating of a bot went, in so many stretches."""


class EmbeddedSeasons:
    """The seasons of an arena on this machine."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    def totals(self) -> list[SeasonTotals]:
        """All seasons."""
        from ladder.services.season_overview import season_totals

        return season_totals(self.arena)

    def board(self, season: Season, *, first: int = 1, limit: int | None = None) -> Board:
        """Rows of the table of a season, the best first: all, or so many from the ``first`` on."""
        from ladder.services.board import board

        return board(self.arena, season, first=first, limit=limit)

    def fit(self, season: Season) -> OrderFree:
        """The order-free fit of a rated season whose log is short."""
        from ladder.services.order_free import short_fit

        return short_fit(self.arena, season)

    def show(self, name: str) -> SeasonDetail:
        """A season in full."""
        from ladder.services.season_detail import season_detail

        return season_detail(self.arena, name)

    def create(self, name: str, game: str, wanted: WantedTerms) -> Season:
        """Make a season."""
        from ladder.services.wanted_seasons import make_season

        return make_season(self.arena, name, game, wanted)

    def set(self, name: str, wanted: WantedTerms) -> SeasonSet:
        """Set what is wanted of a season; a long log is rated again only while no ladder runs."""
        from ladder.services.short_logs import rated_again_at_most
        from ladder.services.wanted_seasons import set_season

        if not wanted.rates:
            return set_season(self.arena, name, wanted)
        with rated_again_at_most(self.arena.home) as most:
            return set_season(self.arena, name, wanted, most_rated_again=most)

    def freeze(self, name: str) -> Season:
        """Draw no more matches of a season."""
        from ladder.services.season_changes import freeze_season

        return freeze_season(self.arena, name)

    def open(self, name: str) -> Season:
        """Draw matches of a season again."""
        from ladder.services.season_changes import open_season

        return open_season(self.arena, name)

    def close(self, name: str, extra_blocks: int | None) -> Season:
        """Let a season come to its end."""
        from ladder.services.season_changes import close_season

        return close_season(self.arena, name, extra_blocks)

    def luck(self, season: Season) -> SeasonLuck:
        """What common seeds and rotations buy in a season."""
        from ladder.services.luck import luck_in

        return luck_in(self.arena, season)

    def favours(self, season: Season) -> SeasonFavours:
        """Which owners favour each other in a rated season."""
        from ladder.services.owner_favours import favours_in

        return favours_in(self.arena, season)

    def history(self, bot: str, season: str | None, stretches: int) -> list[RatingHistory]:
        """How the rating of a bot went, in so many stretches."""
        from ladder.services.history import rating_histories

        return rating_histories(self.arena, bot, season, most=stretches)


def seasons_of(context: typer.Context) -> AbstractContextManager[Seasons]:
    """The seasons that the command line, the environment or the last login means."""
    return reached(context, EmbeddedSeasons, _elsewhere)


def _elsewhere(line: Line) -> Seasons:
    from ladder.api.season_client import RemoteSeasons

    return RemoteSeasons(line)
