"""A bot's process whose line breaks, at a referee that a test plays by hand."""

from __future__ import annotations

import asyncio
import textwrap

import grpc
import pytest
from siurell.games.base import CHANCE
from siurell.games.registry import game_named
from siurell.match.dealer import Dealer
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.codec import encode_observation

pytestmark = pytest.mark.process

LIMIT = 30.0
GAME = game_named("finca")

BOT = """
    import sys
    from siurell import Bot
    from siurell.client.login import Login
    from siurell.client.session import Session
    from siurell.errors import ProtocolError

    class Counting(Bot):
        asked = 0

        def choose(self, view):
            Counting.asked += 1
            return f"answer {Counting.asked}"

    try:
        Session(Counting, Login(sys.argv[1], "siu_x"), patience=float(sys.argv[2])).play()
    except ProtocolError as error:
        print(error.reason, error)
"""


class Stream:
    """The referee's end of one stream."""

    def __init__(self, context) -> None:
        self._context = context
        self.over = asyncio.Event()
        self.code = grpc.StatusCode.OK

    async def read(self) -> pb.PlaySeatRequest:
        async with asyncio.timeout(LIMIT):
            return pb.PlaySeatRequest.FromString(await self._context.read())

    async def send(self, **message) -> None:
        await self._context.write(pb.PlaySeatResponse(**message).SerializeToString())

    def end(self, code: grpc.StatusCode = grpc.StatusCode.OK) -> None:
        self.code = code
        self.over.set()


@pytest.fixture
async def streams(short_folder):
    """The streams that come in, one after another, and the address where they do."""
    queue: asyncio.Queue[Stream] = asyncio.Queue()

    async def play(_requests, context):
        stream = Stream(context)
        queue.put_nowait(stream)
        await stream.over.wait()
        if stream.code is not grpc.StatusCode.OK:
            await context.abort(stream.code, "as the test wants it")

    handler = grpc.stream_stream_rpc_method_handler(play)
    service = "siurell.v1.RefereeService"
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {"PlaySeat": handler}),)
    )
    address = f"unix:{short_folder}/s"
    server.add_insecure_port(address)
    await server.start()
    yield queue, address
    await server.stop(0)


@pytest.fixture
def start_bot(start_python, tmp_path):
    """Start the bot."""

    async def start(address: str, patience: float):
        file = tmp_path / "bot.py"
        file.write_text(textwrap.dedent(BOT))
        return await start_python(file, address, patience)

    return start


def welcome() -> pb.Welcome:
    return pb.Welcome(
        match_id="m1",
        game="finca",
        options=GAME.check_options({}),
        seats=2,
        seat=0,
        time_control="30s",
        bot_seed=bytes(32),
    )


def ask() -> pb.Ask:
    options = GAME.check_options({})
    dealer = Dealer(GAME, 2, options, bytes(32))
    state = GAME.new_state(2, options)
    while state.to_act == CHANCE:
        state.apply(dealer.answer(state.chance()))
    seen = encode_observation("finca", state.observe(0))
    return pb.Ask(match_id="m1", decision_id=1, observation=seen, clock=match_pb2.Clock())


async def next_stream(queue) -> Stream:
    async with asyncio.timeout(LIMIT):
        return await queue.get()


async def open_match(queue) -> Stream:
    stream = await next_stream(queue)
    assert (await stream.read()).hello.token == "siu_x"
    await stream.send(welcome=welcome())
    assert (await stream.read()).ready.match_id == "m1"
    return stream


async def test_line__that_breaks_is_taken_up_where_it_was(streams, start_bot):
    queue, address = streams
    process = await start_bot(address, 20)
    stream = await open_match(queue)
    await stream.send(ask=ask())
    first = await stream.read()
    assert first.decision.move == "answer 1"
    stream.end(grpc.StatusCode.UNAVAILABLE)
    stream = await open_match(queue)
    await stream.send(ask=ask())
    assert await stream.read() == first
    stream.end()
    async with asyncio.timeout(LIMIT):
        assert await process.communicate() == (b"", b"")
    assert process.returncode == 0


async def test_line__that_is_refused_is_not_tried_again(streams, start_bot):
    queue, address = streams
    process = await start_bot(address, 20)
    (await open_match(queue)).end(grpc.StatusCode.ABORTED)
    async with asyncio.timeout(LIMIT):
        out, _ = await process.communicate()
    assert out == b"REMOTE_PROTOCOL as the test wants it\n"
    assert queue.empty()


async def test_line__that_never_stands_is_given_up(short_folder, start_bot):
    process = await start_bot(f"unix:{short_folder}/nobody", 0.1)
    async with asyncio.timeout(LIMIT):
        out, _ = await process.communicate()
    assert out.startswith(b"UNREACHABLE The referee cannot be reached at unix:")


async def test_line__in_a_match_is_tried_for_as_long_as_the_clock_may_let_it_wait(
    streams, start_bot
):
    """A bot that would give up at once comes back all the same while its match may wait."""
    queue, address = streams
    process = await start_bot(address, 0.0)
    stream = await open_match(queue)
    await stream.send(ask=ask())
    first = await stream.read()
    for _ in range(3):
        stream.end(grpc.StatusCode.UNAVAILABLE)
        stream = await open_match(queue)
        await stream.send(ask=ask())
        assert await stream.read() == first
    stream.end()
    async with asyncio.timeout(LIMIT):
        await process.communicate()
    assert process.returncode == 0
