import asyncio

from siurell.replay.read import read_replay
from siurell.replay.verify import verify


async def test_match__two_seats_play_to_the_end(arena):
    table = await arena.match_of(2)
    ends = await asyncio.gather(*(player.play_on() for player in table.players))
    finished = await table.host.get_finished()
    assert [seat.cause for seat in finished.result.seats] == [1, 1]
    assert verify(read_replay(finished.replay), finished.digest).ok
    assert {end.digest for end in ends} == {finished.digest}
    assert await table.host.read() is None
