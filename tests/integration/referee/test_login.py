import grpc
import pytest
from siurell.games.registry import games
from siurell.v1 import referee_service_pb2 as pb


async def refusal(player):
    """How a stream that is refused ends: code, reason, sentence."""
    with pytest.raises(grpc.aio.AioRpcError):
        while await player.read() is not None:
            pass
    return await player.status()


async def test_login__with_a_wrong_token(arena):
    session = await arena.open_session()
    code, reason, sentence = await refusal(await arena.log_in(session, token="siu_guess"))
    assert (code, reason) == ("UNAUTHENTICATED", "BAD_TOKEN")
    assert "token" in sentence


async def test_login__with_the_token_of_another_socket(arena):
    mine, other = await arena.open_session(), await arena.open_session()
    player = await arena.log_in(mine, token=other.token)
    assert (await refusal(player))[:2] == ("UNAUTHENTICATED", "BAD_TOKEN")


async def test_login__of_a_local_session_over_tcp(arena):
    session = await arena.open_session()
    session.address = arena.referee.tcp
    assert (await refusal(await arena.log_in(session)))[0] == "UNAUTHENTICATED"


async def test_login__with_a_token_that_was_renewed(arena):
    old = await arena.open_session(request_id="r1")
    new = await arena.open_session(request_id="r1")
    assert (old.session_id, old.address) == (new.session_id, new.address)
    assert (await refusal(await arena.log_in(old)))[0] == "UNAUTHENTICATED"
    player = await arena.log_in(new)
    match_id = await arena.create_match([new, await arena.open_session()])
    await arena.host(match_id)
    assert (await player.get_welcome()).match_id == match_id


async def test_login__by_another_protocol(arena):
    """H17: what speaks otherwise is refused before any match, with what to install."""
    player = await arena.log_in(await arena.open_session(), protocol=99, sdk="cobol/9")
    code, reason, sentence = await refusal(player)
    assert (code, reason) == ("FAILED_PRECONDITION", "PROTOCOL_VERSION")
    assert "speaks protocol 1 and the bot (cobol/9) speaks 99" in sentence


@pytest.mark.parametrize("game", [game.name for game in games()])
async def test_login__by_other_rules(arena, game):
    """H17: a bot with an outdated forward model is refused, for every game."""
    player = await arena.log_in(await arena.open_session(), rules={game: "0"})
    code, reason, sentence = await refusal(player)
    assert (code, reason) == ("FAILED_PRECONDITION", "RULES_VERSION")
    assert f"plays {game} by rules" in sentence


async def test_login__knowing_a_game_that_is_not_played_here(arena):
    session = await arena.open_session()
    player = await arena.log_in(session, rules={"chess": "7"})
    await arena.host(await arena.create_match([session, await arena.open_session()]))
    assert (await player.get_welcome()).game == "finca"


async def test_login__second_one_wins_and_gets_the_open_question(arena):
    table = await arena.match_of(2)
    first = table.players[0]
    ask = await first.get_ask()
    second = await arena.log_in(table.sessions[0])
    code, reason, sentence = await refusal(first)
    assert (code, reason) == ("ABORTED", "SECOND_LOGIN")
    assert "Another process" in sentence
    await second.get_ready()
    again = await second.get_ask()
    assert again.decision_id == ask.decision_id
    assert again.observation == ask.observation
    assert again.clock.limit_us <= ask.clock.limit_us
    table.players[0] = second
    await second.answer(again)
    assert {end.cause for end in await table.play_on()} == {1}


async def test_login__before_there_is_a_match_and_after(arena):
    early, late = await arena.open_session(), await arena.open_session()
    first = await arena.log_in(early)
    host = await arena.host(await arena.create_match([early, late]))
    await first.get_ready()
    second = await arena.log_in(late)
    await second.get_ready()
    assert (await first.get_ask()).decision_id == 1
    host.hang_up()


@pytest.mark.parametrize(
    ("message", "reason"),
    [(b"\xff\xff", "GARBAGE"), (b"", "GARBAGE"), (bytes(70_000), "OVERSIZE")],
    ids=["garbage", "empty", "too long"],
)
async def test_hello__that_is_none(arena, message, reason):
    player = arena.seat(await arena.open_session())
    await player.send_raw(message)
    assert (await refusal(player))[:2] == ("INVALID_ARGUMENT", reason)


async def test_hello__comes_first(arena):
    player = arena.seat(await arena.open_session())
    await player.send(ready=pb.Ready(match_id="m1"))
    assert (await refusal(player))[:2] == ("INVALID_ARGUMENT", "NO_HELLO")


async def test_hello__never_comes(arena, monkeypatch):
    monkeypatch.setattr("referee.service.hello.HELLO_SECONDS", 0.05)
    player = arena.seat(await arena.open_session())
    assert (await refusal(player))[:2] == ("DEADLINE_EXCEEDED", "NO_HELLO")


async def test_hello__the_stream_ends_before_it(arena):
    player = arena.seat(await arena.open_session())
    await player.call.done_writing()
    assert (await refusal(player))[:2] == ("INVALID_ARGUMENT", "NO_HELLO")


async def test_metadata__too_much_of_it(arena):
    session = await arena.open_session()
    channel = grpc.aio.insecure_channel(session.address)
    call = channel.stream_stream("/siurell.v1.RefereeService/PlaySeat")(
        metadata=(("noise", "x" * 20_000),)
    )
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call.read()
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    await channel.close()
    assert (await arena.log_in(session)) is not None


async def test_socket__of_a_session_answers_nothing_but_play_seat(arena):
    session = await arena.open_session()
    channel = grpc.aio.insecure_channel(session.address)
    call = channel.unary_unary("/siurell.v1.RefereeService/ListMatches")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(b"", timeout=10, metadata=arena.metadata)
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    await channel.close()


async def test_session__closed_ends_the_stream_well_and_is_gone(arena):
    session = await arena.open_session()
    player = await arena.log_in(session)
    other = await arena.open_session()
    match_id = await arena.create_match([session, other])
    host = await arena.host(match_id)
    await player.get_welcome()
    await arena.call("AbortMatch", pb.AbortMatchRequest(match_id=match_id))
    await host.get_finished()
    await player.get_finished()
    for _ in range(2):
        await arena.call("CloseSession", pb.CloseSessionRequest(session_id=session.session_id))
    assert await player.read() is None
    assert (await player.status())[0] == "OK"
    late = await arena.log_in(session)
    # The second is what gRPC says here itself when there is no line before it has begun to write.
    assert (await refusal(late))[:2] in (("UNAVAILABLE", ""), ("INTERNAL", ""))
