"""`siurell match list|show`: the matches of the ladder (`request` has a file of its own)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.match.profiles import clock_text
from siurell.match.result import VERDICTS, Cause, Verdict

from ladder.cli.app import AsJson, Limit, command_group
from ladder.cli.evidence import below, load_text
from ladder.cli.failure import CommandError
from ladder.cli.output import (
    console,
    duration,
    lead_text,
    number,
    print_json,
    say,
    shown_path,
    table,
    wrapped,
)
from ladder.cli.plain import plain
from ladder.cli.reached import to_play

if TYPE_CHECKING:
    from ladder.cli.ladders import Ladder
    from ladder.services.matches import AttemptLine, MatchDetail, MatchLine, SeatLine
    from ladder.services.solo import Round

_SEATS_WIDTH = 48
"""What match, state and time leave of 80 columns."""

group = command_group("match", "Look at the matches of the ladder, and ask for one.", "The ladder")


@group.command("list")
def list_(
    context: typer.Context,
    bot: Annotated[str | None, typer.Option(help="Only matches of this bot.")] = None,
    cause: Annotated[
        str | None, typer.Option(help="Only matches with a seat that ended so, e.g. timeout.")
    ] = None,
    season: Annotated[
        str | None, typer.Option(help="Only matches of this season (see siurell leaderboard).")
    ] = None,
    rated: Annotated[
        bool | None,
        typer.Option("--rated/--unrated", help="Only rated matches, or only requested ones."),
    ] = None,
    limit: Limit = 20,
    json: AsJson = False,
) -> None:
    """List matches, the newest first."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        lines = ladder.list_matches(
            bot=bot, cause=_cause(cause), season=season, rated=rated, limit=limit
        )
        if json:
            print_json([match_facts(ladder, line) for line in lines])
            return
    if not lines:
        narrow = (bot, cause, season, rated) != (None, None, None, None)
        say("No match fits." if narrow else "No match has been played yet.")
        say(f"Next: {'siurell match list' if narrow else to_play(context)}")
        return
    print_matches(lines)
    say(f"Next: siurell match show {lines[0].match_id}")


def print_matches(lines: Sequence[MatchLine]) -> None:
    """Print the matches as a table; their seasons only where there are several."""
    seasons = {line.season for line in lines}
    columns = ["match", "state", "ended", "place, bot, points"]
    room = _SEATS_WIDTH
    if len(seasons) > 1:
        columns.insert(1, "season")
        room -= max(map(len, seasons)) + 1
    rows = [
        (
            line.match_id,
            *([line.season] if len(seasons) > 1 else []),
            _state(line),
            _when(line),
            _seats(line, room),
        )
        for line in lines
    ]
    console().print(table(columns, rows))


@group.command()
def show(
    context: typer.Context,
    match_id: Annotated[str, typer.Argument(metavar="MATCH", help="Such as m_12.")],
    json: AsJson = False,
) -> None:
    """Show one match: result, causes with their evidence, ratings before and after, attempts."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        detail = ladder.show_match(match_id)
        line = match_facts(ladder, detail.line)
        replay = ladder.has_replay(detail.line)
    if json:
        facts = plain(detail)
        del facts["line"]
        print_json({**facts, **line})
        return
    _print(context, detail, replay=replay)


def _print(context: typer.Context, detail: MatchDetail, *, replay: bool) -> None:
    line = detail.line
    seats = f"{len(line.seats)} seat{'s' * (len(line.seats) != 1)}"
    unrated = "" if line.rated else ", unrated"
    say(f"{line.match_id}: {line.season}, {seats}, clock {clock_text(detail.time)}{unrated}")
    say(
        f"state {line.state.value}, attempt {line.attempt}, block {detail.block},"
        f" rotation {detail.rotation + 1}; {line.decisions} decisions"
    )
    if line.reason:
        say(line.reason)
    _print_seats(detail)
    for seat in line.seats:
        _print_evidence(seat)
    if detail.load is not None:
        say(wrapped(load_text(detail.load)))
    _print_attempts(detail)
    if line.sealed:
        say("Its replay is sealed until its whole block is played.")
        say(f"Next: {to_play(context, elsewhere=f'siurell match show {line.match_id}')}")
    elif detail.digest:
        say(f"digest {detail.digest}")
        say(f"Next: siurell {f'replay show {line.match_id}' if replay else 'match list'}")
    else:
        partial = [attempt.replay for attempt in detail.attempts if attempt.replay is not None]
        say(f"Next: siurell {f'replay show {partial[-1]}' if partial else 'match list'}")


def _print_attempts(detail: MatchDetail) -> None:
    """Where it was tried more than once each attempt; what the bots of the last one ran in."""
    if len(detail.attempts) > 1 or detail.line.state.value == "void":
        for attempt in detail.attempts:
            say(wrapped(_attempt(attempt)))
            if attempt.load is not None:
                say(wrapped(load_text(attempt.load), "  "))
            if attempt.replay is not None:
                say(f"  what was played: {shown_path(attempt.replay)}")
    if detail.attempts and (sandbox := detail.attempts[-1].sandbox):
        say(wrapped(f"held by {sandbox}"))


def _attempt(attempt: AttemptLine) -> str:
    """How an attempt went: how long it was played, how far it came, why it ended."""
    played = ""
    if attempt.started_at is not None and attempt.ended_at is not None:
        seconds = (attempt.ended_at - attempt.started_at).total_seconds()
        played = f" after {duration(1_000_000 * seconds)}, {attempt.decisions} decisions"
    why = f": {attempt.detail}" if attempt.detail else ""
    return f"attempt {attempt.number}: {attempt.state.value}{played}{why}"


def _print_seats(detail: MatchDetail) -> None:
    if detail.round is not None:
        (seat,) = detail.line.seats
        rows = [(*_seat_cells(seat)[1:2], *_seat_cells(seat)[3:5], detail.line.grade or "-")]
        console().print(table(("bot", ">points", "cause", "grade"), rows))
        say(_round(detail.round))
        return
    rows = [_seat_cells(seat) for seat in detail.line.seats]
    console().print(table((">seat", "bot", ">place", ">points", "cause", ">rating"), rows))
    for seat in detail.line.seats:
        if (said := fell_though_it_won(seat)) is not None:
            say(wrapped(said))


def fell_though_it_won(seat: SeatLine) -> str | None:
    """Why a winner's rating is lower than before, where one sees that it is."""
    if seat.placement != 1 or seat.before is None or seat.after is None:
        return None
    before, after = number(seat.before.score), number(seat.after.score)
    if seat.after.score >= seat.before.score or before == after:
        return None
    return (
        f"{seat.label} won, and its rating fell from {before} to {after}: the rating is the mean"
        " less three deviations. A win that was sure to come hardly moves the mean, and never down,"
        " while each match adds a little doubt, since strengths may drift."
    )


