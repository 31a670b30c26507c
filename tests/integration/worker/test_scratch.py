"""Temporary folders of runs, and what a killed run leaves behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox.tree import process_facts, session_processes
from ladder.worker.scratch import Scratch, record_process, remove_tree, sweep

KILLED_RUN = """
import asyncio, os, subprocess, sys
from pathlib import Path
from ladder.worker.scratch import Scratch, record_process

async def main():
    async with Scratch(Path(sys.argv[1])) as scratch:
        child = subprocess.Popen(
            ["sleep", "600"], env={**os.environ, "SIURELL_SESSION": sys.argv[2]},
            start_new_session=True,
        )
        record_process(scratch.folder, sys.argv[2], child.pid)
        print(child.pid, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_run__folder_is_private_and_removed(tmp_path: Path):
    base = tmp_path / "base"
    async with Scratch(base) as scratch:
        assert scratch.folder.stat().st_mode & 0o777 == 0o700
        (scratch.folder / "file").write_text("x")
    assert list(base.iterdir()) == []


async def test_run__removed_after_an_error(tmp_path: Path):
    base = tmp_path / "base"
    with pytest.raises(ZeroDivisionError):
        async with Scratch(base):
            raise ZeroDivisionError
    assert list(base.iterdir()) == []


async def test_sweep__a_living_run_is_left_alone(tmp_path: Path):
    async with Scratch(tmp_path) as first, Scratch(tmp_path) as second:
        assert first.folder.is_dir()
        assert second.folder.is_dir()
        assert await sweep(tmp_path) == 0


async def test_sweep__a_run_that_was_killed_before_it_had_begun(tmp_path: Path):
    """One that is only just being made is left alone."""
    for name in ("new-run-old", "new-run-young"):
        (tmp_path / name / "processes").mkdir(parents=True)
    os.utime(tmp_path / "new-run-old", (0, 0))
    await sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new-run-young"]


async def test_base__a_link_of_somebody_else_is_refused(tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "base").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LadderError, match="belongs to somebody else"):
        async with Scratch(tmp_path / "base"):
            pass


@pytest.mark.process
async def test_sweep__a_killed_run(tmp_path: Path):
    # Looked for in the whole machine, where others may run this test too.
    marker = os.urandom(16).hex()
    run = subprocess.Popen(
        [sys.executable, "-c", KILLED_RUN, str(tmp_path), marker], stdout=subprocess.PIPE
    )
    assert run.stdout is not None
    child = int(run.stdout.readline())
    run.send_signal(signal.SIGKILL)
    run.wait(10)
    run.stdout.close()
    assert session_processes(marker, None) == [child]
    async with Scratch(tmp_path) as scratch:
        assert session_processes(marker, None) == []
        assert list(tmp_path.iterdir()) == [scratch.folder]


KILLED_PROBE = """
import asyncio, os, sys
from pathlib import Path
from ladder.worker import scratch
from ladder.worker.sandbox import probe
from ladder.worker.sandbox.none import NoSandbox
scratch._default_base = lambda: Path(sys.argv[1])
async def killed(*_):
    os.kill(os.getpid(), 9)
probe._run_inside = killed
asyncio.run(probe.probe(NoSandbox()))
"""


@pytest.mark.process
async def test_sweep__a_probe_that_was_killed(tmp_path: Path):
    """What a command leaves that is killed while it looks at a sandbox: nothing for good."""
    ended = subprocess.run([sys.executable, "-c", KILLED_PROBE, str(tmp_path)], timeout=60)
    assert ended.returncode == -signal.SIGKILL
    [left] = tmp_path.glob("run-*")
    async with Scratch(tmp_path):
        assert not left.exists()


@pytest.mark.process
async def test_sweep__a_process_id_that_is_somebody_elses_now(tmp_path: Path):
    run = tmp_path / "run-dead"
    run.mkdir()
    bystander = subprocess.Popen(["sleep", "600"], start_new_session=True)
    try:
        record_process(run, "ab" * 16, bystander.pid)
        record = run / "processes" / ("ab" * 16)
        facts = process_facts(bystander.pid)
        assert facts is not None
        record.write_text(record.read_text().replace(str(facts.started), str(facts.started - 1)))
        assert await sweep(tmp_path) == 1
        assert bystander.poll() is None
    finally:
        os.kill(bystander.pid, signal.SIGKILL)
        bystander.wait(10)


def nest(top: Path, levels: int, name: str) -> None:
    """Folders within folders, deeper than a path may be long."""
    here = os.open(top, os.O_DIRECTORY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_DIRECTORY, dir_fd=here)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
        os.close(here)
        here = inner
    os.close(here)


@pytest.mark.parametrize(("levels", "name"), [(2_000, "d"), (60, "n" * 200)])
def test_remove_tree__however_deep_it_lies(tmp_path: Path, levels: int, name: str):
    top = tmp_path / "run"
    top.mkdir()
    nest(top, levels, name)
    remove_tree(top)
    assert not top.exists()


def test_remove_tree__follows_no_link(tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("x")
    top = tmp_path / "run"
    (top / "a").mkdir(parents=True)
    (top / "link").symlink_to(elsewhere)
    (top / "a" / "link").symlink_to(elsewhere)
    remove_tree(top)
    assert not top.exists()
    top.symlink_to(elsewhere)
    remove_tree(top)
    assert not top.is_symlink()
    assert (elsewhere / "kept").exists()


def test_remove_tree__gives_permissions_back(tmp_path: Path):
    top = tmp_path / "run"
    (top / "a" / "b" / "c").mkdir(parents=True)
    (top / "a" / "b" / "c" / "file").write_text("x")
    for folder in (top / "a" / "b" / "c", top / "a" / "b", top / "a", top):
        folder.chmod(0)
    remove_tree(top)
    assert not top.exists()


def test_remove_tree__what_is_not_there_is_no_error(tmp_path: Path):
    remove_tree(tmp_path / "nothing")


@pytest.mark.process
async def test_sweep__a_bot_whose_worker_was_killed_while_starting_it(tmp_path: Path) -> None:
    """It is not known by its number yet, but its mark is on record."""
    run = tmp_path / "run-dead"
    run.mkdir()
    (run / "lock").touch()
    marker = os.urandom(16).hex()
    record_process(run, marker)
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import time; time.sleep(600)", env={"SIURELL_SESSION": marker}
    )
    assert await sweep(tmp_path) == 1
    async with asyncio.timeout(30):
        assert await bot.wait() == -signal.SIGKILL
