"""Writing a token to a new file of its owner alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.failure import CommandError

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
