"""`siurell compare`: is my new version better?"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import MANY, AsJson, Clock, GameOptions, Jobs, app, home_of
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.sandboxes import SandboxName, UnsafeNoSandbox
from ladder.domain.comparison import Terms
from ladder.domain.paired import Design, Measure
from ladder.domain.sprt import EloModel, Sprt
from ladder.domain.verdicts import Verdict

if TYPE_CHECKING:
    from ladder.cli.compare_book import Book
    from ladder.cli.compare_contest import Contest
    from ladder.cli.compare_report import Outcome
    from ladder.domain.judges import Judge

_EXITS = {Verdict.PROMOTE: 0, Verdict.REJECT: 3, Verdict.UNDECIDED: 4}
_ERROR = 0.05
_SPRT_SEATS = 2


@app.command(rich_help_panel="Your bot")
def compare(
    context: typer.Context,
    candidate: Annotated[
        str,
        typer.Argument(
            metavar="CANDIDATE", help="The new version: a folder, a shipped bot, or mybot@3."
        ),
    ],
    baseline: Annotated[
        str, typer.Argument(metavar="BASELINE", help="What it has to be better than.")
    ],
    pool: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT...",
            help="The opponents, or a file with one a line (default: the shipped bots).",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="The game (default: the first that the bot plays).")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(min=2, max=4, help="So many seats a match has (default: 2).")
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            help=f"The smallest lead worth having, as a share (default: {Terms().worth}).",
            show_default=False,
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="How often it may promote one that is no better.")
    ] = _ERROR,
    beta: Annotated[
        float, typer.Option(help="How often it may reject one that is better by the margin.")
    ] = _ERROR,
    measure: Annotated[
        Measure, typer.Option("--by", help="What counts: shares of wins, or of places.")
    ] = Measure.WINS,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="For two seats: candidate against baseline, by the chess engines' test.",
        ),
    ] = None,
    elo: Annotated[
        EloModel, typer.Option(help="What the bounds of --sprt are measured in.")
    ] = EloModel.NORMALIZED,
    max_blocks: Annotated[
        int, typer.Option(min=1, max=MANY, help="Give up after so many blocks.")
    ] = 1000,
    seed: Annotated[
        str | None, typer.Option(help="Any text; the same gives the same blocks.")
    ] = None,
    time: Clock = None,
    option: GameOptions = None,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep replays and manifest here; the same command again goes on from there.",
        ),
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Leave with 3 for reject, 4 for undecided.")
    ] = False,
    sandbox: SandboxName = None,
    unsafe_no_sandbox: UnsafeNoSandbox = False,
    json: AsJson = False,
) -> None:
    """Find out whether a new version of a bot is better: promote, reject or undecided.

    Both play the same seeds against the same opponents from every seat. The
    test looks after every block, and ends as soon as it can tell.
    """
    from siurell.match.profiles import clock_of

    from ladder.cli.compare_contest import Finder, contest_of, game_of
    from ladder.cli.compare_report import tell
    from ladder.cli.play import game_options
    from ladder.domain.cores import check_jobs
    from ladder.domain.seasons import DEFAULT_CLOCK
    from ladder.worker.cores import usable_cores

    check_jobs(jobs, usable_cores())
    judge = _judge(margin, alpha, beta, sprt, elo)
    played = game_of(game, (candidate, baseline), Path())
    contest = contest_of(
        candidate,
        baseline,
        pool,
        finder=Finder(home_of(context), played, sandbox, unsafe_no_sandbox),
        seats=_seats(seats, sprt, pool, margin),
        options=game_options(option or ()),
        time=clock_of(DEFAULT_CLOCK if time is None else time),
        jobs=jobs,
        direct=sprt is not None,
    )
    outcome = _run(contest, judge, measure, seed, max_blocks, out, quiet=json)
    tell(outcome, json=json)
    if outcome.stopped:
        raise typer.Exit(STOPPED)
    if exit_code:
        raise typer.Exit(_EXITS[outcome.judge.verdict])


def _seats(seats: int | None, sprt: str | None, pool: str | None, margin: float | None) -> int:
    """How many seats; refuses what does not go together."""
    if sprt is None:
        return 2 if seats is None else seats
    if pool is not None or margin is not None:
        raise CommandError(
            "With --sprt candidate and baseline play each other, by its own bounds;"
            f" {'--pool' if pool is not None else '--margin'} says nothing then.",
            next_step="leave one of the two out",
            reason="BAD_TEST",
        )
    if seats not in (None, _SPRT_SEATS):
        raise CommandError(
            "The test by pairs is for two seats.",
            next_step="the same without --sprt, or with --seats 2",
            reason="BAD_TEST",
        )
    return _SPRT_SEATS


def _judge(
    margin: float | None, alpha: float, beta: float, sprt: str | None, elo: EloModel
) -> Judge:
    from ladder.domain.judges import LeadJudge, PairJudge

    try:
        if sprt is None:
            return LeadJudge(Terms(Terms().worth if margin is None else margin, alpha, beta))
        return PairJudge(Sprt(*_bounds(sprt), alpha, beta, elo))
    except ValueError as error:
        raise CommandError(
            f"Such a test cannot be made: {error}.",
            next_step="siurell compare --help",
            reason="BAD_TEST",
        ) from None


def _bounds(text: str) -> tuple[float, float]:
    low, comma, high = text.partition(",")
    try:
        return float(low), float(high if comma else "")
    except ValueError:
        raise ValueError(f"`{text}` are no two numbers with a comma, such as 0,10") from None


@contextmanager
def _book(
    out: Path | None, contest: Contest, judge: Judge, measure: Measure, seed: str | None
) -> Iterator[tuple[Book, Path]]:
    """The book of the comparison, and the folder for the bots' frozen files."""
    import tempfile

    from ladder.cli.compare_book import MemoryBook, opened
    from ladder.cli.compare_contest import check_out
    from ladder.cli.compare_report import terms_of

    fresh = secrets.token_hex(4)
    if out is not None:
        check_out(contest, out)
        with opened(out, terms_of(contest, judge, measure), seed, fresh) as book:
            yield book, out
        return
    with tempfile.TemporaryDirectory(prefix="siurell-compare-") as folder:
        yield MemoryBook(fresh if seed is None else seed), Path(folder)


def _run(
    contest: Contest,
    judge: Judge,
    measure: Measure,
    seed: str | None,
    most_blocks: int,
    out: Path | None,
    *,
    quiet: bool,
) -> Outcome:
    """Play to the verdict, to the last block or to Ctrl-C."""
    from ladder.cli.compare_contest import frozen
    from ladder.cli.compare_playing import ComparisonPlayer
    from ladder.cli.compare_progress import watched
    from ladder.cli.compare_report import Outcome
    from ladder.cli.output import note

    if contest.same_files:
        note("Candidate and baseline are the same bot: this tries the test itself.")
    stopped = False
    with _book(out, contest, judge, measure, seed) as (book, folder):
        design = Design(contest.seats, contest.pool, book.seed_text)
        field = frozen(contest, folder)
        with watched(judge, most_blocks, hidden=quiet) as on_block:
            player = ComparisonPlayer(field, design, measure, judge, book, on_block)
            try:
                player.play(most_blocks)
            except KeyboardInterrupt:
                stopped = True
    return Outcome(contest, design, measure, judge, player.account, most_blocks, out, stopped)
