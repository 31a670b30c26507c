"""The sessions of a line-up: which bot runs, which one has to be started anew."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final

import grpc
from siurell.errors import LadderError
from siurell.match.result import Evidence
from siurell.v1 import referee_service_pb2 as pb

from ladder.domain.batch import Batch, Entrant, HostedBot, RemoteBot
from ladder.worker.cores import hold_tree
from ladder.worker.launcher import Door, LaunchedBot, launch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox.base import Ending, Limits, Sandbox
from ladder.worker.tasks import finish_all

CALL_WITHIN_S: Final = 20.0
"""How long a call to our own referee may take."""
GRACE_S: Final = 0.25
"""How long a bot that forfeited may take to end by itself: for the last lines of its log."""


Invite = Callable[[Entrant], Awaitable["Session"]]
"""Gets a session of a remote bot."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where sessions are made. The bots are held to ``cores`` in turn, to none without any."""

    referee: RefereeProcess
    sandbox: Sandbox
    scratch: Path
    limits: Limits
    invite: Invite | None = None
    cores: tuple[int, ...] = ()


class Session:
    """One run of one bot. ``failure`` says why there is no process."""

    hosted: ClassVar[bool] = True
    """Whether we have its process, and end its line."""

    def __init__(self, session_id: str, launched: LaunchedBot | None, failure: str = "") -> None:
        self.session_id = session_id
        self.core: int | None = None
        """The core that its bot is held to; None while it may run on any."""
        self._launched = launched
        self._failure = failure
        self._ending: Ending | None = None
        self._dismissed = False

    @property
    def alive(self) -> bool:
        """Whether its bot runs."""
        return self._launched is not None and self._launched.process.ending is None

    @property
    def lost(self) -> bool:
        """Whether its bot was ended by a failure of ours, while it was still wanted."""
        ending = self._known_ending()
        return ending is not None and ending.lost

    async def ended(self) -> None:
        """Wait until its bot has ended; that is at once when it could not be started."""
        if self._launched is not None:
            await self._launched.process.wait()

    def evidence(self) -> Evidence:
        """What is known of the bot: how its process ended, if it did so by itself; last stderr."""
        if self._launched is None:
            return Evidence(detail=self._failure)
        ending = self._known_ending()
        last_lines = self._launched.process.last_lines()
        if ending is None:
            return Evidence(stderr=last_lines)
        return Evidence(
            exit_code=ending.exit_code,
            signal=ending.signal,
            stderr=last_lines,
            detail=ending.detail or _ending_text(ending),
            oom=ending.oom,
        )

    def take_log(self) -> str:
        """What its bot wrote since the last call."""
        return self._launched.take_log() if self._launched is not None else f"[{self._failure}]\n"

    def pause(self) -> None:
        """Let its bot stand still."""
        if self._launched is not None:
            self._launched.process.pause()

    def resume(self) -> None:
        """Let its bot go on."""
        if self._launched is not None:
            self._launched.process.resume()

    def hold_to(self, core: int) -> None:
        """Hold its bot to a core, where the system permits."""
        if self._launched is not None and hold_tree(self._launched.process.pid, core):
            self.core = core

    def dismiss(self) -> None:
        """Its bot is no longer wanted: how it ends from here on is no evidence against it."""
        if self._launched is not None and not self._dismissed:
            self._dismissed, self._ending = True, self._launched.process.ending

    def _known_ending(self) -> Ending | None:
        if self._launched is None or self._dismissed:
            return self._ending
        return self._launched.process.ending

    async def remove(self, grace_s: float) -> None:
        """Give the bot a short grace, then end it with all that it started."""
        if self._launched is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                await self._launched.process.wait()
        await self._launched.remove()


