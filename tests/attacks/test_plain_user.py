"""All attacks once more, against a worker that is no root: with no slots, and mostly no cgroups."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ATTACKS = Path(__file__).parent
ROOT = ATTACKS.parents[1]
WITHIN_S = 240


async def test_all_attacks__as_a_plain_user(plain_user, run) -> None:
    """The same tests in a process of another user; none may fail, and hardly any be left out."""
    words = ("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly")
    code, told = await run(
        *plain_user.command(*words, f"--basetemp={plain_user.folder / 'tests'}", str(ATTACKS)),
        cwd=ROOT,
        env=plain_user.environment,
        stderr=asyncio.subprocess.STDOUT,
        within_s=WITHIN_S,
    )
    assert code == 0, told[-6000:]
    passed = re.search(r"(\d+) passed", told)
    assert passed is not None and int(passed[1]) > 80, told[-2000:]
