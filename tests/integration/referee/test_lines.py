import asyncio

from siurell.match.result import Cause, Verdict
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import cause_from_message, result_from_message

from referee.service import hello


async def result_of(host):
    return result_from_message((await host.get_finished()).result)


async def test_seat__that_lost_its_line_gets_its_question_again(arena):
    table = await arena.match_of(2)
    first = table.players[0]
    ask = await first.get_ask()
    await first.hang_up()
    back = await arena.log_in(table.sessions[0])
    await back.get_ready()
    again = await back.get_ask()
    assert (again.match_id, again.decision_id) == (ask.match_id, ask.decision_id)
    assert list(again.events) == list(ask.events)
    assert 0 < again.clock.limit_us < ask.clock.limit_us
    table.players[0] = back
    await back.answer(again)
    await table.play_on()
    finished = await table.host.get_finished()
    assert {seat.cause for seat in finished.result.seats} == {1}
    assert verify(read_replay(finished.replay)).ok


async def test_seat__that_is_asked_while_its_line_is_lost(arena):
    table = await arena.match_of(2)
    first, second = table.players
    await second.hang_up()
    ask = await first.get_ask()
    await first.answer(ask)
    back = await arena.log_in(table.sessions[1])
    await back.get_ready()
    table.players[1] = back
    assert {end.cause for end in await table.play_on()} == {1}


async def test_seat__that_does_not_come_back_has_left(arena, pass_time):
    table = await arena.match_of(2)
    await table.players[0].get_ask()
    await table.players[0].hang_up()
    await arena.until(lambda: arena.driver(table.match_id).seats[0].lost)
    pass_time(arena, 60.0)
    result = await result_of(table.host)
    assert result.seats[0].cause is Cause.LEFT
    assert result.seats[1].placement == 1


async def test_seat__that_ends_its_own_side_of_the_stream_has_lost_its_line(arena, pass_time):
    table = await arena.match_of(2)
    await table.players[0].get_ask()
    await table.players[0].call.done_writing()
    assert await table.players[0].read() is None
    await arena.until(lambda: arena.driver(table.match_id).seats[0].lost)
    pass_time(arena, 60.0)
    assert (await result_of(table.host)).seats[0].cause is Cause.LEFT


async def test_process__that_ended_is_known_at_once(arena):
    table = await arena.match_of(2, time_control="600s")
    await table.players[0].get_ask()
    await table.players[0].hang_up()
    await table.host.seat_gone(0, exit_code=3, stderr="Traceback...\nboom")
    out = await table.host.get_seat_out()
    assert (out.seat, cause_from_message(out.cause)) == (0, Cause.CRASH)
    evidence = (await result_of(table.host)).seats[0].evidence
    assert (evidence.exit_code, evidence.stderr) == (3, "Traceback...\nboom")
    assert evidence.charged_us < 20_000_000


async def test_process__that_ended_by_a_signal_while_it_was_not_asked(arena):
    table = await arena.match_of(3, time_control="600s")
    await table.players[0].get_ask()
    await table.host.seat_gone(2, signal=9)
    out = await table.host.get_seat_out()
    assert (out.seat, cause_from_message(out.cause)) == (2, Cause.CRASH)


async def test_process__what_it_had_sent_before_it_ended_still_counts(arena):
    """The last decision of a match decides it, although its process is gone by then."""
    table = await arena.match_of(2)
    first = table.players[0]
    ask = await first.get_ask()
    await first.answer(ask)
    await first.hang_up()
    await table.host.seat_gone(0, exit_code=0)
    assert cause_from_message((await table.host.get_seat_out()).cause) is Cause.CRASH
    replay = read_replay((await table.host.get_finished()).replay)
    decided = [event for event in replay.as_json()["events"] if event["kind"] == "decision"]
    assert decided[0]["text"] == first.legal(ask)[0]


