"""All attacks once more, against a worker that is no root: with no slots, and mostly no cgroups."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

HERE = Path(__file__)
ROOT = HERE.parents[2]
OF_OTHERS = {HERE.name, "test_container.py", "test_landlock.py"}
FILES = sorted(path for path in HERE.parent.glob("test_*.py") if path.name not in OF_OTHERS)
PARTS = 3
WITHIN_S = 280


@pytest.mark.parametrize("part", range(PARTS))
async def test_all_attacks__as_a_plain_user(plain_user, run, expect_passed, part: int) -> None:
    """The same tests in a process of another user, in parts; none fails, few are for root only."""
    files = FILES[part::PARTS]
    words = ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    words += [f"--basetemp={plain_user.folder / 'tests'}", *map(str, files)]
    code, told = await run(
        *plain_user.command(*words),
        cwd=ROOT,
        env=plain_user.environment,
        stderr=asyncio.subprocess.STDOUT,
        within_s=WITHIN_S,
    )
    expect_passed(code, told)
