"""The seed of a match leaves the referee in the replay that its host gets, and in nothing else."""

from __future__ import annotations

import asyncio
import secrets

from siurell.match.dealer import seat_seed
from siurell.replay.read import read_replay
from siurell.v1 import referee_service_pb2 as pb


async def answers_about(arena, match_id: str) -> bytes:
    """What anybody with the host's token may ask about a match."""
    info = await arena.call("GetMatch", pb.GetMatchRequest(match_id=match_id))
    every = await arena.call("ListMatches", pb.ListMatchesRequest(page_size=100))
    return info.SerializeToString() + every.SerializeToString()


async def test_seed__is_in_no_answer_while_it_is_played_and_after(arena) -> None:
    """H05: nothing but the host's replay tells the seed, however it is asked for."""
    seed = secrets.token_bytes(32)
    table = await arena.match_of(2, seed=seed)
    told = [await answers_about(arena, table.match_id)]

    async def watch() -> None:
        request = pb.WatchMatchRequest(match_id=table.match_id)
        async for step in arena.stub.WatchMatch(request, metadata=arena.metadata, timeout=60):
            told.append(step.SerializeToString())

    watching = asyncio.create_task(watch())
    for _ in range(3):
        await table.players[0].answer(await table.players[0].get_ask())
        told.append(await answers_about(arena, table.match_id))
        await table.players[1].answer(await table.players[1].get_ask())
    await table.play_on()
    finished = await table.host.get_finished()
    await watching
    told.append(await answers_about(arena, table.match_id))
    sessions = [arena.referee._sessions.get(one.session_id) for one in table.sessions]
    told += [repr(vars(session)).encode() for session in sessions]
    told.append(repr(arena.driver(table.match_id).setup).encode())
    assert len(told) > 10
    secret = [seed, *(seat_seed(seed, seat) for seat in range(2))]
    secret += [one.token.encode() for one in table.sessions]
    for said in told:
        for one in secret:
            assert one not in said
            assert one.hex().encode() not in said
            assert repr(one)[2:-1].encode() not in said
    assert read_replay(finished.replay).seed == seed
    assert not any(one.token.encode() in finished.replay for one in table.sessions)
