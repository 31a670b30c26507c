"""The bytes of whole replays: none can be changed unseen, and there are few of them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from siurell.errors import ReplayError
from siurell.games.registry import games
from siurell.match.events import DecisionRecord
from siurell.replay.read import read_replay
from siurell.replay.write import ReplayWriter

BYTES_OF_A_DECISION = 24
"""What a replay may weigh, packed, for each decision in it, beyond its header and footer."""

GOLDEN = [
    Path(__file__).parent / f"{game.rules_version}_{seats}.replay"
    for game in games()
    for seats in range(game.min_seats, game.max_seats + 1)
]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_bytes__each_one_inverted_is_found(path):
    data = path.read_bytes()
    unseen = []
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 0xFF
        try:
            read_replay(bytes(changed))
        except ReplayError:
            continue
        unseen.append(place)
    assert not unseen


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_bytes__a_decision_takes_few_of_them(path):
    """H16: a budget of bytes.

    With the clocks of a match on the ladder: thinking up to half a second, lines, lag.
    """
    replay = read_replay(path)
    rng = random.Random(path.stem)
    writer = ReplayWriter(replay.config, replay.rules_version, replay.commitment)
    now_us = 0
    for record in replay.records:
        if isinstance(record, DecisionRecord):
            now_us += rng.randint(100, 3_000)
            charged_us = rng.randint(1_000, 500_000)
            lag_us = rng.randint(1, 3_000) if rng.random() < 0.05 else 0
            record = replace(record, asked_us=now_us, charged_us=charged_us, lag_us=lag_us)
            now_us += charged_us
        writer.add(record)
    size = len(writer.finish(replay.result, replay.seed).data)
    empty = ReplayWriter(replay.config, replay.rules_version, replay.commitment)
    frame = len(empty.finish(replay.result, replay.seed).data)
    assert frame < 800
    assert size - frame <= BYTES_OF_A_DECISION * replay.result.decisions
