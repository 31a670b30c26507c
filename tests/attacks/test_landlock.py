"""Attacks once more, against bots under Landlock: as root, where it is a sandbox for strangers.

Its bots are users of their own, so they need an interpreter that every user may run; where ours is
none, another of this machine runs these tests.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox.landlock import LandlockSandbox

pytestmark = pytest.mark.process

HERE = Path(__file__)
ROOT = HERE.parents[2]
PARTS = (
    ("reach_landlock.py", "test_ending.py", "test_folder.py"),
    ("test_consuming.py", "test_neighbours.py"),
    ("test_building.py",),
)
WITHIN_S = 280
PROBE = """
import asyncio
from ladder.worker.sandbox.landlock import LandlockSandbox
from ladder.worker.sandbox.probe import probe
seen = asyncio.run(probe(LandlockSandbox()))
print(seen.safe, seen.problem, *(one.name for one in seen.guarantees if not one.holds))
"""


@pytest.fixture(scope="module", autouse=True)
def landlock() -> None:
    try:
        LandlockSandbox()
    except LadderError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("files", PARTS)
async def test_attacks__under_landlock(
    plain_user, run, expect_passed, tmp_path: Path, files
) -> None:
    """In a process of their own, as root, with an interpreter that bots may run; none fails."""
    words = ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    words += [f"--basetemp={tmp_path / 'tests'}", *(str(HERE.with_name(name)) for name in files)]
    code, told = await run(
        *(str(plain_user.python), *words),
        cwd=ROOT,
        env={**os.environ, "SIURELL_ATTACKED": "landlock"},
        stderr=asyncio.subprocess.STDOUT,
        within_s=WITHIN_S,
    )
    expect_passed(code, told)


async def test_probe__as_root_it_holds_what_strangers_need(plain_user, run) -> None:
    """What it lacks is that other processes are seen, and services that are open to everybody."""
    code, told = await run(str(plain_user.python), "-c", PROBE, cwd=ROOT)
    assert (code, told.split()) == (0, ["True", "sight", "doors"])


async def test_probe__as_a_plain_user_it_is_not_for_strangers(plain_user, run) -> None:
    """Files can be spoilt by their modes, own processes limited, own sockets called."""
    code, told = await run(*plain_user.command("-c", PROBE), cwd=ROOT, env=plain_user.environment)
    assert code == 0
    assert told.split() == ["False", "writes", "processes", "network", "sight", "doors"]
