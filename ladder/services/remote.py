"""Remote bots: registering them, their tokens, and whom a referee may let in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from siurell.errors import LadderError
from siurell.games.registry import game_named
from sqlmodel import Session, col, select

from ladder.domain.batch import AdmittedBot
from ladder.domain.ids import version_label
from ladder.domain.presence import Presence
from ladder.domain.states import VersionState
from ladder.domain.tokens import issue_token, token_digest
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.finding import find_bot
from ladder.services.presence import presence_of
from ladder.services.submit import VersionInfo, enter_remote
from ladder.services.suspensions import Suspension, open_suspensions
from ladder.store.tables import BotRow, RemoteBotRow, VersionGameRow, VersionRow


@dataclass(frozen=True, slots=True)
class Registered:
    """A remote bot's version and its token, which nobody can see again."""

    version: VersionInfo
    token: str = field(repr=False)


def register_remote(arena: Arena, name: str, games: Sequence[str]) -> Registered:
    """A new bot that its author runs, or one that was played from a folder until now.

    Raises `LadderError`: ``REMOTE_ALREADY`` when it has a token, and what `submit` raises for a bad
    name; `OptionError` for a game that there is not.
    """
    names = tuple(dict.fromkeys(game_named(game).name for game in games))
    with arena.db.write() as session:
        _refuse_known(session, arena, name)
        version = enter_remote(session, arena, name, names)
        bot = find_bot(session, version.bot)
        audit(session, arena, "bot.remote", f"bot {bot.name}", games=list(names))
        return Registered(version, _keep_new_token(session, arena, bot))


def new_token(arena: Arena, name: str) -> str:
    """Another token for a remote bot; the one before is dead, and the line that it opened ends."""
    with arena.db.write() as session:
        bot = _find_remote(session, name)
        arena.actor.require_own(bot.owner_id, f"give {bot.name} another token")
        audit(session, arena, "bot.new_token", f"bot {bot.name}")
        return _keep_new_token(session, arena, bot)


def new_remote_version(arena: Arena, name: str, games: Sequence[str]) -> VersionInfo:
    """A new version of a remote bot: its rating is that of the one before, with more doubt.

    Without games, it plays those that it plays.
    """
    wanted = tuple(dict.fromkeys(game_named(game).name for game in games))
    with arena.db.write() as session:
        bot = _find_remote(session, name)
        arena.actor.require_own(bot.owner_id, f"change {bot.name}")
        return enter_remote(session, arena, name, wanted or _games_of(session, bot))


def admitted_bots(arena: Arena) -> tuple[AdmittedBot, ...]:
    """Whom a public referee lets in: the bots whose active version is remote."""
    suspended = open_suspensions(arena)
    with arena.db.read() as session:
        rows = session.exec(
            select(RemoteBotRow, BotRow.name, VersionRow.number)
            .join(BotRow, col(BotRow.id) == RemoteBotRow.bot_id)
            .join(VersionRow, col(VersionRow.bot_id) == BotRow.id)
            .where(VersionRow.state == VersionState.ACTIVE.value, col(VersionRow.remote))
            .order_by(col(RemoteBotRow.bot_id))
        ).all()
    return tuple(
        AdmittedBot(
            str(row.bot_id),
            version_label(name, number),
            row.token_digest,
            _notice(name, presence_of(row), [one for one in suspended if one.bot == name]),
        )
        for row, name, number in rows
    )


def _notice(name: str, there: Presence, suspended: Sequence[Suspension]) -> str:
    """Why a bot is not paired, for its author; empty when it is."""
    sentences = [one.sentence for one in suspended]
    if there.suspended:
        sentences.append(there.why_suspended(name))
    return " ".join(sentences)


def _keep_new_token(session: Session, arena: Arena, bot: BotRow) -> str:
    token = issue_token()
    digest, now = token_digest(token), arena.now()
    row = session.get(RemoteBotRow, bot.id)
    if row is None:
        row = RemoteBotRow(bot_id=bot.id, token_digest=digest, issued_at=now)
    row.token_digest, row.issued_at = digest, now
    session.add(row)
    return token


def _refuse_known(session: Session, arena: Arena, name: str) -> None:
    try:
        bot = _find_remote(session, name)
    except LadderError:
        return
    if not arena.actor.owns(bot.owner_id):
        # That of another's is refused as any name that is taken.
        return
    raise LadderError(
        f"{name} is a remote bot already: `siurell bot remote {name} --new-token` gives it another"
        " token, and --new-version begins its rating anew.",
        reason="REMOTE_ALREADY",
    )


def _find_remote(session: Session, name: str) -> BotRow:
    bot = find_bot(session, name)
    if session.get(RemoteBotRow, bot.id) is None:
        raise LadderError(
            f"{bot.name} is no remote bot: `siurell bot remote {bot.name} --game GAME` makes it"
            " one.",
            reason="NOT_REMOTE",
        )
    return bot


def _games_of(session: Session, bot: BotRow) -> tuple[str, ...]:
    """The games of its last remote version."""
    newest = (
        select(VersionRow.id)
        .where(VersionRow.bot_id == bot.id, col(VersionRow.remote))
        .order_by(col(VersionRow.number).desc())
        .limit(1)
    )
    return tuple(
        session.exec(
            select(VersionGameRow.game)
            .where(col(VersionGameRow.version_id).in_(newest))
            .order_by(VersionGameRow.game)
        ).all()
    )
