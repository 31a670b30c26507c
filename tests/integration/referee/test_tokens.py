"""Tokens: random, kept as hashes, compared in constant time, dead after their session."""

from __future__ import annotations

import hmac

from siurell.v1 import referee_service_pb2 as pb

from referee import tokens


def test_token__is_random_and_kept_as_a_hash_alone() -> None:
    issued = {tokens.issue() for _ in range(1000)}
    assert len(issued) == 1000
    for token in issued:
        assert token.startswith(tokens.PREFIX)
        assert len(token) >= len(tokens.PREFIX) + 32
        kept = tokens.digest(token)
        assert len(kept) == tokens.DIGEST_BYTES
        assert token.encode() not in kept


async def test_login__compares_in_constant_time_and_digests_alone(arena, monkeypatch) -> None:
    compared = []

    def compare(shown: bytes, kept: bytes) -> bool:
        compared.append((shown, kept))
        return real(shown, kept)

    real = hmac.compare_digest
    monkeypatch.setattr(tokens.hmac, "compare_digest", compare)
    session = await arena.open_session()
    good = await arena.log_in(session)
    bad = await arena.log_in(session, token="siu_wrong")
    assert (await bad.status())[1] == "BAD_TOKEN"
    known = tokens.digest(session.token)
    assert {(known, known), (tokens.digest("siu_wrong"), known)} <= set(compared)
    assert all(len(one) == tokens.DIGEST_BYTES for pair in compared for one in pair)
    kept = vars(arena.referee._sessions.get(session.session_id))
    assert session.token not in repr(kept)
    await good.hang_up()


async def test_token__is_dead_when_its_session_has_expired(arena, pass_time) -> None:
    session = await arena.open_session()
    player = await arena.log_in(session)
    await player.call.initial_metadata()
    pass_time(arena, arena.config.session_idle)
    assert await player.read() is None
    again = await arena.log_in(session)
    # Nobody listens there, for which gRPC has more than one word: any but that all is well.
    assert (await again.status())[0] != "OK"


async def test_session_that_ends__tells_its_bot_before_its_socket_is_closed(
    arena, monkeypatch
) -> None:
    session = await arena.open_session()
    player = await arena.log_in(session)
    await player.call.initial_metadata()
    door = arena.referee._sessions._entries[session.session_id].door
    told = []

    async def stop(server, grace) -> None:
        told.append(door._entrance._left.is_set())
        await real(server, grace)

    real = type(door._server).stop
    monkeypatch.setattr(type(door._server), "stop", stop)
    await arena.call("CloseSession", pb.CloseSessionRequest(session_id=session.session_id))
    assert told == [True]
    assert await player.read() is None
