"""`siurell bot list|show|logs|resume`: the bots of the ladder, their versions, what they wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.match.result import Cause

from ladder.api.limits import MAX_LOGS
from ladder.cli.app import AsJson, command_group
from ladder.cli.evidence import in_a_line
from ladder.cli.failure import CommandError
from ladder.cli.output import (
    console,
    counted,
    lead_with_interval,
    note,
    number,
    print_json,
    say,
    table,
    wrapped,
)
from ladder.cli.plain import plain
from ladder.cli.reached import to_play

if TYPE_CHECKING:
    from ladder.domain.presence import Presence
    from ladder.services.bots import BotDetail, BotLine, BotLog, SeasonLine
    from ladder.services.suspensions import Suspension

group = command_group(
    "bot", "Look at the bots of the ladder, and say how they take part.", "The ladder"
)

Name = Annotated[str, typer.Argument(metavar="BOT", help="The name of a bot.")]


@group.command("list")
def list_(context: typer.Context, json: AsJson = False) -> None:
    """List all bots."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        bots = ladder.list_bots()
        waiting = ladder.stuck()
    if json:
        print_json(plain(bots))
        return
    if not bots:
        say("No bot is on the ladder yet.")
        step = to_play(context, here="siurell submit greedy", elsewhere="siurell submit")
        say(f"Next: {step}")
        return
    rows = [
        (
            bot.name,
            str(bot.versions),
            _plays(bot),
            str(bot.pending or "-"),
            f"{bot.created_at.astimezone():%d %b %Y %H:%M}",
            bot.owner or "-",
        )
        for bot in bots
    ]
    console().print(table(("bot", ">versions", ">plays", ">waiting", "since", "owner"), rows))
    for version in waiting:
        say(wrapped(version.waits))
    say(f"Next: siurell bot show {bots[0].name}")


@group.command()
def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Show one bot: its versions and their checks, its standings, how its seats ended."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        detail = ladder.show_bot(name)
    if json:
        facts = plain(detail)
        facts = {**facts.pop("line"), **facts}
        facts["causes"] = {cause.value: count for cause, count in detail.causes}
        print_json(facts)
        return
    _print(context, detail)


