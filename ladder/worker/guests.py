"""A remote bot at a table of ours: a session that we neither start nor stop nor end."""

from __future__ import annotations

import asyncio

from siurell.errors import SiurellError
from siurell.match.result import Evidence

from ladder.domain.batch import Entrant, RemoteBot
from ladder.worker.public import PublicReferee
from ladder.worker.sessions import Invite, Session


class AwayError(SiurellError):
    """A remote bot was not there when its match was to begin. ``key`` is that of its entrant."""

    reason = "AWAY"

    def __init__(self, key: str, label: str) -> None:
        super().__init__(f"{label} was offline when the match was to begin.")
        self.key = key


class GuestSession(Session):
    """A session of a remote bot, for as long as the bench needs it."""

    hosted = False

    def __init__(self, session_id: str, public: PublicReferee) -> None:
        super().__init__(session_id, None)
        self._public = public

    @property
    def alive(self) -> bool:
        """Whether its line stands; one that breaks in a match may be taken up again."""
        return self._public.stands(self.session_id)

    async def ended(self) -> None:
        """Wait for what never comes: of its process we know nothing."""
        await asyncio.Event().wait()

    def evidence(self) -> Evidence:
        """Nothing: the referee alone saw it."""
        return Evidence()

    def take_log(self) -> str:
        """Nothing: what it writes stays with its author."""
        return ""

    async def remove(self, grace_s: float) -> None:
        """Let others have it."""
        self._public.give_back(self.session_id)


def inviting(public: PublicReferee) -> Invite:
    """How a bench gets the sessions of remote bots: `AwayError` when one is not there."""

    async def invite(entrant: Entrant) -> Session:
        assert isinstance(entrant.source, RemoteBot)
        session_id = await public.invite(entrant.source.bot_id)
        if session_id is None:
            raise AwayError(entrant.key, entrant.label)
        return GuestSession(session_id, public)

    return invite
