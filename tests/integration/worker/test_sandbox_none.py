"""The sandbox `none`: limits, output, and an end that leaves nothing."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from siurell.errors import LadderError

from ladder.worker.sandbox import Limits

pytestmark = pytest.mark.process

SLEEP = "import time; time.sleep(600)"
DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir('/')
        open(sys.argv[1], 'w').write(str(os.getpid()))
        time.sleep(600)
    os._exit(0)
os.wait()
print('left', flush=True)
if sys.argv[2] == 'stay':
    time.sleep(600)
"""
FLOOD = """
import sys
while True:
    sys.stdout.write('x' * 65536)
"""


@pytest_asyncio.fixture(params=["cold", "warm"], autouse=True)
async def kind_of_start(request, runner) -> AsyncIterator[str]:
    """All of this holds for bots that are started from nothing and for forked ones."""
    if request.param == "cold":
        yield "cold"
        return
    async with runner.sandbox:
        yield "warm"
        for process in runner.started:
            await process.kill()


async def test_start__of_the_kind_that_is_tested(runner, kind_of_start: str, forked_by):
    process = await runner.start("")
    assert (forked_by(process) is not None) == (kind_of_start == "warm")


async def test_exit_code__process_ends_by_itself(runner):
    process = await runner.start("import sys; sys.stderr.write('last words\\n'); sys.exit(3)")
    ending = await process.wait()
    assert (ending.exit_code, ending.signal) == (3, None)
    assert process.last_lines() == "last words"


async def test_signal__process_kills_itself(runner):
    process = await runner.start("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    ending = await process.wait()
    assert (ending.exit_code, ending.signal) == (None, signal.SIGSEGV)


async def test_log__both_outputs_in_one(runner):
    process = await runner.start("import sys; print('out'); print('err', file=sys.stderr)")
    await process.wait()
    assert sorted(process.take_log().splitlines()) == ["err", "out"]
    assert process.take_log() == ""


async def test_kill__twice_and_after_the_end(runner):
    """F07: to end what has ended is no error and does not wait."""
    process = await runner.start("pass")
    await process.wait()
    await process.kill()
    await process.kill()
    assert process.ending is not None
    assert process.ending.exit_code == 0


async def test_kill__signals_that_end_a_process_are_ignored(runner, until):
    program = (
        "import signal, time\n"
        "for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "print('deaf', flush=True)\n"
        "time.sleep(600)"
    )
    process = await runner.start(program)
    log = []
    await until(lambda: log.append(process.take_log()) or "deaf" in "".join(log))
    await process.kill()
    assert process.ending is not None
    assert process.ending.signal == signal.SIGKILL


@pytest.mark.parametrize("then", ["stay", "leave"])
async def test_kill__a_daemon_that_left_the_session(runner, until, tmp_path: Path, then: str):
    mark = tmp_path / "daemon"
    process = await runner.start(DAEMON, str(mark), then)
    await until(lambda: mark.exists() and mark.read_text() != "")
    daemon = int(mark.read_text())
    assert daemon in runner.living()
    if then == "leave":
        await process.wait()
    await process.kill()
    assert runner.living() == []


async def test_end__known_while_a_daemon_holds_the_pipes(runner, tmp_path: Path):
    process = await runner.start(DAEMON, str(tmp_path / "daemon"), "leave")
    assert (await process.wait()).exit_code == 0


async def test_end__where_the_kernel_has_no_pidfd(runner, monkeypatch):
    def refuse(pid: int) -> int:
        raise OSError(errno.ENOSYS, "not implemented")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    process = await runner.start("import sys; sys.exit(3)")
    assert (await process.wait()).exit_code == 3


async def test_flood__ended_and_said_why(runner):
    limits = Limits(output_bytes=1 << 20, head_bytes=1000, tail_bytes=1000)
    process = await runner.start(FLOOD, limits=limits)
    ending = await process.wait()
    assert ending.signal == signal.SIGKILL
    assert "more than 1048576 bytes" in ending.detail
    assert len(process.take_log()) < 2100


async def test_file_limit__bot_writes_a_large_file(runner):
    program = "f = open('large', 'wb')\nwhile True: f.write(b'x' * 65536)"
    process = await runner.start(program, limits=Limits(file_bytes=1 << 20))
    ending = await process.wait()
    assert ending.exit_code == 1
    assert "File too large" in process.last_lines()
    assert (runner.folder / "large").stat().st_size <= 1 << 20


async def test_cpu_limit__bot_computes_without_end(runner):
    process = await runner.start("while True: pass", limits=Limits(cpu_s=1))
    ending = await process.wait()
    assert ending.signal in (signal.SIGXCPU, signal.SIGKILL)


async def test_environment__only_what_was_given(runner, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_OPERATOR", "x")
    process = await runner.start("import os; print(sorted(os.environ))")
    await process.wait()
    log = process.take_log()
    assert "SECRET_OF_THE_OPERATOR" not in log
    assert "SIURELL_SESSION" in log


async def test_open_files__nothing_is_inherited(runner, tmp_path: Path):
    with (tmp_path / "secret").open("w"):
        process = await runner.start("import os; print(len(os.listdir('/proc/self/fd')))")
        await process.wait()
    # 0, 1, 2 and the one that lists them
    assert process.take_log() == "4\n"


async def test_no_such_program__a_sentence(runner):
    with pytest.raises(LadderError, match="no program `nosuchprogram`") as caught:
        await runner.start_command(("nosuchprogram",))
    assert caught.value.reason == "CANNOT_START"


async def test_program_in_the_folder__not_executable(runner):
    (runner.folder / "run").write_text("#!/bin/sh\n")
    with pytest.raises(LadderError, match=r"no program `\./run`"):
        await runner.start_command(("./run",))


async def test_program_in_the_folder__runs_there(runner):
    (runner.folder / "run").write_text("#!/bin/sh\npwd\n")
    (runner.folder / "run").chmod(0o755)
    process = await runner.start_command(("./run",))
    await process.wait()
    assert process.take_log().strip() == str(runner.folder.resolve())


async def test_baseline__many_processes(runner):
    """F02: no instance is left, however many there were."""
    for _ in range(20):
        process = await runner.start(SLEEP)
        await process.kill()
    assert runner.living() == []
