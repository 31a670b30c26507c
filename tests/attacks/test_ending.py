"""Bots that stay, vanish or do not answer: a cause with evidence, and nothing of them left."""

from __future__ import annotations

import pytest
import pytest_asyncio
from siurell.match.result import Cause, SeatResult

from ladder.domain.batch import FolderBot

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

PLAY_ON = ("leave_a_daemon", "close_all_its_output", "kill_all_it_can")
DO_NOT_ANSWER = ("sleep_for_ever", "stop_itself", "become_another_program")
STAY = "stay_after_the_game"
VANISH = "die_and_leave_a_daemon_at_its_pipes"
WIDE = "60s/20s"
"""For those who have programs to run before they go on."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def seats(ring, expect_sound) -> dict[str, SeatResult]:
    """The attackers' results, each in a match with a sound bot, which ends by the rules."""
    clocks = {PLAY_ON: WIDE, (VANISH, STAY): WIDE}
    clocks |= {(attack,): "30s/3s" for attack in DO_NOT_ANSWER}
    line_ups = [[*(ring.bot("ending", name) for name in names), ring.sound()] for names in clocks]
    matches = await ring.play_all(line_ups, clock=[*clocks.values()])
    found = {}
    for names, match in zip(clocks, matches, strict=True):
        expect_sound(match, len(names))
        found |= {name: match.seat(seat) for seat, name in enumerate(names)}
    return found


async def test_leave_a_daemon(seats) -> None:
    """F01: a daemon that cut all ties to the bot ends with its session."""
    assert seats["leave_a_daemon"].cause is Cause.GAME_RULES


async def test_die_and_leave_a_daemon_at_its_pipes(seats) -> None:
    """The end of a bot is known at once, also when its daemon holds on to its output."""
    seat = seats[VANISH]
    assert (seat.cause, seat.evidence.exit_code) == (Cause.CRASH, 5)
    assert seat.evidence.charged_us is None or seat.evidence.charged_us < 20_000_000


@pytest.mark.parametrize("attack", ["sleep_for_ever", "stop_itself"])
async def test_no_answer(seats, attack: str) -> None:
    """Sleeping or standing still costs the clock, and nobody else's time."""
    seat = seats[attack]
    assert seat.cause is Cause.TIMEOUT
    assert seat.evidence.charged_us == seat.evidence.limit_us == 3_000_000


async def test_become_another_program(seats) -> None:
    """So does running another program, which loses its line."""
    assert seats["become_another_program"].cause is Cause.LEFT


async def test_stay_after_the_game(seats) -> None:
    """Pitfall 9: a bot that does not end by itself has a short grace, and nobody waits for it."""
    assert seats[STAY].cause is Cause.GAME_RULES


async def test_close_all_its_output(seats) -> None:
    """A bot without output plays on."""
    assert seats["close_all_its_output"].cause is Cause.GAME_RULES


async def test_kill_all_it_can(seats) -> None:
    """It can kill nobody but its own."""
    assert seats["kill_all_it_can"].cause is Cause.GAME_RULES


@pytest.mark.parametrize(("command", "exit_code"), [("true", 0), ("false", 1)])
async def test_end_at_once(ring, command: str, exit_code: int) -> None:
    """Ending before anybody looks is a crash, and no way out of a match."""
    gone = FolderBot(ring.sound().folder, (command,))
    match = await ring.play([gone, ring.sound()])
    assert (match.seat(0).cause, match.seat(0).evidence.exit_code) == (Cause.CRASH, exit_code)
    assert match.seat(1).cause is Cause.GAME_RULES
