"""Owners that favour each other, from the log of a season."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from siurell.errors import LadderError
from siurell.match.result import MatchResult

from ladder.domain.access import Actor, Role
from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.owner_favours import favours_in
from ladder.services.owners import add_owner, give_bot
from ladder.services.report import report
from ladder.services.requests import request_match
from ladder.services.submit import VersionInfo

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]
Play = Callable[..., None]
BOTS = ("ann", "bob", "cat", "dog", "eve", "fay")


@pytest.fixture
def play(
    arena: Arena, enter: Enter, draw: Draw, told: Told, result_of: ResultOf
) -> Callable[..., None]:
    """Six owners with a bot each. Friends that sit together come in before all others."""
    for bot in BOTS:
        enter(bot)
        add_owner(arena, f"owner-of-{bot}")
        give_bot(arena, bot, f"owner-of-{bot}")
    rng = random.Random("friends")

    def _play(batches: int, friends: tuple[str, ...] = ()) -> None:
        for _ in range(batches):
            batch = draw()
            assert batch is not None
            for order in batch.orders:
                names = [batch.entrants[place].label.partition("@")[0] for place in order.seating]
                together = set(friends) <= set(names) and len(names) > 2
                ranking = sorted(
                    names, key=lambda name: (not (together and name in friends), rng.random())
                )
                places = tuple(1 + ranking.index(name) for name in names)
                report(arena, told(order, result_of(places)))

    return _play


def test_favours__that_are_planted_are_found_with_their_evidence(
    arena: Arena, season: Season, play: Play
) -> None:
    """R20: by owners, whatever their bots are called."""
    play(200, ("ann", "bob"))
    found = favours_in(arena, season)
    assert {(one.taker, one.giver) for one in found.favours} == {
        ("owner-of-ann", "owner-of-bob"),
        ("owner-of-bob", "owner-of-ann"),
    }
    for one in found.favours:
        assert one.mutual and one.chance <= found.level and one.surplus > 0.1
        assert one.seen > one.expected and one.matches > one.blocks >= 8
    assert (found.season, found.owners) == ("finca", 6)
    assert found.asked <= 2 * 6 * 5, "alone with each other, and with third parties"
    assert found.matches > 90


def test_favours__of_honest_owners_are_none(arena: Arena, season: Season, play: Play) -> None:
    play(60)
    found = favours_in(arena, season)
    assert (found.favours, found.owners) == ((), 6) and found.asked > 0


def test_favours__bots_of_nobody_and_unrated_matches_are_not_asked_about(
    arena: Arena, season: Season, play: Play, draw: Draw, told: Told
) -> None:
    play(20)
    before = favours_in(arena, season)
    request_match(arena, "finca", ["ann", "bob", "cat"], blocks=25)
    for order in draw().orders:  # type: ignore[union-attr]
        report(arena, told(order))
    assert favours_in(arena, season) == before
    for bot in BOTS:
        give_bot(arena, bot, None)
    found = favours_in(arena, season)
    assert (found.owners, found.asked, found.favours) == (0, 0, ())
    assert found.matches == before.matches


def test_favours__are_not_for_everybody_to_see(arena: Arena, season: Season) -> None:
    author = replace(arena, actor=Actor("mia", Role.AUTHOR, 1))
    with pytest.raises(LadderError, match="may not look for favours") as caught:
        favours_in(author, season)
    assert caught.value.reason == "NOT_ALLOWED"
