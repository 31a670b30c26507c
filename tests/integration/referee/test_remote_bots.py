"""Remote bots at a referee: who is let in, who is seen, what strangers learn, what outlives it."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace

import grpc
import pytest
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc

from referee.server import Referee
from referee.serving.guard import SECONDS_A_TRY, TRIES, Guard
from referee.serving.refusal import Refusal


@pytest.fixture
async def public(make_arena):
    """A referee as a ladder's public one is, without TLS."""
    return await make_arena(bots_only=True)


class Door:
    """What a session of a host would say: the public port and a token."""

    def __init__(self, arena, token: str) -> None:
        self.address = arena.referee.tcp
        self.token = token


async def log_in(arena, token: str, **changes):
    return await arena.log_in(Door(arena, token), **changes)


async def refused(seat) -> tuple[str, str]:
    """Code and reason with which a seat was turned away."""
    with pytest.raises(grpc.aio.AioRpcError):
        await seat.read()
    code, reason, _ = await seat.status()
    return code, reason


async def test_login__is_seen_by_the_host_until_the_line_ends(public, remote_bots):
    tokens = await remote_bots.admit("own")
    assert await remote_bots.until(lambda online: True) == {}
    seat = await log_in(public, tokens["own"], run="start-1")
    online = await remote_bots.until(lambda online: "own" in online)
    assert (online["own"].slot, online["own"].run) == (0, "start-1")
    await seat.hang_up()
    assert await remote_bots.until(lambda online: not online) == {}
    await log_in(public, tokens["own"], run="start-2")
    again = await remote_bots.until(lambda online: "own" in online)
    assert again["own"].session_id == online["own"].session_id
    assert again["own"].run == "start-2"


async def test_wrong_token__is_unauthenticated_and_its_address_bounded(public, remote_bots):
    """Behind a proxy all have one address: who shows a right token is let in all the same."""
    tokens = await remote_bots.admit("own")
    for _ in range(TRIES):
        assert await refused(await log_in(public, "siu_guess")) == ("UNAUTHENTICATED", "BAD_TOKEN")
    assert await refused(await log_in(public, "siu_guess")) == (
        "RESOURCE_EXHAUSTED",
        "TOO_MANY_TRIES",
    )
    await log_in(public, tokens["own"])
    await remote_bots.until(lambda online: "own" in online)


def test_guard__gives_tries_back_and_counts_each_address_alone():
    at = 0.0
    guard = Guard(lambda: at)
    for _ in range(TRIES):
        guard.check("ipv4:192.0.2.1:1000")
        guard.wrong("ipv4:192.0.2.1:2000")
    with pytest.raises(Refusal):
        guard.check("ipv4:192.0.2.1:3000")
    guard.check("ipv4:192.0.2.2:3000")
    at += SECONDS_A_TRY
    guard.check("ipv4:192.0.2.1:3000")
    guard.wrong("ipv4:192.0.2.1:3000")
    with pytest.raises(Refusal):
        guard.check("ipv4:192.0.2.1:3000")


def test_guard__takes_neighbours_of_one_ipv6_network_for_one():
    guard = Guard(lambda: 0.0)
    for number in range(TRIES):
        guard.wrong(f"ipv6:%5B2001:db8::{number}%5D:1000")
    with pytest.raises(Refusal):
        guard.check("ipv6:%5B2001:db8::ffff%5D:1000")
    guard.check("ipv6:%5B2001:db8:0:1::1%5D:1000")


async def test_before_a_host_has_spoken__nobody_is_told_that_a_token_is_wrong(public):
    """A referee that was started again must not end bots that will be known in a moment."""
    assert await refused(await log_in(public, "siu_own")) == ("UNAVAILABLE", "NOT_READY")


async def test_token_replaced__is_dead_at_once_and_the_new_one_has_the_session(public, remote_bots):
    old = await remote_bots.admit("own")
    seat = await log_in(public, old["own"])
    before = await remote_bots.until(lambda online: "own" in online)
    new = await remote_bots.admit("own")
    assert await refused(seat) == ("UNAUTHENTICATED", "TOKEN_REVOKED")
    assert (await refused(await log_in(public, old["own"])))[0] == "UNAUTHENTICATED"
    await log_in(public, new["own"])
    await remote_bots.until(lambda online: not online)
    after = await remote_bots.until(lambda online: "own" in online)
    assert after["own"].session_id == before["own"].session_id


async def test_token_replaced_in_a_match__ends_the_old_line_after_it(public, remote_bots):
    """Nobody forfeits a match since a token was replaced; a broken line may come back into it."""
    old = await remote_bots.admit("own", "other")
    own, other = [await log_in(public, old[name]) for name in ("own", "other")]
    online = await remote_bots.until(lambda online: len(online) == 2)
    ids = [pb.OpenSessionResponse(session_id=online[name].session_id) for name in ("own", "other")]
    match_id = await public.create_match(ids)
    host = await public.host(match_id)
    await own.get_ready()
    await other.get_ready()
    await remote_bots.admit("own", "other")
    await own.hang_up()
    back = await log_in(public, old["own"])
    await back.get_ready()
    ends = await asyncio.gather(back.play_on(), other.play_on())
    assert [end.cause for end in ends] == [match_pb2.CAUSE_GAME_RULES] * 2
    await host.get_finished()
    for seat in (back, other):
        assert await refused(seat) == ("UNAUTHENTICATED", "TOKEN_REVOKED")
    assert (await refused(await log_in(public, old["own"])))[0] == "UNAUTHENTICATED"