async def test_process__that_ended_before_it_logged_in(arena):
    sessions = [await arena.open_session() for _ in range(2)]
    player = await arena.log_in(sessions[0])
    host = await arena.host(await arena.create_match(sessions, startup_us=600_000_000))
    await player.get_ready()
    await host.seat_gone(1, exit_code=1, stderr="SyntaxError")
    result = await result_of(host)
    assert result.seats[1].verdict is Verdict.BOT_FAULT
    assert result.seats[1].evidence.stderr == "SyntaxError"


async def test_host__that_names_a_seat_which_is_not_there(arena):
    table = await arena.match_of(2)
    await table.host.seat_gone(7)
    assert await table.host.code() == "INVALID_ARGUMENT"


async def test_host__that_breaks_and_stays_away_has_its_match_aborted(arena):
    table = await arena.match_of(2)
    first, second = table.players
    await first.get_ask()
    # Only now: the same patience waits for the host's first coming.
    arena.referee.matches.find(table.match_id).host._patience = 0.1
    table.host.hang_up()
    for player in (first, second):
        finished = await player.get_finished()
        assert cause_from_message(finished.cause) is Cause.ABORTED
        assert "host" in finished.detail
    assert (await arena.info(table.match_id)).state == pb.MatchInfo.STATE_ABORTED


async def test_host__that_never_comes(make_arena):
    arena = await make_arena(host_patience=0.1)
    sessions = [await arena.open_session() for _ in range(2)]
    match_id = await arena.create_match(sessions)
    async for step in arena.stub.WatchMatch(
        pb.WatchMatchRequest(match_id=match_id), metadata=arena.metadata, timeout=20
    ):
        last = step
    assert {seat.cause for seat in result_from_message(last.result).seats} == {Cause.ABORTED}


async def test_host__that_comes_back_in_time_hears_everything_again(arena):
    table = await arena.match_of(3)
    first, *others = table.players
    ask = await first.get_ask()
    await first.answer(ask, "nonsense")
    assert (await table.host.get_seat_out()).seat == 0
    table.host.hang_up()
    host = await arena.host(table.match_id)
    assert (await host.get_seat_out()).seat == 0
    await asyncio.gather(*(player.play_on() for player in others))
    assert (await result_of(host)).seats[0].cause is Cause.ILLEGAL_MOVE


async def test_host__that_was_away_at_the_end_gets_the_result(arena):
    table = await arena.match_of(2)
    table.host.hang_up()
    await table.play_on()
    host = await arena.host(table.match_id)
    finished = await host.get_finished()
    assert verify(read_replay(finished.replay), finished.digest).ok


async def test_host__the_second_one_has_the_match(arena):
    table = await arena.match_of(2)
    second = await arena.host(table.match_id)
    assert await table.host.code() == "ABORTED"
    await table.play_on()
    assert (await result_of(second)).seats[0].cause is Cause.GAME_RULES


async def test_host__of_no_match(arena):
    call = arena.stub.HostMatch(metadata=arena.metadata)
    await call.write(pb.HostMatchRequest(hello=pb.HostHello(match_id="none")))
    assert (await call.code()).name == "NOT_FOUND"


async def test_host__whose_first_message_is_no_hello(arena):
    call = arena.stub.HostMatch(metadata=arena.metadata)
    await call.write(pb.HostMatchRequest(seat_gone=pb.HostSeatGone(seat=0)))
    assert (await call.code()).name == "INVALID_ARGUMENT"


async def test_host__that_says_nothing_is_not_waited_for(arena, monkeypatch):
    monkeypatch.setattr(hello, "HELLO_SECONDS", 0.05)
    call = arena.stub.HostMatch(metadata=arena.metadata, timeout=20)
    async with asyncio.timeout(10):
        assert (await call.code()).name == "DEADLINE_EXCEEDED"
        assert "No hello came" in await call.details()


async def test_abort__ends_a_match_with_its_reason(arena):
    table = await arena.match_of(2)
    await table.players[0].get_ask()
    request = pb.AbortMatchRequest(match_id=table.match_id, reason="The power went.")
    for _ in range(2):
        await arena.call("AbortMatch", request)
    result = await result_of(table.host)
    assert (result.reason, result.aborted) == ("The power went.", True)
    assert (await table.players[1].get_finished()).detail == "The power went."
