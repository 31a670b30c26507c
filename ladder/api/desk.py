"""The desk at a ladder's port: who calls, and what runs in threads, for all services alike."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from siurell.errors import SiurellError

from ladder.api.errors import refusal_of
from ladder.api.limits import (
    ANSWER_WITHIN_S,
    ENTRY_THREADS,
    MOST_ENTERING,
    MOST_WAITING,
    THREADS,
)
from ladder.api.metadata import PROTOCOL, PROTOCOL_VERSION, TOKEN
from ladder.services.api_tokens import arena_of
from ladder.services.arena import Arena
from referee.serving.guard import Guard
from referee.serving.refusal import Refusal, full, wrong_moment

Answer = Callable[[Arena, Any], Message]
"""What answers a unary call, in a thread; the arena acts as whoever calls."""

Answers = Mapping[str, tuple[Answer, type[Message], type[Message]]]
"""The unary calls of a service by their names: what answers each, and its two messages."""

T = TypeVar("T")


class Desk:
    """Knows callers by their tokens and does their work. `close` it at the end.

    Tokens are looked up by threads of their own: wrong ones hold up no work of those who are in.
    """

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._guard = Guard()
        self._entry = _Room(ENTRY_THREADS, MOST_ENTERING, "ladder-entry")
        self._work = _Room(THREADS, MOST_WAITING, "ladder-api")

    def close(self) -> None:
        """Take no more work; what is at the database comes to its end."""
        self._entry.close()
        self._work.close()

    def answering(self, answers: Answers) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """The handlers of unary calls."""
        return {
            name: grpc.unary_unary_rpc_method_handler(
                self._unary(answer), request.FromString, response.SerializeToString
            )
            for name, (answer, request, response) in answers.items()
        }

    async def caller(self, context: Any) -> Arena:
        """The arena, acting as whoever calls (`Refusal` when nobody knows them)."""
        shown = dict(context.invocation_metadata() or ())
        _check_protocol(shown.get(PROTOCOL))
        token = shown.get(TOKEN, "")
        try:
            return await self._done_in(self._entry, arena_of, self._arena, str(token))
        except Refusal as refusal:
            if refusal.code is grpc.StatusCode.UNAUTHENTICATED:
                self._guard.check(context.peer())
                self._guard.wrong(context.peer())
            raise

    async def in_thread(self, work: Callable[..., T], *words: Any) -> T:
        """Do what waits for the database beside the loop, within a time."""
        return await self._done_in(self._work, work, *words)

    async def _done_in(self, room: _Room, work: Callable[..., T], *words: Any) -> T:
        loop = asyncio.get_running_loop()
        with room.places.taken():
            try:
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    return await loop.run_in_executor(room.threads, work, *words)
            except TimeoutError:
                raise Refusal(
                    grpc.StatusCode.DEADLINE_EXCEEDED,
                    "TOO_SLOW",
                    f"This ladder did not answer within {ANSWER_WITHIN_S:.0f} s: try again later.",
                ) from None
            except SiurellError as error:
                raise refusal_of(error, self._arena.home.path) from None

    def _unary(self, answer: Answer) -> Callable[[Any, Any], Any]:
        async def answered(request: Message, context: Any) -> Message:
            arena = await self.caller(context)
            return await self.in_thread(answer, arena, request)

        return answered


class Places:
    """So many at a time, and so many each; who comes then is sent away."""

    def __init__(self, most: int, each: int | None = None) -> None:
        self._free = most
        self._each = most if each is None else each
        self._held: Counter[str] = Counter()

    @contextmanager
    def taken(self, by: str = "") -> Any:
        """A place for as long as the block runs (`Refusal` when there is none)."""
        if self._held[by] == self._each and self._free:
            raise full("You are at this as often as one may be at a time: end one of the others.")
        if not self._free:
            raise full("This ladder is busy: try again in a few seconds.")
        self._free -= 1
        self._held[by] += 1
        try:
            yield
        finally:
            self._free += 1
            self._held[by] -= 1
            if not self._held[by]:
                del self._held[by]


class _Room:
    """Threads, and places for those who wait for one or are in it."""

    def __init__(self, threads: int, places: int, name: str) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.places = Places(places)

    def close(self) -> None:
        self.threads.shutdown(wait=True, cancel_futures=True)


def _check_protocol(shown: str | bytes | None) -> None:
    if shown != str(PROTOCOL_VERSION):
        told = "none" if shown is None else ascii(shown)[:20]
        raise wrong_moment(
            "PROTOCOL_VERSION",
            f"This ladder speaks version {PROTOCOL_VERSION} of its protocol, and you said {told}:"
            " use the same release of Siurell as the ladder.",
        )
