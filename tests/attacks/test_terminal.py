"""The operator's terminal: a bot of a worker that was started in one types nothing into it."""

from __future__ import annotations

import fcntl
import json
import os
import sys
import tempfile
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

ONE_MATCH = Path(__file__).with_name("one_match.py")
IN_A_TERMINAL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """A terminal of the test: the operator's end of it, and the end of the programs."""
    operator, programs = os.openpty()
    tty.setraw(programs)
    os.set_blocking(operator, False)
    yield operator, programs
    os.close(operator)
    os.close(programs)


def typed(programs: int) -> bytes:
    """What lies in the terminal to be read, as if it had been typed."""
    waiting = int.from_bytes(fcntl.ioctl(programs, termios.FIONREAD, bytes(4)), sys.byteorder)
    return os.read(programs, waiting) if waiting else b""


async def test_type_into_the_operators_terminal(ring, terminal, run) -> None:
    """All standard files of the worker are the terminal, which is that of its session too."""
    _, programs = terminal
    bots = [ring.bot("typist"), ring.sound()]
    for bot in bots:
        (bot.folder / bot.command[1]).rename(bot.folder / "bot.py")
    words = [str(ONE_MATCH), *(str(bot.folder) for bot in bots)]
    with tempfile.TemporaryDirectory(dir=ring.scratch.parent) as scratch:
        code, said = await run(
            *(sys.executable, "-c", IN_A_TERMINAL, *words),
            stdin=programs,
            stderr=programs,
            env={**os.environ, "TMPDIR": scratch},
        )
    assert code == 0
    told = json.loads(said)
    assert told["causes"] == ["game_rules", "game_rules"]
    attacks = dict(json.loads(line) for line in told["logs"][0].splitlines())
    assert attacks["type_into_all_terminals"] == ["EPERM"]
    # The worker itself typed a letter in the end, where the kernel lets it: so it would be seen.
    assert typed(programs) == (b"?" if told["typed"] else b"")
