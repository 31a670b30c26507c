"""A process of ours: how long its end is waited for."""

from __future__ import annotations

import os
import signal

import pytest

from ladder.worker.child import Child

pytestmark = pytest.mark.process

WITHIN_S = 30.0


def ignore(_: bytes) -> None:
    pass


async def test_ended_within__a_process_that_goes_on_is_not_waited_for_longer() -> None:
    child = Child.start(
        ["sleep", "600"], environment={"PATH": os.defpath}, stdout=ignore, stderr=ignore
    )
    try:
        assert not await child.ended_within(0.01)
        assert child.returncode is None
        child.signal(signal.SIGKILL)
        assert await child.ended_within(WITHIN_S)
        assert child.returncode == -signal.SIGKILL
        assert await child.ended_within(0.0)
    finally:
        child.signal(signal.SIGKILL)
        await child.ended_within(WITHIN_S)
        child.close()