class Bench:
    """The sessions of a line-up over the matches of one rotation."""

    def __init__(
        self, batch: Batch, workplace: Workplace, on_start: Callable[[int, bool], None]
    ) -> None:
        self._batch = batch
        self._workplace = workplace
        self._on_start = on_start
        self._sessions: dict[int, Session] = {}
        self._started: set[int] = set()

    async def ready(self, places: Iterable[int]) -> list[Session]:
        """A session with a running bot for each place in the line-up, started where it has none.

        Raises what is nobody's fault: `LadderError`, `OSError`, `grpc.aio.AioRpcError`.
        """
        wanted = list(places)
        missing = [place for place in wanted if not self._runs(place)]
        await finish_all(self._renew(place) for place in missing)
        return [self._sessions[place] for place in wanted]

    def take_logs(self, places: Iterable[int]) -> list[str]:
        """What the bots at these places wrote, as far as there are any."""
        found = [self._sessions.get(place) for place in places]
        return [session.take_log() if session is not None else "" for session in found]

    async def end(self, place: int, grace_s: float = 0.0) -> None:
        """End a session, if there is one: its line first, then its bot."""
        session = self._sessions.pop(place, None)
        if session is None:
            return
        session.dismiss()
        try:
            if session.hosted:
                await self._close(session)
        finally:
            await session.remove(grace_s)

    async def end_all(self) -> None:
        """End all sessions."""
        await finish_all(self.end(place) for place in list(self._sessions))

    def _runs(self, place: int) -> bool:
        session = self._sessions.get(place)
        return session is not None and session.alive

    async def _renew(self, place: int) -> None:
        await self.end(place)
        entrant = self._batch.entrants[place]
        if isinstance(entrant.source, RemoteBot):
            assert self._workplace.invite is not None, "a remote bot plays at a public referee"
            self._sessions[place] = await self._workplace.invite(entrant)
            return
        self._on_start(place, place in self._started)
        self._started.add(place)
        opened = await self._open(entrant)
        self._sessions[place] = Session(opened.session_id, None, "The session was not started.")
        door = Door(opened.address, opened.token)
        session = await self._launch(entrant.source, opened.session_id, door)
        self._sessions[place] = session
        cores = self._workplace.cores
        if cores:
            session.hold_to(cores[place % len(cores)])

    async def _launch(self, source: HostedBot, session_id: str, door: Door) -> Session:
        work = self._workplace
        try:
            launched = await launch(
                source,
                door,
                sandbox=work.sandbox,
                limits=work.limits,
                scratch=work.scratch,
            )
        except LadderError as error:
            # A command that does not exist is the bot's fault, a full disk is not.
            if error.reason != "CANNOT_START":
                raise
            return Session(session_id, None, str(error))
        return Session(session_id, launched)

    async def _open(self, entrant: Entrant) -> pb.OpenSessionResponse:
        referee = self._workplace.referee
        request = pb.OpenSessionRequest(
            request_id=secrets.token_hex(16), label=entrant.label, local=True
        )

        async def ask() -> pb.OpenSessionResponse:
            return await referee.stub.OpenSession(
                request, timeout=CALL_WITHIN_S, metadata=referee.metadata
            )

        return await referee.unbroken(ask)

    async def _close(self, session: Session) -> None:
        referee = self._workplace.referee
        if not referee.alive:
            return
        with contextlib.suppress(grpc.aio.AioRpcError):
            await referee.stub.CloseSession(
                pb.CloseSessionRequest(session_id=session.session_id),
                timeout=CALL_WITHIN_S,
                metadata=referee.metadata,
            )


def held_to(sessions: Sequence[Session]) -> tuple[int, ...]:
    """The cores that all bots here are held to; none when one of them may run on any."""
    cores = {session.core for session in sessions if session.hosted}
    return () if None in cores else tuple(sorted(core for core in cores if core is not None))


def merged(found: Evidence, known: Evidence) -> Evidence:
    """The referee's evidence, with what the worker knows of the process where it says nothing."""
    return replace(
        found,
        exit_code=known.exit_code if found.exit_code is None else found.exit_code,
        signal=known.signal if found.signal is None else found.signal,
        stderr=found.stderr or known.stderr,
        detail=found.detail or known.detail,
        oom=found.oom or known.oom,
    )


def _ending_text(ending: Ending) -> str:
    if ending.signal is not None:
        return f"Its process was ended by signal {ending.signal}."
    return f"Its process ended with exit code {ending.exit_code}."
