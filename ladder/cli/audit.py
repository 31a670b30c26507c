"""`siurell audit`: who changed what, and when."""

from __future__ import annotations

import json as json_text
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from ladder.cli.app import AsJson, Limit, app
from ladder.cli.failure import CommandError
from ladder.cli.output import console, print_json, say, table
from ladder.cli.plain import plain
from ladder.domain.moments import moment_of


@app.command(rich_help_panel="The ladder")
def audit(
    context: typer.Context,
    owner: Annotated[
        str | None,
        typer.Option(metavar="OWNER", help="Only what this owner did, or `local`, here."),
    ] = None,
    subject: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Only changes of this, such as mybot or `season summer`."
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Since a day such as 2030-01-31, or so long: 12h, 7d."),
    ] = None,
    limit: Limit = 20,
    json: AsJson = False,
) -> None:
    """Tell who changed what, the newest change first."""
    from ladder.cli.ladders_owners import owners_of

    moment = None if since is None else _moment(since, datetime.now(UTC))
    with owners_of(context) as owners:
        lines = owners.audit(owner=owner, subject=subject, since=moment, limit=limit)
    if json:
        print_json(plain(lines))
        return
    if not lines:
        narrowed = (owner, subject, since) != (None, None, None)
        say("Nobody has changed anything" + (" of that kind, or then." if narrowed else "."))
        say("Next: siurell owner list")
        return
    rows = [
        (
            f"{line.at.astimezone():%d %b %H:%M:%S}",
            line.actor,
            line.action,
            line.subject,
            _in_a_line(line.detail),
        )
        for line in lines
    ]
    console().print(table(("when", "who", "what", "of", "more"), rows))
    say("Next: siurell audit --json")


def _in_a_line(detail: dict[str, object]) -> str:
    """The facts that say something, such as ``version 2, ok``."""
    parts = []
    for name, value in detail.items():
        if value is True:
            parts.append(name)
        elif value or (value == 0 and value is not False):
            shown = value if isinstance(value, str | int | float) else json_text.dumps(value)
            parts.append(f"{name} {str(shown)[:40]}")
    return ", ".join(parts)


def _moment(text: str, now: datetime) -> datetime:
    """The moment that somebody means; a day begins at midnight UTC."""
    unit = {"h": timedelta(hours=1), "d": timedelta(days=1)}.get(text[-1:])
    try:
        if unit is not None:
            return now - int(text[:-1]) * unit
        return moment_of(text)
    except (ValueError, OverflowError):
        raise CommandError(
            f"`{ascii(text)[1:-1][:60]}` is no moment; type a day such as 2030-01-31, or how long"
            " ago: 12h, 7d.",
            next_step="siurell audit --since 7d",
            reason="BAD_MOMENT",
        ) from None
