"""Calls that no client of ours makes: each has an answer with a status and a word of its own."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from siurell.v1 import ladder_service_pb2 as pb
from siurell.wire.metadata import REASON

from ladder.api.metadata import PROTOCOL, TOKEN
from ladder.services.api_tokens import issue_api_token

LIMIT_S = 20.0
NO_MESSAGE = b"\x0a\xffthis is no message"
SERVICE = pb.DESCRIPTOR.services_by_name["LadderService"]


def refusal_of_bytes(served, token: str, method: str) -> tuple[str, object, str]:
    """What is told to who sends something that is no message."""

    async def called() -> tuple[str, object, str]:
        metadata = ((TOKEN, token), (PROTOCOL, "1"))
        found = SERVICE.methods_by_name[method]
        path = f"/{SERVICE.full_name}/{method}"
        async with grpc.aio.insecure_channel(served.address) as channel:
            kinds = ("stream" if found.client_streaming else "unary",)
            kinds += ("stream" if found.server_streaming else "unary",)
            make = getattr(channel, "_".join(kinds))
            sent = pieces() if found.client_streaming else NO_MESSAGE
            call = make(path)(sent, timeout=LIMIT_S, metadata=metadata)
            try:
                await (call.read() if found.server_streaming else call)
            except grpc.aio.AioRpcError as error:
                reason = dict(error.trailing_metadata() or ()).get(REASON)
                return error.code().name, reason, error.details() or ""
            raise AssertionError("it was answered")

    async def pieces():
        yield NO_MESSAGE

    return asyncio.run(called())


@pytest.mark.parametrize("method", sorted(SERVICE.methods_by_name))
def test_garbage__is_no_message_and_no_bug(played_once, method):
    token = issue_api_token(played_once.arena, "ana").token
    code, reason, sentence = refusal_of_bytes(played_once, token, method)
    assert (code, reason) == ("INVALID_ARGUMENT", "BAD_MESSAGE")
    assert "Error" not in sentence


@pytest.mark.parametrize("text", ["x" * 50_000, "\N{WHALE}" * 10_000])
def test_sentence__that_repeats_what_was_sent_is_short_enough_to_be_told(raw, text):
    """A client refuses a long one: its caller would be told of metadata, not of the game."""
    request = pb.RequestMatchRequest(game=text, bots=["greedy", "random"])
    assert raw().refused("RequestMatch", request) == ("INVALID_ARGUMENT", "UNKNOWN_GAME")
