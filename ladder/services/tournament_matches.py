"""The matches of a tournament that were kept: their replays, and who may have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from siurell.errors import LadderError
from siurell.match.result import MatchResult
from siurell.replay.format import SUFFIX
from siurell.replay.proof import proved
from sqlmodel import col, select

from ladder.domain.batch import SeatLog
from ladder.domain.tournaments.entrants import entrant_named
from ladder.domain.tournaments.events import BlockKey, MatchKey, seed_of
from ladder.domain.tournaments.release import sealed_among
from ladder.domain.tournaments.state import Tournament
from ladder.services.arena import Arena
from ladder.services.tournaments import StoredTournament, is_reported, news_of
from ladder.store.failures import storage_errors
from ladder.store.files import StagedFiles, text_if_there
from ladder.store.tables import TournamentMatchRow

OF_A_TOURNAMENT: Final = re.compile(rf"([A-Za-z0-9_-]+)(?:{re.escape(SUFFIX)}|\.[0-9]\.log)")
"""The names of the files of a match, which begin with its own."""

_NUMBER: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match whose replay was kept; lists are in the order of the seats."""

    match: str
    digest: str
    worker: str
    seats: tuple[str, ...]
    placements: tuple[int, ...]
    scores: tuple[int, ...]
    causes: tuple[str, ...]

    @staticmethod
    def of(
        match: str, digest: str, worker: str, seats: Sequence[str], result: MatchResult
    ) -> KeptMatch:
        """A match that ended like this; ``seats``: the versions that sat there."""
        return KeptMatch(
            match,
            digest,
            worker,
            tuple(seats),
            tuple(seat.placement for seat in result.seats),
            tuple(seat.score for seat in result.seats),
            tuple(seat.cause.value for seat in result.seats),
        )


@dataclass(frozen=True, slots=True)
class MatchFiles:
    """What is kept of a match beside its row: its replay, and what the bots wrote."""

    replay: bytes
    logs: tuple[SeatLog, ...] = ()


def replay_file(arena: Arena, tournament: int, match: str) -> Path:
    """Where the replay of a match lies."""
    return arena.home.tournaments / str(tournament) / f"{match}{SUFFIX}"


def log_file(arena: Arena, tournament: int, match: str, seat: int) -> Path:
    """Where that lies which the bot on a seat wrote in a match."""
    return replay_file(arena, tournament, match).with_name(f"{match}.{seat}.log")


def keep_match(
    arena: Arena, tournament: int, block: BlockKey, seed: bytes, match: KeptMatch, files: MatchFiles
) -> bool:
    """Keep a match: first its files, then the row that tells of it; False when one is there.

    A match counts once: the first that was kept stays. It gives way only where it proves nothing,
    as one of another seed, and its block has not been reported. The files lie ready under temporary
    names before the transaction and are renamed inside it, before the commit.
    """
    seen = kept_match(arena, tournament, match.match)
    if _result(arena, tournament, seen, match.seats, seed) is not None:
        return False
    with storage_errors(arena.home.path), StagedFiles() as staged:
        _stage(arena, tournament, match.match, files, staged)
        with arena.db.write() as session:
            there = session.get(TournamentMatchRow, (tournament, match.match))
            if there is not None:
                new = seen is None or seen.digest != there.digest
                if new or is_reported(session, tournament, block):
                    return False
                session.delete(there)
                session.flush()
            session.add(_row(tournament, match, arena.now()))
            session.flush()
            # Without a row there may be some as well, of one that was killed before its commit.
            for seat in range(len(match.seats)):
                log_file(arena, tournament, match.match, seat).unlink(missing_ok=True)
            staged.publish()
    return True


def _stage(
    arena: Arena, tournament: int, match: str, files: MatchFiles, staged: StagedFiles
) -> None:
    path = replay_file(arena, tournament, match)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    staged.add(path, files.replay)
    for log in files.logs:
        if log.text:
            staged.add(log_file(arena, tournament, match, log.seat), log.text.encode())


def _row(tournament: int, match: KeptMatch, ended_at: datetime) -> TournamentMatchRow:
    return TournamentMatchRow(
        tournament_id=tournament,
        match=match.match,
        digest=match.digest,
        worker=match.worker,
        seats=list(match.seats),
        placements=list(match.placements),
        scores=list(match.scores),
        causes=list(match.causes),
        ended_at=ended_at,
    )


def kept_result(
    arena: Arena, tournament: int, match: str, seats: Sequence[str], seed: bytes
) -> MatchResult | None:
    """How a match of these seats and this seed ended, when its replay is there and proves it."""
    return _result(arena, tournament, kept_match(arena, tournament, match), seats, seed)


