import asyncio
import time

import pytest

from referee.lag import LoopLag
from referee.prompt import Prompt
from referee.stream import SeatStream
from referee.timer import Timer

MS = 1_000_000


@pytest.fixture
async def rung():
    """A timer whose calls are put into a queue."""
    calls = asyncio.Queue()
    timer = Timer(asyncio.get_running_loop(), calls.put_nowait)
    yield timer, calls
    timer.close()


async def heard(queue):
    async with asyncio.timeout(60):
        return await queue.get()


async def test_timer__calls_once_and_not_too_early(rung):
    timer, calls = rung
    due = time.monotonic_ns() + 5 * MS
    timer.set(due)
    assert await heard(calls) == due
    assert time.monotonic_ns() >= due - MS
    timer.set(time.monotonic_ns())
    await heard(calls)
    assert calls.empty()


async def test_timer__moved_later_does_not_call_at_the_first_time(rung):
    timer, calls = rung
    now = time.monotonic_ns()
    timer.set(now + 3 * MS)
    timer.set(now + 9 * MS)
    assert await heard(calls) == now + 9 * MS
    assert time.monotonic_ns() >= now + 8 * MS


async def test_timer__moved_earlier_calls_earlier(rung):
    timer, calls = rung
    now = time.monotonic_ns()
    timer.set(now + 60_000 * MS)
    timer.set(now + 3 * MS)
    assert await heard(calls) == now + 3 * MS


async def test_timer__called_off_calls_for_nothing(rung):
    timer, calls = rung
    now = time.monotonic_ns()
    timer.set(now + 2 * MS)
    timer.set(None)
    timer.set(now + 6 * MS)
    assert await heard(calls) == now + 6 * MS


def hold_up(ms):
    """Keep the loop from running."""
    until = time.monotonic_ns() + ms * MS
    while time.monotonic_ns() < until:
        pass


async def test_lag__is_seen_after_the_loop_was_held_up():
    lag = LoopLag(asyncio.get_running_loop())
    begun = time.monotonic_ns()
    lag.start()
    hold_up(60)
    assert lag.since_us(begun) >= 50_000
    lag.stop()
    assert lag.since_us(begun) == 0


async def test_lag__that_is_over_still_counts_in_its_span_and_in_no_later_one():
    """The worst of a span, however long ago; what came before the span does not count."""
    lag = LoopLag(asyncio.get_running_loop())
    before = time.monotonic_ns()
    lag.start()
    hold_up(300)
    between = time.monotonic_ns()
    await asyncio.sleep(0.02)
    hold_up(80)
    await asyncio.sleep(0.02)
    assert lag.since_us(before) >= 290_000
    assert 70_000 <= lag.since_us(between) <= lag.since_us(before)
    assert lag.since_us(between - 10 * MS) <= lag.since_us(between) + 10_000, "only what is in it"
    # The kernel may take the core away in the middle of a question, though hardly each time.
    assert min(lag.since_us(time.monotonic_ns()) for _ in range(20)) == 0
    lag.stop()


async def test_prompt__runs_to_its_first_wait_at_once():
    steps = []
    gate = asyncio.get_running_loop().create_future()
    done = asyncio.Event()

    async def work():
        steps.append("begun")
        steps.append(await gate)
        await asyncio.sleep(0)
        steps.append("ended")

    Prompt(asyncio.get_running_loop(), work(), done.set)
    assert steps == ["begun"]
    gate.set_result("answered")
    async with asyncio.timeout(5):
        await done.wait()
    assert steps == ["begun", "answered", "ended"]


async def test_prompt__dropped_goes_no_further():
    gate = asyncio.get_running_loop().create_future()
    steps = []

    async def work():
        try:
            await gate
            steps.append("went on")
        finally:
            steps.append("cleaned up")

    prompt = Prompt(asyncio.get_running_loop(), work(), lambda: steps.append("done"))
    prompt.drop()
    gate.set_result(None)
    await asyncio.sleep(0)
    assert steps == ["cleaned up"]


async def test_stream__of_a_bot_that_does_not_read_holds_nobody_up(monkeypatch):
    monkeypatch.setattr("referee.stream._FLUSH_SECONDS", 0.05)
    written = []

    async def write(_):
        await asyncio.get_running_loop().create_future()

    stream = SeatStream(write)
    stream.send(b"one", lambda: written.append(1))
    stream.send(b"two", lambda: written.append(2))
    stream.end()
    async with asyncio.timeout(5):
        assert await stream.ended() is None
    stream.drop()
    assert written == []


async def test_stream__sends_in_order_and_says_when_it_is_out():
    sent, written = [], []

    async def write(data):
        await asyncio.sleep(0)
        sent.append(data)

    stream = SeatStream(write)
    for number in range(3):
        stream.send(bytes([number]), lambda number=number: written.append((number, len(sent))))
    stream.end()
    await stream.ended()
    assert sent == [b"\0", b"\1", b"\2"]
    assert written == [(0, 1), (1, 2), (2, 3)]
    stream.send(b"late")
    assert len(sent) == 3
