"""A bot that is built first: by every command that plays it, and once on the ladder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ladder.cli.arrivals import Arrivals
from ladder.cli.sandboxes import best
from ladder.domain.batch import FolderBot
from ladder.services.arena import open_arena
from ladder.services.bots import show_bot
from ladder.services.line_ups import spoilt_bots
from ladder.services.submit import submit
from ladder.store.home import Home
from ladder.worker.builds import BUILD_LIMITS
from ladder.worker.holding import Holding
from ladder.worker.sandbox import BotProcess, Limits
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process

BUILD = 'open("table.py", "w").write("FIRST = 0\\n")\nprint("made the table")\n'


@pytest.fixture
def made(cli) -> Path:
    """A bot that does not start without what its build makes."""
    assert cli("new", "made", "--game", "finca").exit_code == 0
    folder = cli.desk / "made"
    with (folder / "siurell.toml").open("a") as manifest:
        manifest.write('build = ["python", "build.py"]\n')
    (folder / "build.py").write_text(BUILD)
    program = folder / "bot.py"
    program.write_text(f"import table\n{program.read_text()}")
    return folder


def test_submit__what_was_built_plays_and_what_was_submitted_stays(cli, made: Path) -> None:
    before = {path.name: path.read_bytes() for path in made.iterdir() if path.is_file()}
    assert cli("submit", "made").exit_code == 0
    with open_arena(Home(cli.home)) as arena:
        (version,) = show_bot(arena, "made").versions
        assert version.check_report.startswith("ok      build      It builds: ")
        assert "made the table" in version.check_report
        assert isinstance(version.source, FolderBot)
        assert version.source.build is None
        assert (version.source.folder / "table.py").read_text() == "FIRST = 0\n"
        submitted = arena.home.versions / version.digest
        assert {path.name: path.read_bytes() for path in submitted.iterdir()} == before
        # What somebody has changed is left out until it has been built again.
        (version.source.folder / "table.py").write_text("FIRST = 1\n")
        assert spoilt_bots(arena) == ["made@1"]
    said = cli("submit", "made")
    assert (said.exit_code, "It builds" in said.stdout) == (0, True)
    with open_arena(Home(cli.home)) as arena:
        assert spoilt_bots(arena) == []
        assert (version.source.folder / "table.py").read_text() == "FIRST = 0\n"


def test_submit__a_build_that_fails_rejects_the_version(cli, made: Path) -> None:
    (made / "build.py").write_text("print('no ore'); raise SystemExit(4)\n")
    said = cli("submit", "made")
    assert said.exit_code == 2
    assert "made@1 was rejected" in said.stderr
    with open_arena(Home(cli.home)) as arena:
        (version,) = show_bot(arena, "made").versions
        assert version.check_report.splitlines() == [
            "failed  build      It does not build.",
            "        It ended with exit code 4.",
            "        exit code 4",
            "        no ore",
        ]
        assert [path.name for path in arena.home.versions.iterdir()] == [version.digest]


def test_check__tells_of_the_build_first(cli, made: Path) -> None:
    (made / "build.py").write_text("print('no ore'); raise SystemExit(4)\n")
    said = cli("check", "made")
    assert said.exit_code == 2
    assert said.stdout.splitlines() == [
        "failed  build      It does not build.",
        "                   It ended with exit code 4.",
        "                   no ore",
    ]
    assert "The ladder would reject it." in said.stderr


def test_play__builds_a_copy(cli, made: Path) -> None:
    found = cli.json("play", "finca", "made", "random", "--seed", "1")
    assert found["matches"][0]["causes"] == ["game_rules"] * 2
    assert not (made / "table.py").exists()


def test_play__says_why_it_cannot_be_built(cli, made: Path) -> None:
    (made / "build.py").unlink()
    said = cli("play", "finca", "made", "random")
    assert said.exit_code == 2
    assert said.stderr.startswith("made cannot be built. It ended with exit code 2.\n")
    assert "build.py" in said.stderr
    shutil.rmtree(made)


class Watched(NoSandbox):
    """Runs what it is told to, and keeps within which limits."""

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[Limits] = []

    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
        socket: Path | None = None,
    ) -> BotProcess:
        """Start it."""
        self.limits.append(limits)
        return await super().start(
            command, folder=folder, environment=environment, limits=limits, socket=socket
        )


def waiting(cli, made: Path) -> None:
    """Submit it as from elsewhere: its check is made by the ladder that runs."""
    with open_arena(Home(cli.home).create()) as arena:
        submit(arena, made)


async def test_arrivals__build_and_check_have_what_the_operator_gives(cli, made: Path) -> None:
    waiting(cli, made)
    sandbox, said = Watched(), []
    core = min(os.sched_getaffinity(0))
    with open_arena(Home(cli.home)) as arena:
        held = Holding(sandbox, Limits(memory_bytes=300 << 20, processes=24))
        assert await Arrivals(arena, held, said.append)((core,))
    assert said == ["made@1 was submitted; it is active now."]
    build, *checks = sandbox.limits
    assert checks
    assert build.scratch_bytes == BUILD_LIMITS.scratch_bytes
    assert {(one.memory_bytes, one.processes) for one in sandbox.limits} == {(300 << 20, 24)}


@pytest.mark.parametrize("processes", [24, 32])
def test_ladder_run__what_it_says_of_processes_holds_for_build_and_check(
    cli, made: Path, processes: int
) -> None:
    """The kernel says so to the build and to the bot."""
    if not best().probe.safe:
        pytest.skip("no sandbox holds strangers back here")
    tell = (
        "import resource\nprint('up to', resource.getrlimit(resource.RLIMIT_NPROC)[0], 'of us')\n"
    )
    refuse = f"assert resource.getrlimit(resource.RLIMIT_NPROC)[0] <= {processes + 1}\n"
    (made / "build.py").write_text(tell + BUILD)
    program = made / "bot.py"
    program.write_text(f"{tell}{refuse}{program.read_text()}")
    waiting(cli, made)
    said = cli("ladder", "run", "--blocks", "1", "--bot-processes", processes).stderr
    assert "made@1 was still to be checked: it is active now." in said
    assert "A ladder needs two bots" in said
    with open_arena(Home(cli.home)) as arena:
        (version,) = show_bot(arena, "made").versions
    assert f"up to {processes} of us" in version.check_report
