"""Replays of the toy game, and their lines taken apart and put together again."""

from __future__ import annotations

import gzip
import hashlib
import json
from types import SimpleNamespace

import pytest
from siurell.bot import Bot
from siurell.local import play_local
from siurell.match.clock import TimeControl
from siurell.replay.container import pack
from siurell.testing.toy import Toy


class Chooser(Bot):
    """Draws its moves; on the questions in `faults` it does something else."""

    faults = ()

    def choose(self, view):
        if view.decision_id in self.faults:
            return "no move at all"
        return self.rng.choice(view.legal_moves)


class Faulty(Chooser):
    faults = range(4, 99)


def play(bots, rounds="3", seed=b"7" * 32, time="60s+500ms/5s"):
    return play_local(
        Toy(), bots, seed=seed, options={"rounds": rounds}, time=TimeControl.parse(time),
        simulated=True, match_id="m-1",
    )  # fmt: skip


def take_apart(data):
    """The header, the events and the result of a replay, as JSON values."""
    lines = [json.loads(line) for line in gzip.decompress(data).decode().splitlines()]
    return lines[0], lines[1:-2], lines[-2]


def put_together(header, events, result):
    """A replay of these values, with a digest that fits."""
    lines = [json.dumps(value, separators=(",", ":")) for value in (header, *events, result)]
    content = "".join(line + "\n" for line in lines).encode()
    digest = hashlib.sha256(content).hexdigest()
    return pack(content + json.dumps({"digest": digest}, separators=(",", ":")).encode() + b"\n")


@pytest.fixture(scope="session")
def kit():
    """What the tests of replays share."""
    return SimpleNamespace(
        play=play, take_apart=take_apart, put_together=put_together, Chooser=Chooser, Faulty=Faulty
    )
