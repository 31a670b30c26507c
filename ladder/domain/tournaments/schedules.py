"""Schedules that hang on no result: all rounds are known from the number of entrants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ladder.domain.tournaments import berger, gauntlet
from ladder.domain.tournaments.designs import Pod, Rounds, design, in_rounds
from ladder.domain.tournaments.places import even_places
from ladder.domain.tournaments.pod_schedule import balanced_pods
from ladder.domain.tournaments.settings import Format, Settings


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round by places in the order of seeding, from 0; in a gauntlet 0 is the challenger."""

    line_ups: tuple[Pod, ...]
    resting: Pod
    reason: str


def schedule_of(settings: Settings, entrants: int) -> tuple[ScheduledRound, ...]:
    """All rounds of a round robin or a gauntlet, whose settings are completed."""
    if settings.format is Format.GAUNTLET:
        return _gauntlet(settings.seats, entrants, settings.rounds or 1)
    if settings.seats == 2:
        return _round_robin(entrants, settings.cycles)
    return _all_play_all(settings.seats, entrants, settings.cycles)


@lru_cache(maxsize=32)
def _gauntlet(seats: int, entrants: int, rounds: int) -> tuple[ScheduledRound, ...]:
    found = (gauntlet.round_of(entrants - 1, seats, number) for number in range(rounds))
    return tuple(
        ScheduledRound(line_ups, resting, "The challenger meets everyone once in each round.")
        for line_ups, resting in found
    )


@lru_cache(maxsize=32)
def _round_robin(entrants: int, cycles: int) -> tuple[ScheduledRound, ...]:
    table = berger.single(entrants) if cycles == 1 else berger.double(entrants)
    return tuple(
        _with_resting(
            tuple((one - 1, other - 1) for one, other in pairs),
            entrants,
            f"Round {number} of the Berger table for {entrants}.",
        )
        for number, pairs in enumerate(table, start=1)
    )


@lru_cache(maxsize=32)
def _all_play_all(seats: int, entrants: int, cycles: int) -> tuple[ScheduledRound, ...]:
    found = design(entrants, seats)
    if found is None:
        once = in_rounds(balanced_pods(entrants, seats))
        reason = f"Of a balanced schedule for {entrants}: no design has each pair just once."
    else:
        once = found
        reason = f"Of a block design for {entrants}: each pair meets once."
    rounds = _with_even_places(once * cycles, seats)
    return tuple(_with_resting(pods, entrants, reason) for pods in rounds)


def _with_even_places(rounds: Rounds, seats: int) -> Rounds:
    pods = iter(even_places([pod for pods in rounds for pod in pods], seats))
    return tuple(tuple(next(pods) for _ in pods_of_round) for pods_of_round in rounds)


def _with_resting(line_ups: tuple[Pod, ...], entrants: int, reason: str) -> ScheduledRound:
    playing = {one for line_up in line_ups for one in line_up}
    resting = tuple(one for one in range(entrants) if one not in playing)
    return ScheduledRound(line_ups, resting, reason)
