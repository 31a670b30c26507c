"""A bot's folder and environment, made anew for each session."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.domain.batch import FolderBot
from ladder.domain.ignored import IGNORED
from ladder.worker.launcher import Door, copy_bot, launch
from ladder.worker.sandbox import Limits
from ladder.worker.sandbox.none import NoSandbox

DOOR = Door("unix:/nowhere", "secret-token")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


async def run(source: Path, scratch: Path, command: tuple[str, ...]) -> str:
    """What a command of a bot's folder writes; its folder is gone afterwards."""
    bot = FolderBot(source, command)
    launched = await launch(bot, DOOR, sandbox=NoSandbox(), limits=Limits(), scratch=scratch)
    try:
        await launched.process.wait()
        return launched.take_log()
    finally:
        await launched.remove()


@pytest.mark.process
async def test_environment__exactly_what_a_bot_needs(source, scratch):
    (source / "bot.py").write_text("import os\nfor n in sorted(os.environ): print(n)")
    log = await run(source, scratch, ("python", "bot.py"))
    names = [name for name in log.split() if name not in ("LC_CTYPE", "PWD")]
    assert names == [
        "HOME",
        "LANG",
        "PATH",
        "PYTHONUNBUFFERED",
        "SIURELL_ADDRESS",
        "SIURELL_SESSION",
        "SIURELL_TOKEN",
        "TMPDIR",
    ]


@pytest.mark.process
async def test_interpreter__python_is_ours_and_knows_siurell(source, scratch):
    (source / "bot.py").write_text("import sys, siurell; print(sys.executable)")
    assert await run(source, scratch, ("python", "bot.py")) == f"{sys.executable}\n"


@pytest.mark.process
async def test_token__in_no_command_line(source, scratch):
    (source / "bot.py").write_text("print(open('/proc/self/cmdline').read())")
    assert "secret-token" not in await run(source, scratch, ("python", "bot.py"))


@pytest.mark.process
async def test_memory__nothing_on_disk_outlives_a_session(source, scratch):
    (source / "bot.py").write_text(
        "import os\n"
        "for folder in ('.', os.environ['HOME'], os.environ['TMPDIR']):\n"
        "    path = os.path.join(folder, 'seen')\n"
        "    print(os.path.exists(path))\n"
        "    open(path, 'w').write('x')\n"
    )
    for _ in range(2):
        assert await run(source, scratch, ("python", "bot.py")) == "False\nFalse\nFalse\n"
    assert not (source / "seen").exists()
    assert [entry.name for entry in scratch.iterdir()] == ["processes"]
    assert list((scratch / "processes").iterdir()) == []


@pytest.mark.process
async def test_removal__bot_took_its_permissions_away(source, scratch):
    (source / "bot.py").write_text(
        "import os\n"
        "os.makedirs('deep/er')\n"
        "open('deep/er/file', 'w')\n"
        "os.chmod('deep/er', 0)\n"
        "os.chmod('deep', 0)\n"
        "os.chmod('.', 0)\n"
    )
    await run(source, scratch, ("python", "bot.py"))
    assert [entry.name for entry in scratch.iterdir()] == ["processes"]


def test_copy__links_that_lead_outside_stay_behind(source, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("x")
    (source / "bot.py").write_text("")
    (source / "data").mkdir()
    (source / "data" / "inside").symlink_to("../bot.py")
    (source / "data" / "outside").symlink_to("../../secret")
    (source / "absolute").symlink_to(secret)
    (source / "folder").symlink_to(tmp_path)
    (source / "loop").symlink_to("loop")
    os.mkfifo(source / "pipe")
    target = tmp_path / "target"
    left_out = copy_bot(source, target)
    assert left_out == ["absolute", "data/outside", "folder", "pipe"]
    assert sorted(str(p.relative_to(target)) for p in target.rglob("*")) == [
        "bot.py",
        "data",
        "data/inside",
        "loop",
    ]
    assert (target / "data" / "inside").is_symlink()


def test_copy__without_what_a_submission_ignores(source, tmp_path):
    (source / "bot.py").write_text("")
    for name in IGNORED:
        (source / "lib" / name).mkdir(parents=True)
    assert copy_bot(source, tmp_path / "target") == []
    copied = sorted(str(p.relative_to(tmp_path)) for p in (tmp_path / "target").rglob("*"))
    assert copied == ["target/bot.py", "target/lib"]


def test_copy__of_a_read_only_folder_can_be_written(source, tmp_path):
    (source / "bot.py").write_text("")
    source.chmod(0o500)
    target = tmp_path / "target"
    copy_bot(source, target)
    assert target.stat().st_mode & 0o777 == 0o700


async def test_launch__folder_is_gone(source, scratch):
    source.rmdir()
    with pytest.raises(LadderError, match="is gone"):
        await run(source, scratch, ("python", "bot.py"))
    assert list(scratch.iterdir()) == []


async def test_launch__no_such_program_leaves_no_folder(source, scratch):
    with pytest.raises(LadderError, match="no program"):
        await run(source, scratch, ("nosuchprogram",))
    assert [entry.name for entry in scratch.rglob("*") if entry.name != "processes"] == []
