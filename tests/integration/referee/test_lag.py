"""A real referee whose loop is blocked on purpose, in the middle of a question."""

from __future__ import annotations

import asyncio
import time

import pytest
from siurell.match.events import DecisionRecord, NoteRecord
from siurell.match.lag import LAG_PERCENT, NO_CONTEST
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb

LIMIT_MS = 1_000
"""Long enough that the question still stands when its bot has read it."""

WITHIN = 10.0


def hold_up(ms: int) -> None:
    """Keep the loop from running, and with it the referee."""
    until = time.monotonic_ns() + ms * 1_000_000
    while time.monotonic_ns() < until:
        pass


async def asked(arena, table):
    """Who was asked what, once the clock of the question runs."""
    ask = await table.players[0].get_ask()
    core = arena.driver(table.match_id)._core
    async with asyncio.timeout(WITHIN):
        while core._question.start_ns is None:
            await asyncio.sleep(0)
    return ask


def proved(finished):
    """The replay that the host was given, which holds."""
    replay = read_replay(finished.replay)
    verdict = verify(replay, finished.digest)
    assert verdict.ok, verdict.where
    return replay


async def test_lag__above_the_share_makes_a_loss_by_time_no_contest(make_arena):
    """T01: the referee stood still for most of the limit, and the bot did not answer: nobody's
    fault. The reason stands in the result and in the replay."""
    arena = await make_arena(lag_percent=LAG_PERCENT)
    table = await arena.match_of(time_control=f"/{LIMIT_MS}ms")
    await asked(arena, table)
    hold_up(LIMIT_MS * 3 // 4)
    finished = await table.host.get_finished()
    assert {seat.cause for seat in finished.result.seats} == {match_pb2.CAUSE_ABORTED}
    assert "Seat 0 was late, but the referee itself was held up" in finished.result.reason
    last = proved(finished).records[-1]
    assert isinstance(last, NoteRecord)
    assert (last.kind, last.detail) == (NO_CONTEST, finished.result.reason)
    for player in table.players:
        assert (await player.get_finished()).result.reason == finished.result.reason


@pytest.mark.parametrize("hold_ms", [0, LIMIT_MS * 3 // 4])
async def test_lag__below_the_share_lets_the_loss_stand(arena, hold_ms):
    """T11, F15: when it was asked, what it was charged and its limit stand beside it, and the lag,
    which is no less than the referee was held up, and no more than there was time for."""
    began = time.monotonic_ns()
    table = await arena.match_of(time_control=f"/{LIMIT_MS}ms")
    await asked(arena, table)
    asked_by_us = arena.driver(table.match_id)._core._match_us(time.monotonic_ns())
    hold_up(hold_ms)
    finished = await table.host.get_finished()
    spent_us = (time.monotonic_ns() - began) // 1000
    lost = finished.result.seats[0]
    assert lost.cause == match_pb2.CAUSE_TIMEOUT
    evidence = lost.evidence
    assert 0 < evidence.asked_us <= asked_by_us
    assert evidence.charged_us == evidence.limit_us == LIMIT_MS * 1000
    assert evidence.HasField("lag_us")
    if hold_ms:
        assert evidence.lag_us >= (hold_ms - 20) * 1000
    assert evidence.charged_us + evidence.lag_us <= spent_us
    assert proved(finished).result.seats[0].evidence.lag_us == lost.evidence.lag_us


async def test_lag__is_not_charged_to_who_answers_meanwhile(arena):
    """The answer had come, and the referee was not there to take it."""
    table = await arena.match_of(time_control="60s")
    first, second = table.players
    ask = await asked(arena, table)
    began = time.monotonic_ns()
    answering = asyncio.create_task(first.answer(ask))
    await asyncio.sleep(0)
    hold_up(500)
    await answering
    await second.answer(await second.get_ask())
    clock = (await first.get_ask()).clock
    spent_us = (time.monotonic_ns() - began) // 1000
    await arena.call("AbortMatch", pb.AbortMatchRequest(match_id=table.match_id, reason="Over."))
    records = proved(await table.host.get_finished()).records
    decided = next(one for one in records if isinstance(one, DecisionRecord))
    assert decided.lag_us >= 400_000
    assert decided.charged_us + decided.lag_us <= spent_us
    assert decided.charged_us < spent_us - 400_000
    assert (clock.last_charge_us, clock.bank_us) == (
        decided.charged_us,
        60_000_000 - decided.charged_us,
    )
