"""`siurell play`: matches between bots on this machine, with the rules and clocks of the ladder."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import MANY, AsJson, Clock, GameOptions, Jobs, app, home_of
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.own_components import ComponentsFile, OwnComponents, own_components

if TYPE_CHECKING:
    from ladder.cli.lineup import Lineup
    from ladder.cli.playing import Finished, Series
    from ladder.cli.shelf import Shelf
    from ladder.cli.tally import PlayedMatch


Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME] [BOT]...",
        help="The game, then a bot for each seat: a folder or a shipped bot such as `greedy`. "
        "In a bot's folder both may be left out: this bot against `random`.",
        show_default=False,
    ),
]


@app.command(rich_help_panel="Your bot")
def play(
    context: typer.Context,
    words: Words = None,
    vs: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="An opponent; may be repeated.")
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many seats (else: one a bot). 1: each bot plays alone. `random` takes the "
            "seats that are left over.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            max=MANY,
            help="How many matches, exactly (else: one; of bots that play alone, one each).",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Any text; the same gives the same matches.")
    ] = None,
    time: Clock = None,
    option: GameOptions = None,
    components: ComponentsFile = None,
    jobs: Jobs = 1,
    replays: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write one replay for each match here.")
    ] = None,
    boards: Annotated[
        bool | None,
        typer.Option(help="Show the board after each turn (by default when one match is played)."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Play matches between bots on this machine.

    The seats rotate: each seed is played from every seat in turn.
    The table gives each bot's share of wins with a 95 % interval; of bots that play alone, points.
    """
    from siurell.match.profiles import clock_of

    from ladder.cli.lineup import lineup
    from ladder.cli.playing import Series
    from ladder.cli.series import fixtures
    from ladder.cli.shelf import Shelf
    from ladder.domain.cores import check_jobs
    from ladder.domain.seasons import DEFAULT_CLOCK
    from ladder.worker.cores import usable_cores

    check_jobs(jobs, usable_cores())
    seed_text = seed if seed is not None else secrets.token_hex(4)
    table = lineup(words or (), vs or (), Path(), seats)
    bots = len(table.entrants)
    count = games or (bots if table.seats == 1 else 1)
    own = _own(own_components(components), table)
    game = table.game if own is None else own.of(table.game.name)
    series = Series(
        lineup=table,
        fixtures=fixtures(table.game.name, bots, count, seed_text, table.seats),
        options=game.check_options(game_options(option or ())),
        time=clock_of(DEFAULT_CLOCK if time is None else time),
        seed_text=seed_text,
        own=own,
    )
    shelf = Shelf(home_of(context).path, replays)
    shelf.open()
    played, stopped = _play(series, shelf, jobs, quiet=json)
    _tell(series, played, boards=count == 1 if boards is None else boards, json=json)
    if stopped:
        raise typer.Exit(STOPPED)


def _own(own: OwnComponents | None, table: Lineup) -> OwnComponents | None:
    """Components of one's own, for shipped bots: the process of any other has the shipped data."""
    if own is not None and not table.in_process:
        raise CommandError(
            "Only shipped bots can play with components of one's own: a bot in a folder runs in a"
            " process with the shipped ones. In Python `siurell.local` plays it with any.",
            next_step=f"siurell play {table.game.name} greedy random{own.flag}",
            reason="OWN_COMPONENTS",
        )
    return own


def game_options(given: Sequence[str]) -> dict[str, str]:
    """What `--option NAME=VALUE` says, not yet checked by the game."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(
                f"`{text}` is no option of a game; it is written NAME=VALUE.",
                next_step="siurell games",
                reason="BAD_OPTION",
            )
        if name in options:
            raise CommandError(
                f"The option {name} is given twice.",
                next_step="give each option once",
                reason="BAD_OPTION",
            )
        options[name] = value
    return options


def _play(
    series: Series, shelf: Shelf, jobs: int, *, quiet: bool
) -> tuple[list[PlayedMatch], bool]:
    """Play the series; what was finished, and whether Ctrl-C ended it early."""
    from ladder.cli.interrupts import held
    from ladder.cli.playing import play_all
    from ladder.cli.progress import progress_bar
    from ladder.cli.tally import PlayedMatch, slowest_decisions

    played: list[PlayedMatch] = []
    stopped = False
    with progress_bar("matches", len(series.fixtures), hidden=quiet) as advance:

        def on_finished(match: Finished) -> None:
            slowest = slowest_decisions(match.replay, len(match.fixture.seating), series.game)
            with held():  # a replay that is kept is a match that is counted
                path = _keep(shelf, match)
                played.append(
                    PlayedMatch(
                        number=match.fixture.number,
                        match_id=match.fixture.match_id,
                        seating=match.fixture.seating,
                        result=match.result,
                        digest=match.digest,
                        slowest_us=slowest,
                        replay_path=None if path is None else str(path),
                        replay_word=None if path is None else shelf.word(path),
                    )
                )
            advance()

        try:
            play_all(series, on_finished, jobs=jobs)
        except KeyboardInterrupt:
            stopped = True
            # A match that was called off just now was called off by us.
            played = [match for match in played if not match.result.aborted]
    return sorted(played, key=lambda match: match.number), stopped


def _keep(shelf: Shelf, match: Finished) -> Path | None:
    return shelf.put(match.fixture.match_id, match.replay, match.logs) if match.replay else None


def _tell(series: Series, played: list[PlayedMatch], *, boards: bool, json: bool) -> None:
    from ladder.cli import play_report

    if json:
        play_report.print_as_json(series, played)
    elif len(series.fixtures) == 1 and played and played[0].replay_path:
        play_report.print_match(series, played[0], boards=boards)
    else:
        play_report.print_table(series, played)
