import asyncio
import time

import grpc
import pytest
from siurell.match.result import Cause, Verdict
from siurell.match.seats import SeatState
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.limits import MAX_MESSAGE_BYTES, MAX_UNASKED, MAX_WIRE_BYTES
from siurell.wire.result import cause_from_message, result_from_message


async def out(table, seat: int = 0) -> Cause:
    """The cause with which the host is told that a seat is out."""
    told = await table.host.get_seat_out()
    assert told.seat == seat
    return cause_from_message(told.cause)


async def fault_of(table, seat: int = 0):
    """The result of a seat in a match that its fault has ended."""
    result = result_from_message((await table.host.get_finished()).result)
    others = [one for number, one in enumerate(result.seats) if number != seat]
    assert all(other.placement == 1 for other in others)
    assert result.seats[seat].verdict is Verdict.BOT_FAULT
    return result.seats[seat]


@pytest.mark.parametrize(
    "move", ["", "fly to the moon", "\x00", "é" * 1000], ids=["empty", "words", "nul", "long"]
)
async def test_answer__that_is_no_move(arena, move):
    table = await arena.match_of(2)
    ask = await table.players[0].get_ask()
    await table.players[0].answer(ask, move)
    finished = await table.players[0].get_finished()
    assert cause_from_message(finished.cause) is Cause.ILLEGAL_MOVE
    assert finished.detail
    assert await out(table) is Cause.ILLEGAL_MOVE
    seat = await fault_of(table)
    assert seat.cause is Cause.ILLEGAL_MOVE
    assert seat.evidence.received_us >= seat.evidence.asked_us


async def test_answer__that_is_no_legal_move_plays_on_by_a_substitute(arena):
    table = await arena.match_of(3)
    first, *others = table.players
    ask = await first.get_ask()
    legal = first.legal(ask)[0]
    blade = next(str(n) for n in range(1, 13) if f"{legal[:-1]}{n}" not in first.legal(ask))
    await first.answer(ask, f"{legal[:-1]}{blade}")
    assert await out(table) is Cause.ILLEGAL_MOVE
    table.players = others
    ends = await table.play_on()
    result = result_from_message((await table.host.get_finished()).result)
    assert result.seats[0].placement == 3
    assert [seat.cause for seat in result.seats[1:]] == [Cause.GAME_RULES] * 2
    assert all(end.HasField("result") for end in ends)


async def test_answer__never_comes(arena):
    table = await arena.match_of(2, time_control="/50ms")
    await table.players[0].get_ask()
    finished = await table.players[0].get_finished()
    assert cause_from_message(finished.cause) is Cause.TIMEOUT
    seat = await fault_of(table)
    assert (seat.evidence.limit_us, seat.evidence.charged_us) == (50_000, 50_000)


async def test_answer__given_twice_is_noted_and_changes_nothing(arena):
    table = await arena.match_of(2)
    first = table.players[0]
    ask = await first.get_ask()
    await first.answer(ask)
    await first.answer(ask)
    await table.play_on()
    finished = await table.host.get_finished()
    assert {seat.cause for seat in finished.result.seats} == {1}


async def test_answer__to_a_question_that_was_never_put(arena):
    table = await arena.match_of(2)
    first = table.players[0]
    ask = await first.get_ask()
    wrong = pb.Decision(match_id=ask.match_id, decision_id=999, move=first.legal(ask)[0])
    await first.send(decision=wrong)
    await first.answer(ask)
    assert {end.cause for end in await table.play_on()} == {1}


async def test_answer__of_the_other_seat_is_not_taken(arena):
    table = await arena.match_of(2)
    first, second = table.players
    ask = await first.get_ask()
    await second.answer(ask, first.legal(ask)[0])
    await first.answer(ask)
    assert {end.cause for end in await table.play_on()} == {1}


async def test_answer__for_a_finished_match_is_ignored_in_the_next(arena):
    table = await arena.match_of(2)
    first, second = table.players
    ask = await first.get_ask()
    await arena.call("AbortMatch", pb.AbortMatchRequest(match_id=table.match_id))
    for player in (first, second):
        await player.get_finished()
    await first.answer(ask)
    await arena.host(await arena.create_match(table.sessions))
    for player in (first, second):
        await player.get_ready()
    assert {end.cause for end in await table.play_on()} == {1}


