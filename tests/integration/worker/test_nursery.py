"""The nursery: what it forks, what it leaves to a start from nothing, and how it fails."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from ladder.worker import nursery as nursery_module

pytestmark = pytest.mark.process

SLEEP = "import time; time.sleep(600)"

WITH_A_THREAD = """
import sys, threading
from ladder.worker.nursery_process import main
threading.Thread(target=threading.Event().wait, daemon=True).start()
main()
"""


def command_of(pid: str) -> str:
    """The command of a process; nothing when it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def python(*words: str) -> tuple[str, ...]:
    return (sys.executable, *words)


async def test_bots__one_nursery_for_all_while_it_is_open(runner, forked_by):
    async with runner.sandbox:
        async with runner.sandbox:
            first = forked_by(await runner.start(SLEEP))
        second = forked_by(await runner.start(SLEEP))
        for process in runner.started:
            await process.kill()
    assert first is not None
    assert first == second
    assert not Path(f"/proc/{first}").exists()


async def test_bots__at_once(runner, forked_by):
    async with runner.sandbox:
        bots = await asyncio.gather(*(runner.start(SLEEP) for _ in range(6)))
        assert len({forked_by(bot) for bot in bots} - {None}) == 1
        assert len(runner.living()) == 6
        await asyncio.gather(*(bot.kill() for bot in bots))
        assert runner.living() == []


async def test_sandbox_not_entered__from_nothing(runner, forked_by):
    assert forked_by(await runner.start("")) is None


async def test_sandbox_entered_again__a_new_nursery(runner, forked_by):
    found = set()
    for _ in range(2):
        async with runner.sandbox:
            process = await runner.start(SLEEP)
            found.add(forked_by(process))
            await process.kill()
    assert len(found - {None}) == 2


async def test_random__every_bot_draws_its_own(runner):
    drawn = set()
    async with runner.sandbox:
        for _ in range(3):
            process = await runner.start("import random, secrets; print(random.random())")
            await process.wait()
            drawn.add(process.take_log())
    assert len(drawn) == 3


async def test_secrets__none_in_the_nursery(runner, forked_by):
    (runner.folder / "bot.py").write_text(SLEEP)
    async with runner.sandbox:
        process = await runner.start_command(
            python("bot.py"), SIURELL_TOKEN="secret", SIURELL_ADDRESS="unix:/nowhere"
        )
        environment = Path(f"/proc/{forked_by(process)}/environ").read_text()
        assert "SIURELL_TOKEN" not in environment
        assert "SIURELL_ADDRESS" not in environment
        assert runner.marker not in environment
        await process.kill()


async def test_nursery__keeps_nothing_of_bots_that_ended(runner, forked_by):
    async with runner.sandbox:
        nursery = forked_by(await runner.start(SLEEP))
        files = Path(f"/proc/{nursery}/fd")
        before = len(list(files.iterdir()))
        for _ in range(10):
            await (await runner.start("")).wait()
        # What is asked for now is done after what was let go before.
        await (await runner.start("")).wait()
        children = Path(f"/proc/{nursery}/task/{nursery}/children").read_text().split()
        assert len(list(files.iterdir())) <= before + 2
        assert len(children) <= 2
        for process in runner.started:
            await process.kill()


@pytest.mark.parametrize(
    "words",
    [
        ("-c", "pass"),
        ("-u", "bot.py"),
        ("-m", "bot"),
        ("missing.py",),
        ("../outside.py",),
        ("link.py",),
        ("bot",),
    ],
)
async def test_command__not_of_the_plain_kind(runner, forked_by, words):
    outside = runner.folder.parent / "outside.py"
    outside.write_text("")
    (runner.folder / "link.py").symlink_to(outside)
    for name in ("bot.py", "bot"):
        (runner.folder / name).write_text("")
    async with runner.sandbox:
        assert forked_by(await runner.start_command(python(*words))) is None
        assert forked_by(await runner.start_command(python("bot.py"))) is not None


async def test_folder__of_the_usual_kind(runner, forked_by):
    for name in ("siurell.toml", "bot.py", "board.py", "README.md", "types.txt", "data.json"):
        (runner.folder / name).write_text("")
    (runner.folder / "strategy").mkdir()
    (runner.folder / "strategy" / "__init__.py").write_text("")
    async with runner.sandbox:
        assert forked_by(await runner.start("")) is not None


@pytest.mark.parametrize(
    "path",
    [
        "random.py",
        f"typing{EXTENSION_SUFFIXES[0]}",
        "json.pyc",
        "lib/grpc/__init__.py",
        "siurell/x",
        "lib/own.whl",
        "lib/paths.pth",
    ],
)
async def test_folder__brings_modules_that_would_hide_ours(runner, forked_by, path: str):
    async with runner.sandbox:
        assert forked_by(await runner.start("")) is not None
        found = runner.folder / path
        found.parent.mkdir(parents=True, exist_ok=True)
        found.write_text("")
        assert forked_by(await runner.start("")) is None


