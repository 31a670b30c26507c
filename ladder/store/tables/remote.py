"""Remote bots: their tokens, and what is known of their presence."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, LargeBinary
from sqlmodel import Field

from ladder.store.tables.base import Row, check


class RemoteBotRow(Row, table=True):
    """What makes a bot one that connects: its token, of which only the hash is kept.

    ``slots`` is how many matches it plays at a time, 0 while it is offline; ``worker`` has the
    referee that it is connected to, and saw it last at ``seen_at``. ``run`` is its last start.
    ``missed`` counts the matches in a row to which it did not come, the last of them in
    ``missed_run``.
    """

    __tablename__ = "remote_bot"
    __table_args__ = (
        check("digest_length", "length(token_digest) = 32"),
        check("slots_not_negative", "slots >= 0"),
        check("missed_not_negative", "missed >= 0"),
        check("online_somewhere", "slots = 0 OR (worker IS NOT NULL AND seen_at IS NOT NULL)"),
    )

    bot_id: int = Field(foreign_key="bot.id", primary_key=True)
    token_digest: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False, unique=True))
    issued_at: datetime
    slots: int = 0
    worker: str | None = None
    seen_at: datetime | None = None
    run: str = ""
    missed: int = 0
    missed_run: str = ""
