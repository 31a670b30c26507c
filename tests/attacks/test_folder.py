"""Attacks by what is submitted: links that lead outside, special files, names that are none."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

SECRET = "of the operator"
NAMES = (b"two\nlines", b"\x1b[2Jcleared", b"no text \xff", b"x" * 255, b"-rf", b" ")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(ring, expect_sound, tmp_path_factory) -> Any:
    """A bot with all of it in its folder against a sound one; both play to the end."""
    outside = tmp_path_factory.mktemp("operator")
    (outside / "secret").write_text(SECRET, "utf-8")
    bot = ring.bot("looking")
    fill(bot.folder, outside)
    before = sorted(outside.iterdir())
    match = await ring.play([bot, ring.sound()])
    expect_sound(match, 0, 1)
    assert sorted(outside.iterdir()) == before
    assert (outside / "secret").read_text("utf-8") == SECRET
    return match


def fill(folder: Path, outside: Path) -> None:
    """Put into a bot's folder what should not be there."""
    (folder / "absolute").symlink_to(outside / "secret")
    (folder / "relative").symlink_to(os.path.relpath(outside / "secret", folder))
    (folder / "whole_folder").symlink_to(outside)
    (folder / "root").symlink_to("/")
    (folder / "itself").symlink_to("itself")
    (folder / "sub").mkdir()
    (folder / "sub" / "up").symlink_to("../../../../../../../etc/passwd")
    (folder / "inside").symlink_to("sound.py")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(folder, os.O_RDONLY)
        listener.bind(f"/proc/self/fd/{here}/socket")
        os.close(here)
    program = folder / "as_its_owner"
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o6755)
    if os.geteuid() == 0:
        os.mknod(folder / "device", stat.S_IFCHR | 0o666, os.makedev(1, 1))
    for name in NAMES:
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text("x", "utf-8")
        link = Path(os.fsdecode(os.fsencode(folder) + b"/link " + name[:200]))
        link.symlink_to(outside / "secret")


@pytest.fixture(scope="module")
def seen(match) -> dict[str, list[str]]:
    return match.said(0)["folder"]


async def test_link_to_the_outside(seen) -> None:
    """Pitfall 11: a link that leads out of the folder is not copied and not followed."""
    links = ("absolute", "relative", "whole_folder", "root", "sub/up")
    assert not {f"'{name}'" for name in links} & set(seen)
    assert not any(SECRET in read for read, _ in seen.values())
    assert not any("link " in name for name in seen)


async def test_link_within_the_folder(seen) -> None:
    """One that stays inside is a link still."""
    read, mode = seen["'inside'"]
    assert "A sound bot" in read
    assert stat.S_ISLNK(int(mode, 8))


async def test_special_files(seen) -> None:
    """Pipes, sockets and devices are left out: opening one could block or lead elsewhere."""
    assert not {"'pipe'", "'socket'", "'device'"} & set(seen)


async def test_program_that_runs_as_its_owner(seen, match) -> None:
    """The bits that make a program run as somebody else mean nothing there."""
    assert "'as_its_owner'" in seen
    assert match.said(0)["runs as its owner"] is False
    assert match.said(0)["read-only"] is True


async def test_names_that_are_hard_to_write(seen, match) -> None:
    """They are copied and removed again; in the log, nothing of them steers a terminal."""
    assert {ascii(os.fsdecode(name)) for name in NAMES} <= set(seen)
    log = match.log(0)
    assert log.encode("utf-8")
    assert "\x1b" not in log
    assert "not copied: absolute" in log
    assert sum(line.startswith("[not copied: link") for line in log.splitlines()) == len(NAMES)
