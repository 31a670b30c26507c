"""What a bot may use up: each attacker takes all it can, beside others that play on soundly."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio
from siurell.match.result import Cause

from ladder.worker.sandbox import Limits

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

MIB = 1 << 20
LIMITS = Limits(memory_bytes=192 * MIB, scratch_bytes=16 * MIB, output_bytes=2 * MIB, processes=64)
GROUPS = (
    ("fork_bomb", "memory_in_one_process", "flood_stdout"),
    ("thread_bomb", "memory_over_eight_children", "flood_stderr"),
    ("disk_fill", "memory_of_empty_files", "memory_in_files_without_a_name"),
    ("memory_in_sockets", "memory_in_tcp_sockets", "memory_that_was_let_go_of"),
)


ROOM = "It wrote more than 32 MiB of files."
"""Where scratch has no size, who takes too much of it is ended."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def found(ring, expect_sound) -> dict[str, tuple[Any, Any, str]]:
    """Result, what it told, and log of each attacker; three in a match with a sound bot."""
    targets = {"most": LIMITS.processes, "most_mib": 3 * LIMITS.memory_bytes // MIB}
    found = {}
    for groups in (GROUPS[:2], GROUPS[2:]):
        line_ups = [
            [*(ring.bot("consuming", attack, **targets) for attack in group), ring.sound()]
            for group in groups
        ]
        matches = await ring.play_all(line_ups, clock="300s", limits=LIMITS)
        for group, match in zip(groups, matches, strict=True):
            expect_sound(match, len(group))
            for seat, attack in enumerate(group):
                found[attack] = match.seat(seat), match.said(seat).get(attack), match.log(seat)
    return found


def expect_ended_for_memory(seat) -> None:
    assert seat.cause is Cause.CRASH
    assert seat.evidence.detail == "It used more than 192 MiB of memory."


async def test_fork_bomb(found) -> None:
    """All processes of a bot together are no more than its limit."""
    seat, most, _ = found["fork_bomb"]
    assert seat.cause is Cause.GAME_RULES
    assert LIMITS.processes // 4 < most < LIMITS.processes


async def test_thread_bomb(found) -> None:
    """Threads count as processes do."""
    seat, started, _ = found["thread_bomb"]
    assert seat.cause is Cause.GAME_RULES
    assert started < LIMITS.processes


@pytest.mark.parametrize("attack", ["memory_in_one_process", "memory_over_eight_children"])
async def test_memory_bomb(found, attack: str) -> None:
    """The memory of all its processes together has a limit, which ends the bot."""
    expect_ended_for_memory(found[attack][0])


@pytest.mark.parametrize(
    "attack",
    ["memory_in_files_without_a_name", "memory_of_empty_files", "memory_in_sockets"],
)
async def test_memory_outside_of_processes(found, attack: str, attacked: str) -> None:
    """What the kernel holds for it counts too, or cannot be had."""
    seat, outcome, _ = found[attack]
    if (attacked, attack) == ("landlock", "memory_of_empty_files"):
        assert (seat.cause, seat.evidence.detail) == (Cause.CRASH, ROOM)
    elif outcome != "EPERM":
        expect_ended_for_memory(seat)


async def test_memory_that_was_let_go_of(found, attacked: str) -> None:
    """Shared memory that no process is seen to hold counts too, or cannot be had."""
    seat, outcomes, _ = found["memory_that_was_let_go_of"]
    if attacked == "landlock":
        assert outcomes == "EACCES"
    elif outcomes is None:
        expect_ended_for_memory(seat)
    else:
        assert set(outcomes.values()) == {"refused after 0 MiB"}


async def test_memory_in_tcp_sockets(found, attacked: str) -> None:
    """Nor does it stay unseen in the buffers of lines to itself."""
    seat, outcome, _ = found["memory_in_tcp_sockets"]
    if attacked == "landlock":
        assert outcome == "EAFNOSUPPORT"
    elif outcome is None:
        expect_ended_for_memory(seat)
    else:
        assert int(outcome.removesuffix(" MiB")) < LIMITS.memory_bytes // MIB


async def test_disk_fill(found, attacked: str) -> None:
    """F18: each place is full at its own limit; all that lies there goes with the bot."""
    seat, written, _ = found["disk_fill"]
    if attacked == "landlock":
        assert (seat.cause, seat.evidence.detail) == (Cause.CRASH, ROOM)
        return
    assert seat.cause is Cause.GAME_RULES
    scratch = {place: written.pop(place) for place in ("/tmp", "/dev/shm", "/home/bot")}
    assert set(scratch.values()) == {LIMITS.scratch_bytes}
    assert set(written.values()) <= {"EROFS", "ENOENT", "EACCES"}


@pytest.mark.parametrize("attack", ["flood_stdout", "flood_stderr"])
async def test_output_flood(found, attack: str) -> None:
    """F18: writing without end ends the bot; of what it wrote, head and tail are kept."""
    seat, _, log = found[attack]
    assert seat.cause is Cause.CRASH
    assert seat.evidence.detail == f"It wrote more than {LIMITS.output_bytes} bytes."
    assert len(log) < LIMITS.head_bytes + LIMITS.tail_bytes + 200
