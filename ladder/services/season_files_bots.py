"""Who takes part in an imported season: versions that are here already, and such that are new.

A version is the same when its bot has the same name and it has the same number and digest. New ones
come without their content.
"""

from __future__ import annotations

import string
from dataclasses import dataclass

from siurell.bots import SHIPPED
from siurell.errors import LadderError
from sqlmodel import Session, select

from ladder.domain.ids import version_label
from ladder.domain.names import is_name, name_key
from ladder.domain.states import VersionState
from ladder.services.arena import Arena
from ladder.services.counting import next_number
from ladder.services.season_files_format import Entry, Unsound
from ladder.store.tables import BotRow, VersionGameRow, VersionRow

_HEX = frozenset(string.hexdigits.lower())


@dataclass(frozen=True, slots=True)
class Entered:
    """A version of the file in this arena; ``new`` when it was not here before."""

    id: int
    bot_id: int
    new: bool


def enter_version(session: Session, arena: Arena, entry: Entry) -> Entered:
    """The version of a line of the file, made where it is not here.

    Raises `LadderError` (``OTHER_VERSION``) when a version of this number is another one here.
    """
    name, number, digest = entry.text("bot"), entry.whole("number", 1), entry.text("digest")
    if not is_name(name) or not set(digest) <= _HEX:
        raise Unsound("bot")
    bot = session.exec(select(BotRow).where(BotRow.key == name_key(name))).first()
    if bot is None:
        bot = BotRow(name=name, key=name_key(name), created_at=arena.now())
        session.add(bot)
        session.flush()
    here = session.exec(select(VersionRow).where(VersionRow.bot_id == bot.id)).all()
    for row in here:
        if (row.number, row.digest) == (number, digest):
            return Entered(row.id, bot.id, new=False)
        if row.number == number or row.digest == digest:
            raise _another(version_label(name, number))
    playing = any(row.state == VersionState.ACTIVE.value for row in here)
    return Entered(_enter(session, arena, bot, entry, playing=playing), bot.id, new=True)


def _enter(session: Session, arena: Arena, bot: BotRow, entry: Entry, *, playing: bool) -> int:
    """A new version; it takes no place from one of the bot that plays here."""
    shipped = entry.text("shipped") if entry.has("shipped") else None
    known = shipped is None or shipped in SHIPPED
    active = entry.flag("active") and known and not playing
    row = VersionRow(
        bot_id=bot.id,
        number=entry.whole("number", 1),
        digest=entry.text("digest"),
        shipped=shipped,
        remote=entry.flag("remote"),
        command=entry.texts("command"),
        submission=next_number(session, "submission"),
        state=(VersionState.ACTIVE if active else VersionState.RETIRED).value,
        check_report="It came with an imported season and was not checked here.",
        note=entry.text("note") if entry.has("note") else "",
        submitted_at=entry.time("submitted_at"),
        checked_at=arena.now(),
    )
    session.add(row)
    session.flush()
    session.add_all(VersionGameRow(version_id=row.id, game=game) for game in entry.texts("games"))
    session.flush()
    return row.id


def _another(label: str) -> LadderError:
    return LadderError(
        f"{label} of the file is not the version that this arena has under that name, so the season"
        " cannot be taken in here; nothing was changed. Import it into another arena:"
        " `siurell --home FOLDER season import FILE`.",
        reason="OTHER_VERSION",
    )
