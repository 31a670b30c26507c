"""What the kernel tells of threads that waited for a core."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from pathlib import Path

import pytest

from referee import runqueue
from referee.lag import LoopLag
from referee.runqueue import RunQueue


@pytest.fixture
def threads(tmp_path):
    """A folder like /proc/self/task: a name for each thread, and what it has waited, in ns."""

    def tell(**waited_ns: int) -> Path:
        for name, waited in waited_ns.items():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "schedstat").write_text(f"123 {waited} 45\n")
        return tmp_path

    return tell


def open_files() -> set[str]:
    """Those that tell of waiting; threads of gRPC open and close others when they like."""
    found = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            if "schedstat" in str(entry.readlink()):
                found.add(entry.name)
    return found


def test_waiting__is_that_of_all_threads_since_the_last_reading(threads):
    queue = RunQueue(threads(one=5_000_000_000, two=0))
    queue.open()
    assert queue.waited() == 0
    threads(one=5_020_000_000, two=3_000_000)
    assert queue.waited() == pytest.approx(0.023)
    assert queue.waited() == 0
    queue.close()


def test_waiting__of_a_new_thread_counts_from_when_it_is_known(threads, monkeypatch):
    monkeypatch.setattr(runqueue, "_LOOK_EVERY", 1)
    queue = RunQueue(threads(one=0))
    queue.open()
    threads(two=9_000_000)
    assert queue.waited() == 0
    threads(two=10_000_000)
    assert queue.waited() == pytest.approx(0.001)
    queue.close()


def test_waiting__where_the_kernel_does_not_tell_is_nothing(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "schedstat").write_text("nothing")
    for folder in (tmp_path, tmp_path / "gone"):
        queue = RunQueue(folder)
        queue.open()
        assert queue.waited() == 0
        queue.close()


def test_waiting__of_threads_that_come_and_go_leaves_no_file_open(monkeypatch):
    monkeypatch.setattr(runqueue, "_LOOK_EVERY", 1)
    before = open_files()
    queue = RunQueue()
    queue.open()
    go = threading.Event()
    started = [threading.Thread(target=go.wait) for _ in range(5)]
    for thread in started:
        thread.start()
    queue.waited()
    assert len(open_files() - before) >= len(started) + 1
    go.set()
    for thread in started:
        thread.join()
    assert queue.waited() >= 0
    queue.close()
    queue.close()
    assert open_files() == before


@pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="this kernel does not count waiting"
)
def test_waiting__for_a_core_that_others_use_is_seen():
    """Threads on one core cannot all run at once, and Python's own lock is let go meanwhile."""
    queue = RunQueue()
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    rival = os.posix_spawnp("sh", ["sh", "-c", "while :; do :; done"], os.environ)
    try:
        queue.open()
        waited, until = 0.0, time.monotonic() + 20
        while waited < 0.005 and time.monotonic() < until:
            waited += queue.waited()
        assert waited >= 0.005
    finally:
        os.kill(rival, 9)
        os.waitpid(rival, 0)
        os.sched_setaffinity(0, allowed)
        queue.close()


async def test_lag__counts_threads_that_waited_while_the_loop_ran(threads, monkeypatch):
    """An answer may wait in a thread of gRPC though the loop is idle."""
    folder = threads(one=0)
    monkeypatch.setattr(RunQueue.__init__, "__defaults__", (folder,))
    lag = LoopLag(asyncio.get_running_loop())
    begun = time.monotonic_ns()
    lag.start()
    await asyncio.sleep(0.2)
    threads(one=90_000_000)
    assert lag.since_us(begun) >= 90_000
    await asyncio.sleep(0.02)
    assert lag.since_us(begun) >= 90_000, "it still counts when the beat has come"
    # The kernel may take the core away between two looks at the time, though hardly each time.
    assert min(lag.since_us(time.monotonic_ns()) for _ in range(20)) == 0
    lag.stop()
