"""Two workers on one machine, and what tries out a sandbox: nobody disturbs a neighbour."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from pathlib import Path

import pytest
from siurell.match.result import Cause

from ladder.worker import scratch
from ladder.worker.sandbox import slots
from ladder.worker.sandbox.memory import memory_tree, sweep_cgroups
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.probe import probe

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

ONE_MATCH = Path(__file__).with_name("one_match.py")
WITHIN_S = 120
HOLDS_A_SLOT = """
import sys
from pathlib import Path
from ladder.worker.sandbox import slots
from ladder.worker.sandbox.memory import memory_tree, new_account
slots._FOLDER = Path(sys.argv[2])
slot = slots.Slot.take()
tree = memory_tree()
account = new_account(tree, sys.argv[1], 1 << 24)
print(slot.uid, account.joining, flush=True)
sys.stdin.read()
"""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="slots and cgroups are root's")


@pytest.mark.parametrize("sandbox", [None, NoSandbox])
async def test_probe__leaves_nothing_behind(ring, sandbox, monkeypatch) -> None:
    """It leaves a daemon and takes too much memory on purpose; afterwards all is as before."""
    base = ring.scratch / "base"
    monkeypatch.setattr(scratch, "_default_base", lambda: base)
    watched = ring.sandbox if sandbox is None else sandbox()
    await probe(watched)
    assert list(base.iterdir()) == []
    base.rmdir()
    await ring.expect_nothing_left()


async def test_two_workers__of_two_users_at_once(ring, plain_user, run, expect_sound) -> None:
    """Root's worker and a plain user's play side by side, each with attackers of its own."""
    theirs = [plain_user.folder / f"bots-{number}" for number in range(2)]
    bots = [ring.bot("consuming", "fork_bomb", most=64, most_mib=0), ring.sound()]
    for folder, bot in zip(theirs, bots, strict=True):
        bot.folder.rename(folder)
        (folder / "bot.py").write_text(
            f"import runpy, sys; sys.argv = {[bot.command[1], *bot.command[2:]]!r}\n"
            f"runpy.run_path({bot.command[1]!r}, run_name='__main__')\n",
            "utf-8",
        )
        folder.chmod(0o755)
    ours = [ring.bot("consuming", "fork_bomb", most=64, most_mib=0), ring.sound()]
    words = plain_user.command(str(ONE_MATCH), *map(str, theirs))
    async with asyncio.TaskGroup() as group:
        worker = group.create_task(run(*words, env=plain_user.environment))
        match = await ring.play(ours)
    code, said = worker.result()
    assert code == 0
    told = json.loads(said)
    expect_sound(match, 0, 1)
    assert told["causes"] == [Cause.GAME_RULES.value] * 2


@as_root
async def test_two_workers__share_no_slot_and_no_cgroup(tmp_path, monkeypatch) -> None:
    """A running neighbour keeps what it took; of a killed one it is free again and swept."""
    monkeypatch.setattr(slots, "_FOLDER", tmp_path)
    tree = memory_tree()
    neighbour = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", HOLDS_A_SLOT, secrets.token_hex(16), str(tmp_path)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert neighbour.stdout is not None
    try:
        async with asyncio.timeout(WITHIN_S):
            uid, joining = (await neighbour.stdout.readline()).decode().split()
        cgroup = Path(joining).parent
        sweep_cgroups(tree)
        assert tree is None or cgroup.is_dir()
        assert taken() == {slots.FIRST_UID + 1, slots.FIRST_UID + 2}
    finally:
        neighbour.send_signal(signal.SIGKILL)
        await neighbour.wait()
    sweep_cgroups(tree)
    assert tree is None or not cgroup.exists()
    assert int(uid) == slots.FIRST_UID
    assert taken() == {slots.FIRST_UID, slots.FIRST_UID + 1}


def taken() -> set[int]:
    """The next two slots, given back at once."""
    found = [slots.Slot.take() for _ in range(2)]
    for slot in found:
        slot.close()
    return {slot.uid for slot in found}
