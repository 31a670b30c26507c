"""A log that somebody edited is told in a sentence, or is a log: never a traceback."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from siurell.errors import LadderError

from ladder.domain.tournaments.crosstable import crosstable_of
from ladder.domain.tournaments.encoding import event_from_values, event_to_values
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Tournament

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 2**70, 1.5, "x", "p9", "p1"),
    *([], {}, ["x"], [1, 2], [[]], ["p1"], ["p1", "p1"], ["p1", "p2", "p4", "p5", "p2"]),
)
"""What may stand in place of anything."""

LOGS = [
    Settings(Format.SWISS, rounds=3),
    Settings(Format.SWISS, seats=3, rounds=2),
    Settings(Format.ROUND_ROBIN),
    Settings(Format.GAUNTLET),
    Settings(Format.ELIMINATION),
    Settings(Format.ELIMINATION, seats=4, advance=2),
    Settings(Format.DOUBLE_ELIMINATION),
]
Path = tuple[str | int, ...]


def paths_in(values: Any, above: Path = ()) -> Iterator[Path]:
    """Where something stands that could be something else."""
    if above:
        yield above
    inside = values.items() if isinstance(values, dict) else ()
    inside = enumerate(values) if isinstance(values, list) else inside
    for key, value in inside:
        yield from paths_in(value, (*above, key))


def changed(lines: list[Any], path: Path, odd: Any) -> list[Any]:
    """The log with something else in one place; `...` takes away what is there."""
    lines = copy.deepcopy(lines)
    place: Any = lines
    for key in path[:-1]:
        place = place[key]
    if odd is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = odd
    return lines


def read(lines: list[Any]) -> None:
    """All that is done with a log."""
    tournament = Tournament.of(map(event_from_values, lines))
    standings_of(tournament)
    crosstable_of(tournament)
    if not tournament.finished:
        next_event(tournament)
        for block in blocks_due(tournament):
            assert block.matches


@pytest.mark.parametrize("settings", LOGS, ids=lambda one: f"{one.format.value}-{one.seats}")
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "cut"])
def test_damaged__any_value_of_any_kind_in_any_place(
    hall: Any, settings: Settings, whole: bool
) -> None:
    """S01."""
    held = hall.hold(settings, 5, hall.by_lot("damaged"), withdraw={1: ["p3"]})
    lines = [json.loads(json.dumps(event_to_values(event))) for event in held.log]
    lines = lines if whole else lines[: len(lines) * 2 // 3]
    kinds = [line["event"] for line in lines]
    firsts = {kinds.index(kind) for kind in kinds}
    told = 0
    for path in paths_in(lines):
        for odd in (*ODD, ...) if path[0] in firsts else ():
            damaged = changed(lines, path, odd)
            try:
                read(damaged)
            except LadderError as error:
                told += 1
                assert str(error).endswith(".") and "\n" not in str(error)
            except Exception as error:
                raise AssertionError(f"{path} = {odd!r}: {error!r}") from error
    assert told > 300
