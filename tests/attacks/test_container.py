"""All attacks once more, against bots in containers, where an engine has the image of bots."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox.container_engine import find_engine

pytestmark = pytest.mark.process

HERE = Path(__file__)
ROOT = HERE.parents[2]
LEFT_OUT = {HERE.name, "test_landlock.py", "test_plain_user.py"}
FILES = sorted(path for path in HERE.parent.glob("test_*.py") if path.name not in LEFT_OUT)
PARTS = 4
WITHIN_S = 280


@pytest.fixture(scope="module")
def engine() -> None:
    try:
        find_engine()
    except LadderError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("part", range(PARTS))
async def test_all_attacks__in_containers(
    engine, run, expect_passed, tmp_path: Path, part: int
) -> None:
    """The same tests in a process of their own, in parts, with the other sandbox; none fails."""
    words = ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    words += [f"--basetemp={tmp_path / 'tests'}", *map(str, FILES[part::PARTS])]
    code, told = await run(
        *(sys.executable, *words),
        cwd=ROOT,
        env={**os.environ, "SIURELL_ATTACKED": "container"},
        stderr=asyncio.subprocess.STDOUT,
        within_s=WITHIN_S,
    )
    expect_passed(code, told)
