"""Submitting a bot and what its check came to."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib.metadata import version as version_of_distribution
from pathlib import Path
from typing import Final

from siurell.bots import SHIPPED
from siurell.errors import LadderError
from siurell.games.registry import games
from sqlmodel import Session, col, func, select

from ladder.domain.access import NOBODY, Actor, Role
from ladder.domain.batch import BotSource, ShippedBot
from ladder.domain.bot_files import BotFile, content_digest
from ladder.domain.ids import version_label
from ladder.domain.manifest import MANIFEST, Manifest, check_entry, missing_manifest, parse_manifest
from ladder.domain.names import check_name, check_remark, name_key, one_line
from ladder.domain.states import VersionState
from ladder.services.activity import active_version, move_version, note_within, put_in_place
from ladder.services.arena import Arena
from ladder.services.audit import SUBMIT, audit
from ladder.services.counting import next_number
from ladder.services.finding import find_owner
from ladder.services.line_ups import source_of
from ladder.services.owners import give_within
from ladder.services.quotas import PLAYS, check_active_quota, check_upload_quota
from ladder.store.archives import is_archive, read_archive
from ladder.store.home import Home
from ladder.store.packages import read_folder
from ladder.store.tables import BotRow, VersionGameRow, VersionRow
from ladder.store.versions import store_version

STUCK_AFTER: Final = timedelta(minutes=30)
"""No check takes so long: a version that still waits then waits for nobody."""

_OF_ITS_AUTHOR: Final = "Its author runs it; what it does is seen when it plays.\n"


@dataclass(frozen=True, slots=True)
class VersionInfo:
    """One version of a bot. ``known`` says that this content had been submitted before.

    ``note`` is what its author says of it. ``check_report`` is empty for who may not see it.
    """

    id: int
    bot: str
    number: int
    state: VersionState
    games: tuple[str, ...]
    source: BotSource
    digest: str
    submitted_at: datetime
    checked_at: datetime | None
    check_report: str
    known: bool = False
    note: str = ""

    @property
    def label(self) -> str:
        """The version as people write it, such as ``mybot@2``."""
        return version_label(self.bot, self.number)

    @property
    def waits(self) -> str:
        """That it waits for its check, since when, and what ends that."""
        return (
            f"{self.label} waits for its check since {self.submitted_at:%d %b %H:%M} UTC, so its"
            " submission was interrupted. Submit it again; the next `siurell ladder run` checks it"
            " too."
        )


@dataclass(frozen=True, slots=True)
class _Content:
    """What a submission comes to once it has been read."""

    name: str
    games: tuple[str, ...]
    digest: str
    command: tuple[str, ...] = ()
    shipped: str | None = None
    remote: bool = False
    note: str = ""
    files: Sequence[BotFile] = ()

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(len(file.data) for file in self.files)


def submit(
    arena: Arena,
    source: Path | ShippedBot | Sequence[BotFile],
    *,
    name: str | None = None,
    note: str = "",
    owner: str | None = None,
) -> VersionInfo:
    """Submit a folder, an archive, files or a shipped bot: a version, waiting for its check.

    The same content for the same bot is the same version; when it had been rejected or replaced it
    is checked again, else it counts for no quota. A new bot belongs to who submits it, or to
    ``owner`` where an operator says so; on the folder of the arena to nobody. Raises `LadderError`
    when it is no bot, is unsafe or above a limit or quota, or when the bot is another's
    (``NAME_TAKEN``); nothing is kept then.
    """
    remark = check_remark(note, "A note")
    if isinstance(source, ShippedBot):
        arena.actor.require(Role.OPERATOR, "submit bots that come with Siurell")
        content = _shipped(source, name)
    else:
        files = read_bot(source) if isinstance(source, Path) else source
        content = _of_files(files, name)
    with arena.db.write() as session:
        entered = _enter(session, arena, replace(content, note=remark), owner)
        # Inside, so that nothing stays of what was refused.
        if content.files:
            store_version(arena.home, content.digest, content.files)
        # How it is started stands in what was stored.
        row = session.get_one(VersionRow, entered.id)
        return info_of(session, row, arena.home, arena.actor, known=entered.known)


def enter_remote(session: Session, arena: Arena, name: str, games: Sequence[str]) -> VersionInfo:
    """Enter a version that its author runs; it plays at once, and nothing of it is stored.

    It is always a new version: nobody here can see what is behind it. Raises what `submit` raises.
    """
    # There is no content that could have a digest.
    digest = secrets.token_hex(32)
    content = _Content(_own_name(name), tuple(games), digest, remote=True)
    entered = _enter(session, arena, content)
    return _set_checked(session, arena, entered.id, True, _OF_ITS_AUTHOR)


def fit_files(source: Path, name: str | None = None) -> list[BotFile]:
    """The files of a folder or an archive; raises what `submit` would raise, and keeps nothing."""
    files = read_bot(source)
    _of_files(files, name)
    return files


def set_checked(arena: Arena, version_id: int, ok: bool, report_text: str) -> VersionInfo:
    """Keep what the check of a pending version came to: active or rejected.

    An active version takes the place of the one before, unless a later submission is active. One
    that was suspended once, and now passed its check again, begins anew.
    """
    arena.actor.require(Role.OPERATOR, "say what a check came to")
    with arena.db.write() as session:
        return _set_checked(session, arena, version_id, ok, report_text)


def _set_checked(
    session: Session, arena: Arena, version_id: int, ok: bool, report_text: str
) -> VersionInfo:
    version = session.get(VersionRow, version_id)
    if version is None:
        raise LadderError(f"There is no version {version_id}.", reason="UNKNOWN_VERSION")
    if version.state != VersionState.PENDING.value:
        raise LadderError(
            f"Version {version_id} is {version.state} and waits for no check; submit it again.",
            reason="WRONG_STATE",
        )
    active = active_version(session, version.bot_id)
    if not ok:
        move_version(version, VersionState.REJECTED)
    elif active is not None and active.submission > version.submission:
        move_version(version, VersionState.RETIRED)
    else:
        put_in_place(session, arena, version)
    version.check_report = report_text
    version.checked_at = arena.now()
    session.add(version)
    session.flush()
    checked = info_of(session, version, arena.home, arena.actor)
    audit(
        session,
        arena,
        "bot.check",
        f"bot {checked.bot}",
        version=checked.number,
        ok=ok,
        state=version.state,
    )
    return checked


def pending(arena: Arena, since: datetime | None = None) -> list[VersionInfo]:
    """The versions that wait for their check, at least since then, in the order of submissions."""
    wanted = select(VersionRow).where(VersionRow.state == VersionState.PENDING.value)
    if since is not None:
        wanted = wanted.where(VersionRow.submitted_at <= since)
    with arena.db.read() as session:
        rows = session.exec(wanted.order_by(col(VersionRow.submission))).all()
        return [info_of(session, row, arena.home, arena.actor) for row in rows]


def stuck(arena: Arena) -> list[VersionInfo]:
    """The versions that have waited for their check for longer than one takes: an alarm.

    Whoever submitted them was interrupted, and nobody has checked them since.
    """
    return pending(arena, arena.now() - STUCK_AFTER)


def info_of(
    session: Session, row: VersionRow, home: Home, actor: Actor = NOBODY, *, known: bool = False
) -> VersionInfo:
    """The typed values of a version's row, as somebody may see them."""
    bot = session.get_one(BotRow, row.bot_id)
    played = session.exec(
        select(VersionGameRow.game)
        .where(VersionGameRow.version_id == row.id)
        .order_by(VersionGameRow.game)
    ).all()
    return VersionInfo(
        id=row.id,
        bot=bot.name,
        number=row.number,
        state=VersionState(row.state),
        games=tuple(played),
        source=source_of(row, home),
        digest=row.digest,
        submitted_at=row.submitted_at,
        checked_at=row.checked_at,
        check_report=row.check_report if actor.owns(bot.owner_id) else "",
        known=known,
        note=row.note,
    )


