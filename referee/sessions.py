"""The sessions of a referee, by id, by token and by socket."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import grpc
import structlog
from siurell.errors import SiurellError

from referee import tokens
from referee.config import RefereeConfig
from referee.folder import JournalFolder, KnownSession
from referee.serving.refusal import Refusal, already_exists, full, not_found, wrong_moment
from referee.session import Session

_log = structlog.get_logger()

_STOP_SECONDS: Final = 1.0

SOCKET: Final = "seat"
"""The name of a session's socket, in a folder of its own: a sandbox shows its bot the folder, so
also the socket that a restarted referee makes in place of the old one."""


class Door(Protocol):
    """The server of one session's own socket."""

    async def stop(self, grace: float) -> None:
        """Take nothing more; what runs has `grace` seconds."""


OpenDoor = Callable[[Session, Path], Awaitable[Door]]
"""Serve a session, and nothing else, on a socket of its own."""


@dataclass(slots=True)
class _Entry:
    session: Session
    request_id: str
    door: Door | None = None
    socket: Path | None = None
    idle: asyncio.TimerHandle | None = None


class SessionRegistry:
    """Opens, finds and closes sessions. ``tcp`` is the address of those without a socket."""

    def __init__(
        self, config: RefereeConfig, folder: Path, kept: JournalFolder, open_door: OpenDoor
    ) -> None:
        self.tcp: str | None = None
        self._config = config
        self._kept = kept
        self._folder = folder
        self._open_door = open_door
        self._loop = asyncio.get_running_loop()
        self._entries: dict[str, _Entry] = {}
        self._requests: dict[str, str] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def open(self, request_id: str, label: str, *, local: bool) -> tuple[Session, str]:
        """A session and its token; the same request gives the same session, with a fresh token.

        Raises `Refusal` when there is no room, no TCP address for a session that wants it, or a bot
        has logged in with the token of that request.
        """
        known = self._requests.get(request_id)
        if known is not None:
            return self._again(self._entries[known].session, request_id, local=local)
        self._check_room()
        session = Session(f"s{secrets.token_hex(5)}", label, local=local)
        await self._admit(session, request_id)
        _log.info("session_opened", session=session.session_id, label=label, local=local)
        return session, self._new_token(session, request_id)

    async def take_up(self) -> None:
        """Open the sessions of an earlier referee again, each at its old address."""
        for known in self._kept.left_sessions():
            session = Session(
                known.session_id, known.label, local=known.local, bot=known.bot, slot=known.slot
            )
            session.keep_token(known.token_digest)
            session.taken_up = True
            try:
                await self._admit(session, known.request_id)
            except SiurellError as error:
                _log.error("session_left", session=known.session_id, error=str(error))
                self._kept.forget_session(known.session_id)
            else:
                _log.info("session_taken_up", session=known.session_id, label=known.label)

    def find(self, session_id: str) -> Session:
        """The session (`Refusal` when there is none)."""
        session = self.get(session_id)
        if session is None:
            raise not_found("NO_SESSION", f"There is no session `{session_id}`: open a new one.")
        return session

    def get(self, session_id: str) -> Session | None:
        """The session, if there is one."""
        entry = self._entries.get(session_id)
        return None if entry is None else entry.session

    def by_token(self, token: str, slot: int = 0) -> Session | None:
        """The session without a socket of its own that has this token."""
        shown = tokens.digest(token)
        for entry in self._entries.values():
            session = entry.session
            if not session.local and session.slot == slot and session.knows(shown):
                return session
        return None

    def of_bots(self) -> list[Session]:
        """The sessions of remote bots."""
        return [entry.session for entry in self._entries.values() if entry.session.bot]

    def add_remote(self, bot: str, label: str, slot: int, digest: bytes) -> Session:
        """A session of a remote bot, known by its token for as long as it is not closed."""
        self._check_room()
        session = Session(f"s{secrets.token_hex(5)}", label, local=False, bot=bot, slot=slot)
        session.address = self.tcp or ""
        self.change_token(session, digest)
        self._enter(_Entry(session, ""))
        _log.info("session_opened", session=session.session_id, label=label, bot=bot, slot=slot)
        return session

    def change_token(self, session: Session, digest: bytes, request_id: str = "") -> None:
        """Know a session's bot by another token (`Refusal` when it cannot be written down)."""
        session.keep_token(digest)
        known = KnownSession(
            session.session_id,
            request_id,
            session.label,
            session.local,
            digest,
            session.bot,
            session.slot,
        )
        try:
            self._kept.keep_session(known)
        except OSError as error:
            raise full(
                f"The session cannot be written down ({error.strerror}): make room for it."
            ) from error

    async def close(self, session_id: str, refusal: Refusal | None = None) -> None:
        """End a session and take its socket away; ending twice is no error."""
        entry = self._entries.get(session_id)
        if entry is None:
            return
        self._forget(entry)
        entry.session.close(refusal)
        _log.info("session_closed", session=session_id)
        if entry.door is not None:
            await entry.door.stop(_STOP_SECONDS)
        if entry.socket is not None:
            shutil.rmtree(entry.socket.parent, ignore_errors=True)
        self._kept.forget_session(session_id)

    async def close_all(self) -> None:
        """End every session; a bot elsewhere may look for the referee that comes after this one."""
        await asyncio.gather(
            *(
                self.close(session_id, None if entry.session.local else _shut_down())
                for session_id, entry in list(self._entries.items())
            )
        )
        await asyncio.gather(*self._closing)

    def _again(self, session: Session, request_id: str, *, local: bool) -> tuple[Session, str]:
        if session.logged_in_before or session.local is not local:
            raise already_exists(
                "SESSION_EXISTS",
                "A session with this request_id is in use already; choose a new request_id.",
            )
        return session, self._new_token(session, request_id)

    async def _admit(self, session: Session, request_id: str) -> None:
        entry = _Entry(session, request_id)
        await self._give_address(entry)
        self._enter(entry)

    def _enter(self, entry: _Entry) -> None:
        session, request_id = entry.session, entry.request_id
        self._entries[session.session_id] = entry
        if request_id:
            self._requests[request_id] = session.session_id
        session.on_idle = lambda idle: self._set_idle(entry, idle)
        self._set_idle(entry, True)

    def _new_token(self, session: Session, request_id: str) -> str:
        token = tokens.issue()
        self.change_token(session, tokens.digest(token), request_id)
        return token

    def _check_room(self) -> None:
        if len(self._entries) >= self._config.max_sessions:
            raise full(
                f"This referee has {self._config.max_sessions} sessions already: close some."
            )

    async def _give_address(self, entry: _Entry) -> None:
        session = entry.session
        if session.local:
            entry.socket = self._folder / session.session_id / SOCKET
            entry.socket.parent.mkdir(mode=0o700, exist_ok=True)
            session.address = f"unix:{entry.socket}"
            owner = _owner(entry.socket)
            entry.door = await self._open_door(session, entry.socket)
            if owner is not None and owner != _owner(entry.socket):
                os.chown(entry.socket, *owner)
        elif self.tcp is None:
            raise wrong_moment(
                "NO_TCP", "This referee has no TCP address for remote bots: start it with --tcp."
            )
        else:
            session.address = self.tcp

    def _set_idle(self, entry: _Entry, idle: bool) -> None:
        if entry.idle is not None:
            entry.idle.cancel()
            entry.idle = None
        if idle and not entry.session.bot:
            entry.idle = self._loop.call_later(self._config.session_idle, self._expire, entry)

    def _expire(self, entry: _Entry) -> None:
        task = self._loop.create_task(self.close(entry.session.session_id))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _forget(self, entry: _Entry) -> None:
        self._entries.pop(entry.session.session_id, None)
        self._requests.pop(entry.request_id, None)
        if entry.idle is not None:
            entry.idle.cancel()


def _shut_down() -> Refusal:
    return Refusal(
        grpc.StatusCode.UNAVAILABLE, "SHUT_DOWN", "This referee was shut down; it may be back."
    )


def _owner(socket: Path) -> tuple[int, int] | None:
    """Whose a socket is: a worker gives it to the user that its bot runs as."""
    try:
        found = socket.stat()
    except OSError:
        return None
    return found.st_uid, found.st_gid
