"""The check of a bot: the same steps here and on the ladder."""

from __future__ import annotations

import pytest
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl

from ladder.domain.batch import ShippedBot
from ladder.worker.check import check_bot
from ladder.worker.check_steps import StepState
from ladder.worker.sandbox import Limits
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sessions import Workplace

pytestmark = pytest.mark.process

GAME = game_named("finca")


async def check(arena, source, *, clock="10s", startup_us=10_000_000):
    workplace = Workplace(arena.referee, NoSandbox(), arena.scratch, Limits())
    told = []
    result = await check_bot(
        source,
        GAME,
        workplace,
        time=TimeControl.parse(clock),
        startup_us=startup_us,
        seed=bytes(32),
        on_step=told.append,
    )
    assert tuple(told) == result.steps
    return result


async def test_good_bot__all_seats_of_all_seat_counts(arena):
    result = await check(arena, arena.bot("first_move"))
    assert result.ok
    assert [step.name for step in result.steps] == [
        "start",
        "handshake",
        *["play"] * (GAME.max_seats - GAME.min_seats + 1),
        "time",
        "repeat",
    ]
    assert {step.state for step in result.steps} == {StepState.OK}
    assert "Two runs from one seed are the same." in result.text()


async def test_shipped_bot__passes(arena):
    assert (await check(arena, ShippedBot("random"))).ok


@pytest.mark.parametrize(
    "move",
    [
        "random.SystemRandom().choice(view.legal_moves)",
        "max(view.legal_moves, key=lambda m: hash(str(m)))",
    ],
    ids=["dice", "order of texts by their hash"],
)
async def test_two_runs_differ__a_note_and_no_failure(arena, move: str):
    source = (
        "import random\n"
        "from siurell.bot import Bot\n"
        "class B(Bot):\n"
        "    def choose(self, view):\n"
        f"        return {move}\n"
        "B.run()\n"
    )
    result = await check(arena, arena.bot("dice", source))
    assert result.ok
    assert result.steps[-1].state is StepState.NOTE
    assert "differ from event" in result.steps[-1].sentence


@pytest.mark.parametrize(
    ("bot", "step", "words"),
    [
        ("exits_at_once", "start", ["exit code 7", "nothing to do"]),
        ("raises_in_start", "start", ["cannot get ready"]),
        ("raises", "play", ["crashed", "no idea what to do"]),
        ("dies", "play", ["crashed", "signal 9", "farewell"]),
        ("answers_nonsense", "moves", ["to the beach"]),
    ],
)
async def test_bad_bot__fails_at_its_step_with_evidence(arena, bot: str, step: str, words):
    result = await check(arena, arena.bot(bot))
    assert not result.ok
    last = result.steps[-1]
    assert (last.name, last.state) == (step, StepState.FAILED)
    assert [step.state for step in result.steps[:-1]] == [StepState.OK] * (len(result.steps) - 1)
    for word in words:
        assert word in result.text()


async def test_slow_bot__fails_with_charge_and_limit(arena):
    result = await check(arena, arena.bot("never_answers"), clock="/300ms")
    assert (result.steps[-1].name, result.ok) == ("time", False)
    assert "300000 µs of 300000 µs" in result.text()


async def test_bot_that_is_never_ready__fails_at_the_handshake(arena):
    result = await check(arena, arena.bot("never_says_hello"), startup_us=1_500_000)
    assert [step.name for step in result.steps] == ["start", "handshake"]
    assert not result.ok
    assert "not ready within 1500ms" in result.text()
