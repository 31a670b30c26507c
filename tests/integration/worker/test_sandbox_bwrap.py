"""The sandbox `bwrap`: what a bot can reach, what it may use, and an end that leaves nothing.

All of it holds for root, who hands out user ids and cgroups, and for a plain user, who has neither;
what a plain user gets is tried here by leaving these out.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox import BotProcess, Limits
from ladder.worker.sandbox.base import MARKER, Ending
from ladder.worker.sandbox.tally import pid_namespace, processes_of
from ladder.worker.sandbox.tree import process_facts

pytestmark = pytest.mark.process

WITHIN_S = 30


async def end_of(process: BotProcess) -> Ending:
    async with asyncio.timeout(WITHIN_S):
        return await process.wait()


async def test_files__a_bot_sees_its_folder_and_the_system_alone(jail, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("of the operator")
    lines = await jail.say(
        "import os, sys; print(sorted(os.listdir('/'))); print(os.listdir('.'));"
        "print(os.path.exists(sys.argv[1]), os.path.exists('/etc/shadow'), os.getcwd())",
        str(tmp_path / "secret"),
    )
    assert set(eval(lines[0])).isdisjoint({"var", "home2", "opt", "boot", "mnt", "srv", "sys"})
    assert lines[1:] == ["['bot.py']", "False False /bot"]


async def test_files__what_a_bot_may_write_is_its_scratch_alone(jail) -> None:
    lines = await jail.say(
        "import os\n"
        "for place in ('.', '/', '/usr', '/etc', '/dev', '/run', '/tmp', '/dev/shm', '~'):\n"
        "    try:\n"
        "        open(os.path.join(os.path.expanduser(place), 'note'), 'w').write('x')\n"
        "        print(place)\n"
        "    except OSError: pass\n"
        "print(os.environ['HOME'], os.environ['TMPDIR'])"
    )
    assert lines == ["/tmp", "/dev/shm", "~", "/home/bot /tmp"]


async def test_files__a_link_in_its_folder_leads_nowhere(jail, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("of the operator")
    (jail.folder / "link").symlink_to(tmp_path / "secret")
    assert await jail.say("import os; print(os.path.exists('link'))") == ["False"]


async def test_scratch__is_full_at_its_limit(jail) -> None:
    limits = Limits(scratch_bytes=4 << 20)
    process = await jail.start(
        "for place in ('/tmp', '/dev/shm', '/home/bot'):\n"
        "    written = 0\n"
        "    try:\n"
        "        with open(f'{place}/fill', 'wb', buffering=0) as file:\n"
        "            while True: written += file.write(bytes(1 << 16))\n"
        "    except OSError as error: print(place, written, error.strerror)",
        limits=limits,
    )
    await end_of(process)
    full = "No space left on device"
    assert process.take_log().splitlines() == [
        f"{place} {4 << 20} {full}" for place in ("/tmp", "/dev/shm", "/home/bot")
    ]


async def test_network__there_is_none_but_the_seat(jail) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as name, socket.socket(socket.AF_UNIX) as seat:
        seat.bind(f"{name}/seat")
        seat.listen()
        lines = await jail.say(
            "import os, socket\n"
            "print([name for _, name in socket.if_nameindex()])\n"
            "print(len(open('/proc/net/route').read().splitlines()))\n"
            "address = os.environ['SIURELL_ADDRESS'].removeprefix('unix:')\n"
            "with socket.socket(socket.AF_UNIX) as door: door.connect(address); print('in')\n"
            "print(os.listdir('/run/siurell'))",
            seat=Path(name, "seat"),
        )
    assert lines == ["['lo']", "1", "in", "['seat']"]


async def test_user__has_no_weight(jail) -> None:
    """Pitfall 1: the user is dropped before anything of the bot runs."""
    lines = await jail.say(
        "import os\n"
        "print([os.getuid() == os.geteuid(), os.geteuid() == 0, os.getgroups()])\n"
        "status = open('/proc/self/status').read()\n"
        "print([line.split() for line in status.splitlines() if line[:6] in ('CapEff', 'NoNewP')])"
    )
    assert lines[0].startswith("[True, False, ")
    assert eval(lines[1]) == [["CapEff:", "0" * 16], ["NoNewPrivs:", "1"]]


async def test_processes__it_sees_its_own_alone(jail) -> None:
    lines = await jail.say(
        "import os; print(len([name for name in os.listdir('/proc') if name.isdigit()]))\n"
        "print(os.getppid())"
    )
    assert lines == ["2", "1"]


async def test_processes__no_more_than_its_limit(jail) -> None:
    """Pitfall 1: set inside and for no root, the limit counts, and for this bot alone."""
    process = await jail.start(
        "import os, time\n"
        "started = 0\n"
        "try:\n"
        "    while True:\n"
        "        if os.fork() == 0: time.sleep(600)\n"
        "        started += 1\n"
        "except BlockingIOError: print(started, flush=True)",
        limits=Limits(processes=16),
    )
    await end_of(process)
    [started] = process.take_log().splitlines()
    assert 8 <= int(started) < 16


@pytest.mark.parametrize("processes", [1, 4])
async def test_memory__of_the_whole_tree(jail, processes: int) -> None:
    """Pitfall 4: with its last word, also where the kernel ends one child and the bot lives on."""
    process = await jail.start(
        "import os, sys, time\n"
        "for _ in range(int(sys.argv[1]) - 1):\n"
        "    if os.fork() == 0: break\n"
        "kept = []\n"
        "while True: kept.append(bytearray(b'x') * (1 << 20)); time.sleep(0.002)",
        str(processes),
        limits=Limits(memory_bytes=128 << 20),
    )
    ending = await end_of(process)
    await process.kill()
    assert ending.signal == signal.SIGKILL
    assert process.ending.detail == "It used more than 128 MiB of memory."


async def test_signal__is_told_as_one(jail) -> None:
    process = await jail.start("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    ending = await end_of(process)
    assert (ending.exit_code, ending.signal, ending.detail) == (None, signal.SIGSEGV, "")


async def test_exit_code__is_its_own(jail) -> None:
    process = await jail.start("import sys; print('last', file=sys.stderr); sys.exit(3)")
    ending = await end_of(process)
    assert (ending.exit_code, ending.signal) == (3, None)
    assert process.last_lines() == "last"


async def test_output__without_end_ends_the_bot(jail) -> None:
    """Pitfall 10: output is read all the time, and too much of it is an end."""
    process = await jail.start(
        "while True: print('x' * 65536)", limits=Limits(output_bytes=1 << 20)
    )
    await end_of(process)
    assert process.ending.detail == "It wrote more than 1048576 bytes."


async def test_kill__leaves_no_daemon(jail) -> None:
    """Pitfall 3: neither does one that left its group and wiped its environment."""
    process = await jail.start(
        "import os, time\n"
        "print(os.readlink('/proc/self/ns/pid'), flush=True)\n"
        "for _ in range(3):\n"
        "    if os.fork() == 0: os.setsid(); os.environ.clear(); time.sleep(600)\n"
        "time.sleep(600)"
    )
    async with asyncio.timeout(WITHIN_S):
        while not (said := process.take_log().split()):
            await asyncio.sleep(0.01)
    assert processes_of(said[0])
    await process.kill()
    await process.kill()
    assert not processes_of(said[0])
    assert process_facts(process.pid) is None


async def test_end__of_the_command_ends_its_daemons(jail) -> None:
    lines = await jail.say(
        "import os, time\n"
        "print(os.readlink('/proc/self/ns/pid'), flush=True)\n"
        "if os.fork() == 0: os.setsid(); time.sleep(600)"
    )
    assert not processes_of(lines[0])


async def test_cgroups__none_is_left(jail) -> None:
    tree = jail.sandbox._tree
    before = set(tree.glob(f"siurell-{os.getpid()}-*")) if tree else set()
    process = await jail.start("import time; time.sleep(600)")
    during = set(tree.glob(f"siurell-{os.getpid()}-*")) if tree else {process}
    assert len(during - before) == 1
    await process.kill()
    assert not tree or not (during - before) & set(tree.glob(f"siurell-{os.getpid()}-*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="user ids are handed out by root")
async def test_slots__two_bots_are_two_users(jail) -> None:
    program = "import os, time; print(os.getuid(), flush=True); time.sleep(600)"
    bots = [await jail.start(program) for _ in range(2)]
    uids = []
    async with asyncio.timeout(WITHIN_S):
        for bot in bots:
            while not (said := bot.take_log().split()):
                await asyncio.sleep(0.01)
            uids += said
    assert len(set(uids)) == 2


async def test_start__a_program_that_is_not_there(jail) -> None:
    with pytest.raises(LadderError, match=r"There is no program `\./run`") as raised:
        await jail.sandbox.start(
            ("./run",), folder=jail.folder, environment={MARKER: "m" * 32}, limits=Limits()
        )
    assert raised.value.reason == "CANNOT_START"


async def test_start__a_sandbox_that_cannot_be_set_up(jail) -> None:
    jail.sandbox._program = "/bin/false"
    with pytest.raises(LadderError, match="The sandbox cannot be set up") as raised:
        await jail.start("")
    assert raised.value.reason == "NO_PROCESS"


async def test_start__a_helper_thread_that_ends_takes_no_bot_with_it(jail) -> None:
    """Pitfall 2: a bot dies with the thread that forked it, so that is one which stays."""
    helpers = ThreadPoolExecutor()
    asyncio.get_running_loop().set_default_executor(helpers)
    await asyncio.to_thread(os.getpid)
    bot = await jail.start("import time; print('ran', flush=True); time.sleep(600)")
    async with asyncio.timeout(WITHIN_S):
        while not bot.take_log():
            await asyncio.sleep(0.01)
    helpers.shutdown()
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await bot.wait()
    assert bot.ending is None


async def test_start__it_dies_with_its_parent(jail, tmp_path: Path) -> None:
    """Pitfall 14: also when the worker is killed outright."""
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from ladder.worker.sandbox.base import Limits, MARKER\n"
        "from ladder.worker.sandbox.bwrap import BwrapSandbox\n"
        "async def main():\n"
        "    bot = await BwrapSandbox().start((sys.executable, 'bot.py'),\n"
        "        folder=Path(sys.argv[1]), limits=Limits(),\n"
        "        environment={MARKER: 'k' * 32, 'PATH': '/usr/bin:/bin'})\n"
        "    while not bot.take_log(): await asyncio.sleep(0.01)\n"
        "    print('started', flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    (jail.folder / "bot.py").write_text("import time; print(1, flush=True); time.sleep(600)")
    started = await asyncio.create_subprocess_exec(
        sys.executable, str(worker), str(jail.folder), stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(WITHIN_S):
        assert await started.stdout.readline() == b"started\n"
        mine = pid_namespace(os.getpid())
        children = _children(started.pid)
        inside = {pid_namespace(pid) for child in children for pid in _children(child)} - {mine}
        started.kill()
        await started.wait()
        while any(processes_of(namespace) for namespace in inside if namespace):
            await asyncio.sleep(0.01)
    assert inside


def _children(parent: int) -> list[int]:
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    return [pid for pid in pids if (facts := process_facts(pid)) and facts.parent == parent]
