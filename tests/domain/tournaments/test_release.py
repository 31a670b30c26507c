"""Results are told when nothing is played with their seeds any more, and not a moment earlier."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.tournaments.events import (
    BlockReported,
    Created,
    Event,
    RoundReplayed,
    SeedSlot,
    Withdrawn,
)
from ladder.domain.tournaments.progress import blocks_due, next_event, sealed_seeds
from ladder.domain.tournaments.release import released, sealed_among
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.state import Tournament

OTHERS = [format_ for format_ in Format if format_ is not Format.GAUNTLET]
GAUNTLET = Settings(Format.GAUNTLET, rounds=2, blocks=2)


def begun(hall, kind: Settings, entrants: int, seed: object, reports: int) -> list[Event]:
    """A log of so many reports, in whatever order they came; results are drawn from the seed."""
    log: list[Event] = [Created("spring", kind, hall.entrants(entrants))]
    state = Tournament.of(log)
    while not state.finished:
        event = next_event(state)
        if event is None:
            if reports == 0:
                break
            due = blocks_due(state)
            event = hall.report(due[reports * 7 % len(due)], hall.by_lot(seed))
            reports -= 1
        state.take(event)
        log.append(event)
    return log


@settings(max_examples=40)
@given(st.integers(3, 9), st.integers(2, 4), st.integers(0, 40), st.integers(0, 99))
def test_gauntlet__what_is_told_hangs_on_no_result_of_a_round_that_is_not_over(
    hall, entrants: int, seats: int, reports: int, seed: int
) -> None:
    """S13: two events that differ in the results held back alone cannot be told apart."""
    kind = Settings(Format.GAUNTLET, seats=min(seats, entrants), rounds=2, blocks=2)
    log = begun(hall, kind, entrants, seed, reports)
    release = released(log)
    changed = [
        hall.report(block, hall.by_lot("others"))
        for event in log
        if isinstance(event, BlockReported)
        for block in blocks_due(Tournament.of(log[: log.index(event)]))
        if block.key == event.key
    ]
    others = iter(changed)
    replaced = [next(others) if isinstance(event, BlockReported) else event for event in log]
    held = [replaced[place] if place in release.held else log[place] for place in range(len(log))]
    assert released(held) == release
    state = Tournament.of(log)
    open_rounds = {round_.number for round_ in state.rounds if not state.is_over(round_)}
    told = [event.key.round for event in release.log if isinstance(event, BlockReported)]
    assert not open_rounds & {*told}
    assert len(release.held) + len(release.log) == len(log)
    assert {*release.rounds} == {event.key.round for place, event in enumerate(log)
                                 if place in release.held}  # fmt: skip


def test_gauntlet__a_round_is_told_of_when_its_last_block_is_reported(hall) -> None:
    """S13: also its seeds, and those of blocks that all opponents have played already."""
    log = begun(hall, GAUNTLET, 4, "last", 0)
    state = Tournament.of(log)
    slots = [SeedSlot(round_, 1, 0, block) for round_ in (1, 2) for block in (1, 2)]
    due = [block for block in blocks_due(state) if block.key.round == 1]
    for number, block in enumerate(due):
        assert sealed_among(state, slots) == {*slots}
        assert (released(log).rounds == (1,)) == (number > 0)
        assert not any(isinstance(event, BlockReported) for event in released(log).log)
        report = hall.report(block)
        state.take(report)
        log.append(report)
    assert len(due) == 6 and released(log).log == tuple(log)
    assert sealed_among(state, slots) == {*slots[2:]} == sealed_seeds(state)


def test_gauntlet__of_a_round_that_is_played_again_the_first_run_is_told(hall) -> None:
    log = begun(hall, GAUNTLET, 4, "again", 3)
    assert released(log).held
    log.append(RoundReplayed(1, 2, "the disk was full", "eve"))
    log.append(RoundReplayed(2, 2, "the disk was full", "eve"))
    assert released(log).log == tuple(log)
    state = Tournament.of(log)
    again = [block for block in blocks_due(state) if block.key.run == 2]
    log.append(hall.report(again[0]))
    assert released(log).held == {len(log) - 1}


def test_gauntlet__who_withdraws_is_told_at_once(hall) -> None:
    log = begun(hall, GAUNTLET, 4, "gone", 2)
    log.append(Withdrawn("p4", "ill"))
    release = released(log)
    assert release.state.withdrawn == {"p4": "ill"}
    assert not any(isinstance(event, BlockReported) for event in release.log)


@pytest.mark.parametrize("format_", OTHERS)
def test_other_formats__a_block_is_told_of_when_it_is_over(hall, format_: Format) -> None:
    """No two of their blocks share a seed, so nothing has to wait."""
    log = begun(hall, Settings(format_), 5, "told", 3)
    assert released(log).log == tuple(log) and not released(log).held
    state = Tournament.of(log)
    slots = {block.seed for block in blocks_due(state)}
    assert slots and sealed_among(state, slots | {SeedSlot(99, 1, 1, 1)}) == slots