def _result(
    arena: Arena, tournament: int, found: KeptMatch | None, seats: Sequence[str], seed: bytes
) -> MatchResult | None:
    if found is None or found.seats != tuple(seats):
        return None
    return proved(replay_file(arena, tournament, found.match), found.digest, seed)


def kept_matches(arena: Arena, tournament: int) -> list[KeptMatch]:
    """All that were kept, in the order in which they ended."""
    with arena.db.read() as session:
        rows = session.exec(
            select(TournamentMatchRow)
            .where(TournamentMatchRow.tournament_id == tournament)
            .order_by(col(TournamentMatchRow.ended_at), col(TournamentMatchRow.match))
        ).all()
        return [_kept(row) for row in rows]


def kept_match(arena: Arena, tournament: int, match: str) -> KeptMatch | None:
    """One match, when it was kept."""
    with arena.db.read() as session:
        row = session.get(TournamentMatchRow, (tournament, match))
        return None if row is None else _kept(row)


def _kept(row: TournamentMatchRow) -> KeptMatch:
    return KeptMatch(
        row.match,
        row.digest,
        row.worker,
        tuple(row.seats),
        tuple(row.placements),
        tuple(row.scores),
        tuple(row.causes),
    )


def sealed_matches(arena: Arena, stored: StoredTournament, kept: Iterable[KeptMatch]) -> set[str]:
    """Those of which nothing may be known yet: neither replay nor logs leave their place.

    The log is read anew: it has to know of all that was kept when ``kept`` was read.
    """
    state = Tournament.of(news_of(arena, stored.id, known=0))
    slots = {match.match: seed_of(state.settings, _key(stored, match).block) for match in kept}
    sealed = sealed_among(state, slots.values())
    return {match for match, slot in slots.items() if slot in sealed}


def refuse_sealed_file(arena: Arena, path: Path) -> None:
    """Raise `LadderError` (``SEALED``) when it is a file of a match that is sealed still."""
    path = path.resolve()
    found = OF_A_TOURNAMENT.fullmatch(path.name)
    folder = path.parent
    if found is None or folder.parent != arena.home.tournaments.resolve():
        return
    log = news_of(arena, int(folder.name), known=0) if _NUMBER.fullmatch(folder.name) else []
    if not log:
        return
    state = Tournament.of(log)
    key = MatchKey.parse(found[1].removeprefix(f"{state.name}-"))
    if sealed_among(state, [seed_of(state.settings, key.block)]):
        raise LadderError(
            f"The replay of {found[1]} is sealed as long as something is to be played with its "
            f"seed; type `siurell tournament watch {state.name}`.",
            reason="SEALED",
        )


def _key(stored: StoredTournament, match: KeptMatch) -> MatchKey:
    return MatchKey.parse(match.match.removeprefix(f"{stored.name}-"))


@dataclass(frozen=True, slots=True)
class TournamentLog:
    """What a bot wrote in a match: ``match`` is its whole name."""

    match: str
    seat: int
    bot: str
    cause: str
    text: str


def tournament_logs(
    arena: Arena, stored: StoredTournament, *, bot: str = "", match: str = ""
) -> tuple[list[TournamentLog], int]:
    """What bots wrote, the newest first, and of how many matches it is sealed still.

    ``bot``: of this entrant only; ``match``: of this match only, such as ``r2-p3-b1-m1``.
    """
    label = entrant_named(stored.state.entrants, bot).name if bot else ""
    found = [_named(arena, stored, match)] if match else kept_matches(arena, stored.id)[::-1]
    kept = [one for one in found if not label or label in one.seats]
    sealed = sealed_matches(arena, stored, kept)
    logs = [
        TournamentLog(one.match, seat, one.seats[seat], one.causes[seat], text)
        for one in kept
        if one.match not in sealed
        for seat in range(len(one.seats))
        if not label or one.seats[seat] == label
        if (text := _log(arena, stored, one.match, seat))
    ]
    return logs, len(sealed)


def _named(arena: Arena, stored: StoredTournament, match: str) -> KeptMatch:
    word = match.removeprefix(f"{stored.name}-")
    found = kept_match(arena, stored.id, f"{stored.name}-{MatchKey.parse(word).word}")
    if found is None:
        raise LadderError(
            f"No match {word} of {stored.name} has been played.", reason="UNKNOWN_MATCH"
        )
    return found


def _log(arena: Arena, stored: StoredTournament, match: str, seat: int) -> str:
    return text_if_there(log_file(arena, stored.id, match, seat))
