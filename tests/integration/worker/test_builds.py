"""The build of a bot: run once on a copy, and what lies there then comes out as plain files."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from siurell.errors import LadderError

from ladder.domain.batch import BuildStep, Entrant, FolderBot, ShippedBot
from ladder.domain.bot_files import BUILT
from ladder.worker import builds
from ladder.worker.builds import BUILD_LIMITS, Built, build_bot, put_down, ready_entrants
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.scratch import Scratch

pytestmark = pytest.mark.process

MANIFEST = b'name = "mybot"\ngames = ["finca"]\nbuild = ["python", "build.py"]\n'


class Yard:
    """A place to build in, after which nothing is left."""

    def __init__(self, scratch: Path, folder: Path) -> None:
        self.scratch = scratch
        self._folder = folder

    def bot(self, program: str, *command: str, **files: str) -> FolderBot:
        """A bot that is built by this program, or by the command if there is one."""
        folder = self._folder / f"bot{len(list(self._folder.iterdir()))}"
        folder.mkdir()
        (folder / "siurell.toml").write_bytes(MANIFEST)
        for name, text in {"build.py": program, "bot.py": "play()\n", **files}.items():
            (folder / name).write_text(text)
        step = BuildStep(command or ("python", "build.py"), folder.name.rjust(64, "0"))
        return FolderBot(folder, ("python", "bot.py"), build=step)

    async def build(self, bot: FolderBot, within_s: float = 60.0) -> Built:
        """Build it; nothing of that is left."""
        before = sorted(self.scratch.rglob("*"))
        built = await build_bot(bot, NoSandbox(), self.scratch, within_s=within_s)
        assert sorted(self.scratch.rglob("*")) == before
        return built


@pytest_asyncio.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Yard]:
    (tmp_path / "bots").mkdir()
    async with Scratch() as scratch:
        # It is there as soon as anything has been started.
        yield Yard(scratch.folder, tmp_path / "bots")


async def test_build__is_held_to_its_core(yard: Yard) -> None:
    core = max(os.sched_getaffinity(0))
    bot = yard.bot(
        "import os, time\n"
        "while len(os.sched_getaffinity(0)) > 1:\n"
        "    time.sleep(0.01)\n"
        "print(*os.sched_getaffinity(0))\n"
    )
    built = await build_bot(bot, NoSandbox(), yard.scratch, within_s=60, cores=(core,))
    assert built.failure == "" and built.log.split() == [str(core)]


def by_name(built: Built) -> dict[str, bytes]:
    assert built.failure == "", (built.failure, built.log)
    return {file.name: file.data for file in built.files}


async def test_build__a_table_is_made_and_the_source_stays(yard: Yard) -> None:
    """T13: what takes long is made before anything is played; no clock runs meanwhile."""
    program = (
        "import pathlib, siurell\n"
        "pathlib.Path('lib').mkdir()\n"
        "pathlib.Path('lib/table.txt').write_text(str(sum(range(10))))\n"
        "pathlib.Path('bot.py').write_text('play(45)')\n"
        "print('made it')\n"
    )
    bot = yard.bot(program)
    built = await yard.build(bot)
    assert by_name(built) == {
        "siurell.toml": MANIFEST,
        "bot.py": b"play(45)",
        "build.py": program.encode(),
        "lib/table.txt": b"45",
    }
    assert built.log == "made it\n"
    assert (bot.folder / "bot.py").read_text() == "play()\n"
    assert not (bot.folder / "lib").exists()


async def test_build__what_it_made_can_be_put_down_and_run(yard: Yard, tmp_path: Path) -> None:
    program = (
        "import os\n"
        "open('run', 'w').write('#!/bin/sh\\necho built\\n')\n"
        "os.chmod('run', 0o755)\n"
        "os.symlink('run', 'again')\n"
    )
    bot = yard.bot(program)
    placed = put_down(bot, await yard.build(bot), tmp_path / "placed")
    assert (placed.folder, placed.build) == (tmp_path / "placed", None)
    for name in ("run", "again"):
        assert not (placed.folder / name).is_symlink()
        told = await asyncio.create_subprocess_exec(
            placed.folder / name, stdout=asyncio.subprocess.PIPE
        )
        assert await told.communicate() == (b"built\n", None)


@pytest.mark.skipif(shutil.which("cc") is None, reason="this machine has no C compiler")
async def test_build__a_program_in_c(yard: Yard, tmp_path: Path) -> None:
    source = '#include <stdio.h>\nint main(void) { puts("Ahoy"); return 0; }\n'
    bot = yard.bot("", "cc", "-o", "bot.py", "bot.c", **{"bot.c": source})
    placed = put_down(bot, await yard.build(bot), tmp_path / "placed")
    told = await asyncio.create_subprocess_exec(
        placed.folder / "bot.py", stdout=asyncio.subprocess.PIPE
    )
    assert await told.communicate() == (b"Ahoy\n", None)


async def test_build__no_other_manifest_comes_of_it(yard: Yard) -> None:
    built = await yard.build(yard.bot("open('siurell.toml', 'w').write('name = 3')"))
    assert by_name(built)["siurell.toml"] == MANIFEST


@pytest.mark.parametrize(
    ("program", "failure", "log"),
    [
        ("print('no such luck'); exit(3)", "It ended with exit code 3.", "no such luck"),
        ("import os; os.kill(os.getpid(), 9)", "It ended with exit code 137.", "SIGKILL"),
        ("raise OSError('no disk')", "It ended with exit code 1.", "OSError: no disk"),
        ("import os; os.remove('bot.py')", "starts `bot.py`", ""),
        ("import os; os.symlink('/etc/passwd', 'x')", "exit code 125", "leads out of the folder"),
        ("import os; os.symlink('../..', 'x')", "exit code 125", "leads out of the folder"),
        ("import os; os.symlink('x', 'x')", "exit code 125", "leads to no file"),
        ("import os; os.mkfifo('x')", "exit code 125", "neither a file nor a folder"),
        ("import os; open(b'\\xff', 'w')", "not a sound file name", ""),
        (
            f"for n in range({BUILT.files}): open(str(n), 'w').close()",
            f"holds more than {BUILT.files:,} files",
            "",
        ),
        (
            f"[open(str(n), 'wb').write(bytes({BUILT.size // 4})) for n in range(5)]",
            "holds more than 32 MiB",
            "",
        ),
        (
            f"for _ in range({BUILD_LIMITS.output_bytes // 65536 + 2}): print('x' * 65535)",
            "It wrote more than",
            "bytes left out",
        ),
    ],
    ids=[
        *("exit code", "signal", "exception", "no entry", "link out", "link up", "link in a ring"),
        *("pipe", "name", "many files", "much", "loud"),
    ],
)
async def test_build__fails_with_the_reason(
    yard: Yard, program: str, failure: str, log: str
) -> None:
    built = await yard.build(yard.bot(program))
    assert failure in built.failure
    assert built.files == ()
    assert log in built.log
    assert len(built.log) < 2 * (BUILD_LIMITS.head_bytes + BUILD_LIMITS.tail_bytes)
    assert built.evidence.detail == built.failure


async def test_build__there_is_no_such_program(yard: Yard) -> None:
    built = await yard.build(yard.bot("", "nosuchprogram"))
    assert built.failure == "It ended with exit code 127."
    assert built.log == "`nosuchprogram` cannot be started: No such file or directory.\n"


async def test_build__takes_too_long__is_ended_with_all_that_it_started(yard: Yard) -> None:
    program = (
        "import subprocess, sys, time\n"
        "child = 'import time; time.sleep(600)'\n"
        "subprocess.Popen([sys.executable, '-c', child], start_new_session=True)\n"
        "print('begun', flush=True)\n"
        "time.sleep(600)\n"
    )
    built = await yard.build(yard.bot(program), within_s=2.0)
    assert built.failure == "It took longer than 2 s."


async def test_build__what_is_left_out_may_be_as_large_as_it_likes(yard: Yard) -> None:
    """What a compiler or an installer keeps for itself is no part of the bot."""
    program = (
        "import os\n"
        "for name in ('.git', '.venv'):\n"
        "    os.mkdir(name)\n"
        f"    open(name + '/large', 'wb').write(bytes({BUILT.size + 1}))\n"
        "open('table', 'w').write('small')\n"
    )
    assert set(by_name(await yard.build(yard.bot(program)))) == {
        *("siurell.toml", "bot.py", "build.py", "table")
    }


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"null",
        b"[]\n",
        b"{}\n",
        b"nonsense\n",
        b"[" * 4000 + b"\n",
        b"x" * 5000 + b"\n",
        b'["x", -1, false]\n',
        b'["x", 10, false]\nshort',
        b'["../x", 1, false]\n.null\n',
        b'["/etc/passwd", 1, false]\n.null\n',
        b'["a", 1, false]\n.["a", 1, false]\n.null\n',
        b'["a", 1, false]\n.["a/b", 1, false]\n.null\n',
        b'["a", 99999999999, false]\n.',
        b'[".git/a", 99999999999, false]\n.',
        b'[".git/a", -99999999999, false]\nnull\n',
        b"null\n",
    ],
)
async def test_build__says_itself_what_it_made__nothing_is_believed(
    yard: Yard, said: bytes
) -> None:
    # The program is handed the address that the build itself is not told.
    program = (
        "import os, socket\n"
        "parent = open(f'/proc/{os.getppid()}/environ', 'rb').read().split(b'\\0')\n"
        "place = next(p for p in parent if p.startswith(b'SIURELL_ADDRESS=unix:'))[21:]\n"
        "line = socket.socket(socket.AF_UNIX)\n"
        "line.connect(place)\n"
        f"line.sendall({said!r})\n"
        "line.close()\n"
    )
    built = await yard.build(yard.bot(program))
    assert built.failure != "", built.log
    assert built.files == ()


async def test_own_bots__each_content_is_built_once(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "_of_own_bots", {})
    bot = yard.bot("import os; open('made', 'w').write(str(os.getpid()))")
    entrants = [
        Entrant("0", "one", bot),
        Entrant("1", "two", bot),
        Entrant("2", "g", ShippedBot("greedy")),
    ]
    first = await ready_entrants(entrants, NoSandbox(), yard.scratch)
    assert first[0].source == first[1].source != bot
    assert first[2] == entrants[2]
    async with Scratch() as other:
        again = await ready_entrants(entrants, NoSandbox(), other.folder)
        made = [(one[0].source.folder / "made").read_text() for one in (first, again)]
    assert made[0] == made[1]


async def test_own_bots__one_that_fails__says_what_it_wrote(yard: Yard) -> None:
    bot = yard.bot("print('no rule to make bot'); exit(2)")
    with pytest.raises(LadderError, match=r"bot0 cannot be built.*\nno rule to make bot") as told:
        await ready_entrants([Entrant("0", "one", bot)], NoSandbox(), yard.scratch)
    assert told.value.reason == "BUILD_FAILED"
