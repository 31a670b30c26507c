"""`siurell season create` and `set`: what a season is played and rated by, and how it runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ladder.cli.app import MANY, AsJson, Clock, GameOptions
from ladder.cli.failure import CommandError
from ladder.cli.ladders_seasons import seasons_of
from ladder.cli.output import counted, print_json, say
from ladder.cli.plain import plain
from ladder.cli.reached import to_play
from ladder.cli.season import group
from ladder.domain.presets import DEFAULT_PRESET, PRESETS
from ladder.domain.wanted_terms import WantedTerms

if TYPE_CHECKING:
    from ladder.domain.seasons import Season
    from ladder.services.wanted_seasons import SeasonSet

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
    wanted = WantedTerms(
        **_typed(seats, time, startup, option, opens, closes),
        preset=preset,
        mu=mu,
        sigma=sigma,
        beta=beta,
        tau=tau,
        draw_probability=draw_probability,
        weight=weight,
        own_opponents=own_opponents,
        extra_blocks=extra_blocks,
    )
    with seasons_of(context) as seasons:
        made = seasons.create(name, game, wanted)
    if json:
        print_json(plain(made))
        return
    from ladder.cli.season_words import seats_text, state_text

    state = state_text(made, datetime.now(UTC))
    where = "played alone" if made.solo else f"with {seats_text(made)} seats"
    say(f"{made.name}: {made.game} {where}, {made.time}, {state}.")
    say(f"Next: {play_of(context, made)}")


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

    Seats, clock and options can be changed until the first rated match is drawn.
    Other rating parameters rate the whole log again, all at once; while the
    ladder runs only a short one. A closed season is not changed.
    """
    wanted = WantedTerms(
        **_typed(seats, time, startup, option, opens, closes),
        preset=preset,
        mu=mu,
        sigma=sigma,
        beta=beta,
        tau=tau,
        draw_probability=draw_probability,
        weight=weight,
        own_opponents=own_opponents,
        extra_blocks=extra_blocks,
    )
    with seasons_of(context) as seasons:
        change = seasons.set(name, wanted)
    if json:
        print_json({"changed": change.changed, "season": plain(change.season)})
        return
    _tell(change)


def _typed(
    seats: str | None,
    time: str | None,
    startup: int | None,
    option: list[str] | None,
    opens: str | None,
    closes: str | None,
) -> dict[str, Any]:
    """The terms whose words mean something: read here, wherever the ladder is."""
    from siurell.match.profiles import clock_of

    from ladder.cli.play import game_options
    from ladder.domain.season_terms import point_of_time, seat_counts_of
    from ladder.domain.wanted_terms import WantedTime

    return {
        "seat_counts": () if seats is None else seat_counts_of(seats),
        "time": None if time is None else clock_of(time),
        "startup_us": None if startup is None else startup * 1_000_000,
        "options": game_options(option or ()),
        "opens_at": None if opens is None else WantedTime(point_of_time(opens)),
        "closes_at": None if closes is None else WantedTime(point_of_time(closes)),
    }


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


def _tell(change: SeasonSet) -> None:
    season = change.season
    if not change.changed:
        raise CommandError(
            f"Nothing of the season {season.name} was to be changed.",
            next_step=f"siurell season set {season.name} --help",
            reason="NOTHING_SET",
        )
    words = ", ".join(_WORDS.get(name, name) for name in change.changed)
    say(f"{season.name}: changed {words}.")
    if change.rated_again:
        matches = counted(change.rated_again, "match was", "matches were")
        say(f"{matches} rated again, by set {season.rating_set} of its rating parameters.")
    say(f"Next: siurell season show {season.name}")


def play_of(context: typer.Context, season: Season) -> str:
    """What to type where matches of a season are to be played next."""
    here = f"siurell ladder run --season {season.name}"
    return to_play(context, here=here, elsewhere=f"siurell season show {season.name}")
