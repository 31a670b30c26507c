"""Matches of a tournament that were kept: their files, the rows that tell of them, which counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from siurell.errors import LadderError
from siurell.match.profiles import clock_of
from siurell.match.result import Cause, MatchResult, SeatResult
from siurell.replay.model import Replay
from siurell.replay.read import read_replay
from sqlalchemy.exc import IntegrityError

from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.events import BlockKey, BlockReported, MatchKey, Played
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import Format, Settings
from ladder.services import tournaments as service
from ladder.services.arena import Arena
from ladder.services.tournament_matches import (
    KeptMatch,
    MatchFiles,
    keep_match,
    kept_match,
    kept_matches,
    kept_result,
    log_file,
    replay_file,
)
from ladder.store.files import TEMPORARY
from ladder.store.tables import TournamentMatchRow

GOLDEN = Path(__file__).parents[2] / "replays" / "farmini-1_2.replay"
OTHER = GOLDEN.with_name("finca-1_2.replay")


@pytest.fixture
def cup(arena: Arena) -> service.StoredTournament:
    """A tournament of two bots of which nothing has been played."""
    terms = create("cup", Settings(Format.SWISS), ranked([("1", "a"), ("2", "b")]))
    return service.create_tournament(
        arena, terms, game="farmini", options={}, time=clock_of("blitz"), author="ada"
    )


def a_match(arena: Arena, cup: service.StoredTournament, worker: str, replay: Replay) -> bool:
    """Keep a match of the first block, as a worker would; whether it was the first."""
    word = MatchKey(BlockKey(1, 1, 1, 1), 0).word
    match = KeptMatch.of(word, replay.digest, worker, ["a", "b"], replay.result)
    files = MatchFiles(GOLDEN.with_name(f"{worker}.replay").read_bytes())
    return keep_match(arena, cup.id, BlockKey(1, 1, 1, 1), replay.seed, match, files)


def test_matches__count_once_and_the_first_stays(
    arena: Arena, cup: service.StoredTournament
) -> None:
    """S07: the row of a match names its worker; what is told of it later changes nothing."""
    first = read_replay(GOLDEN)
    seats = (SeatResult(1, 9, Cause.GAME_RULES), SeatResult(2, 7, Cause.TIMEOUT))
    later = replace(first, result=MatchResult(seats, decisions=3, turns=2))
    assert a_match(arena, cup, GOLDEN.stem, first)
    assert not a_match(arena, cup, GOLDEN.stem, later)
    (found,) = kept_matches(arena, cup.id)
    assert found.scores == tuple(seat.score for seat in first.result.seats)
    assert kept_result(arena, cup.id, found.match, ["a", "b"], first.seed) == first.result
    assert kept_result(arena, cup.id, found.match, ["a", "c"], first.seed) is None
    assert kept_result(arena, cup.id, found.match, ["a", "b"], bytes(32)) is None
    assert kept_match(arena, cup.id, "cup-r2") is None


def test_matches__their_files_are_written_before_anybody_has_to_wait(
    arena: Arena, cup: service.StoredTournament
) -> None:
    """Nobody else can write as long as the database is written: only names are changed then."""
    folder = replay_file(arena, cup.id, "any").parent
    with ThreadPoolExecutor(1) as aside:
        with arena.db.write():
            keeping = aside.submit(a_match, arena, cup, GOLDEN.stem, read_replay(GOLDEN))
            until(lambda: len(sizes := staged_in(folder)) == 1 and sizes[0] > 0)
            assert not keeping.done()
        assert keeping.result(timeout=20)
    assert [path.name for path in folder.iterdir()] == ["r1-p1-b1-m1.siu.gz"]


def test_matches__of_two_that_are_kept_at_once_the_first_stays(
    arena: Arena, cup: service.StoredTournament
) -> None:
    """What came between looking and writing is not replaced, however it ended."""
    first = read_replay(GOLDEN)
    folder = replay_file(arena, cup.id, "any").parent
    with ThreadPoolExecutor(1) as aside:
        with arena.db.write() as session:
            keeping = aside.submit(a_match, arena, cup, OTHER.stem, read_replay(OTHER))
            until(lambda: bool(staged_in(folder)))
            kept = KeptMatch.of("r1-p1-b1-m1", first.digest, "w", ["a", "b"], first.result)
            session.add(
                TournamentMatchRow(tournament_id=cup.id, ended_at=arena.now(), **asdict(kept))
            )
            session.flush()
            replay_file(arena, cup.id, kept.match).write_bytes(GOLDEN.read_bytes())
        assert not keeping.result(timeout=20)
    assert kept_result(arena, cup.id, kept.match, ["a", "b"], first.seed) == first.result


def test_matches__have_no_log_that_a_killed_process_left(
    arena: Arena, cup: service.StoredTournament
) -> None:
    """It was killed between the names of its files and the commit: the match is played again."""
    left = log_file(arena, cup.id, "r1-p1-b1-m1", 1)
    left.parent.mkdir(parents=True)
    left.write_text("of the match that was lost")
    assert a_match(arena, cup, GOLDEN.stem, read_replay(GOLDEN))
    assert not left.exists()


def staged_in(folder: Path) -> list[int]:
    return [path.stat().st_size for path in folder.glob(f"{TEMPORARY}*")]


def until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.parametrize("there", [False, True])
def test_matches__what_the_database_refuses_leaves_files_and_rows_as_they_were(
    arena: Arena, cup: service.StoredTournament, there: bool
) -> None:
    first = read_replay(GOLDEN)
    if there:
        assert a_match(arena, cup, GOLDEN.stem, first)
    before = kept_matches(arena, cup.id)
    broken = KeptMatch.of("r1-p1-b1-m1", "short", "w", ["a", "b"], first.result)
    with pytest.raises((IntegrityError, LadderError)):
        keep_match(arena, cup.id, BlockKey(1, 1, 1, 1), bytes(32), broken, MatchFiles(b"x"))
    assert kept_matches(arena, cup.id) == before
    files = list(replay_file(arena, cup.id, "any").parent.iterdir())
    assert [path.read_bytes() for path in files] == [GOLDEN.read_bytes()] * there


def test_matches__of_another_seed_give_way_until_their_block_is_reported(
    arena: Arena, cup: service.StoredTournament
) -> None:
    """What proves nothing may be played anew, but nothing that has counted."""
    first, other = read_replay(GOLDEN), read_replay(OTHER)
    assert a_match(arena, cup, GOLDEN.stem, first)
    assert a_match(arena, cup, OTHER.stem, other)
    (found,) = kept_matches(arena, cup.id)
    assert (found.worker, found.digest) == (OTHER.stem, other.digest)
    paired = next_event(state := cup.state)
    assert paired is not None
    service.append(arena, cup.id, paired, known=1)
    state.take(paired)
    (block,) = blocks_due(state)
    report = BlockReported(block.key, block.line_up, (Played((1, 2), (9, 7)),) * 2)
    service.append(arena, cup.id, report, known=2)
    assert not a_match(arena, cup, GOLDEN.stem, first)
    assert kept_matches(arena, cup.id) == [found]
    assert replay_file(arena, cup.id, found.match).read_bytes() == OTHER.read_bytes()
