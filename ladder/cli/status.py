"""`siurell status`: which ladder this is, how it stands, and how it goes with your bots."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app
from ladder.cli.failure import CommandError
from ladder.cli.output import console, counted, print_json, say, table, wrapped
from ladder.cli.plain import plain
from ladder.cli.season_words import standing_text

if TYPE_CHECKING:
    from ladder.cli.ladders import Ladder
    from ladder.services.matches import MatchLine
    from ladder.services.status import BotStatus, LadderStatus, SeasonCount


@app.command(rich_help_panel="Your bot")
def status(
    context: typer.Context,
    bot: Annotated[
        str | None, typer.Argument(metavar="BOT", help="Only this bot (else: all of yours).")
    ] = None,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Follow it until it is checked and has begun to play."),
    ] = False,
    json: AsJson = False,
) -> None:
    """Tell which ladder you talk to, and how it stands with what you submitted.

    With --watch a line for each thing that happens: the check, and the first
    matches of the version. Exit code 2 when it is rejected. Ctrl-C ends it.
    """
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        found = ladder.status()
        if watch:
            _watch(ladder, _one_of(found, bot), json=json)
            return
        bots = found.bots if bot is None else (next(iter(ladder.watch(bot))),)
        place = ladder.place
    if json:
        print_json({"ladder": place, **plain(found), "bots": plain(bots)})
        return
    _print(found, bots, place)


def _one_of(found: LadderStatus, bot: str | None) -> str:
    """The bot to follow: the one that is named, or the only one that there is."""
    if bot is not None:
        return bot
    if len(found.bots) == 1:
        return found.bots[0].version.bot
    raise CommandError(
        "Say which bot to follow.",
        next_step=f"siurell status {found.bots[0].version.bot if found.bots else 'BOT'} --watch",
        reason="NO_BOT",
    )


def _print(found: LadderStatus, bots: tuple[BotStatus, ...], place: str) -> None:
    say(f"You are {found.actor}, {found.role.value}, at {place}.")
    now = datetime.now(UTC)
    stands = {one.season: _stands(one, now) for one in found.seasons}
    told = [one for one in found.seasons if one.matches or stands[one.season] != "open"]
    if told:
        rows = [(one.season, str(one.bots), str(one.matches), stands[one.season]) for one in told]
        console().print(table(("season", ">bots", ">matches", "state"), rows))
    if not any(one.matches for one in found.seasons):
        say("No match has been played yet.")
    if found.waiting:
        waits = counted(found.waiting, "version waits", "versions wait")
        say(f"{waits} for the check.")
    if bots:
        rows = [
            (one.version.label, one.version.state.value, str(one.matches), _since(one))
            for one in bots
        ]
        console().print(table(("bot", "state", ">matches", "submitted"), rows))
        say(f"Next: siurell bot show {bots[0].version.bot}")
    else:
        say("Next: siurell bot list")


def _stands(one: SeasonCount, now: datetime) -> str:
    """Where a season stands, and how much its bots are owed while it closes."""
    text = standing_text(one.state, one.opens_at, one.closes_at, now)
    return f"{text}, {counted(one.owed, 'block', 'blocks')} owed" if one.owed else text


def _since(one: BotStatus) -> str:
    return f"{one.version.submitted_at.astimezone():%d %b %H:%M}"


def _watch(ladder: Ladder, bot: str, *, json: bool) -> None:
    """Print what becomes of the newest version of a bot until its first matches are told."""
    from ladder.domain.states import VersionState
    from ladder.services.status import FIRST_MATCHES

    number, state, told = None, None, 0
    for status in ladder.watch(bot):
        if status.version.id != number:
            number, state, told = status.version.id, None, 0
        if status.version.state is not state:
            state = status.version.state
            _tell_state(status, json=json)
        for match in status.first[told:]:
            _line(_match(match, status.version.bot), plain(match), json=json)
        told = max(told, len(status.first))
        if told == FIRST_MATCHES or state in (VersionState.REJECTED, VersionState.RETIRED):
            break
    if state is VersionState.REJECTED:
        raise CommandError(
            f"{status.version.label} was rejected: it failed its check.",
            next_step="mend it, then siurell check",
            reason="REJECTED",
        )
    if not json:
        say(f"Next: siurell bot logs {bot}")


def _tell_state(status: BotStatus, *, json: bool) -> None:
    from ladder.domain.states import VersionState

    version = status.version
    sentence = {
        VersionState.PENDING: f"{version.label} waits for its check.",
        VersionState.ACTIVE: f"{version.label} plays: {', '.join(version.games)}.",
        VersionState.REJECTED: version.check_report.rstrip() or f"{version.label} is rejected.",
        VersionState.RETIRED: f"{version.label} plays no more.",
    }[version.state]
    _line(sentence, plain(version), json=json)


def _line(sentence: str, value: object, *, json: bool) -> None:
    """Print one thing that happened, at once: also into a pipe."""
    if json:
        import json as encoding

        say(encoding.dumps(value))
    else:
        say(sentence if "\n" in sentence else wrapped(sentence))
    sys.stdout.flush()


def _match(match: MatchLine, bot: str) -> str:
    """A match that is over, as its bot has fared."""
    own = next(seat for seat in match.seats if seat.bot == bot)
    if own.placement is None or own.cause is None:
        return f"{match.match_id}  {match.season}: called off"
    seats = len(match.seats)
    place = f"{own.placement}. of {seats}" if seats > 1 else "alone"
    fault = "" if own.cause.value == "game_rules" else f", {own.cause.value}"
    others = ", ".join(seat.label for seat in match.seats if seat is not own)
    against = f" against {others}" if others else ""
    return f"{match.match_id}  {match.season}: {place}, {own.score} points{fault}{against}"
