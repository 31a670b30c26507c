"""Tokens and seeds of a real match: in no command, no log, no replay, and no file but a journal."""

from __future__ import annotations

import asyncio
import gzip
import os
import stat
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ladder.worker.launcher import Door
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process

HOST_TOKEN = b"SIURELL_HOST_TOKEN="


@dataclass
class Seen:
    """What lay open while matches ran. ``files`` holds the mode of each that had a secret in it."""

    tokens: set[bytes] = field(default_factory=set)
    commands: set[bytes] = field(default_factory=set)
    files: dict[str, int] = field(default_factory=dict)
    looked_at: set[str] = field(default_factory=set)


def look_at_processes(seen: Seen) -> None:
    """The command lines of all that runs here, which every user may read, and our host's token."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            words = (entry / "environ").read_bytes().split(b"\0") if b"referee" in command else []
        except OSError:
            continue
        seen.commands.add(command)
        seen.tokens |= {word.partition(b"=")[2] for word in words if word.startswith(HOST_TOKEN)}


def look_at_files(scratch: Path, secrets: list[bytes], seen: Seen) -> None:
    for path in [Path(folder, name) for folder, _, names in os.walk(scratch) for name in names]:
        try:
            if path.is_symlink() or not path.is_file():
                continue
            mode, content = path.stat().st_mode, path.read_bytes()
        except OSError:
            continue
        seen.looked_at.add(path.name)
        if any(secret in content or secret.hex().encode() in content for secret in secrets):
            seen.files[str(path.relative_to(scratch))] = stat.S_IMODE(mode)


@pytest.mark.parametrize("sandbox", [NoSandbox, BwrapSandbox])
async def test_secrets__of_a_match_stay_where_they_belong(arena, monkeypatch, sandbox) -> None:
    """H05: tokens in no command, log, replay or file; seeds in the journal alone until the end."""
    # A bot that is not ready in time never logs in, as may be on a busy machine.
    bots = ["dozes", "raises", "dozes"]
    batch = arena.batch(bots, blocks=1, turns=2, startup_us=60_000_000)
    seed = os.urandom(32)
    batch = replace(batch, orders=tuple(replace(order, seed=seed) for order in batch.orders))
    seen = Seen()

    def door(address: str, token: str) -> Door:
        seen.tokens.add(token.encode())
        return Door(address, token)

    monkeypatch.setattr("ladder.worker.sessions.Door", door)
    playing = asyncio.create_task(arena.play(batch, sandbox=sandbox()))
    while not playing.done():
        look_at_processes(seen)
        look_at_files(arena.scratch, [seed, *seen.tokens], seen)
        await asyncio.sleep(0.02)
    played = await playing
    assert len(seen.tokens) >= 7, "the host's, and one of each bot in both rotations"
    starts = (b"bot.py", b"nursery_process.py")
    assert any(start in command for command in seen.commands for start in starts)
    texts = [arena.referee.last_words.encode(), *seen.commands]
    for report in played.reports:
        texts += [log.text.encode() for log in report.logs]
        texts.append(repr(replace(report, replay=b"")).encode())
    assert b"seat_login" in texts[0]
    for text in texts:
        assert not [token for token in seen.tokens if token in text]
        assert seed.hex().encode() not in text
        assert repr(seed)[2:-1].encode() not in text
    for report in played.reports:
        lines = gzip.decompress(report.replay).splitlines()
        assert not [token for token in seen.tokens if token in b"\n".join(lines)]
        told = [number for number, line in enumerate(lines) if seed.hex().encode() in line]
        assert told == [len(lines) - 2], "it is revealed by the result"
    assert seen.files, "the journal was seen"
    for name, mode in seen.files.items():
        assert Path(name).suffix == ".jsonl", name
        assert mode == 0o600, name
        assert Path(name).parent.name == "journals"
