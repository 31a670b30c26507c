"""What is agreed before a match begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from siurell.errors import MatchError
from siurell.games.base import Game
from siurell.match.clock import TimeControl


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """One match: its game, options (complete, as `Game.check_options` gives them) and clock.

    ``startup_us`` is the time that a seat has until it is ready, never charged to its clock.
    ``labels`` name the seats in the replay, one each. ``components`` is `Game.components_digest`.
    """

    match_id: str
    game: str
    options: Mapping[str, str]
    seats: int
    time: TimeControl
    labels: tuple[str, ...]
    startup_us: int = 10_000_000
    components: str = ""


def check_config(game: Game, config: MatchConfig) -> None:
    """Refuse a configuration that does not fit the game.

    Raises `OptionError` for a number of seats or an option that the game does not have, and
    `MatchError` for what only a program can get wrong.
    """
    if config.game != game.name:
        raise MatchError(f"The match is of {config.game}, the rules of {game.name}.")
    if config.components != game.components_digest:
        raise MatchError("The match and the rules have other components.")
    game.check_seats(config.seats)
    if game.check_options(config.options) != dict(config.options):
        raise MatchError("The options of a match are complete: use Game.check_options.")
    if len(config.labels) != config.seats:
        raise MatchError(f"{config.seats} seats need as many labels, not {len(config.labels)}.")
    if not all(name.isprintable() for name in (config.match_id, *config.labels)):
        raise MatchError("A match id and the names of seats have no control characters.")
    if config.startup_us <= 0:
        raise MatchError("The start-up limit is at least one microsecond.")
