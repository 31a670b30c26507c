"""`siurell season create` and `set`: what a season is played and rated by, and how it runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import MANY, AsJson, Clock, GameOptions, home_of
from ladder.cli.failure import CommandError
from ladder.cli.output import counted, print_json, say
from ladder.cli.plain import plain
from ladder.cli.season import group
from ladder.domain.presets import DEFAULT_PRESET, PRESETS

if TYPE_CHECKING:
    from ladder.domain.seasons import Season
    from ladder.services.season_changes import SeasonChange

_MOST_SECONDS = 3600

Name = Annotated[str, typer.Argument(metavar="SEASON", help="A name of `siurell season list`.")]
Seats = Annotated[
    str | None, typer.Option(metavar="COUNTS", help="Seat counts, such as 2,4 or 2-4 (else: all).")
]
Startup = Annotated[
    int | None,
    typer.Option(min=1, max=_MOST_SECONDS, help="Seconds that a bot has to be ready (else: 10)."),
]
Preset = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help=f"Rating parameters by name: {', '.join(PRESETS)} ({DEFAULT_PRESET})."
    ),
]
Mu = Annotated[float | None, typer.Option(help="Where a new bot's rating begins.")]
Sigma = Annotated[float | None, typer.Option(help="How unsure that is.")]
Beta = Annotated[float | None, typer.Option(help="How much luck there is in a match.")]
Tau = Annotated[float | None, typer.Option(help="The doubt that is added before each match.")]
Draws = Annotated[
    float | None, typer.Option("--draw-probability", help="How likely equals end in a tie.")
]
Weight = Annotated[
    int | None, typer.Option(min=1, max=MANY, help="Its share of the workers' time (else: 1).")
]
OwnOpponents = Annotated[
    bool | None,
    typer.Option("--own-opponents/--no-own-opponents", help="Bots of one owner may meet."),
]
Opens = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Nothing is drawn before: `2030-01-31 18:00`, in UTC."),
]
Closes = Annotated[str | None, typer.Option(metavar="TIME", help="It goes over to closing then.")]
ExtraBlocks = Annotated[
    int | None,
    typer.Option(min=0, max=MANY, help="Blocks that everybody plays while it closes (else: 10)."),
]


@group.command()
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new season's name.")],
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME", help="What is played.")],
    seats: Seats = None,
    time: Clock = None,
    startup: Startup = None,
    option: GameOptions = None,
    preset: Preset = None,
    mu: Mu = None,
    sigma: Sigma = None,
    beta: Beta = None,
    tau: Tau = None,
    draw_probability: Draws = None,
    weight: Weight = None,
    own_opponents: OwnOpponents = None,
    opens: Opens = None,
    closes: Closes = None,
    extra_blocks: ExtraBlocks = None,
    json: AsJson = False,
) -> None:
    """Make a season: a game, its seats and its clock, with a table of its own.

    All bots that play the game are in it. What is not said is as in the seasons
    that every game has; of the rating parameters each can be given beside a preset.
    """
    from siurell.games.registry import game_named

    from ladder.domain.seasons import fresh_season
    from ladder.services.arena import open_arena
    from ladder.services.season_changes import create_season

    season = fresh_season(name, game_named(game))
    season = _played_by(season, seats, time, startup, option)
    season = _rated_by(season, preset, mu, sigma, beta, tau, draw_probability)
    season = _running(season, weight, own_opponents, opens, closes, extra_blocks)
    with open_arena(home_of(context).create()) as arena:
        made = create_season(arena, season)
    if json:
        print_json(plain(made))
        return
    from ladder.cli.season_words import seats_text, state_text

    state = state_text(made, datetime.now(UTC))
    where = "played alone" if made.solo else f"with {seats_text(made)} seats"
    say(f"{made.name}: {made.game} {where}, {made.time}, {state}.")
    say(f"Next: siurell ladder run --season {made.name}")


@group.command("set")
def set_(
    context: typer.Context,
    name: Name,
    seats: Seats = None,
    time: Clock = None,
    startup: Startup = None,
    option: GameOptions = None,
    preset: Preset = None,
    mu: Mu = None,
    sigma: Sigma = None,
    beta: Beta = None,
    tau: Tau = None,
    draw_probability: Draws = None,
    weight: Weight = None,
    own_opponents: OwnOpponents = None,
    opens: Opens = None,
    closes: Closes = None,
    extra_blocks: ExtraBlocks = None,
    json: AsJson = False,
) -> None:
    """Change a season; `none` takes a time away.

    Seats, clock and options can be changed until the first match is drawn. Other
    rating parameters rate the whole log again, all at once, and not while the
    ladder runs. A closed season is not changed.
    """
    from ladder.services.arena import open_arena
    from ladder.services.season_changes import change_season
    from ladder.services.seasons import season_named

    home = home_of(context)
    with open_arena(home) as arena:
        before = season_named(arena, name)
        season = _played_by(before, seats, time, startup, option)
        season = _rated_by(season, preset, mu, sigma, beta, tau, draw_probability)
        season = _running(season, weight, own_opponents, opens, closes, extra_blocks)
        if season.params == before.params:
            change = change_season(arena, season, before)
        else:
            with home.lock("ladder"):
                change = change_season(arena, season, before)
    if json:
        print_json({"changed": change.changed, "season": plain(change.season)})
        return
    _tell(change)


def _played_by(
    season: Season,
    seats: str | None,
    time: str | None,
    startup: int | None,
    option: list[str] | None,
) -> Season:
    """The season with what it is played by, where that was said."""
    from siurell.match.profiles import clock_of

    from ladder.cli.play import game_options
    from ladder.domain.season_terms import seat_counts_of

    if seats is not None:
        season = replace(season, seat_counts=seat_counts_of(seats))
    if time is not None:
        season = replace(season, time=clock_of(time))
    if startup is not None:
        season = replace(season, startup_us=startup * 1_000_000)
    if option is not None:
        season = replace(season, options={**season.options, **game_options(option)})
    return season


def _rated_by(
    season: Season,
    preset: str | None,
    mu: float | None,
    sigma: float | None,
    beta: float | None,
    tau: float | None,
    draw_probability: float | None,
) -> Season:
    """The season with its rating parameters, where any were said."""
    from ladder.domain.presets import preset_named
    from ladder.domain.season_terms import rating_parameters

    base = season.params if preset is None else preset_named(preset)
    params = rating_parameters(
        base, mu=mu, sigma=sigma, beta=beta, tau=tau, draw_probability=draw_probability
    )
    return replace(season, params=params)


def _running(
    season: Season,
    weight: int | None,
    own_opponents: bool | None,
    opens: str | None,
    closes: str | None,
    extra_blocks: int | None,
) -> Season:
    """The season with how it runs, where that was said."""
    from ladder.domain.season_terms import point_of_time

    if weight is not None:
        season = replace(season, weight=weight)
    if own_opponents is not None:
        season = replace(season, own_opponents=own_opponents)
    if opens is not None:
        season = replace(season, opens_at=point_of_time(opens))
    if closes is not None:
        season = replace(season, closes_at=point_of_time(closes))
    if extra_blocks is not None:
        season = replace(season, extra_blocks=extra_blocks)
    return season


_WORDS = {
    "seat_counts": "seats",
    "time": "clock",
    "startup_us": "time to start",
    "params": "rating parameters",
    "own_opponents": "who may meet",
    "opens_at": "opening",
    "closes_at": "closing",
    "extra_blocks": "extra blocks",
}


def _tell(change: SeasonChange) -> None:
    season = change.season
    if not change.changed:
        raise CommandError(
            f"Nothing of the season {season.name} was to be changed.",
            next_step=f"siurell season set {season.name} --help",
            reason="NOTHING_SET",
        )
    words = ", ".join(_WORDS.get(name, name) for name in change.changed)
    say(f"{season.name}: changed {words}.")
    if change.rerated is not None and change.rerated.matches:
        matches = counted(change.rerated.matches, "match was", "matches were")
        say(f"{matches} rated again, by set {season.rating_set} of its rating parameters.")
    say(f"Next: siurell season show {season.name}")
