"""Calls that no client of ours makes: each has an answer with a status and a word of its own."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import grpc
import pytest
from siurell.v1 import ladder_service_pb2 as pb
from siurell.v1 import ladder_service_pb2_grpc
from siurell.wire.metadata import REASON

from ladder.api import service
from ladder.api.limits import UPLOADS_EACH
from ladder.api.metadata import PROTOCOL, TOKEN
from ladder.domain.access import Role
from ladder.domain.batch import ShippedBot
from ladder.services.activity import set_note
from ladder.services.api_tokens import (
    arena_of,
    issue_api_token,
    list_api_tokens,
    revoke_api_token,
)
from ladder.services.bots import list_bots, show_bot
from ladder.services.owners import disable_owner, give_bot, set_owner
from ladder.services.submit import set_checked, submit
from ladder.services.uploads import packed_bot

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


def header(**fields: str) -> pb.SubmitVersionRequest:
    return pb.SubmitVersionRequest(header=pb.SubmissionHeader(**fields))


def chunk(data: bytes) -> pb.SubmitVersionRequest:
    return pb.SubmitVersionRequest(chunk=data)


@pytest.fixture
def let_in(monkeypatch) -> threading.Event:
    """Set when a submission has been let in and its pieces are read."""
    begun, receive = threading.Event(), service._receive

    async def receiving(*words: object) -> object:
        begun.set()
        return await receive(*words)

    monkeypatch.setattr(service, "_receive", receiving)
    return begun


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


def test_upload__of_an_owner_who_was_disabled_meanwhile_changes_nothing(
    arena, raw, make_bot, let_in
):
    """The submission began while the token was good, and took its time."""
    packed = packed_bot(make_bot())

    async def pieces():
        yield header()
        yield chunk(packed[:100])
        assert await asyncio.to_thread(let_in.wait, LIMIT_S)
        await asyncio.to_thread(disable_owner, arena, "ana")
        yield chunk(packed[100:])

    refusal = raw().refused("SubmitVersion", pieces())
    assert refusal == ("UNAUTHENTICATED", "UNAUTHENTICATED")
    assert list_bots(arena) == []
    assert list(arena.home.versions.iterdir()) == []


@pytest.mark.parametrize(
    "end",
    [
        lambda arena: revoke_api_token(arena, list_api_tokens(arena)[0].number),
        lambda arena: disable_owner(arena, "ana"),
        lambda arena: set_owner(arena, "ana", role=Role.ORGANISER),
    ],
    ids=["revoked", "disabled", "another role"],
)
def test_change__that_waited_while_its_token_ended_is_not_made(arena, token_of, refused, end):
    """Calls wait for a thread and for the database: rights are those of the change's moment."""
    set_checked(arena, submit(arena, ShippedBot("greedy"), name="hers").id, True, "fine")
    token = token_of("ana")
    give_bot(arena, "hers", "ana")
    waiting = arena_of(arena, token)
    end(arena)
    assert refused(lambda: set_note(waiting, "hers", "still here")) == "UNAUTHENTICATED"
    assert show_bot(arena, "hers").versions[0].note == ""


def test_upload__that_stands_still_is_given_up_and_gives_its_place_back(raw, make_bot, monkeypatch):
    packed = packed_bot(make_bot())

    async def stalled():
        yield header()
        yield chunk(packed[:100])
        await asyncio.Event().wait()

    async def whole():
        yield header()
        yield chunk(packed)

    call = raw()
    with monkeypatch.context() as quick:
        quick.setattr(service, "PIECE_WITHIN_S", 0.2)
        for _ in range(UPLOADS_EACH + 1):
            refusal = call.refused("SubmitVersion", stalled())
            assert refusal == ("DEADLINE_EXCEEDED", "NOT_SENT")
    assert call("SubmitVersion", whole()).version.number == 1


def test_uploads__of_one_owner_leave_places_to_the_others(served, token_of, make_bot):
    """Who begins as many as there are places, and goes on with none, keeps out nobody else."""
    ana, bob = token_of("ana"), token_of("bob")
    packed = packed_bot(make_bot())

    async def whole():
        yield header()
        yield chunk(packed)

    async def tried() -> None:
        async with grpc.aio.insecure_channel(served.address) as channel:
            stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
            calls = [begun(stub, ana) for _ in range(UPLOADS_EACH + 1)]
            for call in calls:
                # The one that is too many may be over before it sends anything.
                with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    await call.write(header())
            # The one that is too many is told; the others wait for their pieces.
            done, _ = await asyncio.wait(
                [asyncio.ensure_future(call.code()) for call in calls],
                timeout=LIMIT_S,
                return_when=asyncio.FIRST_COMPLETED,
            )
            assert [code.result().name for code in done] == ["RESOURCE_EXHAUSTED"]
            answer = await stub.SubmitVersion(whole(), timeout=LIMIT_S, metadata=shown(bob))
            assert answer.version.bot == "mybot"
            for call in calls:
                call.cancel()

    asyncio.run(tried())


def shown(token: str) -> tuple[tuple[str, str], ...]:
    return (TOKEN, token), (PROTOCOL, "1")


def begun(stub, token: str):
    return stub.SubmitVersion(timeout=LIMIT_S, metadata=shown(token))
