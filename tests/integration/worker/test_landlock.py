"""The sandbox `landlock`: its rules for each kernel, what it refuses, what it sees on the disk."""

from __future__ import annotations

import os
import secrets
import struct
import sys
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox import Limits, landlock, landlock_rules
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.disk import held_on_disk
from ladder.worker.sandbox.landlock import LandlockSandbox
from ladder.worker.sandbox.landlock_rules import Handled, Ruleset, usable_version, version_here

MIB = 1 << 20
there = pytest.mark.skipif(version_here() < landlock_rules.LEAST, reason="no Landlock here")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="what root does")


@pytest.mark.parametrize(
    ("version", "files", "network", "scopes"),
    [
        (1, 0x1FFF, 0, 0),
        (2, 0x3FFF, 0, 0),
        (3, 0x7FFF, 0, 0),
        (4, 0x7FFF, 3, 0),
        (5, 0xFFFF, 3, 0),
        (6, 0xFFFF, 3, 3),
        (7, 0xFFFF, 3, 3),
        (99, 0xFFFF, 3, 3),
    ],
)
def test_rules__handle_all_that_a_version_knows(version, files, network, scopes) -> None:
    """The numbers of linux/landlock.h; a kernel refuses what it does not know."""
    handled = Handled(version)
    assert (handled.files, handled.network, handled.scopes) == (files, network, scopes)
    known = [word for word in (files, network, scopes) if word]
    assert handled.attributes == struct.pack(f"={len(known)}Q", *known)


@pytest.mark.parametrize(("version", "why"), [(0, "has no Landlock"), (2, "came with Linux 6.2")])
def test_version__that_is_not_enough_is_refused(version: int, why: str) -> None:
    with pytest.raises(LadderError, match=why):
        usable_version(version)


def test_sandbox__where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version_here", lambda: 0)
    with pytest.raises(LadderError, match="has no Landlock"):
        LandlockSandbox()


@there
@pytest.mark.parametrize("version", range(1, 8))
def test_rules__are_taken_by_this_kernel(version: int, tmp_path: Path) -> None:
    """Those of older versions too; on a file, what only folders have is left out."""
    if version > version_here():
        pytest.skip("this kernel is older")
    file = tmp_path / "file"
    file.touch()
    with Ruleset(version) as rules:
        rules.allow([tmp_path, file, tmp_path / "absent"], landlock_rules.CHANGE)
        rules.allow([Path(os.devnull)], landlock_rules.READ | landlock_rules.WRITE_FILE)
        fd = rules.fd
        assert not os.get_inheritable(fd)
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(fd)


async def start(sandbox: LandlockSandbox, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text("print('ran')")
    bot = await sandbox.start(
        (sys.executable, "bot.py"),
        folder=folder,
        environment={MARKER: secrets.token_hex(16), "PATH": os.defpath},
        limits=Limits(),
    )
    await bot.kill()
    raise AssertionError(f"it ran: {bot.take_log()}")


@there
@as_root
@pytest.mark.process
async def test_root__runs_no_bot(tmp_path: Path) -> None:
    """Pitfall 1: also when nobody had thought of giving it another user."""
    sandbox = LandlockSandbox()
    sandbox._as_root = False
    with pytest.raises(LadderError, match="not to run as root"):
        await start(sandbox, tmp_path / "session" / "bot")


@there
@as_root
@pytest.mark.process
async def test_way__through_folders_that_are_not_temporary_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed folder of the operator stays closed; what to do is said."""
    closed = tmp_path / "home"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr(landlock, "_temporary_folders", lambda: {Path("/nowhere")})
    with pytest.raises(LadderError, match="set TMPDIR to a folder that all may enter"):
        landlock._open_way_to(closed / "session")
    assert closed.stat().st_mode & 0o777 == 0o700


def test_disk__all_that_lies_there_counts(tmp_path: Path) -> None:
    """Files, however many, and each for its place; a link for what it is itself."""
    (tmp_path / "large").write_bytes(bytes(3 * MIB))
    (tmp_path / "link").symlink_to("/usr")
    assert 3 * MIB <= held_on_disk([tmp_path], [], 64 * MIB) < 4 * MIB
    for number in range(300):
        (tmp_path / str(number)).touch()
    assert held_on_disk([tmp_path], [], 64 * MIB) >= 4 * MIB
    assert held_on_disk([tmp_path], [], MIB) > MIB


def test_disk__folders_nested_without_end_are_too_much(tmp_path: Path) -> None:
    here = tmp_path
    for _ in range(70):
        here = here / "d"
        here.mkdir()
    assert held_on_disk([tmp_path], [], 64 * MIB) > 64 * MIB


def test_disk__a_file_without_a_name_counts_as_long_as_it_is_open(tmp_path: Path) -> None:
    with (tmp_path / "gone").open("wb", buffering=0) as file:
        file.write(bytes(2 * MIB))
        (tmp_path / "gone").unlink()
        assert held_on_disk([tmp_path], [os.getpid()], 64 * MIB) >= 2 * MIB
    assert held_on_disk([tmp_path], [os.getpid()], 64 * MIB) < MIB
