"""Tokens where no other user can see them: in files of their owner alone, or on standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any, Final

import typer

from ladder.cli.failure import CommandError
from ladder.cli.output import shown_path

_STDIN: Final = "-"
_TOKEN_BYTES: Final = 4096

TokenFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the token to a new file of yours alone."),
]


@contextmanager
def new_token_file(path: Path | None) -> Iterator[int | None]:
    """A new file for a token; it goes again when there is none to keep."""
    if path is None:
        yield None
        return
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise CommandError(
            f"There is a file {path} already; nothing was changed.",
            next_step="the same with --token-file OTHER_FILE",
            reason="FILE_EXISTS",
        ) from None
    try:
        yield file
    finally:
        if os.fstat(file).st_size == 0:
            path.unlink()
        os.close(file)


def keep_token(file: int, token: str) -> None:
    """Write a token into the file."""
    os.write(file, f"{token}\n".encode())


def token_in(file: str) -> str:
    """What stands in a file, which has to be its owner's alone, or in ``-`` (`CommandError`)."""
    if file == _STDIN:
        return sys.stdin.read(_TOKEN_BYTES).strip()
    path = Path(file)
    with path.open(encoding="ascii", errors="replace") as opened:
        check_private(opened, path)
        return opened.read(_TOKEN_BYTES).strip()


def check_private(file: IO[Any], path: Path) -> None:
    """Go on when no other user of this machine can read the token in a file (`CommandError`)."""
    if os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise CommandError(
            f"Other users of this machine can read the token in {shown_path(path)}.",
            next_step=f"chmod 600 {path}, then the same again",
            reason="OPEN_TOKEN",
        )


def is_token(text: str) -> bool:
    """Whether it can be a token: one word that a call can show."""
    return bool(text) and text.isascii() and text.isprintable() and " " not in text
