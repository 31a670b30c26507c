"""The clock of a real referee, as bots see it: what they had, what they paid, when it is over."""

from __future__ import annotations

import asyncio
import time

import grpc
import pytest
from siurell.match.events import DecisionRecord
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.wire.result import result_from_message

SLEEPERS = 32
LIMIT_S = 2.0
THINKING_S = 0.99 * LIMIT_S
ROUNDS = 3
"""A busy machine may let all of them oversleep, not again and again."""
WITHIN_S = 10.0
ON_ITS_WAY_S = 0.002
"""From one process to another an answer takes a moment, which is the bot's."""


def elapsed_us(since_ns: int) -> int:
    return (time.monotonic_ns() - since_ns) // 1000


async def end_of(table):
    """The result of a match, and the decisions in its replay."""
    finished = await table.host.get_finished()
    records = read_replay(finished.replay).records
    made = [record for record in records if isinstance(record, DecisionRecord)]
    return result_from_message(finished.result), made


async def test_dead_bot__is_out_when_its_limit_ends(arena):
    """T02: the limit is enforced while the referee waits, though nothing else happens."""
    table = await arena.match_of(time_control="/300ms")
    await table.players[0].get_ask()
    asked_ns = arena.driver(table.match_id)._core.waits_since_ns
    await table.players[0].get_finished()
    result, made = await end_of(table)
    lost = result.seats[0]
    assert (lost.cause, lost.evidence.received_us, made) == (Cause.TIMEOUT, None, [])
    assert lost.evidence.charged_us == 300_000
    assert 300_000 <= elapsed_us(asked_ns) < 10_000_000


async def test_bank__goes_down_by_exactly_what_was_charged(arena):
    """T03, T11: every question tells the bank and the last charge, of each seat alone."""
    table = await arena.match_of(time_control="60s/30s")
    told = {0: [], 1: []}

    async def play(number: int) -> None:
        player = table.players[number]
        while True:
            message = await player.read()
            if message.WhichOneof("message") == "finished":
                return
            told[number].append(message.ask.clock)
            await player.answer(message.ask)

    await asyncio.gather(play(0), play(1))
    _, made = await end_of(table)
    for number, clocks in told.items():
        charged = [record.charged_us for record in made if record.seat == number]
        assert [clock.last_charge_us for clock in clocks[1:]] == charged[: len(clocks) - 1]
        left = 60_000_000
        for clock, charge in zip(clocks, charged, strict=True):
            assert clock.bank_us == left
            assert (clock.increment_us, clock.cap_us) == (0, 30_000_000)
            assert clock.limit_us == min(left, 30_000_000)
            left -= charge
    assert sum(record.charged_us for record in made) > 0


async def clock_runs(core) -> None:
    """Wait until the clock of the open question has started."""
    async with asyncio.timeout(WITHIN_S):
        while core._question.start_ns is None:
            await asyncio.sleep(0)


async def test_charges__are_the_time_that_went_by_once(arena):
    """T08: what is charged, and what the referee was late by, is no more than the time on the wall
    and, for each answer, no less than its bot took."""
    table = await arena.match_of(time_control="60s")
    core = arena.driver(table.match_id)._core
    began_ns = time.monotonic_ns()
    slept_us: dict[int, int] = {}

    async def play(player) -> None:
        while (message := await player.read()).WhichOneof("message") == "ask":
            if message.ask.decision_id % 16 == 1:
                await clock_runs(core)
                asked_ns = time.monotonic_ns()
                await asyncio.sleep(0.03)
                slept_us[message.ask.decision_id] = elapsed_us(asked_ns)
            await player.answer(message.ask)

    await asyncio.gather(*map(play, table.players))
    wall_us = elapsed_us(began_ns)
    _, made = await end_of(table)
    spent_us = [record.charged_us + record.lag_us for record in made]
    assert len(slept_us) == -(-len(made) // 16)
    for decision_id, slept in slept_us.items():
        assert slept <= spent_us[decision_id - 1]
    assert sum(spent_us) <= wall_us


async def sleep_once(arena, table) -> float:
    """Answer the first question at the last moment, and the second one never."""
    player = table.players[0]
    ask = await player.get_ask()
    move = player.legal(ask)[0]
    asked_ns = arena.driver(table.match_id)._core.waits_since_ns
    await asyncio.sleep(THINKING_S - elapsed_us(asked_ns) / 1e6)
    took_s = elapsed_us(asked_ns) / 1e6
    await player.answer(ask, move)
    return took_s


async def counted_sleepers(arena) -> int:
    """How many answers of sleepers that were in time counted; none of the others is lost."""
    tables = await asyncio.gather(
        *(arena.match_of(1, game="farmini", time_control=f"/{LIMIT_S:g}s") for _ in range(SLEEPERS))
    )
    took = await asyncio.gather(*(sleep_once(arena, table) for table in tables))
    counted = 0
    for table, took_s in zip(tables, took, strict=True):
        result, made = await end_of(table)
        no_contest = result.aborted and "referee itself was held up" in result.reason
        assert all(record.charged_us <= LIMIT_S * 1_000_000 for record in made)
        if took_s <= LIMIT_S - ON_ITS_WAY_S:
            assert made or no_contest, (took_s, result)
            counted += bool(made)
    return counted


async def test_sleepers__at_99_percent_of_the_limit_never_lose_by_time(make_arena):
    """T05: however many there are, who answered before its limit ended is not late: its answer
    counts, or the referee says that it was late itself, which it is not for all of them."""
    arena = await make_arena(lag_percent=25, max_sessions=SLEEPERS * ROUNDS)
    for _ in range(ROUNDS):
        if await counted_sleepers(arena):
            return
    pytest.fail(
        f"In {ROUNDS} rounds no answer counted: every bot overslept, or every match was called off."
    )


async def test_return__tells_what_is_left_and_ends_the_older_one(arena):
    """T12: after a reconnect the bot is told its remaining time, and the older login is over."""
    began_ns = time.monotonic_ns()
    table = await arena.match_of(time_control="60s/40s")
    first = table.players[0]
    await first.get_ask()
    await clock_runs(arena.driver(table.match_id)._core)
    await asyncio.sleep(0.5)
    second = await arena.log_in(table.sessions[0])
    with pytest.raises(grpc.aio.AioRpcError):
        await first.read()
    assert (await first.status())[:2] == ("ABORTED", "SECOND_LOGIN")
    await second.get_ready()
    clock = (await second.get_ask()).clock
    # What the referee itself was late by meanwhile is not taken from it.
    assert 40_000_000 - elapsed_us(began_ns) <= clock.limit_us <= 40_000_000 - 250_000
    assert clock.bank_us - clock.limit_us == 20_000_000
