"""What a running ladder plays of tournaments: those that were started, as long as it may."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from siurell.errors import LadderError
from siurell.match.profiles import clock_of
from siurell.match.result import MatchResult

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.states import MOST_IN_VAIN
from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.settings import Format, Settings
from ladder.executors import tournaments
from ladder.executors.base import ExecutorEvent, TournamentHindered, TournamentPlayed
from ladder.executors.tournaments import StartedTournaments, Work
from ladder.services import tournaments as service
from ladder.services.arena import Arena
from ladder.services.remote import register_remote
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.services.tournament_book import playing_alone
from ladder.services.tournament_entrants import stranger_in_tournaments, versions_named

GAME = "farmini"
Told = Callable[..., Report]


@pytest.fixture
def bots(enter: Callable[..., VersionInfo]) -> list[str]:
    return [enter(name, shipped).label for name, shipped in (("ann", "greedy"), ("bob", "random"))]


@pytest.fixture
def stranger(arena: Arena, tmp_path: Path) -> str:
    """A bot that somebody submitted."""
    folder = tmp_path / "cid"
    folder.mkdir()
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "siurell.toml").write_text(f'name = "cid"\ngames = ["{GAME}"]\n')
    version = submit(arena, folder)
    return set_checked(arena, version.id, True, "fine").label


def held(arena: Arena, name: str, labels: list[str], *, started: bool = True) -> None:
    entrants = ranked(versions_named(arena, labels, GAME))
    terms = create(name, Settings(Format.ROUND_ROBIN, blocks=9), entrants)
    service.create_tournament(
        arena, terms, game=GAME, options={}, time=clock_of("blitz"), author="ada"
    )
    if started:
        service.start(arena, name, "ada")


def playing(arena: Arena, *, strangers_held: bool = True
            ) -> tuple[StartedTournaments, list[ExecutorEvent]]:  # fmt: skip
    told: list[ExecutorEvent] = []
    return StartedTournaments(arena, 2, told.append, strangers_held=strangers_held), told


def names(work: Work | None) -> set[str]:
    return set() if work is None else {order.match_id.split("-")[0] for order in work.batch.orders}


async def test_take__the_oldest_first_each_match_once(arena: Arena, bots: list[str]) -> None:
    """S15: a core for which one has nothing plays for the next."""
    for name in ("cup", "mug", "jar"):
        held(arena, name, bots, started=name != "jar")
    ours, _ = playing(arena)
    taken = [await ours.take() for _ in range(9)]
    assert [names(work) for work in taken] == [
        *[{"cup"}] * 4, *[{"mug"}] * 4, set()
    ]  # fmt: skip
    orders = [order.match_id for work in taken if work for order in work.batch.orders]
    assert len(orders) == len({*orders}) == 36
    ours.close()


async def test_take__what_is_reported_goes_into_its_log_and_what_is_not_comes_back(
    arena: Arena, bots: list[str], told: Told, aborted: Callable[[MatchOrder], MatchResult]
) -> None:
    """S05, S06: a worker that ends early, or a match that is called off, loses nothing."""
    held(arena, "cup", bots)
    ours, events = playing(arena)
    work = await ours.take()
    assert work is not None
    first, second, *others = work.batch.orders
    await work.take(told(first))
    await work.take(told(second, aborted(second)))
    await work.close()
    again = await ours.take()
    assert again is not None
    assert {o.match_id for o in again.batch.orders} == {o.match_id for o in (second, *others)}
    assert [type(event) for event in events] == [TournamentPlayed] * 2
    ours.close()


async def test_take__paused_nothing_is_handed_out_and_others_may_play_it(
    arena: Arena, bots: list[str]
) -> None:
    held(arena, "cup", bots)
    ours, _ = playing(arena)
    work = await ours.take()
    assert work is not None and ours.any
    stored = service.tournament_named(arena, "cup")
    with pytest.raises(LadderError, match="plays cup just now"), playing_alone(arena, stored):
        pass
    service.pause(arena, "cup", "lunch", "eve")
    await work.close()
    assert await ours.take() is None and not ours.any
    with playing_alone(arena, stored):
        service.resume(arena, "cup", "eve")
        other, events = playing(arena)
        assert await other.take() is None and events == []
    fresh, _ = playing(arena)
    assert names(await fresh.take()) == {"cup"}
    fresh.close()


async def test_take__a_stranger_whom_nothing_holds_is_not_run(
    arena: Arena, bots: list[str], stranger: str
) -> None:
    held(arena, "cup", [*bots, stranger])
    assert stranger_in_tournaments(arena) == stranger
    ours, events = playing(arena, strangers_held=False)
    assert await ours.take() is None
    (event,) = events
    assert isinstance(event, TournamentHindered) and f"holds {stranger} back" in event.sentence
    service.withdraw(arena, "cup", stranger, "", "eve")
    assert stranger_in_tournaments(arena) == ""
    other, _ = playing(arena, strangers_held=False)
    assert names(await other.take()) == {"cup"}
    other.close()


async def test_play__an_event_whose_matches_are_all_called_off_stops_no_other(
    arena: Arena,
    bots: list[str],
    told: Told,
    aborted: Callable[[MatchOrder], MatchResult],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S06."""

    async def all_called_off(batch: Batch, *_: object, on_report: Any, **__: object) -> None:
        for order in batch.orders:
            await on_report(told(order, aborted(order)))

    monkeypatch.setattr(tournaments, "play_batch", all_called_off)
    held(arena, "cup", bots)
    ours, events = playing(arena)
    for _ in range(MOST_IN_VAIN):
        if (work := await ours.take()) is not None:
            await ours.play(work, None, None, Path(), (), None)  # type: ignore[arg-type]
    assert not ours.any
    (event,) = (one for one in events if isinstance(one, TournamentHindered))
    assert event.tournament == "cup" and "in a row were called off" in event.sentence
    with playing_alone(arena, service.tournament_named(arena, "cup")):
        pass


