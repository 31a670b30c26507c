"""Types a command into whatever terminal it can find."""

import fcntl
import os

from attack import outcome_of, play

TIOCSTI = 0x5412
COMMAND = b"touch /tmp/typed\n"


def type_into_all_terminals():
    """Standard files, the terminal of its session, and those that its devices list."""
    names = ["/dev/tty", "/dev/console", *(f"/dev/pts/{n}" for n in os.listdir("/dev/pts"))]  # noqa: PTH208
    files = [0, 1, 2, *filter(lambda file: isinstance(file, int), map(_opened, names))]
    outcomes = {str(outcome_of(lambda file=file: _type(file))) for file in files}
    return sorted(outcomes)


def _opened(name):
    return outcome_of(lambda: os.open(name, os.O_RDWR | os.O_NOCTTY))


def _type(file):
    for letter in COMMAND:
        fcntl.ioctl(file, TIOCSTI, bytes([letter]))
    return "typed"


play(type_into_all_terminals)
