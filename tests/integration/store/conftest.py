"""A home on a temporary folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from ladder.domain.bot_files import BotFile
from ladder.store.home import Home

MANIFEST = b'name = "mybot"\ngames = ["finca"]\n'


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").create()


@pytest.fixture
def bot_folder(tmp_path: Path) -> Path:
    """A bot's folder that is as it should be."""
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "siurell.toml").write_bytes(MANIFEST)
    (folder / "bot.py").write_text("print('hola')\n")
    return folder


@pytest.fixture
def names() -> Callable[[list[BotFile]], list[str]]:
    return lambda files: [file.name for file in files]


@contextmanager
def _as_stranger() -> Iterator[None]:
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(was)


@pytest.fixture
def stranger() -> Callable[[], AbstractContextManager[None]]:
    """For a while without the rights of root, to which nothing is read-only."""
    return _as_stranger
