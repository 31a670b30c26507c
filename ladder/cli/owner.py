"""`siurell owner`: who may act on the ladder, as what, and how much of it each may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, command_group
from ladder.cli.failure import CommandError
from ladder.cli.output import console, counted, print_json, say, size, table, wrapped
from ladder.cli.plain import plain
from ladder.domain.access import Role
from ladder.domain.quotas import Quota

if TYPE_CHECKING:
    from ladder.domain.quotas import Quotas
    from ladder.services.owners import Owner

group = command_group("owner", "Say who may act on the ladder, and how much.", "The ladder")

Name = Annotated[str, typer.Argument(metavar="OWNER", help="The name of an owner.")]

_LADDERS = "ladder"
"""The word for a limit that is the ladder's."""

_Uploads = Annotated[str | None, typer.Option("--uploads", metavar="N", help="Submissions a day.")]
_Bytes = Annotated[
    str | None,
    typer.Option("--upload-bytes", metavar="N", help="Bytes of one submission, such as 5M."),
]
_Bots = Annotated[
    str | None, typer.Option("--active-bots", metavar="N", help="Bots that play at a time.")
]
_Requests = Annotated[
    str | None, typer.Option("--requests", metavar="N", help="Requested matches a day.")
]


@group.command()
def add(
    context: typer.Context,
    name: Name,
    role: Annotated[Role, typer.Option(help="What the owner may do.")] = Role.AUTHOR,
    json: AsJson = False,
) -> None:
    """Let somebody have bots here.

    An author submits bots and changes only those; an organiser also makes seasons
    and tournaments; an operator may do everything.
    """
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        made = owners.add_owner(name, role)
    if json:
        print_json(_facts(made))
        return
    say(f"{made.name} is an {made.role.value} of this ladder.")
    say(f"Next: siurell token issue {made.name}")


@group.command("list")
def list_(context: typer.Context, json: AsJson = False) -> None:
    """List all owners."""
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        found = owners.list_owners()
    if json:
        print_json([_facts(owner) for owner in found])
        return
    if not found:
        say("Nobody but you acts on this ladder.")
        say("Next: siurell owner add NAME")
        return
    rows = [
        (
            owner.name,
            owner.role.value,
            str(len(owner.bots)),
            str(owner.playing),
            str(owner.uploads),
            str(owner.tokens),
            "disabled" if owner.disabled_at is not None else "",
        )
        for owner in found
    ]
    columns = ("owner", "role", ">bots", ">playing", ">uploads today", ">tokens", "")
    console().print(table(columns, rows))
    say(f"Next: siurell owner show {found[0].name}")


