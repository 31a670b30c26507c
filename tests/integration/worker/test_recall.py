"""What a probe saw is used again for a while, as long as nothing has changed that it depends on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ladder.worker import scratch
from ladder.worker.sandbox import choice, recall
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.guarantees import NEEDED, Probe, seen

SAFE = seen("bwrap", NEEDED)


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(scratch, "_default_base", lambda: tmp_path / "base")
    monkeypatch.setattr(choice, "_probed", {})
    return tmp_path / "base"


@pytest.fixture
def probes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sandboxes that are probed; each is seen to be safe."""
    asked: list[str] = []

    async def probe(sandbox: BwrapSandbox) -> Probe:
        asked.append(sandbox.name)
        return SAFE

    monkeypatch.setattr(choice, "probe", probe)
    return asked


def test_recall__what_was_seen_is_known_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    assert recall.recall("bwrap") is None
    recall.remember(SAFE)
    assert recall.recall("bwrap") == SAFE
    assert recall.recall("landlock") is None
    later = time.time() + recall.KEPT_S + 1
    monkeypatch.setattr(recall.time, "time", lambda: later)
    assert recall.recall("bwrap") is None


@pytest.mark.parametrize("fact", ["_text", "_link", "_of_file"])
def test_recall__not_under_other_circumstances(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another kernel, boot, program, right or namespace: what was seen says nothing of it."""
    recall.remember(SAFE)
    monkeypatch.setattr(recall, fact, lambda _: "other")
    assert recall.recall("bwrap") is None


def test_recall__only_what_was_safe_is_kept(base: Path) -> None:
    recall.remember(seen("bwrap", frozenset()))
    recall.remember(Probe("bwrap", (), "nothing runs"))
    assert not base.exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"at": "x"}', '{"at": 1e999}'])
def test_recall__what_cannot_be_read_is_nothing(base: Path, text: str) -> None:
    recall.remember(SAFE)
    (base / "seen-bwrap").write_text(text)
    assert recall.recall("bwrap") is None


async def test_choose__looks_once_in_a_process(probes: list[str]) -> None:
    for _ in range(3):
        assert (await choice.choose()).probe == SAFE
    assert probes == ["bwrap"]


async def test_choose__for_strangers_looks_itself(probes: list[str]) -> None:
    """What another process saw is enough for one's own bots alone."""
    recall.remember(SAFE)
    assert (await choice.choose(own_bots=True)).probe == SAFE
    assert probes == []
    assert (await choice.choose()).probe == SAFE
    assert probes == ["bwrap"]
