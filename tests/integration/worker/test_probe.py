"""What is promised of a sandbox was seen on this machine, and the choice rests on that."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox import choice
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.guarantees import NEEDED, WORDS
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.probe import probe

pytestmark = pytest.mark.process


async def test_probe__bwrap_holds_all_of_it() -> None:
    seen = await probe(BwrapSandbox())
    assert [guarantee.name for guarantee in seen.guarantees if not guarantee.holds] == []
    assert {guarantee.name for guarantee in seen.guarantees} == set(WORDS) > NEEDED
    assert seen.safe


async def test_probe__none_holds_nothing() -> None:
    seen = await probe(NoSandbox())
    assert [guarantee.name for guarantee in seen.guarantees if guarantee.holds] == []
    assert not seen.problem
    assert not seen.safe


async def test_probe__a_sandbox_in_which_nothing_runs() -> None:
    sandbox = BwrapSandbox("/bin/false")
    seen = await probe(sandbox)
    assert "cannot be set up" in seen.problem
    assert not seen.safe


async def test_choose__the_safe_one_by_itself() -> None:
    assert (await choice.choose()).sandbox.name == "bwrap"


async def test_choose__the_next_where_the_first_cannot_be_set_up(monkeypatch) -> None:
    """Pitfall 12: where no namespaces can be made, as inside of a container, nothing insists."""
    makers = {"bwrap": lambda: BwrapSandbox("/bin/false"), "none": NoSandbox}
    monkeypatch.setattr(choice, "_MAKERS", makers)
    monkeypatch.setattr(choice, "NAMES", tuple(makers))
    chosen = await choice.choose()
    assert (chosen.sandbox.name, chosen.probe.safe) == ("none", False)


async def test_choose__the_named_one() -> None:
    chosen = await choice.choose("none")
    assert chosen.sandbox.name == "none"
    assert chosen.sandbox.seen == chosen.probe.summary


async def test_choose__one_that_there_is_not() -> None:
    with pytest.raises(LadderError, match="no sandbox `cage`; there is bwrap, landlock, "):
        await choice.choose("cage")
