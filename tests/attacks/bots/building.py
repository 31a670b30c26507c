"""A build that attacks: it is run once, before anything of the bot plays."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from attack import TARGETS, outcome_of, tell

MIB = 1 << 20
ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737). It is asked for a route; no packet is sent."""
FORKS = "import os, time\nwhile True:\n try: os.fork()\n except OSError: time.sleep(0.05)\n"


def _wait_to_be_ended():
    """Who took more than it may have is ended before this is over."""
    time.sleep(20)


def fork():
    """Processes that start processes; nobody waits for them."""
    subprocess.Popen([sys.executable, "-S", "-c", FORKS])
    time.sleep(1)
    return "went on"


def leave_a_daemon():
    """A process of a session of its own that holds the line to us, and does not want to end."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        os._exit(0)
    return "left it"


def hang():
    """A program that does not end, and does not want to."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(600)


def fill_the_disk():
    """Files until none can be written, at most three times what there is room for."""
    for number in range(3 * TARGETS["scratch"] // MIB):
        Path(f"fill-{number}").write_bytes(bytes(MIB))
    _wait_to_be_ended()
    return "all written"


def take_memory():
    """Three times as much as it may have."""
    held = [bytearray(b"x") * MIB for _ in range(3 * TARGETS["memory"] // MIB)]
    _wait_to_be_ended()
    return len(held)


def write_without_end():
    """To the build's output."""
    for _ in range(3 * TARGETS["output"] // MIB):
        print("x" * MIB, flush=True)
    _wait_to_be_ended()
    return "all written"


def link_to_the_outside():
    """Links where the bot's files are to be."""
    Path("passwd").symlink_to("/etc/passwd")
    Path("secret").symlink_to(TARGETS["secret"])
    return "linked"


def reach():
    """What is not its own: the operator's file, what was submitted, the referee, the network."""
    copies = (Path("/bot"), Path(os.environ["TMPDIR"]).parent / "bot")
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        referee = outcome_of(lambda: line.connect(TARGETS["control"]) or "connected")
    return {
        "referee": referee,
        "secret": outcome_of(lambda: Path(TARGETS["secret"]).read_text("utf-8")),
        "submitted": outcome_of(lambda: Path(TARGETS["source"], "x").write_text("x", "utf-8")),
        "copies": [outcome_of(lambda c=c: (c / "x").write_text("x", "utf-8")) for c in copies],
        "route": outcome_of(_route),
    }


def _route():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(ELSEWHERE)
        return "there is one"


ATTACKS = (
    fork,
    leave_a_daemon,
    hang,
    fill_the_disk,
    take_memory,
    write_without_end,
    link_to_the_outside,
    reach,
)

if __name__ == "__main__":
    [chosen] = [attack for attack in ATTACKS if attack.__name__ == sys.argv[1]]
    tell(chosen.__name__, outcome_of(chosen))
