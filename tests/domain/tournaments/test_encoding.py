"""The log as plain values: what was written reads back the same, and damage is told."""

from __future__ import annotations

import json

import pytest
from siurell.errors import LadderError

from ladder.domain.tournaments.encoding import event_from_values, event_to_values
from ladder.domain.tournaments.events import (
    BlockKey,
    BlockReported,
    Paused,
    Resumed,
    RoundReplayed,
    Withdrawn,
)
from ladder.domain.tournaments.settings import ByeValue, Format, Scoring, Settings
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.tie_break import TieBreak

SETTINGS = [
    Settings(
        Format.SWISS,
        rounds=3,
        blocks=2,
        scoring=Scoring.WIN_SHARE,
        bye=ByeValue.NOTHING,
        tie_breaks=(TieBreak.parse("buchholz-median1"),),
    ),
    Settings(Format.ELIMINATION, seats=4, advance=2),
    Settings(Format.GAUNTLET, challenger="p2"),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings.format.value)
def test_encoding__a_log_reads_back_to_the_same_table(hall, settings: Settings) -> None:
    held = hall.hold(settings, 7, hall.by_lot("encoded"), withdraw={1: ["p3"]})
    lines = [json.dumps(event_to_values(event)) for event in held.log]
    read = [event_from_values(json.loads(line)) for line in lines]
    assert read == held.log
    assert standings_of(Tournament.of(read)) == standings_of(held.tournament)


@pytest.mark.parametrize(
    "event",
    [
        Withdrawn("p1", "crashed"),
        RoundReplayed(2, 2, "overloaded", "organiser"),
        Paused("night"),
        Resumed(),
        BlockReported(BlockKey(1, 1, 1, 1, 2), ("p1", "p2"), (None, None)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_encoding__of_single_events(event: object) -> None:
    assert event_from_values(json.loads(json.dumps(event_to_values(event)))) == event


@pytest.mark.parametrize(
    "values",
    [{}, {"event": "lost"}, {"event": "withdrawn"}, {"event": "block reported", "key": [1]}],
)
def test_encoding__damage_is_told(values: dict[str, object]) -> None:
    with pytest.raises(LadderError, match="cannot be read; it was edited or is damaged"):
        event_from_values(values)
