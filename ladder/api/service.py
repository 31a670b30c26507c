"""`LadderService`: who calls, what runs in threads, and the calls that are streams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import grpc
from google.protobuf.message import Message
from siurell.errors import LadderError, SiurellError
from siurell.v1 import ladder_service_pb2 as pb

from ladder.api.answers import ANSWERS, Answer
from ladder.api.codec import to_message
from ladder.api.errors import refusal_of
from ladder.api.limits import (
    ANSWER_WITHIN_S,
    CHUNK_BYTES,
    LOOK_EVERY_S,
    MAX_LOGS,
    MOST_UPLOADS,
    MOST_WAITING,
    MOST_WATCHERS,
    THREADS,
    UPLOAD_WITHIN_S,
    WATCH_S,
)
from ladder.api.metadata import PROTOCOL, PROTOCOL_VERSION, TOKEN
from ladder.domain.batch import ShippedBot
from ladder.services.api_tokens import authenticate
from ladder.services.arena import Arena, acting
from ladder.services.bots import bot_logs
from ladder.services.status import bot_status
from ladder.services.submit import VersionInfo, submit
from ladder.services.uploads import MAX_PACKED, unpacked_bot
from referee.serving.guard import Guard
from referee.serving.refusal import Refusal, bad_argument, full, wrong_moment

SERVICE: Final = pb.DESCRIPTOR.services_by_name["LadderService"].full_name
"""The full name of the service."""

T = TypeVar("T")


class LadderService:
    """The calls of authors. `close` it at the end."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._guard = Guard()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="ladder-api")
        self._waiting = _Places(MOST_WAITING)
        self._uploads = _Places(MOST_UPLOADS)
        self._watchers = _Places(MOST_WATCHERS)

    def close(self) -> None:
        """Take no more work; what is at the database comes to its end."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def handlers(self) -> grpc.GenericRpcHandler:
        """The table of all methods."""
        table: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: grpc.unary_unary_rpc_method_handler(
                self._unary(answer), request.FromString, response.SerializeToString
            )
            for name, (answer, request, response) in ANSWERS.items()
        }
        table["SubmitVersion"] = grpc.stream_unary_rpc_method_handler(
            self.submit_version,
            pb.SubmitVersionRequest.FromString,
            pb.SubmitVersionResponse.SerializeToString,
        )
        table["WatchStatus"] = grpc.unary_stream_rpc_method_handler(
            self.watch_status,
            pb.WatchStatusRequest.FromString,
            pb.WatchStatusResponse.SerializeToString,
        )
        table["ListLogs"] = grpc.unary_stream_rpc_method_handler(
            self.list_logs, pb.ListLogsRequest.FromString, pb.ListLogsResponse.SerializeToString
        )
        return grpc.method_handlers_generic_handler(SERVICE, table)

    async def submit_version(self, _requests: object, context: Any) -> pb.SubmitVersionResponse:
        """Take a submission in, within a time and a size, and submit it."""
        arena = await self._caller(context)
        with self._uploads.taken():
            try:
                async with asyncio.timeout(UPLOAD_WITHIN_S):
                    header, packed = await _receive(context)
            except TimeoutError:
                raise Refusal(
                    grpc.StatusCode.DEADLINE_EXCEEDED,
                    "TOO_SLOW",
                    f"The submission did not arrive within {UPLOAD_WITHIN_S:.0f} s: try again.",
                ) from None
            version = await self._in_thread(_submit, arena, header, packed)
        response = pb.SubmitVersionResponse()
        to_message(version, response.version)
        return response

    async def watch_status(self, request: pb.WatchStatusRequest, context: Any) -> None:
        """Tell how a bot stands, at first and after every change, for a while."""
        with self._watchers.taken():
            loop = asyncio.get_running_loop()
            end = loop.time() + WATCH_S
            told = None
            while loop.time() < end:
                # Asked anew each time: a token that was revoked sees nothing more.
                arena = await self._caller(context)
                status = await self._in_thread(bot_status, arena, request.bot)
                if status != told:
                    response = pb.WatchStatusResponse()
                    to_message(status, response.status)
                    await context.write(response)
                    told = status
                await asyncio.sleep(LOOK_EVERY_S)

    async def list_logs(self, request: pb.ListLogsRequest, context: Any) -> None:
        """Send the last logs of a bot one by one, and how many are sealed."""
        arena = await self._caller(context)
        limit = min(request.limit or MAX_LOGS, MAX_LOGS)
        found = await self._in_thread(_logs, arena, request.bot, request.errors, limit)
        for log in found.logs:
            response = pb.ListLogsResponse()
            to_message(log, response.log)
            await context.write(response)
        await context.write(pb.ListLogsResponse(sealed=found.sealed))

    def _unary(self, answer: Answer) -> Callable[[Any, Any], Any]:
        async def answered(request: Message, context: Any) -> Message:
            arena = await self._caller(context)
            return await self._in_thread(answer, arena, request)

        return answered

    async def _caller(self, context: Any) -> Arena:
        """The arena, acting as whoever calls (`Refusal` when nobody knows them)."""
        shown = dict(context.invocation_metadata() or ())
        _check_protocol(shown.get(PROTOCOL))
        token = shown.get(TOKEN, "")
        try:
            actor = await self._in_thread(authenticate, self._arena, str(token))
        except Refusal as refusal:
            if refusal.code is grpc.StatusCode.UNAUTHENTICATED:
                self._guard.check(context.peer())
                self._guard.wrong(context.peer())
            raise
        return acting(self._arena, actor)

    async def _in_thread(self, work: Callable[..., T], *words: Any) -> T:
        """Do what waits for the database beside the loop, within a time."""
        loop = asyncio.get_running_loop()
        with self._waiting.taken():
            try:
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    return await loop.run_in_executor(self._threads, work, *words)
            except TimeoutError:
                raise Refusal(
                    grpc.StatusCode.DEADLINE_EXCEEDED,
                    "TOO_SLOW",
                    f"This ladder did not answer within {ANSWER_WITHIN_S:.0f} s: try again later.",
                ) from None
            except SiurellError as error:
                raise refusal_of(error, self._arena.home.path) from None


class _Places:
    """So many at a time; who comes then is sent away."""

    def __init__(self, most: int) -> None:
        self._free = most

    @contextmanager
    def taken(self) -> Any:
        """A place for as long as the block runs (`Refusal` when there is none)."""
        if not self._free:
            raise full("This ladder is busy: try again in a few seconds.")
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1


def _check_protocol(shown: str | bytes | None) -> None:
    if shown != str(PROTOCOL_VERSION):
        told = "none" if shown is None else ascii(shown)[:20]
        raise wrong_moment(
            "PROTOCOL_VERSION",
            f"This ladder speaks version {PROTOCOL_VERSION} of its protocol, and you said {told}:"
            " use the same release of Siurell as the ladder.",
        )


async def _receive(context: Any) -> tuple[pb.SubmissionHeader, bytes]:
    """The header and the bytes of a submission, no more of them than an archive may have."""
    first = await context.read()
    if first is grpc.aio.EOF or first.WhichOneof("piece") != "header":
        raise bad_argument("NO_HEADER", "A submission begins with its header.")
    packed = bytearray()
    while (piece := await context.read()) is not grpc.aio.EOF:
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


def _logs(arena: Arena, bot: str, errors: bool, limit: int) -> Any:
    return bot_logs(arena, bot, errors=errors, limit=limit)
