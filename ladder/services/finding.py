"""Finding the row of what a person names."""

from __future__ import annotations

from siurell.errors import LadderError
from sqlmodel import Session, select

from ladder.domain.names import name_key
from ladder.domain.states import VersionState
from ladder.store.tables import BotRow, OwnerRow, VersionRow


def find_bot(session: Session, name: str) -> BotRow:
    """The row of a bot (`LadderError` when there is none of this name)."""
    bot = session.exec(select(BotRow).where(BotRow.key == name_key(name))).first()
    if bot is None:
        raise LadderError(
            f"There is no bot `{ascii(name)[1:-1][:60]}`; type `siurell bot list`.",
            reason="UNKNOWN_BOT",
        )
    return bot


def version_named(session: Session, word: str) -> tuple[BotRow, VersionRow]:
    """The version that a word means: ``NAME`` (the one that plays now) or ``NAME@3``.

    Raises `LadderError` when there is none.
    """
    name, at, number = word.partition("@")
    bot = find_bot(session, name)
    wanted = select(VersionRow).where(VersionRow.bot_id == bot.id)
    if at:
        # Longer numbers than any version has are none either.
        known = int(number) if number.isdecimal() and len(number) < 10 else 0
        wanted = wanted.where(VersionRow.number == known)
    else:
        wanted = wanted.where(VersionRow.state == VersionState.ACTIVE.value)
    version = session.exec(wanted).first()
    if version is None:
        which = f"version {ascii(number)[1:-1][:60]}" if at else "version that plays"
        raise LadderError(
            f"{bot.name} has no {which}; type `siurell bot show {bot.name}`.",
            reason="UNKNOWN_VERSION",
        )
    return bot, version


def find_owner(session: Session, name: str) -> OwnerRow:
    """The row of an owner (`LadderError` when there is none of this name)."""
    owner = session.exec(select(OwnerRow).where(OwnerRow.key == name_key(name))).first()
    if owner is None:
        raise LadderError(
            f"There is no owner `{ascii(name)[1:-1][:60]}`; type `siurell owner list`.",
            reason="UNKNOWN_OWNER",
        )
    return owner
