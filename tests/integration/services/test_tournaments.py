"""Tournaments in the database: logs, seeds, entrants, and what organisers write."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from siurell.errors import LadderError
from siurell.match.profiles import clock_of
from siurell.replay.read import read_replay
from sqlalchemy.exc import IntegrityError

from ladder.domain.access import Actor, Role
from ladder.domain.batch import SeatLog
from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.events import (
    BlockKey,
    BlockReported,
    Created,
    Finished,
    MatchKey,
    Played,
    RoundPaired,
    SeedSlot,
    Withdrawn,
)
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Status, Tournament
from ladder.services import tournaments as service
from ladder.services.arena import Arena, acting
from ladder.services.audit import audit_log
from ladder.services.purge import purge
from ladder.services.submit import VersionInfo
from ladder.services.tournament_entrants import best_of_season, entrants_for, versions_named
from ladder.services.tournament_matches import (
    KeptMatch,
    MatchFiles,
    keep_match,
    kept_matches,
    sealed_matches,
    tournament_logs,
)
from ladder.store.tables import TournamentEventRow, TournamentSeedRow

GAME = "farmini"
GOLDEN = Path(__file__).parents[2] / "replays" / "farmini-1_2.replay"
OTHER = GOLDEN.with_name("finca-1_2.replay")


def stored(
    arena: Arena, format_: Format = Format.SWISS, bots: int = 4, name: str = "cup"
) -> service.StoredTournament:
    entrants = ranked([(str(number), f"bot{number}@1") for number in range(1, bots + 1)])
    return service.create_tournament(
        arena,
        create(name, Settings(format_), entrants),
        game=GAME,
        options={},
        time=clock_of("blitz"),
        author="ada",
    )


def play(arena: Arena, one: service.StoredTournament, steps: int | None = None) -> Tournament:
    """Go round in the loop so often, as somebody who has just started; who is first wins."""
    state = service.tournament_named(arena, one.name).state
    known = len(service.tournament_named(arena, one.name).log)
    while not state.finished and steps != 0:
        event = next_event(state)
        if event is None:
            block = blocks_due(state)[0]
            service.seed_for(arena, one.id, block.seed)
            event = BlockReported(block.key, block.line_up, (Played((1, 2), (9, 7)),) * 2)
        for taken in service.append(arena, one.id, event, known=known):
            state.take(taken)
            known += 1
        steps = None if steps is None else steps - 1
    return state


@pytest.mark.parametrize("format_", Format)
def test_append__whoever_stops_after_any_event_ends_with_the_same_table(
    arena: Arena, format_: Format
) -> None:
    """S01, S03: log and table agree, since the table is nothing but the fold over the log."""
    whole = stored(arena, format_, 5, "whole")
    expected = standings_of(play(arena, whole))
    pieces = stored(arena, format_, 5, "pieces")
    while not service.tournament_named(arena, "pieces").state.finished:
        play(arena, pieces, steps=1)
    found = service.tournament_named(arena, "pieces")
    assert standings_of(found.state) == expected
    assert found.log[1:] == service.tournament_named(arena, "whole").log[1:]
    assert [line.author for line in service.audit_of(arena, pieces.id)][:2] == ["ada", ""]


def test_append__what_others_wrote_comes_first_and_stale_rounds_are_not_written(
    arena: Arena,
) -> None:
    """S15: somebody withdraws while the next round is being paired."""
    one = stored(arena)
    paired = next_event(one.state)
    assert isinstance(paired, RoundPaired)
    service.withdraw(arena, "cup", "BOT2", "ran away", "eve")
    assert service.append(arena, one.id, paired, known=1) == [Withdrawn("2", "ran away")]
    assert len(service.tournament_named(arena, "cup").log) == 2
    assert service.news_of(arena, one.id, 1) == [Withdrawn("2", "ran away")]
    state = play(arena, one)
    assert [line.withdrawn for line in standings_of(state)].count(True) == 1
    assert not any("2" in p.pairing.line_up for r in state.rounds for p in r.pairings.values())


def test_append__a_report_is_written_whatever_happened_meanwhile(arena: Arena) -> None:
    one = stored(arena)
    play(arena, one, steps=1)
    block = blocks_due(service.tournament_named(arena, "cup").state)[0]
    service.pause(arena, "cup", "lunch", "eve")
    report = BlockReported(block.key, block.line_up, (Played((1, 2), (9, 7)),) * 2)
    taken = service.append(arena, one.id, report, known=2)
    assert [type(event).__name__ for event in taken] == ["Paused", "BlockReported"]
    state = service.tournament_named(arena, "cup").state
    assert state.status is Status.PAUSED and blocks_due(state) == ()
    service.resume(arena, "cup", "eve")
    assert block.key not in {due.key for due in blocks_due(play(arena, one, steps=0))}


def test_organiser__acts_are_audited_and_twice_is_once(arena: Arena) -> None:
    one = stored(arena)
    service.pause(arena, "cup", "lunch", "eve")
    service.pause(arena, "cup", "tea", "bob")
    service.resume(arena, "CUP", "bob")
    play(arena, one, steps=3)
    service.replay_round(arena, "cup", 1, "the disk was full", "eve")
    lines = service.audit_of(arena, one.id)
    acts = [(type(line.event).__name__, line.author) for line in lines if line.author]
    assert acts == [("Created", "ada"), ("Paused", "eve"), ("Resumed", "bob"),
                    ("RoundReplayed", "eve")]  # fmt: skip
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert service.tournament_named(arena, "cup").state.rounds[0].run == 2


ACTS: dict[str, Callable[[Arena], object]] = {
    "start": lambda arena: service.start(arena, "cup", "x"),
    "pause": lambda arena: service.pause(arena, "cup", "lunch", "x"),
    "resume": lambda arena: service.resume(arena, "cup", "x"),
    "withdraw": lambda arena: service.withdraw(arena, "cup", "bot2", "ill", "x"),
    "replay-round": lambda arena: service.replay_round(arena, "cup", 1, "the disk", "x"),
}


def test_organiser__alone_may_act_and_each_act_is_in_the_audit_log(arena: Arena) -> None:
    """Authors are refused, and nothing has changed; what changes nothing is no act."""
    author, organiser = Actor("ann", Role.AUTHOR, 1), Actor("ola", Role.ORGANISER)
    with pytest.raises(LadderError, match="may not create a tournament"):
        stored(acting(arena, author))
    assert service.list_tournaments(arena) == []
    one = stored(acting(arena, organiser))
    play(arena, one, steps=1)
    for act in ACTS.values():
        before = service.tournament_named(arena, "cup").log
        with pytest.raises(LadderError, match="ann is an author here and may not"):
            act(acting(arena, author))
        assert service.tournament_named(arena, "cup").log == before
        act(acting(arena, organiser))
        if act is not ACTS["replay-round"]:
            act(acting(arena, organiser))
    lines = audit_log(arena, subject="tournament cup")
    assert [line.action for line in reversed(lines)] == [
        f"tournament.{action}" for action in ("create", *ACTS)
    ]
    assert {line.actor for line in lines} == {"ola"}
    assert lines[1].detail == {"entrant": "bot2@1", "reason": "ill"}


@pytest.mark.parametrize("gone", ["paused", "finished", "not started"])
def test_started__is_what_a_ladder_has_to_play(arena: Arena, gone: str) -> None:
    stored(arena, name="other")
    one = stored(arena)
    if gone != "not started":
        service.start(arena, "cup", "eve")
        assert [found.id for found in service.started_tournaments(arena)] == [one.id]
        assert service.started_tournaments(arena, but={one.id}) == []
        assert one.state.status is Status.CREATED
        assert service.tournament_named(arena, "cup").state.status is Status.RUNNING
    if gone == "paused":
        service.pause(arena, "cup", "lunch", "eve")
    if gone == "finished":
        play(arena, one)
    assert service.started_tournaments(arena) == []


@pytest.mark.parametrize(
    "words",
    [
        "start pause resume",
        "start withdraw pause replay-round",
        "pause start",
        "pause start resume withdraw",
        "start pause resume pause",
        "resume start withdraw",
    ],
)
def test_started__the_database_says_what_the_log_says(arena: Arena, words: str) -> None:
    """Whether a log is read at all is asked of the database alone."""
    play(arena, stored(arena), steps=1)
    for word in words.split():
        ACTS[word](arena)
        wanted = service.tournament_named(arena, "cup").state.to_be_played
        assert bool(service.started_tournaments(arena)) is wanted


def test_started__the_log_of_what_is_not_played_is_not_read(arena: Arena) -> None:
    """Each second a ladder looks for what was started, however much was played on it before."""
    for name in ("cup", "mug", "jar"):
        one = stored(arena, name=name)
        service.start(arena, name, "eve")
        play(arena, one, steps=None if name == "cup" else 2)
    service.pause(arena, "mug", "lunch", "eve")
    with arena.db.write() as session:
        for one, number in ((1, 3), (2, 3)):
            session.get_one(TournamentEventRow, (one, number)).event = {"event": "of no kind"}
    with pytest.raises(LadderError):
        service.tournament_named(arena, "cup")
    assert [found.name for found in service.started_tournaments(arena)] == ["jar"]


@pytest.mark.parametrize(
    "act",
    [
        lambda arena: service.withdraw(arena, "cup", "nobody", "", "eve"),
        lambda arena: service.replay_round(arena, "cup", 7, "", "eve"),
        lambda arena: service.pause(arena, "mug", "", "eve"),
        lambda arena: stored(arena),
        lambda arena: stored(arena, name="../cup"),
    ],
)
def test_organiser__is_refused_and_nothing_has_changed(arena: Arena, act) -> None:  # type: ignore[no-untyped-def]
    one = stored(arena)
    with pytest.raises(LadderError):
        act(arena)
    assert [type(event) for event in service.tournament_named(arena, "cup").log] == [Created]
    assert [found.id for found in service.list_tournaments(arena)] == [one.id]


def test_withdraw__of_two_versions_one_has_to_be_named(arena: Arena) -> None:
    terms = create("cup", Settings(Format.SWISS), ranked([("7", "mybot@1"), ("8", "mybot@2")]))
    service.create_tournament(
        arena, terms, game=GAME, options={}, time=clock_of("blitz"), author="ada"
    )
    with pytest.raises(LadderError, match="more than one version"):
        service.withdraw(arena, "cup", "mybot", "", "eve")
    assert service.tournament_named(arena, "cup").log == (terms,)
    found = service.withdraw(arena, "cup", "mybot@2", "", "eve")
    assert found.state.withdrawn == {"8": ""}


def test_finished__takes_nothing_any_more(arena: Arena) -> None:
    play(arena, stored(arena))
    assert isinstance(service.tournament_named(arena, "cup").log[-1], Finished)
    with pytest.raises(LadderError, match="is finished"):
        service.withdraw(arena, "cup", "bot1", "", "eve")


def test_seeds__are_the_same_for_a_slot_and_no_two_slots_share_one(arena: Arena) -> None:
    """S10, S11: the database itself refuses a seed that is there."""
    one, other = stored(arena), stored(arena, name="mug")
    slots = [SeedSlot(1, run, pairing, 1) for run in (1, 2) for pairing in (0, 1, 2)]
    seeds = [service.seed_for(arena, t.id, slot) for t in (one, other) for slot in slots]
    assert len(set(seeds)) == 12
    assert [service.seed_for(arena, one.id, slot) for slot in slots] == seeds[:6]
    with pytest.raises((IntegrityError, LadderError)), arena.db.write() as session:
        session.add(TournamentSeedRow(tournament_id=one.id, round=9, run=1, pairing=1, block=1,
                                      gone=0, seed=seeds[0]))  # fmt: skip


def test_logs__are_kept_beside_the_replay_and_sealed_like_it(arena: Arena) -> None:
    """H05: they may tell what the bot saw of a seed that others have still to play."""
    one = stored(arena, Format.GAUNTLET, 3)
    play(arena, one, steps=1)
    first = read_replay(GOLDEN)
    key = MatchKey(BlockKey(1, 1, 1, 1), 0)
    name = f"cup-{key.word}"
    match = KeptMatch.of(name, first.digest, "w", ["bot1@1", "bot2@1"], first.result)
    logs = (SeatLog(0, "I am first\n"), SeatLog(1, ""))
    files = MatchFiles(GOLDEN.read_bytes(), logs)
    assert keep_match(arena, one.id, key.block, first.seed, match, files)
    sealed = service.tournament_named(arena, "cup")
    assert tournament_logs(arena, sealed) == ([], 1)
    assert sealed_matches(arena, sealed, [match]) == {name}
    play(arena, one)
    over = service.tournament_named(arena, "cup")
    (log,), left = tournament_logs(arena, over, bot="bot1", match=key.word)
    assert (log.match, log.seat, log.bot, log.text) == (name, 0, "bot1@1", "I am first\n")
    assert left == 0 and tournament_logs(arena, over, bot="bot2") == ([], 0)
    for wrong in ("r9-p1-b1-m1", "../r1", ""):
        with pytest.raises(LadderError):
            tournament_logs(arena, over, match=wrong or "cup")
    with pytest.raises(LadderError, match="does not take part"):
        tournament_logs(arena, over, bot="eve")


def test_purge__takes_files_of_finished_tournaments_alone(arena: Arena) -> None:
    """H16: replays and logs go with age; table and rows stay, and so does what is still needed."""
    first = read_replay(GOLDEN)
    for name, over in (("cup", True), ("mug", False)):
        one = stored(arena, name=name)
        play(arena, one, steps=1)
        word = f"{name}-{MatchKey(BlockKey(1, 1, 1, 1), 0).word}"
        match = KeptMatch.of(word, first.digest, "w", ["a", "b"], first.result)
        files = MatchFiles(GOLDEN.read_bytes(), (SeatLog(1, "hello"),))
        assert keep_match(arena, one.id, BlockKey(1, 1, 1, 1), first.seed, match, files)
        if over:
            play(arena, one)
    folder = arena.home.path / "tournaments"
    before = {path.name for path in folder.rglob("*-m1.*")}
    table = standings_of(service.tournament_named(arena, "cup").state)
    done = purge(arena, timedelta(0), dry_run=False)
    assert (done.matches, done.replays, done.logs) == (1, 1, 1)
    left = {path.name for path in folder.rglob("*-m1.*")}
    assert before - left == {"cup-r1-p1-b1-m1.siu.gz", "cup-r1-p1-b1-m1.1.log"}
    assert len(left) == 2 and len(kept_matches(arena, 1)) == 1
    assert standings_of(service.tournament_named(arena, "cup").state) == table


def test_entrants__are_frozen_to_versions(arena: Arena, enter: Callable[..., VersionInfo]) -> None:
    enter("greedy", "greedy")
    enter("random", "random")
    named = versions_named(arena, ["greedy", "RANDOM@1"], GAME)
    assert [name for _, name in named] == ["greedy@1", "random@1"]
    bots = entrants_for(arena, [one for one, _ in named])
    assert [bot.label for bot in bots.values()] == ["greedy@1", "random@1"]
    assert [name for _, name in best_of_season(arena, GAME, 2)] == ["greedy@1", "random@1"]
    for words in (["nobody"], ["greedy@2"], ["greedy@x"]):
        with pytest.raises(LadderError):
            versions_named(arena, words, GAME)
    for season, count in ((GAME, 3), (GAME + "-solo", 2), ("nothing", 2)):
        with pytest.raises(LadderError):
            best_of_season(arena, season, count)
    with pytest.raises(LadderError, match="is gone"):
        entrants_for(arena, [named[0][0], "99"])