def read_bot(source: Path) -> list[BotFile]:
    """The files of a folder or an archive (`LadderError` when it can be no bot)."""
    if source.is_dir():
        return read_folder(source)
    if is_archive(source) and source.is_file():
        return read_archive(source)
    if source.exists():
        raise missing_manifest(f"{source} is neither a folder nor a .zip or .tar.gz; it")
    raise LadderError(
        f"There is no folder or archive {one_line(source)}; "
        "type `siurell new NAME --game GAME` for a folder to start from.",
        reason="NO_SUCH_FOLDER",
    )


def _of_files(files: Sequence[BotFile], name: str | None) -> _Content:
    by_name = {file.name: file for file in files}
    manifest: Manifest = parse_manifest(by_name[MANIFEST].data)
    check_entry(manifest, by_name.keys())
    chosen = _own_name(name if name is not None else manifest.name)
    digest = content_digest(files)
    return _Content(chosen, manifest.games, digest, manifest.command, files=files)


def _own_name(name: str) -> str:
    """The name, if a bot of somebody's own may have it."""
    chosen = check_name(name)
    if name_key(chosen) in {name_key(shipped) for shipped in SHIPPED}:
        raise LadderError(
            f"`{chosen}` is the name of a bot that comes with Siurell; choose another in "
            f"{MANIFEST} or with `--name`.",
            reason="NAME_TAKEN",
        )
    return chosen


