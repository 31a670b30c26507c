"""`siurell tournament run`: a whole tournament of bots on this machine, without a ladder."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli import tournament_options as options
from ladder.cli.app import AsJson, Clock, GameOptions, Jobs
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.tournament import group
from ladder.domain.tournaments.settings import RULE_YEARS, Format, Scoring, Settings

if TYPE_CHECKING:
    from ladder.cli.tournament_field import Field
    from ladder.domain.tournaments.desk import Book
    from ladder.domain.tournaments.events import Created
    from ladder.domain.tournaments.state import Tournament

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME] BOT...",
        help="The game, then the bots, the strongest first: folders or shipped bots such as "
        "`greedy`. One that is named twice enters twice.",
        show_default=False,
    ),
]


@group.command()
def run(
    words: Words = None,
    game: Annotated[
        str | None, typer.Option(help="The game, where it is not the first word.")
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
    lots: Annotated[
        bool, typer.Option("--lots", help="Seed the bots by lot instead of as they are named.")
    ] = False,
    seed: Annotated[
        str | None, typer.Option(help="Any text; the same gives the same seeds and lots.")
    ] = None,
    time: Clock = None,
    option: GameOptions = None,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep log, replays and manifest here; the same command again goes on from there.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be played.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Play a tournament between bots on this machine, from the first round to the table.

    Each pairing is played from every seat. With --out it can be stopped at any moment.
    """
    from siurell.match.profiles import clock_of

    from ladder.cli.play import game_options
    from ladder.cli.tournament_field import field_of
    from ladder.domain.cores import check_jobs
    from ladder.domain.seasons import DEFAULT_CLOCK
    from ladder.worker.cores import usable_cores

    check_jobs(jobs, usable_cores())
    with options.advised("siurell tournament run --help"):
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
    players = field_of(
        words or (),
        Path(),
        game=game,
        options=game_options(option or ()),
        time=clock_of(DEFAULT_CLOCK if time is None else time),
        jobs=jobs,
    )
    created = _created(players, replace(settings, challenger=challenger), seed, lots=lots)
    if dry_run:
        tell_plan(created, players, json=json)
    elif out is None:
        _play_unkept(created, players, seed, json=json)
    else:
        _play_in(out, created, players, seed, json=json)


def _created(players: Field, settings: Settings, seed: str | None, *, lots: bool) -> Created:
    from ladder.domain.tournaments.admission import create
    from ladder.domain.tournaments.entrants import drawn, ranked

    players.game.check_seats(settings.seats)
    challenger = settings.challenger
    if challenger and challenger not in players.bots:
        names = ", ".join(players.bots)
        raise CommandError(
            f"{challenger} does not take part; there is {names}.",
            next_step=f"the same with --challenger {next(iter(players.bots))}",
            reason="NO_SUCH_ENTRANT",
        )
    entrants = ranked([(name, name) for name in players.bots])
    if lots:
        if seed is None:
            raise CommandError(
                "Lots are drawn from a seed.",
                next_step="the same with --seed TEXT",
                reason="NO_SEED",
            )
        entrants = drawn(entrants, seed)
    with options.advised("siurell tournament run --help"):
        return create(players.game.name, settings, entrants)


def tell_plan(created: Created, players: Field, *, json: bool) -> None:
    """Say what would be played."""
    from ladder.cli.output import print_json
    from ladder.cli.tournament_report import plan_values, print_plan

    if json:
        print_json(plan_values(created, players))
    else:
        print_plan(created, players)


def _play_unkept(created: Created, players: Field, seed: str | None, *, json: bool) -> None:
    from ladder.cli.tournament_folder import MemoryBook
    from ladder.domain.tournaments.state import Tournament

    text = secrets.token_hex(4) if seed is None else seed
    tournament = Tournament.of([created])
    _play(tournament, players, MemoryBook(text), text, None, json=json)


def _play_in(out: Path, created: Created, players: Field, seed: str | None, *, json: bool) -> None:
    from ladder.cli.tournament_folder import opened

    with opened(out, created, players, seed, secrets.token_hex(4)) as (book, tournament):
        _play(tournament, players, book, book.seed_text, out, json=json)


def _play(
    tournament: Tournament,
    players: Field,
    book: Book,
    seed: str,
    out: Path | None,
    *,
    json: bool,
) -> None:
    """Play to the end, or to Ctrl-C; then the table as it stands."""
    from ladder.cli.progress import progress_bar
    from ladder.cli.tournament_playing import play_tournament
    from ladder.domain.tournaments.desk import Desk
    from ladder.domain.tournaments.plan import plan_of

    played = matches_reported(tournament)
    total = plan_of(tournament.created).matches.least
    stopped = False
    with progress_bar("matches", total - played, hidden=json, remaining=True) as on_match:
        try:
            play_tournament(Desk(tournament, book, on_match), players)
        except KeyboardInterrupt:
            stopped = True
    _tell(tournament, players, seed, out, json=json, stopped=stopped)
    if stopped:
        raise typer.Exit(STOPPED)


def matches_reported(tournament: Tournament) -> int:
    """How many matches its log tells of."""
    return sum(
        len(block.matches)
        for round_ in tournament.rounds
        for record in round_.pairings.values()
        for block in record.blocks.values()
    )


def _tell(
    tournament: Tournament,
    players: Field,
    seed: str,
    out: Path | None,
    *,
    json: bool,
    stopped: bool,
) -> None:
    from ladder.cli.output import note, print_json, say
    from ladder.cli.tournament_report import print_tournament
    from ladder.cli.tournament_values import tournament_values

    if json:
        facts = {
            "game": players.game.name,
            "options": dict(players.options),
            "time": str(players.time),
            "seed": seed,
        }
        print_json(facts | tournament_values(tournament))
        return
    print_tournament(tournament)
    say(f"seed {seed}")
    if stopped:
        note("Stopped." + (" The same command again goes on." if out is not None else ""))
    if out is not None:
        say(f"Next: siurell replay verify --all {out}")