async def test_folder__too_large_to_look_through(runner, forked_by):
    async with runner.sandbox:
        assert forked_by(await runner.start("")) is not None
        for number in range(2001):
            (runner.folder / f"data{number}").touch()
        assert forked_by(await runner.start("")) is None


async def test_environment__of_another_kind(runner, forked_by):
    (runner.folder / "bot.py").write_text("")
    async with runner.sandbox:
        assert forked_by(await runner.start_command(python("bot.py"))) is not None
        other = await runner.start_command(python("bot.py"), PYTHONOPTIMIZE="1")
        assert forked_by(other) is None
        assert forked_by(await runner.start_command(python("bot.py"), HOME="/x")) is not None


async def test_nursery_is_killed__bots_are_lost_and_the_next_starts_from_nothing(runner, forked_by):
    async with runner.sandbox:
        bots = [await runner.start(SLEEP) for _ in range(2)]
        os.kill(forked_by(bots[0]), signal.SIGKILL)
        for bot in bots:
            ending = await bot.wait()
            assert (ending.signal, ending.lost) == (signal.SIGKILL, True)
        process = await runner.start("print('all the same')")
        assert forked_by(process) is None
        assert (await process.wait()).lost is False
        assert process.take_log() == "all the same\n"
    await asyncio.gather(*(bot.kill() for bot in bots))
    assert runner.living() == []


async def test_bot_is_killed__not_lost(runner):
    async with runner.sandbox:
        process = await runner.start(SLEEP)
        os.kill(process.pid, signal.SIGKILL)
        ending = await process.wait()
        assert (ending.signal, ending.lost) == (signal.SIGKILL, False)


async def test_nursery_hangs__the_next_bot_starts_from_nothing(runner, forked_by, monkeypatch):
    monkeypatch.setattr(nursery_module, "STOP_WITHIN_S", 0.1)
    async with runner.sandbox:
        bot = await runner.start(SLEEP)
        # The first fork is a good one, however long it takes.
        monkeypatch.setattr(nursery_module, "FORK_WITHIN_S", 0.2)
        os.kill(forked_by(bot), signal.SIGSTOP)
        process = await runner.start("print('all the same')")
        assert forked_by(process) is None
        await process.wait()
        assert (await bot.wait()).lost
        assert process.take_log() == "all the same\n"


@pytest.mark.parametrize(
    "program", ["", "import sys; sys.exit(1)", "import time; time.sleep(600)", "no program"]
)
async def test_nursery_does_not_start__bots_do(
    runner, forked_by, monkeypatch, tmp_path: Path, program: str
):
    (tmp_path / "program.py").write_text(program)
    monkeypatch.setattr(nursery_module, "_PROGRAM", tmp_path / "program.py")
    monkeypatch.setattr(nursery_module, "START_WITHIN_S", 1.0)
    monkeypatch.setattr(nursery_module, "STOP_WITHIN_S", 0.1)
    async with runner.sandbox:
        bots = await asyncio.gather(runner.start(SLEEP), runner.start(SLEEP))
        assert [forked_by(bot) for bot in bots] == [None, None]


async def test_nursery_is_slow_to_start__cancelling_does_not_wait_for_it(
    runner, monkeypatch, tmp_path: Path
):
    (tmp_path / "program.py").write_text(SLEEP)
    monkeypatch.setattr(nursery_module, "_PROGRAM", tmp_path / "program.py")
    monkeypatch.setattr(nursery_module, "STOP_WITHIN_S", 0.1)

    async def start() -> None:
        async with runner.sandbox:
            begun.set()
            await runner.start("")

    begun = asyncio.Event()
    starting = asyncio.create_task(start())
    await begun.wait()
    starting.cancel()
    async with asyncio.timeout(nursery_module.START_WITHIN_S / 2):
        await asyncio.wait({starting})
    assert starting.cancelled()
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    assert not any(str(tmp_path) in command_of(child) for child in children)


async def test_nursery_with_a_second_thread__forks_nothing(
    runner, forked_by, monkeypatch, tmp_path: Path
):
    (tmp_path / "program.py").write_text(WITH_A_THREAD)
    monkeypatch.setattr(nursery_module, "_PROGRAM", tmp_path / "program.py")
    async with runner.sandbox:
        process = await runner.start("")
        assert forked_by(process) is None
        assert (await process.wait()).exit_code == 0


async def test_start_is_cancelled__no_bot_is_left(runner, monkeypatch):
    hear, asked = nursery_module._hear, asyncio.Event()

    async def hear_late(*words: object) -> str:
        asked.set()
        await asyncio.sleep(0)  # a nursery may answer at once; the cancelling comes before
        return await hear(*words)

    async with runner.sandbox:
        await (await runner.start("")).wait()
        with monkeypatch.context() as slow:
            slow.setattr(nursery_module, "_hear", hear_late)
            starting = asyncio.create_task(runner.start(SLEEP))
            while not asked.is_set():
                await asyncio.sleep(0)
            starting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await starting
        # The next request is answered after the end of the one that was given up.
        await (await runner.start("")).wait()
        await (await runner.start("")).wait()
        assert runner.living() == []
