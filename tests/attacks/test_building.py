"""Attacks by a build: what runs before a bot plays is held as the bot is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ladder.domain.batch import BuildStep
from ladder.worker.builds import Built, build_bot
from ladder.worker.sandbox import Limits

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

MIB = 1 << 20
LIMITS = Limits(memory_bytes=192 * MIB, scratch_bytes=16 * MIB, output_bytes=2 * MIB, processes=64)
MANIFEST = 'name = "builder"\ngames = ["finca"]\ncommand = ["python", "sound.py"]\n'
REFUSED = {"ENOENT", "EACCES", "EPERM", "EROFS"}


async def build(ring, attack: str, *, within_s: float = 60.0, **targets: Any) -> Built:
    """Let a build attack; nothing of it is left, and what was submitted is as it was."""
    sizes = {
        "memory": LIMITS.memory_bytes,
        "scratch": LIMITS.scratch_bytes,
        "output": LIMITS.output_bytes,
    }
    bot = ring.bot("building", attack, **sizes, **targets)
    (bot.folder / "siurell.toml").write_text(MANIFEST, "utf-8")
    before = {path: path.read_bytes() for path in bot.folder.iterdir()}
    step = BuildStep(("python", "building.py", attack), "0" * 64)
    built = await build_bot(
        replace(bot, build=step), ring.sandbox, ring.scratch, limits=LIMITS, within_s=within_s
    )
    await ring.expect_nothing_left()
    assert {path: path.read_bytes() for path in bot.folder.iterdir()} == before
    return built


def said(built: Built) -> Any:
    """What the attacker told."""
    [line] = [line for line in built.log.splitlines() if line.startswith('["')]
    return json.loads(line)[1]


@pytest.mark.parametrize("attack", ["fork", "leave_a_daemon"])
async def test_processes_that_are_left_behind(ring, attack: str) -> None:
    """They end with the build, and it does not wait for them."""
    built = await build(ring, attack)
    assert built.failure == "", built.log
    assert "sound.py" in {file.name for file in built.files}


async def test_hang(ring) -> None:
    """A build has a time of its own; what does not end by then is ended, and is no bot."""
    built = await build(ring, "hang", within_s=3.0)
    assert (built.failure, built.files) == ("It took longer than 3 s.", ())


async def test_fill_the_disk(ring, attacked: str) -> None:
    """F18: there is no more room than its scratch has."""
    built = await build(ring, "fill_the_disk")
    if attacked == "landlock":
        assert built.failure == "It wrote more than 32 MiB of files."
    else:
        assert said(built) == "ENOSPC"
        assert sum(len(file.data) for file in built.files) <= LIMITS.scratch_bytes


async def test_take_memory(ring) -> None:
    """F18: the memory of all that it starts has a limit, which ends it."""
    built = await build(ring, "take_memory")
    assert built.failure in (
        "It used more than 192 MiB of memory.",
        # Its program may be ended alone, which is the end of the build as well.
        "It ended with exit code 137.",
    )
    assert built.files == ()


async def test_write_without_end(ring) -> None:
    """F18: what it writes is bounded; head and tail are kept."""
    built = await build(ring, "write_without_end")
    assert built.failure == f"It wrote more than {LIMITS.output_bytes} bytes."
    assert len(built.log) < LIMITS.head_bytes + LIMITS.tail_bytes + 200


async def test_link_to_the_outside(ring, tmp_path: Path) -> None:
    """Pitfall 11: a link that leads out is no file of the bot, and nobody follows it."""
    (tmp_path / "secret").write_text("of the operator", "utf-8")
    built = await build(ring, "link_to_the_outside", secret=str(tmp_path / "secret"))
    assert built.files == ()
    assert "is a link that leads out of the folder" in built.log
    assert "of the operator" not in built.log


async def test_reach(ring, tmp_path: Path, attacked: str) -> None:
    """It has no network, and reads and writes nothing that is not its own."""
    for name in ("secret", "submitted"):
        (tmp_path / name).mkdir()
    secret = tmp_path / "secret" / "file"
    secret.write_text("of the operator", "utf-8")
    secret.chmod(0o600)
    control = str(ring.referee._running.folder / "control")
    built = await build(
        ring, "reach", secret=str(secret), source=str(tmp_path / "submitted"), control=control
    )
    found = said(built)
    assert {found["referee"], found["secret"], found["submitted"], *found["copies"]} <= REFUSED
    assert found["route"] in {"ENETUNREACH", "EAFNOSUPPORT", "EACCES", "EPERM"}
    assert not list((tmp_path / "submitted").iterdir())
