"""Cores: one for each match, held by nobody else, and bots that stay on theirs."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.domain.cores import check_jobs, cores_of_a_match
from ladder.worker.cores import hold_cores, hold_tree, usable_cores
from ladder.worker.load import processor_quota

FAMILY = """
import os, threading, time
for _ in range(3):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
if os.fork() == 0:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    print("child", os.getpid(), flush=True)
    time.sleep(60)
print("parent", os.getpid(), flush=True)
time.sleep(60)
"""

HOLDER = """
import sys, time
from pathlib import Path
from ladder.worker.cores import hold_cores
with hold_cores(1, Path(sys.argv[1])) as cores:
    print(*cores, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def family() -> Iterator[list[int]]:
    """A process with threads and a child with threads: their ids, the parent first."""
    child = subprocess.Popen(
        [sys.executable, "-c", FAMILY], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert child.stdout is not None
    said = dict(child.stdout.readline().split() for _ in range(2))
    yield [int(said["parent"]), int(said["child"])]
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()


def affinities(pid: int) -> set[frozenset[int]]:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return {frozenset(os.sched_getaffinity(int(thread.name))) for thread in threads}


def open_under(folder: Path) -> list[Path]:
    """What this process has open there; what else it has is of other tests, and goes late."""
    found: list[Path] = []
    for file in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.append(file.readlink())
    return [path for path in found if path.is_relative_to(folder)]


@pytest.mark.process
def test_hold_tree__holds_every_thread_of_every_process(family: list[int]) -> None:
    core = max(os.sched_getaffinity(0))
    assert hold_tree(family[0], core)
    for pid in family:
        assert affinities(pid) == {frozenset({core})}


@pytest.mark.process
def test_hold_tree__says_so_where_there_is_no_such_core(family: list[int]) -> None:
    before = affinities(family[0])
    assert not hold_tree(family[0], 1023)
    assert affinities(family[0]) == before


def test_hold_cores__gives_no_core_twice(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    with hold_cores(len(cores), tmp_path) as all_of_them:
        assert all_of_them == tuple(cores)
        with hold_cores(1, tmp_path) as none:
            assert none == ()
    with hold_cores(1, tmp_path) as first:
        assert first == (cores[0],)


def test_hold_cores__more_than_there_are_are_none(tmp_path: Path) -> None:
    all_of_them = sorted(os.sched_getaffinity(0))
    with hold_cores(len(all_of_them) + 1, tmp_path) as cores:
        assert cores == ()
        with hold_cores(1, tmp_path) as other:
            assert other == (all_of_them[0],), "what cannot be held whole is let go at once"


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_hold_cores__a_lock_that_fails_leaves_no_other_behind(tmp_path: Path) -> None:
    first, second = sorted(os.sched_getaffinity(0))[:2]
    (tmp_path / str(second)).mkdir()
    with hold_cores(2, tmp_path) as cores:
        assert cores == ()
        assert open_under(tmp_path) == []
        with hold_cores(1, tmp_path) as other:
            assert other == (first,)
            assert open_under(tmp_path) == [tmp_path / str(first)]


def test_hold_cores__where_no_lock_can_be_had_are_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with hold_cores(1, tmp_path / "file" / "folder") as cores:
        assert cores == ()


@pytest.mark.process
def test_hold_cores__of_a_killed_process_are_free_again(tmp_path: Path) -> None:
    words = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        held = int(holder.stdout.readline())
        with hold_cores(1, tmp_path) as other:
            assert held not in other
        holder.kill()
        holder.wait()
    with hold_cores(1, tmp_path) as cores:
        assert cores == (held,)


@pytest.mark.parametrize(
    ("files", "quota"),
    [
        ({"cpu.max": "150000 100000\n"}, 1.5),
        ({"cpu.max": "max 100000\n"}, None),
        ({"cpu,cpuacct/cpu.cfs_quota_us": "50000", "cpu,cpuacct/cpu.cfs_period_us": "25000"}, 2.0),
        ({"cpu,cpuacct/cpu.cfs_quota_us": "-1", "cpu,cpuacct/cpu.cfs_period_us": "1"}, None),
        ({}, None),
    ],
)
def test_quota__is_that_of_the_control_group(
    tmp_path: Path, files: dict[str, str], quota: float | None
) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text("3:cpu,cpuacct:/mine\n0::/mine\n")
    for name, text in files.items():
        path = tmp_path / "cgroups" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert processor_quota(tmp_path / "proc", tmp_path / "cgroups") == quota


def test_t05__no_more_matches_at_a_time_than_cores() -> None:
    """T05: with more of them the runner itself is late, and bots lose on time."""
    assert cores_of_a_match(4, ponder=False) == 1
    assert cores_of_a_match(4, ponder=True) == 4
    check_jobs(2, 2)
    with pytest.raises(LadderError, match="The most is --jobs 2") as caught:
        check_jobs(3, 2)
    assert caught.value.reason == "TOO_MANY_JOBS"
    assert 1 <= usable_cores() <= len(os.sched_getaffinity(0))
