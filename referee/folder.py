"""The folder of a referee's journals: one referee at a time, its sessions and its matches.

A session is a small file: who it is, and the hash of its token, never the token. With it a
restarted referee knows the bots that come back.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import structlog
from siurell.wire.addresses import host_and_port

from referee.config import RefereeError
from referee.journal import SUFFIX, FileJournal, Journal, NoJournal, opening_lines
from referee.left import LeftMatch, read_left
from referee.setup import MatchSetup
from referee.tokens import DIGEST_BYTES

_log = structlog.get_logger()

_LOCK: Final = "lock"
_TCP: Final = "tcp"
_SESSIONS: Final = "sessions"


@dataclass(frozen=True, slots=True)
class KnownSession:
    """What is kept of a session."""

    session_id: str
    request_id: str
    label: str
    local: bool
    token_digest: bytes = field(repr=False)
    bot: str = ""
    slot: int = 0


class JournalFolder:
    """Everything that outlives a referee's process; without a path nothing does."""

    def __init__(self, path: Path | None, *, keep: bool) -> None:
        self._path = path
        self._keep = keep
        self._lock: int | None = None

    def open(self) -> None:
        """Take the folder (`RefereeError` when it cannot be had, or another referee has it)."""
        if self._path is None:
            return
        try:
            (self._path / _SESSIONS).mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.chmod(0o700)
            self._lock = os.open(self._path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise RefereeError(
                f"The folder of journals {self._path} cannot be used: {error.strerror}."
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise RefereeError(
                f"Another referee writes its journals to {self._path}: stop it, or give this one a"
                " folder of its own.",
                reason="JOURNALS_IN_USE",
            ) from error

    def close(self) -> None:
        """Let another referee have the folder."""
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)

    # --------------------------------------------------------------------------------- address

    def keep_tcp(self, address: str) -> None:
        """Write down where bots elsewhere find us, for the referee after us."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                _write(self._path / _TCP, f"{address}\n")

    def left_tcp(self, wanted: str) -> str | None:
        """The address of an earlier referee, when it was got by the same wish for any free port."""
        host, _, port = wanted.rpartition(":")
        if self._path is None or int(port) != 0:
            return None
        try:
            left = (self._path / _TCP).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return None
        return left if host_and_port(left) and left.rpartition(":")[0] == host else None

    # ------------------------------------------------------------------------------- matches

    def new_journal(self, setup: MatchSetup, session_ids: Sequence[str]) -> Journal:
        """The journal of a new match (`FileExistsError`, `OSError`)."""
        if self._path is None:
            return NoJournal()
        path = self._path / f"{setup.config.match_id}{SUFFIX}"
        return FileJournal.create(path, opening_lines(setup, session_ids), keep=self._keep)

    def old_journal(self, left: LeftMatch) -> Journal:
        """The journal of a match that was left, without what was cut off at its end."""
        if left.end is not None:
            return FileJournal(left.path, None, keep=self._keep)
        return FileJournal.take_up(left.path, left.size, keep=self._keep)

    def left_matches(self) -> list[LeftMatch]:
        """The matches that an earlier referee left, the oldest first."""
        if self._path is None:
            return []
        paths = sorted(self._path.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns)
        found = [read_left(path) for path in paths]
        return [left for left in found if left is not None]

    # ------------------------------------------------------------------------------ sessions

    def keep_session(self, known: KnownSession) -> None:
        """Write a session down, in place of what is known of it (`OSError`)."""
        if self._path is None:
            return
        path = self._session(known.session_id)
        fresh = path.with_suffix(".new")
        text = json.dumps(
            {
                "request": known.request_id,
                "label": known.label,
                "local": known.local,
                "token": known.token_digest.hex(),
                "bot": known.bot,
                "slot": known.slot,
            }
        )
        _write(fresh, text)
        fresh.replace(path)

    def forget_session(self, session_id: str) -> None:
        """Remove a session that was closed."""
        if self._path is not None:
            self._session(session_id).unlink(missing_ok=True)

    def left_sessions(self) -> list[KnownSession]:
        """The sessions that an earlier referee left."""
        if self._path is None:
            return []
        for unfinished in (self._path / _SESSIONS).glob("*.new"):
            unfinished.unlink()
        found = []
        for path in sorted((self._path / _SESSIONS).iterdir()):
            with contextlib.suppress(OSError):
                found.append(_read_session(path))
        return [known for known in found if known is not None]

    def _session(self, session_id: str) -> Path:
        assert self._path is not None
        return self._path / _SESSIONS / session_id


def _write(path: Path, text: str) -> None:
    """Write a file that its owner alone may read."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


def _read_session(path: Path) -> KnownSession | None:
    try:
        said = json.loads(path.read_bytes())
        digest = bytes.fromhex(said["token"])
        known = KnownSession(
            path.name,
            str(said["request"]),
            str(said["label"]),
            said["local"] is True,
            digest,
            str(said.get("bot", "")),
            int(said.get("slot", 0)),
        )
    except (ValueError, TypeError, KeyError):
        digest = b""
    if len(digest) != DIGEST_BYTES:
        _log.error("session_left", session=path.name)
        return None
    return known