def _round(found: Round) -> str:
    """What the match says in its round."""
    bots = f"round of {found.bots} bots"
    if found.given_up:
        return f"{bots}: it does not count, since a match of it was called off too often"
    if found.mean is None or found.lead is None:
        return f"{bots}, not whole yet"
    return f"{bots}, mean {number(found.mean)}: {lead_text(found.lead)}"


def _seat_cells(seat: SeatLine) -> tuple[str, ...]:
    rating = "-"
    if seat.before is not None and seat.after is not None:
        rating = f"{number(seat.before.score)} -> {number(seat.after.score)}"
    return (
        str(seat.seat),
        seat.label,
        "-" if seat.placement is None else str(seat.placement),
        "-" if seat.score is None else str(seat.score),
        "-" if seat.cause is None else seat.cause.value,
        rating,
    )


def _print_evidence(seat: SeatLine) -> None:
    if seat.cause is None or seat.cause is Cause.GAME_RULES:
        return
    say(f"seat {seat.seat}, {seat.label}:")
    for line in below(seat.evidence, "  "):
        say(line)


def match_facts(ladder: Ladder, line: MatchLine) -> dict[str, object]:
    """The match for a program; ``replay`` is the file on this machine, if it can be had."""
    replay = ladder.replay_file(line)
    facts: dict[str, object] = plain(line)
    facts["replay"] = None if replay is None else str(replay)
    return facts


def _cause(word: str | None) -> Cause | None:
    if word is None:
        return None
    try:
        return Cause(word)
    except ValueError:
        causes = ", ".join(cause.value for cause in Cause)
        raise CommandError(
            f"`{word}` is no cause; there is {causes}.",
            next_step="siurell match list --cause timeout",
            reason="BAD_CAUSE",
        ) from None


def _state(line: MatchLine) -> str:
    state = line.state.value
    if state == "reported" and line.sealed:
        state = "sealed"
    return state if line.rated else f"{state}\nunrated"


def _when(line: MatchLine) -> str:
    return "-" if line.ended_at is None else f"{line.ended_at.astimezone():%d %b %H:%M}"


def _seats(line: MatchLine, room: int) -> str:
    """The seats by place, as many in a line as there is room for; before the report as they sit."""
    lines = [""]
    for seat in sorted(line.seats, key=lambda seat: (seat.placement or 0, seat.seat)):
        text = _seat(seat, line)
        if lines[-1] and len(lines[-1]) + 2 + len(text) > room:
            lines.append("")
        lines[-1] += f"  {text}" if lines[-1] else text
    return "\n".join(lines)


def _seat(seat: SeatLine, line: MatchLine) -> str:
    if seat.placement is None:
        return seat.label
    fault = seat.cause is not None and VERDICTS[seat.cause] is Verdict.BOT_FAULT
    cause = f" {seat.cause.value}" if seat.cause is not None and fault else ""
    if len(line.seats) == 1:
        grade = f", {line.grade}" if line.grade else ""
        return f"{seat.label} {seat.score}{cause}{grade}"
    return f"{seat.placement}. {seat.label} {seat.score}{cause}"
