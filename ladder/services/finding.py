"""Finding the row of what a person names."""

from __future__ import annotations

from siurell.errors import LadderError
from sqlmodel import Session, select

from ladder.domain.names import name_key
from ladder.store.tables import BotRow


def find_bot(session: Session, name: str) -> BotRow:
    """The row of a bot (`LadderError` when there is none of this name)."""
    bot = session.exec(select(BotRow).where(BotRow.key == name_key(name))).first()
    if bot is None:
        raise LadderError(
            f"There is no bot `{ascii(name)[1:-1][:60]}`; type `siurell bot list`.",
            reason="UNKNOWN_BOT",
        )
    return bot