@group.command()
def resume(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Let a bot play again that was suspended, since too many of its matches ended by its errors.

    It is judged by the matches that it plays from now on.
    """
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        resumed = ladder.resume(name)
    ended = resumed.suspensions
    if json:
        print_json(plain(ended))
        return
    if resumed.forgiven:
        say(f"{name} is paired again while it is online.")
    if ended:
        say(f"{ended[0].label} plays again: {', '.join(one.season for one in ended)}.")
    say(f"Next: {to_play(context, elsewhere=f'siurell bot show {name}')}")


@group.command()
def logs(
    context: typer.Context,
    name: Name,
    errors: Annotated[bool, typer.Option("--errors", help="Only where it made an error.")] = False,
    match: Annotated[
        str | None, typer.Option(metavar="MATCH", help="Only of this match, such as m_12.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write what it wrote in that match to a new file."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=MAX_LOGS, help="At most so many.")
    ] = 5,
    json: AsJson = False,
) -> None:
    """Show what a bot wrote to stdout and stderr, match by match, the newest first.

    Of each match the beginning and the end are kept.
    """
    from ladder.cli.ladders import ladder_of
    from ladder.services.bots import BotLogs

    with ladder_of(context) as ladder:
        if match is not None:
            found = BotLogs((ladder.bot_log(name, match),), sealed=0)
        else:
            found = ladder.bot_logs(name, errors=errors, limit=limit)
    if output is not None:
        _write(output, found.logs[0] if match is not None else None, name)
    if json:
        print_json(plain(found))
        return
    for log in found.logs if output is None else ():
        _print_log(log)
    if not found.logs:
        say(f"{name} has no log of {'an error' if errors else 'a match'} yet.")
    if found.sealed:
        say(f"{found.sealed} more are sealed until their blocks are played.")
    say(f"Next: siurell match list --bot {name}")


def _write(file: Path, log: BotLog | None, name: str) -> None:
    """Write one log to a new file, as the bot wrote it."""
    if log is None:
        raise CommandError(
            "A file holds the log of one match; say of which.",
            next_step=f"siurell bot logs {name} --match MATCH --output {file}",
            reason="NO_MATCH",
        )
    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(_whole(log))
    except FileExistsError:
        raise CommandError(
            f"There is a file {file} already; nothing was written.",
            next_step=f"siurell bot logs {name} --match {log.match_id} --output OTHER_FILE",
            reason="FILE_EXISTS",
        ) from None
    note(f"What {name} wrote in {log.match_id} is in {file}: {len(_whole(log).encode())} bytes.")


def _whole(log: BotLog) -> str:
    """All that was written in a match: in attempts that were called off as well, those first."""
    return "".join([*(attempt.text for attempt in log.attempts), log.text])


def _print(context: typer.Context, detail: BotDetail) -> None:
    line = detail.line
    plays = "none plays" if line.active is None else f"@{line.active} plays"
    whose = "" if line.owner is None else f", of {line.owner}"
    say(f"{line.name}: {line.versions} version{'s' * (line.versions != 1)}, {plays}{whose}")
    if detail.presence is not None:
        say(wrapped(_presence(line, detail.presence)))
    _print_versions(detail)
    standings = [
        (
            season.season,
            f"@{season.version}",
            _worth(season),
            str(season.matches),
            "-" if season.wins is None else f"{season.wins:g}",
            str(season.faults),
        )
        for season in detail.seasons
    ]
    if standings:
        columns = ("season", ">version", ">rating or lead", ">matches", ">wins", ">errors")
        console().print(table(columns, standings))
    for suspension in _lasting(detail):
        say(wrapped(suspension.sentence))
    if detail.causes:
        say("seats ended: " + ", ".join(f"{cause.value} {n}" for cause, n in detail.causes))
    say(f"Next: {_after(context, detail)}")


def _print_versions(detail: BotDetail) -> None:
    rows = [
        (
            f"@{version.number}",
            version.state.value,
            ", ".join(version.games),
            f"{version.submitted_at.astimezone():%d %b %H:%M}",
            "-" if version.checked_at is None else f"{version.checked_at.astimezone():%d %b %H:%M}",
            version.digest[:12],
        )
        for version in detail.versions
    ]
    console().print(table((">version", "state", "games", "submitted", "checked", "content"), rows))
    for version in detail.versions:
        if version.note:
            say(wrapped(f"@{version.number}: {version.note}"))
    newest = detail.versions[0]
    if newest.state.value == "rejected" and newest.check_report:
        say(newest.check_report.rstrip())


def _plays(bot: BotLine) -> str:
    """The version that plays; of a remote bot also whether it is there."""
    if bot.active is None:
        return "-"
    there = {None: "", True: " online", False: " offline"}[bot.online]
    return f"@{bot.active}{there}"


def _presence(line: BotLine, there: Presence) -> str:
    """What is known of a remote bot."""
    seen = "" if there.seen_at is None else f", last seen {there.seen_at.astimezone():%d %b %H:%M}"
    text = f"remote, offline{seen}: it is paired while it is connected."
    if line.online:
        many = counted(there.slots, "match", "matches")
        text = f"remote, online for {many} at a time."
    if there.suspended:
        text += f" {there.why_suspended(line.name)}"
    return text


def _lasting(detail: BotDetail) -> list[Suspension]:
    """The suspensions of the version that would play."""
    return [
        one
        for one in detail.suspensions
        if one.ended_at is None and one.version == detail.line.active
    ]


def _worth(line: SeasonLine) -> str:
    """What the version is ranked by in that season."""
    if line.rating is not None:
        return number(line.rating.score)
    return lead_with_interval(line.solo) if line.solo is not None and line.solo.rounds else "-"


def _after(context: typer.Context, detail: BotDetail) -> str:
    """What to type after having looked at a bot."""
    name = detail.line.name
    if detail.versions[0].state.value == "rejected":
        return "mend it, then siurell check"
    if detail.line.active is None and detail.versions[0].state.value == "retired":
        return f"siurell bot activate {name}, to let it play again"
    if detail.line.online is not None:
        return _after_remote(detail)
    if _lasting(detail) or any(cause is not Cause.GAME_RULES for cause, _ in detail.causes):
        return f"siurell bot logs {name} --errors"
    return f"siurell match list --bot {name}" if detail.causes else to_play(context)


def _after_remote(detail: BotDetail) -> str:
    """The same for a bot that its author runs; what it writes is with its author too."""
    if detail.causes:
        return f"siurell match list --bot {detail.line.name}"
    if detail.line.online:
        return "siurell leaderboard"
    return "siurell connect BOT --to HOST:PORT --token-file FILE, on the bot's machine"


def _print_log(log: BotLog) -> None:
    for attempt in log.attempts:
        say(
            f"-- {log.match_id}, seat {log.seat}, version @{log.version}, attempt {attempt.attempt}"
        )
        say(wrapped(f"Called off: {attempt.reason}", "   "))
        say(attempt.text.rstrip())
    say(f"-- {log.match_id}, seat {log.seat}, version @{log.version}: {log.cause.value}")
    if log.cause is not Cause.GAME_RULES:
        say(wrapped(in_a_line(log.evidence), "   "))
    say(log.text.rstrip() or "   (nothing)")