def _shipped(source: ShippedBot, name: str | None) -> _Content:
    if source.name not in SHIPPED:
        raise LadderError(
            f"There is no shipped bot `{source.name}`; there is {', '.join(SHIPPED)}.",
            reason="UNKNOWN_BOT",
        )
    sdk = version_of_distribution("siurell")
    all_games = tuple(game.name for game in games())
    content = f"builtin:{source.name} {sdk} {' '.join(all_games)}"
    return _Content(
        name=check_name(name if name is not None else source.name),
        games=all_games,
        digest=hashlib.sha256(content.encode()).hexdigest(),
        shipped=source.name,
    )


def _enter(
    session: Session, arena: Arena, content: _Content, owner: str | None = None
) -> VersionInfo:
    bot = _bot(session, arena, content, owner)
    version = session.exec(
        select(VersionRow).where(VersionRow.bot_id == bot.id, VersionRow.digest == content.digest)
    ).first()
    known = version is not None
    if version is not None and version.state in PLAYS:
        return _once_more(session, arena, version, content.note)
    check_upload_quota(session, arena, content.size)
    if version is None:
        check_active_quota(session, arena, bot)
        version = _new_version(session, arena, bot, content)
    elif version.state in (VersionState.REJECTED.value, VersionState.RETIRED.value):
        check_active_quota(session, arena, bot)
        move_version(version, VersionState.PENDING)
        version.submission = next_number(session, "submission")
        version.submitted_at = arena.now()
        version.checked_at = None
        version.check_report = ""
    version.note = content.note or version.note
    session.add(version)
    session.flush()
    audit(
        session,
        arena,
        SUBMIT,
        f"bot {bot.name}",
        version=version.number,
        content=content.digest,
        bytes=content.size,
        known=known,
    )
    return info_of(session, version, arena.home, arena.actor, known=known)


def _once_more(session: Session, arena: Arena, version: VersionRow, note: str) -> VersionInfo:
    """Nothing but the note changes: its author may not have heard the answer to the first."""
    if note and note != version.note:
        note_within(session, arena, version, note)
    return info_of(session, version, arena.home, arena.actor, known=True)


def _bot(session: Session, arena: Arena, content: _Content, owner: str | None) -> BotRow:
    """The bot that is submitted, made where there is none, if who acts may submit it."""
    bot = session.exec(select(BotRow).where(BotRow.key == name_key(content.name))).first()
    if bot is None:
        bot = BotRow(
            name=content.name,
            key=name_key(content.name),
            created_at=arena.now(),
            owner_id=arena.actor.owner_id,
        )
        session.add(bot)
        session.flush()
    elif not arena.actor.owns(bot.owner_id):
        raise LadderError(
            f"`{bot.name}` is the name of a bot that is not yours; choose another in {MANIFEST} or"
            " with `--name`.",
            reason="NAME_TAKEN",
        )
    if owner is not None:
        _give(session, arena, bot, owner)
    return bot


def _give(session: Session, arena: Arena, bot: BotRow, owner: str) -> None:
    """Make the bot somebody's with its submission, unless it is another's already."""
    row = find_owner(session, owner)
    if bot.owner_id == row.id:
        return
    arena.actor.require(Role.OPERATOR, "submit a bot for somebody else")
    if bot.owner_id not in (None, arena.actor.owner_id):
        raise LadderError(
            f"{bot.name} is another owner's; `siurell bot give {bot.name} {row.name}` comes first.",
            reason="NOT_THEIRS",
        )
    give_within(session, arena, bot, row.name)


def _new_version(session: Session, arena: Arena, bot: BotRow, content: _Content) -> VersionRow:
    latest = session.exec(
        select(func.max(VersionRow.number)).where(VersionRow.bot_id == bot.id)
    ).one()
    version = VersionRow(
        bot_id=bot.id,
        number=(latest or 0) + 1,
        digest=content.digest,
        shipped=content.shipped,
        remote=content.remote,
        note=content.note,
        command=list(content.command),
        submission=next_number(session, "submission"),
        state=VersionState.PENDING.value,
        submitted_at=arena.now(),
    )
    session.add(version)
    session.flush()
    session.add_all(VersionGameRow(version_id=version.id, game=game) for game in content.games)
    return version
