"""What the operator gives to any bot, and what its manifest says of it, arrive where bots start.

That a started bot then has these limits is tested with the runtimes; no match is played here, so
nothing depends on how fast this machine is.
"""

from __future__ import annotations

import pytest

from ladder.domain.batch import FolderBot
from ladder.executors.local import LocalExecutor
from ladder.services.arena import open_arena
from ladder.services.submit import submit
from ladder.store.home import Home
from ladder.worker.sandbox.base import Limits


def test_submit__the_runtime_of_a_version_is_that_of_its_manifest(cli) -> None:
    """Pitfall 4: from `siurell.toml` through the arena to what a worker is given."""
    assert cli("new", "mybot", "--game", "finca").exit_code == 0
    manifest = cli.desk / "mybot" / "siurell.toml"
    manifest.write_text(f'{manifest.read_text()}runtime = "java"\n')
    with open_arena(Home(cli.home)) as arena:
        source = submit(arena, cli.desk / "mybot").source
    assert isinstance(source, FolderBot)
    assert source.runtime == "java"


def test_ladder_run__the_operators_limits_are_those_of_its_executor(
    cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Limits | None] = []

    async def run(self: LocalExecutor, blocks: int | None = None) -> None:
        given.append(self._limits)

    monkeypatch.setattr(LocalExecutor, "run", run)
    for name in ("random", "greedy"):
        assert cli("submit", name).exit_code == 0
    words = ("--bot-memory", 200, "--bot-processes", 100)
    assert cli("ladder", "run", "--blocks", "1", *words).exit_code == 0
    assert given == [Limits(memory_bytes=200 << 20, processes=100)]
