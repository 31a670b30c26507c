"""A network that dies without a word: the referee finds it out, and nothing of the line stays."""

from __future__ import annotations

import asyncio

import pytest

from referee.serving import listener

LIMIT = 20.0


class Relay:
    """The network between a bot and the referee; once it is `dead` nothing gets through."""

    def __init__(self) -> None:
        self.dead = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def start(self, target: str) -> str:
        host, _, port = target.rpartition(":")
        self._target = (host, int(port))
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._target)
        self._writers += [writer, back]
        for one, other in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._carry(one, other))
            self._tasks.add(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            if not self.dead:
                writer.write(data)
                await writer.drain()

    async def close(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()


@pytest.fixture
async def relay():
    made = Relay()
    yield made
    await made.close()


@pytest.fixture
async def quick_arena(make_arena, monkeypatch):
    """A referee that asks after a silent line more often than usual."""
    usual = dict(listener._TCP)
    # As long as it takes to answer on a line that lives, however busy this machine is.
    waits = dict.fromkeys(("grpc.keepalive_timeout_ms", "grpc.http2.ping_timeout_ms"), 2_000)
    quick = {**usual, "grpc.keepalive_time_ms": 500, **waits}
    # Only shorter than usual: what is not asked for there is not asked for here.
    assert quick.keys() == usual.keys()
    monkeypatch.setattr(listener, "_TCP", tuple(quick.items()))
    return await make_arena()


async def test_f16__a_bot_whose_network_died_leaves_no_stream_behind(quick_arena, relay):
    """F16: a servicer that does not learn of it keeps the stream for ever."""
    opened = await quick_arena.open_session(local=False)
    opened.address = await relay.start(opened.address)
    seat = await quick_arena.log_in(opened)
    match_id = await quick_arena.create_match([opened, await quick_arena.open_session()])
    await quick_arena.host(match_id)
    await seat.get_ready()
    session = quick_arena.referee._sessions.find(opened.session_id)
    assert session.connected
    relay.dead = True
    await session.without_stream(LIMIT)
    assert not session.connected


async def test_f16__the_bot_may_come_back_on_another_line(quick_arena, relay):
    """F16"""
    opened = await quick_arena.open_session(local=False)
    direct = opened.address
    opened.address = await relay.start(direct)
    first = await quick_arena.log_in(opened)
    other = await quick_arena.open_session()
    second = await quick_arena.log_in(other)
    host = await quick_arena.host(await quick_arena.create_match([opened, other]))
    for player in (first, second):
        await player.get_ready()
    relay.dead = True
    session = quick_arena.referee._sessions.find(opened.session_id)
    await session.without_stream(LIMIT)
    assert not session.connected
    opened.address = direct
    again = await quick_arena.log_in(opened)
    await again.get_ready()
    finished = await asyncio.gather(again.play_on(), second.play_on())
    assert [seat.cause for seat in finished[0].result.seats] == [1, 1]
    await host.get_finished()


def test_f16__both_sides_ask_after_a_silent_line():
    """F16: keepalive on both sides, and the referee allows the bot's."""
    from siurell.client.channel import _TCP_OPTIONS

    bot, referee = dict(_TCP_OPTIONS), dict(listener._TCP)
    for options in (bot, referee):
        assert options["grpc.keepalive_time_ms"] <= 60_000
        assert options["grpc.http2.ping_timeout_ms"] <= 60_000
    allowed = referee["grpc.http2.min_recv_ping_interval_without_data_ms"]
    assert bot["grpc.keepalive_time_ms"] >= allowed
