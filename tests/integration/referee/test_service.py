import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from siurell.match.dealer import commitment
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb

MatchInfo = pb.MatchInfo


async def refusal(call) -> tuple[str, str, str]:
    """Code, reason and sentence of a call that is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    trailer = dict(caught.value.trailing_metadata())
    return caught.value.code().name, trailer.get("siurell-reason", ""), caught.value.details()


async def two_sessions(arena):
    return [await arena.open_session() for _ in range(2)]


# ----------------------------------------------------------------------------- what holds for all


async def test_call__without_the_host_token(arena):
    for metadata in ((), (("siurell-host-token", "guess"),)):
        code, reason, sentence = await refusal(
            arena.call("ListMatches", pb.ListMatchesRequest(), metadata=metadata)
        )
        assert (code, reason) == ("UNAUTHENTICATED", "BAD_HOST_TOKEN")
        assert "siurell-host-token" in sentence


async def test_call__without_a_deadline(arena):
    call = arena.call("ListMatches", pb.ListMatchesRequest(), timeout=None)
    assert (await refusal(call))[:2] == ("INVALID_ARGUMENT", "NO_DEADLINE")


async def test_streams__need_the_host_token_too(arena):
    for call in (arena.stub.HostMatch(), arena.stub.WatchMatch(pb.WatchMatchRequest(match_id="m"))):
        assert (await call.code()).name == "UNAUTHENTICATED"


async def test_bug__is_told_as_such_and_not_shown(arena, monkeypatch):
    def broken(*_):
        raise KeyError("the secret inside")

    monkeypatch.setattr("referee.service.service.page_size", broken)
    code, reason, sentence = await refusal(arena.call("ListMatches", pb.ListMatchesRequest()))
    assert (code, reason) == ("INTERNAL", "BUG")
    assert "secret" not in sentence


# ------------------------------------------------------------------------------ creating a match


async def test_create__commits_to_the_seed_and_is_idempotent(arena):
    sessions = await two_sessions(arena)
    request = arena.request(sessions)
    for _ in range(2):
        answer = await arena.call("CreateMatch", request)
        assert answer.commitment == commitment(request.match_id, request.seed)
    assert len((await arena.call("ListMatches", pb.ListMatchesRequest())).matches) == 1


async def test_create__another_match_of_the_same_name(arena):
    sessions = await two_sessions(arena)
    await arena.create_match(sessions, match_id="same")
    request = arena.request(await two_sessions(arena), match_id="same")
    code, reason, sentence = await refusal(arena.call("CreateMatch", request))
    assert (code, reason) == ("ALREADY_EXISTS", "MATCH_EXISTS")
    assert "same" in sentence


@pytest.mark.parametrize(
    ("changes", "reason", "words"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME", "chess"),
        ({"options": {"speed": "9"}}, "BAD_OPTION", "speed"),
        ({"time_control": "soon"}, "BAD_TIME", "soon"),
        ({"seed": b"short"}, "BAD_SEED", "32 bytes, not 5"),
        ({"match_id": "../../etc/x"}, "BAD_MATCH_ID", "match_id"),
        ({"match_id": ""}, "BAD_MATCH_ID", "1 to 64"),
        ({"labels": ["one"]}, "BAD_LABELS", "one label for each"),
        ({"startup_us": 10**12}, "BAD_STARTUP", "hour"),
        ({"session_ids": ["s1"]}, "BAD_SEATS", "seats"),
        ({"session_ids": ["s1", "s1"]}, "SESSION_TWICE", "one seat"),
    ],
)
async def test_create__a_field_that_makes_no_sense(arena, changes, reason, words):
    request = arena.request(await two_sessions(arena), **changes)
    code, said, sentence = await refusal(arena.call("CreateMatch", request))
    assert (code, said) == ("INVALID_ARGUMENT", reason)
    assert words in sentence


async def test_create__with_a_session_that_is_not_there(arena):
    request = arena.request(await two_sessions(arena), session_ids=["s1", "s2"])
    assert (await refusal(arena.call("CreateMatch", request)))[:2] == ("NOT_FOUND", "NO_SESSION")


async def test_create__with_a_session_that_plays(arena):
    sessions = await two_sessions(arena)
    await arena.create_match(sessions)
    call = arena.call("CreateMatch", arena.request(sessions))
    assert (await refusal(call))[:2] == ("FAILED_PRECONDITION", "SESSION_BUSY")


async def test_create__more_matches_than_there_is_room_for(make_arena):
    arena = await make_arena(max_matches=1)
    table = await arena.match_of(2)
    call = arena.call("CreateMatch", arena.request(await two_sessions(arena)))
    assert (await refusal(call))[:2] == ("RESOURCE_EXHAUSTED", "FULL")
    await table.play_on()
    await table.host.get_finished()
    await arena.create_match(table.sessions)


# ----------------------------------------------------------------------------------- sessions


async def test_open__more_sessions_than_there_is_room_for(make_arena):
    arena = await make_arena(max_sessions=1)
    session = await arena.open_session()
    assert (await refusal(arena.open_session()))[:2] == ("RESOURCE_EXHAUSTED", "FULL")
    await arena.call("CloseSession", pb.CloseSessionRequest(session_id=session.session_id))
    await arena.open_session()


async def test_open__again_with_a_request_id_that_is_in_use(arena):
    session = await arena.open_session(request_id="r1")
    other = await arena.open_session()
    player = await arena.log_in(session)
    await arena.host(await arena.create_match([session, other]))
    await player.get_welcome()
    call = arena.open_session(request_id="r1")
    assert (await refusal(call))[:2] == ("ALREADY_EXISTS", "SESSION_EXISTS")


async def test_open__for_a_remote_bot_where_there_is_no_tcp(make_arena):
    arena = await make_arena(tcp=None)
    code, reason, sentence = await refusal(arena.open_session(local=False))
    assert (code, reason) == ("FAILED_PRECONDITION", "NO_TCP")
    assert "--tcp" in sentence


async def test_session__that_stays_without_a_match_is_closed(make_arena, pass_time):
    arena = await make_arena(session_idle=60.0)
    session = await arena.open_session()
    player = await arena.log_in(session)
    await player.call.initial_metadata()
    pass_time(arena, 60.0)
    try:
        assert await player.read() is None
    except grpc.aio.AioRpcError as broken:  # where it was closed while the player still wrote
        assert broken.code() is grpc.StatusCode.UNAVAILABLE
    call = arena.call("CreateMatch", arena.request([session, session]))
    assert (await refusal(call))[1] in {"SESSION_TWICE", "NO_SESSION"}


# ------------------------------------------------------------------------------------- looking on


async def test_get__a_match_from_its_creation_to_its_end(arena):
    sessions = await two_sessions(arena)
    players = [await arena.log_in(session) for session in sessions]
    match_id = await arena.create_match(sessions)
    assert (await arena.info(match_id)).state == MatchInfo.STATE_WAITING
    host = await arena.host(match_id)
    for player in players:
        await player.get_ready()
    ask = await players[0].get_ask()
    info = await arena.info(match_id)
    assert (info.state, info.game, info.seats) == (MatchInfo.STATE_RUNNING, "finca", 2)
    assert not info.HasField("result")
    await players[0].answer(ask, "nonsense")
    finished = await host.get_finished()
    info = await arena.info(match_id)
    assert info.state == MatchInfo.STATE_SUCCEEDED
    assert info.result == finished.result
    assert info.decisions == finished.result.decisions


async def test_get__no_match(arena):
    assert (await refusal(arena.info("none")))[:2] == ("NOT_FOUND", "NO_MATCH")


async def test_list__in_pages_newest_first(arena):
    ids = [await arena.create_match(await two_sessions(arena)) for _ in range(5)]
    seen, token, pages = [], "", 0
    while True:
        request = pb.ListMatchesRequest(page_size=2, page_token=token)
        page = await arena.call("ListMatches", request)
        seen += [match.match_id for match in page.matches]
        token, pages = page.next_page_token, pages + 1
        if not token:
            break
    assert (seen, pages) == (ids[::-1], 3)


@pytest.mark.parametrize("token", ["x", "!!!", "aGVsbG8="])
async def test_list__with_a_page_token_of_somebody_else(arena, token):
    call = arena.call("ListMatches", pb.ListMatchesRequest(page_token=token))
    assert (await refusal(call))[:2] == ("INVALID_ARGUMENT", "BAD_PAGE_TOKEN")


def watch(arena, match_id):
    request = pb.WatchMatchRequest(match_id=match_id)
    return arena.stub.WatchMatch(request, metadata=arena.metadata, timeout=20)


async def test_watch__everybody_sees_all_of_the_match_whenever_they_come(arena):
    table = await arena.match_of(2)
    early = watch(arena, table.match_id)
    steps = [await early.read()]
    await table.play_on()
    await table.host.get_finished()
    while (step := await early.read()) is not grpc.aio.EOF:
        steps.append(step)
    late = [step async for step in watch(arena, table.match_id)]
    assert len(late) == 1
    assert [event for step in steps for event in step.events] == list(late[0].events)
    assert late[0].observation.to_act == -2
    assert late[0].observation == steps[-1].observation
    assert [step.HasField("result") for step in steps] == [False] * (len(steps) - 1) + [True]


async def test_watch__no_match(arena):
    assert (await watch(arena, "none").code()).name == "NOT_FOUND"


# --------------------------------------------------------------- health, reflection, the last hours


async def health_of(arena, service=""):
    stub = health_pb2_grpc.HealthStub(arena.channel)
    return (await stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=10)).status


async def test_health__of_the_whole_and_of_the_service(arena):
    for service in ("", "siurell.v1.RefereeService"):
        assert await health_of(arena, service) == health_pb2.HealthCheckResponse.SERVING


async def reflected(arena):
    stub = reflection_pb2_grpc.ServerReflectionStub(arena.channel)
    call = stub.ServerReflectionInfo()
    await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    answer = await call.read()
    call.cancel()
    return {service.name for service in answer.list_services_response.service}


async def test_reflection__lists_the_services(arena):
    assert {"siurell.v1.RefereeService", "grpc.health.v1.Health"} <= await reflected(arena)


async def test_reflection__can_be_switched_off(make_arena):
    arena = await make_arena(reflection=False)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await reflected(arena)
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_drain__finishes_what_runs_and_takes_nothing_new(arena):
    table = await arena.match_of(2)
    spare = await two_sessions(arena)
    drained = asyncio.create_task(arena.referee.drain())
    ask = await table.players[0].get_ask()
    assert await health_of(arena) == health_pb2.HealthCheckResponse.NOT_SERVING
    for call in (arena.call("CreateMatch", arena.request(spare)), arena.open_session()):
        code, reason, sentence = await refusal(call)
        assert (code, reason) == ("UNAVAILABLE", "DRAINING")
        assert "another" in sentence
    assert not drained.done()
    await table.players[0].answer(ask)
    assert {end.cause for end in await table.play_on()} == {1}
    async with asyncio.timeout(10):
        await drained
    await table.host.get_finished()


async def test_drain__what_outlasts_the_grace_is_called_off(make_arena):
    arena = await make_arena(grace=0.05)
    table = await arena.match_of(2)
    await table.players[0].get_ask()
    await arena.referee.drain()
    await arena.referee.stop()
    assert (await table.players[0].get_finished()).cause == match_pb2.CAUSE_ABORTED
    finished = await table.host.get_finished(received=False)
    assert finished.result.reason == "The referee was shut down."