async def test_failure__of_the_bots_code_is_a_crash_with_its_last_lines(arena):
    table = await arena.match_of(2)
    ask = await table.players[0].get_ask()
    await table.players[0].send(
        fault=pb.Fault(match_id=ask.match_id, detail="Traceback...\nKeyError: 3")
    )
    assert await out(table) is Cause.CRASH
    evidence = (await fault_of(table)).evidence
    assert evidence.detail == "The bot raised an error: KeyError: 3"
    assert evidence.stderr == "Traceback...\nKeyError: 3"
    match_id = await arena.create_match(table.sessions)
    await arena.host(match_id)
    assert (await table.players[0].get_finished()).match_id == table.match_id
    assert (await table.players[0].get_welcome()).match_id == match_id


@pytest.mark.parametrize(
    ("message", "reason", "words"),
    [
        (b"\xff\xff\xff", "GARBAGE", "3 bytes that are no message"),
        (b"", "GARBAGE", "empty"),
        (bytes(MAX_MESSAGE_BYTES + 1), "OVERSIZE", "65537 bytes"),
        (bytes(MAX_WIRE_BYTES - 10), "OVERSIZE", "65536 is the most"),
    ],
    ids=["garbage", "empty", "too long", "much too long"],
)
async def test_message__that_breaks_the_protocol(arena, message, reason, words):
    table = await arena.match_of(2)
    first = table.players[0]
    await first.get_ask()
    await first.send_raw(message)
    assert await out(table) is Cause.PROTOCOL
    assert words in (await fault_of(table)).evidence.detail
    assert cause_from_message((await first.get_finished()).cause) is Cause.PROTOCOL
    with pytest.raises(grpc.aio.AioRpcError):
        await first.read()
    assert (await first.status())[:2] == ("INVALID_ARGUMENT", reason)


async def test_message__too_long_for_the_transport_cuts_the_line(arena, pass_time):
    table = await arena.match_of(2)
    first = table.players[0]
    await first.get_ask()
    await first.send_raw(bytes(MAX_WIRE_BYTES + 1))
    with pytest.raises(grpc.aio.AioRpcError):
        await first.read()
    assert (await first.status())[0] == "RESOURCE_EXHAUSTED"
    await arena.until(lambda: arena.driver(table.match_id).seats[0].lost)
    pass_time(arena, 60.0)
    assert (await fault_of(table)).cause is Cause.LEFT


async def test_messages__too_many_that_nobody_asked_for(arena):
    table = await arena.match_of(2)
    first, second = table.players
    await first.get_ask()
    for _ in range(MAX_UNASKED + 1):
        await second.send(ready=pb.Ready(match_id="another"))
    assert await out(table, seat=1) is Cause.PROTOCOL
    assert (await fault_of(table, seat=1)).cause is Cause.PROTOCOL


async def test_answers__too_many_that_nobody_asked_for(arena):
    table = await arena.match_of(2)
    first, second = table.players
    ask = await first.get_ask()
    for _ in range(200):
        await second.answer(ask, "anything")
    assert await out(table, seat=1) is Cause.PROTOCOL


async def test_messages__between_two_matches_are_counted_too(arena):
    session = await arena.open_session()
    player = await arena.log_in(session)
    for _ in range(MAX_UNASKED + 1):
        await player.send(ready=pb.Ready(match_id="none"))
    with pytest.raises(grpc.aio.AioRpcError):
        await player.read()
    assert (await player.status())[:2] == ("INVALID_ARGUMENT", "FLOOD")


async def test_ready__never_comes(arena, pass_time):
    sessions = [await arena.open_session() for _ in range(2)]
    players = [await arena.log_in(session) for session in sessions]
    host = await arena.host(await arena.create_match(sessions, startup_us=60_000_000))
    await players[0].get_ready()
    core = arena.driver("m1")._core
    await arena.until(lambda: core.seat_states[0] is SeatState.READY)
    pass_time(arena, 60.0)
    finished = await host.get_finished()
    causes = [seat.cause for seat in result_from_message(finished.result).seats]
    assert causes == [Cause.GAME_RULES, Cause.NO_SHOW]
    await players[1].get_welcome()
    assert cause_from_message((await players[1].get_finished()).cause) is Cause.NO_SHOW


async def test_answer__that_waited_for_us_beats_the_alarm(arena):
    """The loop is held up beyond the deadline; the answer comes through after the alarm is due."""
    table = await arena.match_of(2, time_control="/30ms")
    first = table.players[0]
    ask = await first.get_ask()
    driver = arena.driver(table.match_id)
    move = first.legal(ask)[0]
    held_up = time.monotonic() + 0.08
    while time.monotonic() < held_up:
        pass
    loop = asyncio.get_running_loop()
    answered = asyncio.Event()

    def answer():
        driver.seats[0].on_decision(ask.decision_id, move)
        answered.set()

    loop.call_later(0.0005, answer)
    async with asyncio.timeout(10):
        await answered.wait()
    assert move in (await table.players[1].get_ask()).events
