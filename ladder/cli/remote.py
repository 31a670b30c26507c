"""`siurell bot remote`, and how a ladder is opened to the bots that it registers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, home_of
from ladder.cli.bot import Name, group
from ladder.cli.failure import CommandError
from ladder.cli.output import note, print_json, say
from ladder.cli.plain import plain
from ladder.cli.token_file import TokenFile, keep_token, new_token_file

if TYPE_CHECKING:
    from ladder.services.arena import Arena
    from ladder.worker.public_door import PublicDoor

Public = Annotated[
    str | None,
    typer.Option(metavar="HOST:PORT", help="Let remote bots connect here; port 0: any free one."),
]
WithoutTls = Annotated[
    bool,
    typer.Option("--without-tls", help="Open --public and --api in the clear, behind a proxy."),
]


@group.command()
def remote(
    context: typer.Context,
    name: Name,
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="What it plays; may be repeated.")
    ] = None,
    new_token: Annotated[
        bool, typer.Option("--new-token", help="Give it another token; the old one is dead.")
    ] = False,
    new_version: Annotated[
        bool, typer.Option("--new-version", help="It was changed: its rating is less sure.")
    ] = False,
    token_file: TokenFile = None,
    json: AsJson = False,
) -> None:
    """Register a bot that its author runs, on another machine, and give out its token.

    The token is shown once; the ladder keeps its hash. Whoever has it plays as this bot.
    """
    from ladder.services.arena import open_arena
    from ladder.services.bots import show_bot
    from ladder.services.remote import new_remote_version, register_remote
    from ladder.services.remote import new_token as replace_token

    _check_wishes(name, game, new_token=new_token, new_version=new_version)
    with new_token_file(token_file) as file, open_arena(home_of(context)) as arena:
        token = ""
        if new_version:
            version = new_remote_version(arena, name, game or ())
        elif new_token:
            token = replace_token(arena, name)
            version = show_bot(arena, name).versions[0]
        else:
            registered = register_remote(arena, name, game or ())
            version, token = registered.version, registered.token
        if token and file is not None:
            keep_token(file, token)
    if json:
        print_json({**plain(version), "token": token if token_file is None else None})
        return
    _tell(version.label, version.games, token, token_file, again=new_token)


def _check_wishes(name: str, game: list[str] | None, *, new_token: bool, new_version: bool) -> None:
    if new_token and new_version:
        raise CommandError(
            "A new token and a new version are two things; ask for one of them.",
            next_step=f"siurell bot remote {name} --new-token",
            reason="BAD_OPTION",
        )
    if not game and not new_token and not new_version:
        raise CommandError(
            "A remote bot cannot be asked what it plays; say it.",
            next_step=f"siurell bot remote {name} --game GAME",
            reason="NO_GAME",
        )
    if not new_token and not new_version:
        _check_name(name)


def _check_name(name: str) -> None:
    """Refuse a name that a new bot cannot have; here it is given without an option."""
    from siurell.bots import SHIPPED

    from ladder.domain.names import NAME_RULE, RESERVED, is_name, name_key

    shipped = name_key(name) in {name_key(one) for one in SHIPPED}
    if is_name(name) and not shipped:
        return
    why = f"cannot be a bot's name: a name is {NAME_RULE}"
    if shipped:
        why = "is the name of a bot that comes with Siurell"
    elif name.lower() in RESERVED:
        why = "cannot be a bot's name: that word has another meaning"
    raise CommandError(
        f"`{ascii(name)[1:-1][:60]}` {why}.",
        next_step="siurell bot remote OTHER_NAME, with the same options",
        reason="NAME_TAKEN" if shipped else "BAD_NAME",
    )


def _tell(
    label: str, games: tuple[str, ...], token: str, file: Path | None, *, again: bool
) -> None:
    if again:
        say(
            f"{label} has another token; the one before is dead. A match that is being played by it"
            " is played to its end."
        )
    else:
        say(f"{label} is a remote bot and plays {', '.join(games)} while it is online.")
    if not token:
        say("Next: start `siurell connect` anew, on the bot's machine")
        return
    if file is None:
        say("Its token, which is not shown again:")
        say(token)
    else:
        say(f"Its token is in {file}, and nowhere else.")
    where = "FILE" if file is None else file
    say(f"Next: siurell connect BOT --to HOST:PORT --token-file {where}, on the bot's machine")


def door_of(
    public: str | None,
    certificate: Path | None,
    key: Path | None,
    *,
    without_tls: bool,
    api: bool = False,
) -> PublicDoor | None:
    """Where remote bots are let in, checked before anything is started; None: nowhere.

    With ``api`` the files of TLS are of use without them too.
    """
    from ladder.worker.public_door import PublicDoor
    from referee.serving.door import check_door, tls_files

    tls = tls_files(certificate, key)
    if public is not None:
        check_door(public, tls, without_tls=without_tls, option="--public")
    if public is None:
        if (tls is not None or without_tls) and not api:
            raise CommandError(
                "Nothing is shown to anybody without a place where remote bots connect.",
                next_step="siurell ladder run --public HOST:PORT, with the same options",
                reason="NO_PUBLIC",
            )
        return None
    if tls is not None:
        from referee.serving.certificates import server_credentials

        server_credentials(tls)
    return PublicDoor(public, certificate, key, without_tls)


def note_remote_bots(arena: Arena) -> None:
    """Say which remote bots cannot play, since nobody lets them in."""
    from ladder.services.remote import admitted_bots

    labels = [bot.label for bot in admitted_bots(arena)]
    if labels:
        note(f"Not paired, since remote bots can connect only with --public: {', '.join(labels)}.")
