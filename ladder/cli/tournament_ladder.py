"""`siurell tournament create|list`: tournaments of the bots of the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli import tournament_options as options
from ladder.cli.app import AsJson, Clock, GameOptions, home_of
from ladder.cli.failure import CommandError
from ladder.cli.tournament import group
from ladder.domain.tournaments.settings import RULE_YEARS, Format, Scoring, Settings

if TYPE_CHECKING:
    from ladder.cli.tournament_field import Field
    from ladder.domain.tournaments.events import Created
    from ladder.services.arena import Arena

Name = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name.")]


@group.command()
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it will be called.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="Bots of the ladder, the strongest first: `mybot`, or a version, `mybot@3`.",
            show_default=False,
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(min=2, help="A play-off of so many: the first of --season's table."),
    ] = None,
    season: Annotated[
        str | None, typer.Option(help="The season of a play-off (else: the game's).")
    ] = None,
    format_: options.FormatWord = Format.SWISS,
    seats: options.Seats = 2,
    rounds: options.Rounds = None,
    cycles: options.Cycles = 1,
    blocks: options.Blocks = 1,
    scoring: options.ScoringWord = Scoring.RANK_POINTS,
    tie_breaks: options.TieBreaks = None,
    rule_year: options.RuleYear = RULE_YEARS[-1],
    bye: options.Bye = None,
    advance: options.Advance = 1,
    reset_final: options.ResetFinal = True,
    third_place: options.ThirdPlace = False,
    short_pods: options.ShortPods = True,
    challenger: options.Challenger = "",
    time: Clock = None,
    option: GameOptions = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be played.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Create a tournament of bots of the ladder, frozen to the versions they have now."""
    from ladder.cli.tournament_run import tell_plan
    from ladder.services.arena import open_arena
    from ladder.services.tournaments import check_tournament_name, create_tournament

    played = _field_without_bots(game, seats, option or (), time)
    with (
        options.advised("siurell tournament create --help"),
        open_arena(home_of(context)) as arena,
    ):
        check_tournament_name(name)
        settings = Settings(
            format=format_,
            seats=seats,
            rounds=rounds,
            cycles=cycles,
            blocks=blocks,
            scoring=scoring,
            tie_breaks=options.tie_breaks_of(tie_breaks),
            rule_year=rule_year,
            bye=bye,
            advance=advance,
            reset_final=reset_final,
            third_place=third_place,
            short_pods=short_pods,
        )
        entrants = _entrants(arena, bots or [], game, top, season)
        created = _created(name, entrants, settings, challenger)
        if dry_run:
            tell_plan(created, played, json=json)
            return
        create_tournament(
            arena,
            created,
            game=game,
            options=played.options,
            time=played.time,
            author=arena.actor.name,
        )
    _tell_created(name, [label for _, label in entrants], json=json)


def _tell_created(name: str, entrants: Sequence[str], *, json: bool) -> None:
    from ladder.cli.output import print_json, say

    if json:
        print_json({"tournament": name, "entrants": entrants})
        return
    say(f"{name} is created, with {len(entrants)} entrants.")
    say(f"Next: siurell tournament start {name}")


def _field_without_bots(game: str, seats: int, words: Sequence[str], time: str | None) -> Field:
    """What is played, by whomever."""
    from siurell.games.registry import game_named
    from siurell.match.profiles import clock_of

    from ladder.cli.play import game_options
    from ladder.cli.tournament_field import Field
    from ladder.domain.seasons import DEFAULT_CLOCK

    played = game_named(game)
    played.check_seats(seats)
    checked = played.check_options(game_options(words))
    return Field(played, checked, clock_of(DEFAULT_CLOCK if time is None else time), {}, {})


def _entrants(
    arena: Arena, bots: list[str], game: str, top: int | None, season: str | None
) -> list[tuple[str, str]]:
    from ladder.services.tournament_entrants import best_of_season, versions_named

    if top is None and season is not None:
        raise CommandError(
            "A play-off needs --top, how many of the season take part.",
            next_step=f"the same with --top 8 --season {season}",
            reason="NO_TOP",
        )
    if top is None:
        return versions_named(arena, bots, game)
    if bots:
        raise CommandError(
            "The bots of a play-off come from the season; name none, or leave --top out.",
            next_step="siurell tournament create --help",
            reason="BOTS_AND_TOP",
        )
    return best_of_season(arena, game if season is None else season, top)


def _created(
    name: str, entrants: list[tuple[str, str]], settings: Settings, challenger: str
) -> Created:
    from ladder.domain.tournaments.admission import create as admitted
    from ladder.domain.tournaments.entrants import entrant_named, ranked

    seeded = ranked(entrants)
    chosen = entrant_named(seeded, challenger).id if challenger else ""
    return admitted(name, replace(settings, challenger=chosen), seeded)


@group.command("list")
def list_(context: typer.Context, json: AsJson = False) -> None:
    """List the tournaments of the ladder, the newest first."""
    from ladder.cli.output import console, print_json, say, table
    from ladder.services.arena import open_arena
    from ladder.services.tournaments import list_tournaments

    with open_arena(home_of(context)) as arena:
        found = [(stored, stored.state) for stored in list_tournaments(arena)]
    if json:
        print_json(
            [
                {
                    "tournament": stored.name,
                    "game": stored.game,
                    "format": state.settings.format.value,
                    "seats": state.settings.seats,
                    "entrants": len(state.entrants),
                    "status": state.status.value,
                    "created_at": stored.created_at.isoformat(),
                }
                for stored, state in found
            ]
        )
        return
    if not found:
        say("There is no tournament yet.")
        say("Next: siurell tournament create --help")
        return
    rows = [
        (
            stored.name,
            stored.game,
            state.settings.format.value,
            str(state.settings.seats),
            str(len(state.entrants)),
            state.status.value,
        )
        for stored, state in found
    ]
    columns = ("tournament", "game", "format", ">seats", ">entrants", "state")
    console().print(table(columns, rows))
    say(f"Next: siurell tournament standings {found[0][0].name}")
