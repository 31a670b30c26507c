"""Remote bots: who may log in with a token that lasts, and who of them is online.

Their host says whom it knows; a bot's session comes into being when it first logs in, and stays
while it is admitted, so that a line which breaks can be taken up within a match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import grpc
import structlog
from siurell.wire.limits import MAX_SLOTS
from siurell.wire.seat import Hello

from referee import tokens
from referee.serving.guard import Guard
from referee.serving.refusal import Refusal, bad_argument
from referee.session import Session
from referee.sessions import SessionRegistry

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Admission:
    """A remote bot that may log in: its id, a name for the logs, the digest of its token.

    ``notice`` is what its author is to know.
    """

    bot_id: str
    label: str
    token_digest: bytes = field(repr=False)
    notice: str = ""


class RemoteBots:
    """The entrance at the TCP port, and who came in there.

    ``awaited``: bots are expected there, so that until a host has said which ones, nobody is told
    that a token is wrong.
    """

    def __init__(self, sessions: SessionRegistry, *, awaited: bool) -> None:
        self.watchers: set[asyncio.Event] = set()
        """Set whenever a bot comes or goes, and cleared by whom they belong to."""
        self._sessions = sessions
        self._bots_only = self._awaited = awaited
        self._admitted: dict[str, Admission] = {}
        self._guard = Guard()

    def take_up(self) -> None:
        """Look after the sessions that an earlier referee left."""
        for session in self._sessions.of_bots():
            session.on_line = self._changed

    async def admit(self, bots: Sequence[Admission]) -> None:
        """Let these bots in, and nobody else; a token that was replaced ends with the match."""
        self._admitted = {bot.bot_id: bot for bot in bots}
        self._awaited = False
        for session in self._sessions.of_bots():
            bot = self._admitted.get(session.bot)
            if bot is None:
                await self._sessions.close(session.session_id, _revoked())
                continue
            session.tell_author(bot.notice)
            if not tokens.same(bot.token_digest, session.token_digest):
                session.put_out_by_token(_revoked())
                self._sessions.change_token(session, bot.token_digest)
        self._changed()

    def session_for(self, hello: Hello, peer: str) -> Session | None:
        """The session of a bot that shows its token; None when it is nobody's."""
        if hello.slot >= MAX_SLOTS:
            raise bad_argument(
                "BAD_SLOT", f"A bot plays at most {MAX_SLOTS} matches at a time: ask for fewer."
            )
        session = self._sessions.by_token(hello.token, hello.slot) or self._open(hello)
        if session is not None:
            return session
        if self._awaited:
            raise Refusal(
                grpc.StatusCode.UNAVAILABLE, "NOT_READY", "This referee is only starting."
            )
        # Only now: one address may be a proxy's, and who shows a right token is no guesser.
        self._guard.check(peer)
        self._guard.wrong(peer)
        if self._bots_only:
            raise _unknown()
        return None

    def online(self) -> list[Session]:
        """The sessions of remote bots whose line stands."""
        return [session for session in self._sessions.of_bots() if session.connected]

    def _open(self, hello: Hello) -> Session | None:
        shown = tokens.digest(hello.token)
        for bot in self._admitted.values():
            if tokens.same(shown, bot.token_digest):
                session = self._sessions.add_remote(
                    bot.bot_id, bot.label, hello.slot, bot.token_digest
                )
                session.on_line = self._changed
                session.tell_author(bot.notice)
                return session
        return None

    def _changed(self) -> None:
        for watcher in self.watchers:
            watcher.set()


def _unknown() -> Refusal:
    return Refusal(
        grpc.StatusCode.UNAUTHENTICATED,
        "BAD_TOKEN",
        "Nobody is known here by this token: is it the newest one of your bot, and of this ladder?",
    )


def _revoked() -> Refusal:
    return Refusal(
        grpc.StatusCode.UNAUTHENTICATED,
        "TOKEN_REVOKED",
        "This token is not valid any more: ask whoever runs the ladder for a new one.",
    )
