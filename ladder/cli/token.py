"""`siurell token`: what owners act by from elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, command_group
from ladder.cli.output import console, print_json, say, table
from ladder.cli.plain import plain
from ladder.cli.token_file import TokenFile, keep_token, new_token_file

if TYPE_CHECKING:
    from ladder.services.api_tokens import ApiToken

group = command_group("token", "Give owners tokens, and take them back.", "The ladder")


@group.command()
def issue(
    context: typer.Context,
    owner: Annotated[str, typer.Argument(metavar="OWNER", help="The name of an owner.")],
    label: Annotated[str, typer.Option(help="What it is for, as you will recognise it.")] = "",
    days: Annotated[
        int | None, typer.Option(metavar="N", help="It ends after so many days (else: never).")
    ] = None,
    token_file: TokenFile = None,
    json: AsJson = False,
) -> None:
    """Give an owner a token, for acting on this ladder from elsewhere.

    It is shown once; the ladder keeps its hash. Whoever has it acts as this owner.
    """
    from ladder.cli.ladders_owners import owners_of

    with new_token_file(token_file) as file, owners_of(context) as owners:
        issued = owners.issue_token(owner, label=label, days=days)
        if file is not None:
            keep_token(file, issued.token)
    known = issued.known
    if json:
        print_json({**plain(known), "token": issued.token if token_file is None else None})
        return
    until = "until it is revoked"
    if known.expires_at is not None:
        until = f"until {known.expires_at:%d %b %Y %H:%M} UTC"
    if token_file is None:
        say(f"Token {known.number} of {known.owner}, valid {until}; it is not shown again:")
        say(issued.token)
    else:
        say(f"Token {known.number} of {known.owner} is in {token_file} alone, valid {until}.")
    say(f"Next: siurell token list {known.owner}")


@group.command("list")
def list_(
    context: typer.Context,
    owner: Annotated[
        str | None, typer.Argument(metavar="OWNER", help="Only those of this owner.")
    ] = None,
    json: AsJson = False,
) -> None:
    """List the tokens, the newest first: whose they are and until when, not what they are."""
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        tokens = owners.list_tokens(owner)
    if json:
        print_json(plain(tokens))
        return
    if not tokens:
        say("There are no tokens.")
        say(f"Next: siurell token issue {owner or 'OWNER'}")
        return
    rows = [
        (
            str(token.number),
            token.owner,
            token.label,
            f"{token.issued_at.astimezone():%d %b %Y}",
            _until(token, datetime.now(UTC)),
        )
        for token in tokens
    ]
    console().print(table((">token", "owner", "label", "issued", "valid until"), rows))
    say(f"Next: siurell token revoke {tokens[0].number}, to end it")


@group.command()
def revoke(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="TOKEN", min=1, help="Its number.")],
    json: AsJson = False,
) -> None:
    """End a token for good."""
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        token = owners.revoke_token(number)
    if json:
        print_json(plain(token))
        return
    say(f"Token {token.number} of {token.owner} is not valid any more.")
    say(f"Next: siurell token list {token.owner}")


def _until(token: ApiToken, now: datetime) -> str:
    if token.revoked_at is not None:
        return f"revoked {token.revoked_at.astimezone():%d %b %Y %H:%M}"
    if token.expires_at is None:
        return "it is revoked"
    moment = f"{token.expires_at.astimezone():%d %b %Y %H:%M}"
    return moment if token.valid(now) else f"{moment}, over"
