import asyncio

import pytest
from siurell.match.dealer import commitment, seat_seed
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.v1 import match_pb2
from siurell.wire.result import result_from_message

SEED = bytes(range(32))


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_match__is_played_to_its_end_and_proves_itself(arena, seats):
    table = await arena.match_of(seats)
    ends = await table.play_on()
    finished = await table.host.get_finished()
    result = result_from_message(finished.result)
    assert [seat.cause for seat in result.seats] == [Cause.GAME_RULES] * seats
    assert sorted(seat.placement for seat in result.seats)[0] == 1
    replay = read_replay(finished.replay)
    assert verify(replay, finished.digest).ok
    assert replay.as_json()["seed"] == SEED.hex()
    assert [end.digest for end in ends] == [finished.digest] * seats
    assert all(end.cause == match_pb2.CAUSE_GAME_RULES for end in ends)
    assert await table.host.read() is None
    assert await table.host.code() == "OK"


async def test_session__carries_one_match_after_another(arena):
    table = await arena.match_of(2)
    await table.play_on()
    await table.host.get_finished()
    match_id = await arena.create_match(table.sessions, seed=bytes(32))
    host = await arena.host(match_id)
    for player in table.players:
        await player.get_ready()
        assert player.welcome.match_id == match_id
    await table.play_on()
    assert (await host.get_finished()).result.seats[0].cause == match_pb2.CAUSE_GAME_RULES


async def test_welcome__commits_to_the_seed_and_names_nobody(arena):
    table = await arena.match_of(2, labels=["anna", "bea"], options={}, time_control="30s/2s")
    for seat, player in enumerate(table.players):
        welcome = player.welcome
        assert (welcome.seat, welcome.seats, welcome.game) == (seat, 2, "finca")
        assert welcome.commitment == commitment(table.match_id, SEED)
        assert welcome.bot_seed == seat_seed(SEED, seat)
        assert welcome.time_control == "30s/2s"
        assert list(welcome.labels) == []


async def test_welcome__names_the_seats_where_the_host_wants_it(arena):
    table = await arena.match_of(2, labels=["anna", "bea"], named=True)
    assert list(table.players[1].welcome.labels) == ["anna", "bea"]


async def test_ask__tells_what_happened_and_leaves_the_moves_to_the_forward_model(arena):
    table = await arena.match_of(2)
    first, second = table.players
    ask = await first.get_ask()
    assert (ask.decision_id, list(ask.legal_moves)) == (1, [])
    assert ask.clock.bank_us == ask.clock.limit_us == 60_000_000
    assert not ask.clock.HasField("cap_us")
    move = first.legal(ask)[0]
    await first.answer(ask, move)
    assert move in (await second.get_ask()).events


async def test_ask__lists_the_moves_for_a_bot_without_a_forward_model(arena):
    sessions = [await arena.open_session() for _ in range(2)]
    players = [await arena.log_in(session, legal_moves=True) for session in sessions]
    await arena.host(await arena.create_match(sessions))
    for player in players:
        await player.get_ready()
    ask = await players[0].get_ask()
    assert list(ask.legal_moves) == players[0].legal(ask)
    assert len(ask.legal_moves) >= 2


async def test_seat__that_is_not_asked_hears_nothing(arena):
    """Every message to a seat is a welcome, a question that is its own, or the end."""
    table = await arena.match_of(3)

    async def count(player):
        asked = 0
        while (message := await player.read()).WhichOneof("message") == "ask":
            assert message.ask.observation.to_act == player.welcome.seat
            asked += 1
            await player.answer(message.ask)
        return asked

    asked = await asyncio.gather(*(count(player) for player in table.players))
    finished = await table.host.get_finished()
    decided = [
        event
        for event in read_replay(finished.replay).as_json()["events"]
        if event["kind"] == "decision" and not event.get("forced")
    ]
    assert sum(asked) == len(decided)


async def test_match__over_tcp_with_bots_elsewhere(arena):
    sessions = [await arena.open_session(local=False) for _ in range(2)]
    assert all(session.address == arena.referee.tcp for session in sessions)
    players = [await arena.log_in(session) for session in sessions]
    host = await arena.host(await arena.create_match(sessions))
    for player in players:
        await player.get_ready()
    await asyncio.gather(*(player.play_on() for player in players))
    assert (await host.get_finished()).result.seats[1].cause == match_pb2.CAUSE_GAME_RULES