@group.command()
def show(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Show an owner: role, bots, limits and what is used of them."""
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        owner = owners.show_owner(name)
    if json:
        print_json(_facts(owner))
        return
    _print(owner)


@group.command("set")
def set_(
    context: typer.Context,
    name: Name,
    role: Annotated[Role | None, typer.Option(help="What the owner may do.")] = None,
    uploads: _Uploads = None,
    upload_bytes: _Bytes = None,
    active_bots: _Bots = None,
    requests: _Requests = None,
    json: AsJson = False,
) -> None:
    """Give an owner another role, or limits of their own, `ladder` being the usual one."""
    from ladder.cli.ladders_owners import owners_of

    limits = _limits(uploads, upload_bytes, active_bots, requests)
    if role is None and not limits:
        raise CommandError(
            f"Nothing was said to set of {name}.",
            next_step="siurell owner set --help",
            reason="NOTHING_TO_SET",
        )
    with owners_of(context) as owners:
        owner = owners.set_owner(name, role=role, limits=limits)
    if json:
        print_json(_facts(owner))
        return
    _print(owner)


@group.command()
def defaults(
    context: typer.Context,
    uploads: _Uploads = None,
    upload_bytes: _Bytes = None,
    active_bots: _Bots = None,
    requests: _Requests = None,
    json: AsJson = False,
) -> None:
    """Show or set the limits of owners who have none of their own."""
    from ladder.cli.ladders_owners import owners_of

    limits = _limits(uploads, upload_bytes, active_bots, requests)
    with owners_of(context) as owners:
        quotas = owners.set_ladder_quotas(limits) if limits else owners.ladder_quotas()
    if json:
        print_json(plain(quotas))
        return
    _print_limits(quotas)
    say("Next: siurell owner list")


@group.command()
def disable(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Put an owner out: their tokens end for good, and their bots play no more.

    Ratings and matches stay as they are, and so does the name.
    """
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        owner = owners.disable_owner(name)
    if json:
        print_json(_facts(owner))
        return
    say(f"{owner.name} is out: their tokens are dead, and none of their bots plays.")
    say(f"Next: siurell owner enable {owner.name}, to let them in again")


@group.command()
def enable(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Let an owner in again, who needs a new token and has to activate each bot."""
    from ladder.cli.ladders_owners import owners_of

    with owners_of(context) as owners:
        owner = owners.enable_owner(name)
    if json:
        print_json(_facts(owner))
        return
    say(f"{owner.name} may act here again.")
    say(f"Next: siurell token issue {owner.name}")


def _facts(owner: Owner) -> dict[str, object]:
    facts: dict[str, object] = plain(owner)
    return facts


def _print(owner: Owner) -> None:
    out = "" if owner.disabled_at is None else f", disabled {owner.disabled_at:%d %b %Y}"
    say(f"{owner.name}: {owner.role.value}{out}, since {owner.created_at.astimezone():%d %b %Y}")
    bots = ", ".join(owner.bots) or "none"
    say(wrapped(f"bots: {bots} ({owner.playing} playing or waiting for a check)"))
    say(f"submitted in the last 24 hours: {counted(owner.uploads, 'time', 'times')}")
    say(f"tokens that were not revoked: {owner.tokens}")
    if owner.role is Role.OPERATOR:
        say("limits: none, as for every operator")
    else:
        _print_limits(owner.quotas, [quota.value for quota in owner.own])
    say(f"Next: siurell token list {owner.name}")


def _print_limits(quotas: Quotas, own: list[str] | None = None) -> None:
    shown = {
        Quota.UPLOADS: ("submissions a day", str(quotas.uploads)),
        Quota.UPLOAD_BYTES: ("size of a submission", size(quotas.upload_bytes)),
        Quota.ACTIVE_BOTS: ("bots that play", str(quotas.active_bots)),
        Quota.REQUESTS: ("requested matches a day", str(quotas.requests)),
    }
    rows = [
        (what, amount, "" if own is None else "own" if quota.value in own else "the ladder's")
        for quota, (what, amount) in shown.items()
    ]
    console().print(table(("limit", ">at most", ""), rows))


def _limits(
    uploads: str | None, upload_bytes: str | None, active_bots: str | None, requests: str | None
) -> dict[Quota, int | None]:
    said = {
        Quota.UPLOADS: uploads,
        Quota.UPLOAD_BYTES: upload_bytes,
        Quota.ACTIVE_BOTS: active_bots,
        Quota.REQUESTS: requests,
    }
    return {quota: _amount(quota, text) for quota, text in said.items() if text is not None}


def _amount(quota: Quota, text: str) -> int | None:
    """What somebody typed as a limit; None for the ladder's."""
    if text == _LADDERS:
        return None
    unit = {"K": 10, "M": 20, "G": 30}.get(text[-1:].upper(), 0) * (quota is Quota.UPLOAD_BYTES)
    digits = text[:-1] if unit else text
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 12:
        raise CommandError(
            f"`{ascii(text)[1:-1][:60]}` is no limit; type a whole number, or `{_LADDERS}` for"
            " that of the ladder.",
            next_step="siurell owner set --help",
            reason="BAD_QUOTA",
        )
    return int(digits) << unit
