"""A ladder elsewhere, as the command line sees it: the use cases, by calls over the wire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from google.protobuf.message import Message
from siurell.errors import SiurellError
from siurell.match.result import Cause
from siurell.v1 import ladder_pb2 as values
from siurell.v1 import ladder_service_pb2 as pb
from siurell.v1.ladder_service_pb2_grpc import LadderServiceStub
from siurell.wire.result import cause_to_message

from ladder.api.codec import from_message
from ladder.api.failures import AWAY, changing
from ladder.api.limits import CHUNK_BYTES, UPLOAD_WITHIN_S, WATCH_S
from ladder.api.line import ANSWER_WITHIN_S, Line
from ladder.domain.access import Role
from ladder.domain.batch import ShippedBot
from ladder.services.activity import Retired
from ladder.services.bots import BotDetail, BotLine, BotLog, BotLogs
from ladder.services.matches import MatchDetail, MatchLine
from ladder.services.requests import RequestedMatches
from ladder.services.resuming import Resumed
from ladder.services.status import BotStatus, LadderStatus
from ladder.services.submit import VersionInfo
from ladder.services.uploads import packed_bot
from ladder.services.version_diff import BotDiff

_PATIENCE_S: Final = 60.0
"""How long one who follows a bot waits for a ladder that went away."""
_TRY_AGAIN_S: Final = 1.0


class RemoteLadder:
    """The ladder at the other end of a line."""

    def __init__(self, line: Line) -> None:
        self._line = line

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"the ladder at {self._line.address.target}"

    def who_am_i(self) -> tuple[str, Role]:
        """Whose the token is, and what they may do."""
        response = self._call("WhoAmI", pb.WhoAmIRequest())
        roles = {values.Role.Value(f"ROLE_{role.name}"): role for role in Role}
        return response.name, roles.get(response.role, Role.AUTHOR)

    def submit(
        self,
        source: Path | ShippedBot,
        *,
        name: str | None = None,
        note: str = "",
        owner: str | None = None,
    ) -> VersionInfo:
        """Submit a bot; what is unfit is not sent at all."""
        header = pb.SubmissionHeader(name=name, note=note, owner=owner)
        packed = b""
        if isinstance(source, ShippedBot):
            header.shipped = source.name
        else:
            packed = packed_bot(source, name)
        with changing("status"):
            response = self._line.run(self._send(header, packed))
        return from_message(VersionInfo, response.version)

    def status(self) -> LadderStatus:
        """The ladder, and the bots of who asks."""
        return from_message(LadderStatus, self._call("GetStatus", pb.GetStatusRequest()).status)

    def watch(self, bot: str) -> Iterator[BotStatus]:
        """How a bot stands, at first and after every change; a ladder that goes is waited for."""
        last, away_since = None, None
        while True:
            follower = self._follow(bot)
            try:
                while (status := self._line.run(_next_of(follower))) is not None:
                    away_since = None
                    if status != last:
                        yield status
                    last = status
                away_since = None
            except SiurellError as error:
                now = time.monotonic()
                away_since = now if away_since is None else away_since
                if last is None or error.reason not in AWAY or now - away_since > _PATIENCE_S:
                    raise
            finally:
                self._line.run(follower.aclose())
            self._line.run(asyncio.sleep(_TRY_AGAIN_S))

    def list_bots(self) -> list[BotLine]:
        """All bots in the order of their names."""
        return [from_message(BotLine, bot) for page in self._bots() for bot in page.bots]

    def stuck(self) -> list[VersionInfo]:
        """The versions that have waited for their check too long."""
        first = self._call("ListBots", pb.ListBotsRequest(page_size=1))
        return [from_message(VersionInfo, version) for version in first.stuck]

    def show_bot(self, name: str) -> BotDetail:
        """One bot in full."""
        return from_message(BotDetail, self._call("GetBot", pb.GetBotRequest(bot=name)).bot)

    def bot_diff(self, name: str, old: int | None = None, new: int | None = None) -> BotDiff:
        """What changed from one version to another."""
        request = pb.DiffBotRequest(bot=name, old=old, new=new)
        return from_message(BotDiff, self._call("DiffBot", request).diff)

    def retire(self, name: str) -> Retired:
        """Let a bot play no more."""
        response = self._change("RetireBot", f"bot show {name}", pb.RetireBotRequest(bot=name))
        return from_message(Retired, response.retired)

    def withdraw(self, name: str) -> Retired:
        """Let a bot play no more, and call its matches off."""
        response = self._change("WithdrawBot", f"bot show {name}", pb.WithdrawBotRequest(bot=name))
        return from_message(Retired, response.retired)

    def activate(self, version: str) -> str:
        """Let a bot, or an earlier version of it, play again; the version that does."""
        request = pb.ActivateVersionRequest(version=version)
        return str(self._change("ActivateVersion", f"bot show {_bot_of(version)}", request).label)

    def set_note(self, version: str, note: str) -> str:
        """Say something else of a version; the version."""
        return str(
            self._change(
                "SetNote",
                f"bot show {_bot_of(version)}",
                pb.SetNoteRequest(version=version, note=note),
            ).label
        )

    def resume(self, name: str) -> Resumed:
        """Let a bot play again that was suspended."""
        response = self._change("ResumeBot", f"bot show {name}", pb.ResumeBotRequest(bot=name))
        return from_message(Resumed, response.resumed)

    def list_matches(
        self,
        *,
        bot: str | None = None,
        cause: Cause | None = None,
        season: str | None = None,
        rated: bool | None = None,
        limit: int = 50,
    ) -> list[MatchLine]:
        """Matches, the newest first."""
        request = pb.LadderServiceListMatchesRequest(
            bot=bot,
            season=season,
            rated=rated,
            cause=None if cause is None else cause_to_message(cause),
        )
        found: list[MatchLine] = []
        while len(found) < limit:
            request.page_size = limit - len(found)
            page = self._call("ListMatches", request)
            found += [from_message(MatchLine, match) for match in page.matches]
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        return found

    def show_match(self, match_id: str) -> MatchDetail:
        """One match in full."""
        return from_message(MatchDetail, self._match(match_id).match)

    def lines_of(self, matches: Sequence[str]) -> list[MatchLine]:
        """These matches, in their order."""
        return [self.show_match(match_id).line for match_id in matches]

    def has_replay(self, line: MatchLine) -> bool:
        """Whether the replay of a match can be had."""
        return bool(self._match(line.match_id).has_replay)

    def replay_file(self, _: MatchLine) -> Path | None:
        """The file of a replay: there is none here."""
        return None

    def replay(self, match_id: str) -> bytes:
        """The replay of a match, gzipped as it is kept."""
        response = self._call("GetReplay", pb.GetReplayRequest(match_id=match_id))
        return bytes(response.replay)

    def bot_logs(self, name: str, *, errors: bool = False, limit: int = 20) -> BotLogs:
        """What a bot wrote in its last matches."""
        request = pb.ListLogsRequest(bot=name, errors=errors, limit=limit)
        return self._line.run(self._logs(request))

    def bot_log(self, name: str, match_id: str) -> BotLog:
        """What a bot wrote in one match."""
        request = pb.GetMatchLogRequest(bot=name, match_id=match_id)
        return from_message(BotLog, self._call("GetMatchLog", request).log)

    def request_match(
        self, game: str, bots: Sequence[str], *, season: str | None = None, blocks: int = 1
    ) -> RequestedMatches:
        """Ask for unrated matches."""
        request = pb.RequestMatchRequest(game=game, bots=bots, season=season, blocks=blocks)
        response = self._change("RequestMatch", "match list --unrated", request)
        return from_message(RequestedMatches, response.requested)

    def _bots(self) -> Iterator[Any]:
        token = ""
        while True:
            page = self._call("ListBots", pb.ListBotsRequest(page_size=500, page_token=token))
            yield page
            token = page.next_page_token
            if not token:
                return

    def _match(self, match_id: str) -> Any:
        return self._call("GetMatch", pb.LadderServiceGetMatchRequest(match_id=match_id))

    def _change(self, method: str, tells: str, request: Message) -> Any:
        return self._line.change(LadderServiceStub, method, request, tells)

    def _call(self, method: str, request: Message) -> Any:
        return self._line.call(LadderServiceStub, method, request)

    async def _send(self, header: pb.SubmissionHeader, packed: bytes) -> Any:
        # gRPC may lose a refusal that comes while much is sent, so it is asked for before.
        await LadderServiceStub(self._line.channel).WhoAmI(
            pb.WhoAmIRequest(), timeout=ANSWER_WITHIN_S, metadata=self._line.metadata
        )

        async def pieces() -> AsyncIterator[pb.SubmitVersionRequest]:
            yield pb.SubmitVersionRequest(header=header)
            for start in range(0, len(packed), CHUNK_BYTES):
                yield pb.SubmitVersionRequest(chunk=packed[start : start + CHUNK_BYTES])

        return await LadderServiceStub(self._line.channel).SubmitVersion(
            pieces(), timeout=UPLOAD_WITHIN_S, metadata=self._line.metadata
        )

    async def _follow(self, bot: str) -> AsyncGenerator[BotStatus, None]:
        request = pb.WatchStatusRequest(bot=bot)
        call = LadderServiceStub(self._line.channel).WatchStatus(
            request, timeout=WATCH_S + ANSWER_WITHIN_S, metadata=self._line.metadata
        )
        async for response in call:
            yield from_message(BotStatus, response.status)

    async def _logs(self, request: pb.ListLogsRequest) -> BotLogs:
        logs: list[BotLog] = []
        sealed = 0
        call = LadderServiceStub(self._line.channel).ListLogs(
            request, timeout=ANSWER_WITHIN_S, metadata=self._line.metadata
        )
        async for response in call:
            if response.HasField("log"):
                logs.append(from_message(BotLog, response.log))
            sealed = response.sealed
        return BotLogs(tuple(logs), sealed)


async def _next_of(follower: AsyncIterator[BotStatus]) -> BotStatus | None:
    return await anext(follower, None)


def _bot_of(version: str) -> str:
    """The bot of a version that was typed, such as `mybot@2`."""
    return version.partition("@")[0]
