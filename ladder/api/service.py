"""The calls of `LadderService` that are streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from siurell.errors import LadderError
from siurell.v1 import ladder_service_pb2 as pb

from ladder.api.codec import to_message
from ladder.api.desk import Desk, Places
from ladder.api.limits import (
    ANSWER_WITHIN_S,
    CHUNK_BYTES,
    LOOK_EVERY_S,
    MAX_LOGS,
    MOST_READERS,
    MOST_UPLOADS,
    MOST_WATCHERS,
    PIECE_WITHIN_S,
    READERS_EACH,
    UPLOAD_WITHIN_S,
    UPLOADS_EACH,
    WATCH_S,
    WATCHERS_EACH,
    WRITE_WITHIN_S,
)
from ladder.domain.batch import ShippedBot
from ladder.services.arena import Arena
from ladder.services.bots import BotLogs, bot_logs
from ladder.services.status import bot_status
from ladder.services.submit import VersionInfo, submit
from ladder.services.uploads import MAX_PACKED, unpacked_bot
from referee.serving.refusal import Refusal, bad_argument


class LadderService:
    """The calls of `LadderService`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._uploads = Places(MOST_UPLOADS, UPLOADS_EACH)
        self._watchers = Places(MOST_WATCHERS, WATCHERS_EACH)
        self._readers = Places(MOST_READERS, READERS_EACH)

    def streams(self) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """The handlers of the calls that are no unary ones."""
        return {
            "SubmitVersion": grpc.stream_unary_rpc_method_handler(
                self.submit_version,
                pb.SubmitVersionRequest.FromString,
                pb.SubmitVersionResponse.SerializeToString,
            ),
            "WatchStatus": grpc.unary_stream_rpc_method_handler(
                self.watch_status,
                pb.WatchStatusRequest.FromString,
                pb.WatchStatusResponse.SerializeToString,
            ),
            "ListLogs": grpc.unary_stream_rpc_method_handler(
                self.list_logs,
                pb.ListLogsRequest.FromString,
                pb.ListLogsResponse.SerializeToString,
            ),
        }

    async def submit_version(self, _requests: object, context: Any) -> pb.SubmitVersionResponse:
        """Take a submission in, within a time and a size, and submit it."""
        arena = await self._desk.caller(context)
        with self._uploads.taken(arena.actor.name):
            try:
                async with asyncio.timeout(UPLOAD_WITHIN_S):
                    header, packed = await _receive(context)
            except TimeoutError:
                raise Refusal(
                    grpc.StatusCode.DEADLINE_EXCEEDED,
                    "NOT_SENT",
                    f"The submission did not arrive within {UPLOAD_WITHIN_S:.0f} s, or stood still"
                    f" for {PIECE_WITHIN_S:.0f} s: try again.",
                ) from None
            version = await self._desk.in_thread(_submit, arena, header, packed)
        response = pb.SubmitVersionResponse()
        to_message(version, response.version)
        return response

    async def watch_status(self, request: pb.WatchStatusRequest, context: Any) -> None:
        """Tell how a bot stands, at first and after every change, for a while."""
        arena = await self._desk.caller(context)
        with self._watchers.taken(arena.actor.name):
            loop = asyncio.get_running_loop()
            end = loop.time() + WATCH_S
            told = None
            while loop.time() < end:
                status = await self._desk.in_thread(bot_status, arena, request.bot)
                if status != told:
                    response = pb.WatchStatusResponse()
                    to_message(status, response.status)
                    async with _read_within(WRITE_WITHIN_S):
                        await context.write(response)
                    told = status
                await asyncio.sleep(LOOK_EVERY_S)
                # Asked anew each time: a token that was revoked sees nothing more.
                arena = await self._desk.caller(context)

    async def list_logs(self, request: pb.ListLogsRequest, context: Any) -> None:
        """Send the last logs of a bot one by one, and how many are sealed."""
        arena = await self._desk.caller(context)
        limit = min(request.limit or MAX_LOGS, MAX_LOGS)
        with self._readers.taken(arena.actor.name):
            found = await self._desk.in_thread(_logs, arena, request.bot, request.errors, limit)
            async with _read_within(ANSWER_WITHIN_S):
                for log in found.logs:
                    response = pb.ListLogsResponse()
                    to_message(log, response.log)
                    await context.write(response)
                await context.write(pb.ListLogsResponse(sealed=found.sealed))


@asynccontextmanager
async def _read_within(seconds: float) -> AsyncIterator[None]:
    """Write no longer than so: who does not read holds up no place (`Refusal`)."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise Refusal(
            grpc.StatusCode.DEADLINE_EXCEEDED,
            "NOT_READ",
            f"What was sent was not read within {seconds:.0f} s: ask again.",
        ) from None


async def _receive(context: Any) -> tuple[pb.SubmissionHeader, bytes]:
    """The header and the bytes of a submission, no more of them than an archive may have."""
    first = await _next_piece(context)
    if first is grpc.aio.EOF or first.WhichOneof("piece") != "header":
        raise bad_argument("NO_HEADER", "A submission begins with its header.")
    packed = bytearray()
    while (piece := await _next_piece(context)) is not grpc.aio.EOF:
        if piece.WhichOneof("piece") != "chunk" or len(piece.chunk) > CHUNK_BYTES:
            raise bad_argument(
                "BAD_PIECE", f"After its header come pieces of at most {CHUNK_BYTES} bytes."
            )
        packed += piece.chunk
        if len(packed) > MAX_PACKED:
            raise Refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                "TOO_LARGE",
                f"The archive has more than {MAX_PACKED >> 20} MiB, the limit for a bot; leave out"
                " what it does not need.",
            )
    return first.header, bytes(packed)


async def _next_piece(context: Any) -> Any:
    async with asyncio.timeout(PIECE_WITHIN_S):
        return await context.read()


def _submit(arena: Arena, header: pb.SubmissionHeader, packed: bytes) -> VersionInfo:
    if header.HasField("shipped") and packed:
        raise LadderError("A bot that comes with Siurell is named, not sent.", reason="BAD_PIECE")
    shipped = header.HasField("shipped")
    return submit(
        arena,
        ShippedBot(header.shipped) if shipped else unpacked_bot(packed),
        name=header.name if header.HasField("name") else None,
        note=header.note,
        owner=header.owner if header.HasField("owner") else None,
    )


def _logs(arena: Arena, bot: str, errors: bool, limit: int) -> BotLogs:
    return bot_logs(arena, bot, errors=errors, limit=limit)
