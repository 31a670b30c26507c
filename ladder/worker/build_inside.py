"""The program that builds a bot: it runs inside of the sandbox, with nothing but the interpreter.

It copies the folder ``source`` beside it to where it may write, runs there the command that follows
it, and if that ends well hands over the plain files that lie there then, at the session's socket.
Whoever reads there believes nothing of it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

PYTHON = "python"
ADDRESS = "SIURELL_ADDRESS"
SOURCE = "source"
END = b"null\n"
_CANNOT_START = 127
_UNFIT = 125
_SIGNALLED = 128


def main(command: list[str]) -> int:
    """Build, and hand over; the exit code is that of the command."""
    place = os.environ[ADDRESS].removeprefix("unix:")
    folder = Path(os.environ["TMPDIR"], "bot")
    shutil.copytree(Path(__file__).with_name(SOURCE), folder, symlinks=True)
    for parent, _, files in os.walk(folder):
        for path in (Path(parent), *(Path(parent, name) for name in files)):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | stat.S_IRUSR | stat.S_IWUSR)
    code = _run(command, folder)
    return code or _hand_over(folder, place)


def _run(command: list[str], folder: Path) -> int:
    program = sys.executable if command[0] == PYTHON else command[0]
    hidden = (ADDRESS, "SIURELL_TOKEN")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    try:
        code = subprocess.run(
            [program, *command[1:]],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            check=False,
        ).returncode
    except OSError as error:
        _say(f"`{command[0]}` cannot be started: {error.strerror}.")
        return _CANNOT_START
    if code < 0:
        _say(f"`{command[0]}` was ended by {_named(-code)}.")
        return _SIGNALLED - code
    return code


def _named(number: int) -> str:
    """A signal; those for real time have no names of their own."""
    return {one.value: one.name for one in signal.Signals}.get(number, f"signal {number}")


def _hand_over(folder: Path, place: str) -> int:
    try:
        made = list(_files(folder))
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(place)
            with line.makefile("wb") as out:
                for name, path in made:
                    _send(out, name, path)
                out.write(END)
    except ValueError as error:
        _say(str(error))
        return _UNFIT
    except OSError as error:
        _say(f"What was built cannot be handed over: {error.strerror}.")
        return _UNFIT
    return 0


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """All that lies in the folder (`ValueError` at what is no file, nor a link to one in it)."""
    for parent, folders, files in os.walk(folder):
        for name in sorted([*folders, *files]):
            path = Path(parent, name)
            shown = path.relative_to(folder).as_posix()
            if path.is_symlink():
                end = Path(os.path.realpath(path))
                if not end.is_relative_to(os.path.realpath(folder)):
                    raise ValueError(f"`{shown}` is a link that leads out of the folder.")
                if not end.is_file():
                    raise ValueError(f"`{shown}` is a link that leads to no file.")
                yield shown, end
            elif path.is_file():
                yield shown, path
            elif not path.is_dir():
                raise ValueError(f"`{shown}` is neither a file nor a folder.")


def _send(out: BinaryIO, name: str, path: Path) -> None:
    data = path.read_bytes()
    facts = [name, len(data), bool(path.stat().st_mode & stat.S_IXUSR)]
    out.write(json.dumps(facts).encode("ascii") + b"\n")
    out.write(data)


def _say(sentence: str) -> None:
    print(sentence.encode("ascii", "replace").decode(), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