async def test_take__a_version_that_is_gone_is_told_of_and_the_others_are_played(
    arena: Arena, bots: list[str], stranger: str
) -> None:
    """S06: one event that cannot be played stops no other."""
    held(arena, "cup", [*bots, stranger])
    held(arena, "mug", bots)
    (bot,) = arena.home.versions.glob("*/bot.py")
    bot.chmod(0o600)
    bot.write_text("changed")
    ours, events = playing(arena)
    assert names(await ours.take()) == {"mug"}
    (event,) = events
    assert isinstance(event, TournamentHindered)
    assert event.tournament == "cup" and stranger in event.sentence
    ours.close()


async def test_play__a_version_that_is_changed_meanwhile_is_not_begun(
    arena: Arena, bots: list[str], stranger: str
) -> None:
    """F06: as in a season, where it is looked at before each batch.

    What other jobs play of the same event meanwhile, nobody else plays too.
    """
    held(arena, "cup", [*bots, stranger])
    ours, events = playing(arena)
    taken = [await ours.take() for _ in range(4)]
    work = next(one for one in taken if one and stranger in {e.label for e in one.batch.entrants})
    (bot,) = arena.home.versions.glob("*/bot.py")
    content = bot.read_text()
    bot.write_text("changed")
    await ours.play(work, None, None, Path(), (), None)  # type: ignore[arg-type]
    (event,) = events
    assert isinstance(event, TournamentHindered)
    assert event.tournament == "cup" and stranger in event.sentence and not ours.any
    bot.write_text(content)
    other, events = playing(arena)
    assert await other.take() is None and events == []
    for still_played in taken:
        if still_played and still_played is not work:
            await still_played.close()
    other, _ = playing(arena)
    again = {order.match_id for _ in range(4) if (one := await other.take())
             for order in one.batch.orders}  # fmt: skip
    assert {order.match_id for order in work.batch.orders} <= again
    other.close()


def test_entrants__a_remote_bot_is_refused_with_the_reason(arena: Arena, bots: list[str]) -> None:
    """S11: it could remember a seed that is played from every seat."""
    register_remote(arena, "far", [GAME])
    with pytest.raises(LadderError, match="far@1 runs on its author's machine and may remember"):
        versions_named(arena, [*bots, "far"], GAME)
