"""The referee that remote bots connect to, and who of them is there.

One of a worker, for all its jobs: it lives as long as the worker, and when it dies it is started
again at the same address, where the bots look for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import grpc
from siurell.v1 import referee_service_pb2 as pb

from ladder.domain.batch import AdmittedBot, OnlineBot
from ladder.worker.public_door import PublicDoor
from ladder.worker.referee_process import RefereeProcess, is_broken
from ladder.worker.tasks import undisturbed

COME_WITHIN_S: Final = 5.0
"""How long a match waits for a bot whose line has just broken."""

_CALL_WITHIN_S: Final = 20.0


class PublicReferee:
    """An async context manager. ``on_change`` is told when a bot comes or goes."""

    def __init__(
        self, door: PublicDoor, scratch: Path, on_change: Callable[[], None] = lambda: None
    ) -> None:
        self.referee = RefereeProcess(scratch, public=door)
        """What plays the matches in which remote bots sit."""
        self._on_change = on_change
        self._admitted: tuple[AdmittedBot, ...] | None = None
        self._online: list[pb.RemoteSession] = []
        self._taken: set[str] = set()
        self._changed = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Start it (`LadderError` when it does not serve there)."""
        await self.referee.__aenter__()
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it; its bots look for it until another one is there."""
        if self._watching is not None:
            self._watching.cancel()
            await undisturbed(asyncio.wait({self._watching}))
        await self.referee.__aexit__(kind, error, trace)

    @property
    def address(self) -> str:
        """Where bots connect, ``host:port``."""
        return self.referee.tcp

    def raise_failure(self) -> None:
        """Raise why nobody looks after it any more, if that is so."""
        if self._watching is not None and self._watching.done():
            self._watching.result()

    async def admit(self, bots: Sequence[AdmittedBot]) -> None:
        """Let these bots in, and nobody else; the same list again is no matter."""
        if tuple(bots) != self._admitted:
            self._admitted = tuple(bots)
            await self.referee.unbroken(self._admit)

    def online(self) -> dict[str, OnlineBot]:
        """The bots that are connected, by their numbers."""
        found: dict[str, OnlineBot] = {}
        for session in self._online:
            before = found.get(session.bot_id, OnlineBot(0, session.run))
            found[session.bot_id] = OnlineBot(before.slots + 1, session.run)
        return found

    def stands(self, session_id: str) -> bool:
        """Whether the line of a session stands."""
        return any(session.session_id == session_id for session in self._online)

    async def invite(self, bot_id: str, within_s: float = COME_WITHIN_S) -> str | None:
        """A session of the bot that nobody else uses, to be given back; None when it is away."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while (found := self._free(bot_id)) is None:
                    self._changed.clear()
                    await self._changed.wait()
                self._taken.add(found)
                return found
        return None

    def give_back(self, session_id: str) -> None:
        """The session plays no match any more."""
        self._taken.discard(session_id)
        self._changed.set()

    def _free(self, bot_id: str) -> str | None:
        for session in self._online:
            if session.bot_id == bot_id and session.session_id not in self._taken:
                return session.session_id
        return None

    async def _watch(self) -> None:
        while True:
            try:
                await self._follow()
            except grpc.aio.AioRpcError as error:
                if not is_broken(error):
                    raise
            self._set_online([])
            await self.referee.recover()

    async def _follow(self) -> None:
        if self._admitted is not None:
            await self._admit()
        call = self.referee.stub.WatchBots(pb.WatchBotsRequest(), metadata=self.referee.metadata)
        try:
            async for message in call:
                self._set_online(list(message.online))
        finally:
            call.cancel()

    def _set_online(self, online: list[pb.RemoteSession]) -> None:
        if online != self._online:
            self._online = online
            self._changed.set()
            self._on_change()

    async def _admit(self) -> None:
        bots = [
            pb.RemoteBot(
                bot_id=bot.bot_id,
                label=bot.label,
                token_digest=bot.token_digest,
                notice=bot.notice,
            )
            for bot in self._admitted or ()
        ]
        await self.referee.stub.AdmitBots(
            pb.AdmitBotsRequest(bots=bots),
            timeout=_CALL_WITHIN_S,
            metadata=self.referee.metadata,
        )