async def test_notice__is_said_at_login_and_when_it_changes(public, remote_bots):
    digest = hashlib.sha256(b"siu_own").digest()
    await remote_bots.admit_by({"own": digest}, "It is suspended.")
    seat = await log_in(public, "siu_own")
    assert (await seat.read()).notice.text == "It is suspended."
    await remote_bots.admit_by({"own": digest}, "It is suspended.")
    await remote_bots.admit_by({"own": digest})
    assert (await seat.read()).notice.text == ""
    again = await log_in(public, "siu_own")
    await remote_bots.admit_by({"own": digest}, "Again.")
    assert (await again.read()).notice.text == "Again."


async def test_bot_not_admitted_any_more__is_put_out(public, remote_bots):
    tokens = await remote_bots.admit("own", "other")
    seat = await log_in(public, tokens["own"])
    await remote_bots.until(lambda online: "own" in online)
    await remote_bots.admit("other")
    assert await refused(seat) == ("UNAUTHENTICATED", "TOKEN_REVOKED")


async def test_newest_login__wins(public, remote_bots):
    tokens = await remote_bots.admit("own")
    first = await log_in(public, tokens["own"])
    await remote_bots.until(lambda online: "own" in online)
    await log_in(public, tokens["own"])
    assert await refused(first) == ("ABORTED", "SECOND_LOGIN")


async def test_slots__are_sessions_of_their_own_up_to_a_number(public, remote_bots):
    tokens = await remote_bots.admit("own")
    for slot in (0, 1):
        await log_in(public, tokens["own"], slot=slot)
    await remote_bots.until(lambda _: len(remote_bots.all) == 2)
    assert len({session.session_id for session in remote_bots.all}) == 2
    assert await refused(await log_in(public, tokens["own"], slot=8)) == (
        "INVALID_ARGUMENT",
        "BAD_SLOT",
    )


async def test_public_port__serves_bots_and_nobody_else(public):
    """No host's call, no reflection, no health: what is not there tells nothing."""
    channel = grpc.aio.insecure_channel(public.referee.tcp)
    stub = pb_grpc.RefereeServiceStub(channel)
    calls = [
        stub.ListMatches(pb.ListMatchesRequest(), timeout=10, metadata=public.metadata),
        stub.AdmitBots(pb.AdmitBotsRequest(), timeout=10, metadata=public.metadata),
        stub.OpenSession(pb.OpenSessionRequest(), timeout=10, metadata=public.metadata),
    ]
    for call in calls:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    await channel.close()


async def test_bad_lists_of_bots__are_refused(public):
    for bots in (
        [pb.RemoteBot(bot_id="own", token_digest=b"short")],
        [pb.RemoteBot(token_digest=bytes(32))],
        [pb.RemoteBot(bot_id="own", token_digest=bytes(32))] * 2,
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await public.call("AdmitBots", pb.AdmitBotsRequest(bots=bots))
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_lost_line__is_taken_up_in_the_match_or_ends_as_left(public, remote_bots, pass_time):
    tokens = await remote_bots.admit("own", "other")
    own, other = [await log_in(public, tokens[name]) for name in ("own", "other")]
    online = await remote_bots.until(lambda online: len(online) == 2)
    ids = [pb.OpenSessionResponse(session_id=online[name].session_id) for name in ("own", "other")]
    match_id = await public.create_match(ids)
    host = await public.host(match_id)
    await own.get_ready()
    await other.get_ready()
    asked = await own.get_ask()
    await own.hang_up()
    back = await log_in(public, tokens["own"])
    assert (await back.get_welcome()).match_id == match_id
    await back.send(ready=pb.Ready(match_id=match_id))
    again = await back.get_ask()
    assert again.decision_id == asked.decision_id
    await back.answer(again)
    of_other = await other.get_ask()
    await back.hang_up()
    driver = public.driver(match_id)
    await public.until(lambda: driver.seats[0].lost)
    await other.answer(of_other)
    await public.until(lambda: driver.is_asked(0))
    pass_time(public, 60.0)
    end = (await host.get_finished()).result
    assert end.seats[0].cause == match_pb2.CAUSE_LEFT
    await other.get_finished()


async def test_referee_started_again__knows_its_bots_at_the_same_address(
    make_arena, public, remote_bots
):
    """What a killed referee leaves is enough for bots to come back before any host has spoken."""
    tokens = await remote_bots.admit("own")
    await log_in(public, tokens["own"])
    before = await remote_bots.until(lambda online: "own" in online)
    folder = public.config.journals
    kept = {path.name: path.read_bytes() for path in (folder / "sessions").iterdir()}
    assert tokens["own"].encode() not in b"".join(kept.values())
    await public.referee.stop()
    for name, data in kept.items():
        (folder / "sessions" / name).write_bytes(data)
    next_one = Referee(replace(public.config, control=f"{public.config.control}b"))
    await next_one.start()
    try:
        session = next_one._sessions.get(before["own"].session_id)
        assert session is not None and (session.bot, session.awaited) == ("own", True)
        door = Door(public, tokens["own"])
        door.address = next_one.tcp
        seat = await public.log_in(door)
        async with asyncio.timeout(10):
            await seat.call.initial_metadata()
            while session.awaited:  # it is let in before it is counted
                await asyncio.sleep(0.01)
    finally:
        await next_one.stop()


async def test_shut_down__tells_remote_bots_to_look_for_the_next_one(public, remote_bots):
    tokens = await remote_bots.admit("own")
    seat = await log_in(public, tokens["own"])
    await remote_bots.until(lambda online: "own" in online)
    await public.referee.stop()
    assert (await refused(seat))[0] == "UNAVAILABLE"
