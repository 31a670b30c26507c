"""Plays one match of the bots in some folders in a sandbox, as a worker of its own would.

    python one_match.py FOLDER...

Writes one line of JSON: the causes, and what the bots wrote. Each folder's `bot.py` is its bot.
With a terminal it says too whether typing into it would have worked here.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import secrets
import sys
import termios
from pathlib import Path

from siurell.match.clock import TimeControl

from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder, Report
from ladder.worker.play import play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox.choice import choose
from ladder.worker.scratch import Scratch


async def play(folders: list[Path]) -> Report:
    seats = tuple(range(len(folders)))
    bots = [FolderBot(folder, ("python", "bot.py")) for folder in folders]
    batch = Batch(
        batch_id="one",
        game="finca",
        options={},
        time=TimeControl.parse("120s"),
        entrants=tuple(Entrant(str(seat), f"bot {seat}", bot) for seat, bot in enumerate(bots)),
        orders=(MatchOrder(f"m{secrets.token_hex(6)}", 1, secrets.token_bytes(32), 0, seats),),
        startup_us=60_000_000,
    )
    reports: list[Report] = []
    async with Scratch() as scratch, RefereeProcess(scratch.folder) as referee:
        chosen = await choose(os.environ.get("SIURELL_ATTACKED", "bwrap"))
        await play_batch(
            batch, referee, chosen.sandbox, on_report=reports.append, scratch=scratch.folder
        )
    return reports[0]


def type_into_the_terminal() -> bool:
    """What bots are to be kept from, done where nothing keeps one from it."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
        fcntl.ioctl(terminal, termios.TIOCSTI, b"?")
    except OSError:
        return False
    return True


def main() -> None:
    report = asyncio.run(play([Path(word) for word in sys.argv[1:]]))
    told = {
        "causes": [seat.cause.value for seat in report.result.seats],
        "logs": [log.text for log in report.logs],
        "typed": type_into_the_terminal(),
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
