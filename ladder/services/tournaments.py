"""Tournaments of the ladder: created, read, and their logs written, an event a transaction.

Nobody but `append` writes a log, and it never changes what was written: the log is the audit.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from siurell.errors import LadderError
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from sqlalchemy import ScalarSelect
from sqlalchemy import select as columns
from sqlmodel import Session, col, func, select

from ladder.domain.access import Role
from ladder.domain.names import NAME_RULE, check_remark, is_name, name_key
from ladder.domain.tournaments.encoding import event_from_values, event_to_values, word_of
from ladder.domain.tournaments.entrants import entrant_named
from ladder.domain.tournaments.events import (
    BlockKey,
    BlockReported,
    Created,
    Event,
    Finished,
    Paused,
    Resumed,
    RoundReplayed,
    SeedSlot,
    Started,
    Withdrawn,
    seed_of,
)
from ladder.domain.tournaments.progress import sealed_seeds
from ladder.domain.tournaments.release import Release, released
from ladder.domain.tournaments.state import Tournament
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.store.tables import TournamentEventRow, TournamentRow, TournamentSeedRow

SEED_BYTES = 32

_ACTS: Final[Mapping[type, tuple[str, str]]] = {
    Started: ("start", "start a tournament"),
    Paused: ("pause", "pause a tournament"),
    Resumed: ("resume", "resume a tournament"),
    Withdrawn: ("withdraw", "withdraw a bot from a tournament"),
    RoundReplayed: ("replay-round", "have a round played again"),
}
"""What an organiser does, by its event: the word in the audit log, and as a verb phrase."""

_RESTORE = "ladder restore"
_KNOWN_SEEDS = "It was not over when the backup was made, and its seeds may be known since."


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as it is stored: what is played, and its log so far."""

    id: int
    name: str
    game: str
    options: Mapping[str, str]
    time: TimeControl
    created_at: datetime
    log: tuple[Event, ...]

    @property
    def state(self) -> Tournament:
        """Its state: the fold over its log, made anew."""
        return Tournament.of(self.log)

    @property
    def released(self) -> Release:
        """What of it may be known yet, made anew."""
        return released(self.log)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Who had an event written, and when. ``author`` is empty where play itself did."""

    number: int
    at: datetime
    author: str
    event: Event


def check_tournament_name(name: str) -> str:
    """The name, or `LadderError` with the rule for names."""
    if not is_name(name):
        raise LadderError(
            f"`{ascii(name)[1:-1][:60]}` cannot be a tournament's name: a name is {NAME_RULE}.",
            reason="BAD_TOURNAMENT_NAME",
        )
    return name


def create_tournament(
    arena: Arena,
    created: Created,
    *,
    game: str,
    options: Mapping[str, str],
    time: TimeControl,
    author: str,
) -> StoredTournament:
    """Store a tournament that can be played (see `admission.create`); its name is taken then."""
    arena.actor.require(Role.ORGANISER, "create a tournament")
    name = check_tournament_name(created.tournament)
    checked = game_named(game).check_options(options)
    with arena.db.write() as session:
        if session.exec(select(TournamentRow).where(TournamentRow.key == name_key(name))).first():
            raise LadderError(
                f"There is a tournament {name} already; give this one another name.",
                reason="NAME_TAKEN",
            )
        row = TournamentRow(
            name=name,
            key=name_key(name),
            game=game,
            options=dict(checked),
            time=str(time),
            created_at=arena.now(),
        )
        session.add(row)
        session.flush()
        _add(session, arena, row.id, 1, created, author)
        bots = [entrant.name for entrant in created.entrants]
        audit(session, arena, "tournament.create", f"tournament {name}", game=game, bots=bots)
        return _stored(session, row)


def list_tournaments(arena: Arena) -> list[StoredTournament]:
    """All tournaments, the newest first."""
    with arena.db.read() as session:
        rows = session.exec(select(TournamentRow).order_by(col(TournamentRow.id).desc())).all()
        return [_stored(session, row) for row in rows]


def started_tournaments(
    arena: Arena, *, but: AbstractSet[int] = frozenset()
) -> list[StoredTournament]:
    """Those that are to be played now, the oldest first; ``but``: of these nobody asks."""
    wanted = (
        select(TournamentRow)
        .where(
            col(TournamentRow.id).not_in(but),
            _last_word() != word_of(Finished),
            _last_word(Started).is_not(None),
            func.coalesce(_last_word(Paused, Resumed), "") != word_of(Paused),
        )
        .order_by(col(TournamentRow.id))
    )
    with arena.db.read() as session:
        return [_stored(session, row) for row in session.exec(wanted).all()]


def finished_tournaments(session: Session) -> Sequence[int]:
    """The ids of those that are finished."""
    finished = select(TournamentRow.id).where(_last_word() == word_of(Finished))
    return session.exec(finished.order_by(col(TournamentRow.id))).all()


def _last_word(*kinds: type[Event]) -> ScalarSelect[str]:
    """The word of a tournament's last event, or of the last of these kinds; null without one.

    The database looks, so that a log is read only of what is played.
    """
    word = col(TournamentEventRow.event)["event"].as_string()
    last = (
        columns(word)
        .where(col(TournamentEventRow.tournament_id) == col(TournamentRow.id))
        .order_by(col(TournamentEventRow.number).desc())
        .limit(1)
        .correlate(TournamentRow)
    )
    if kinds:
        last = last.where(word.in_([word_of(kind) for kind in kinds]))
    return last.scalar_subquery()


def tournament_named(arena: Arena, name: str) -> StoredTournament:
    """The tournament of this name."""
    with arena.db.read() as session:
        return _stored(session, _find(session, name))


def audit_of(arena: Arena, tournament: int) -> list[AuditLine]:
    """The log with who had each event written, and when."""
    with arena.db.read() as session:
        return [
            AuditLine(row.number, row.at, row.author, event_from_values(row.event))
            for row in _events(session, tournament)
        ]


def append(
    arena: Arena, tournament: int, event: Event, *, known: int, author: str = ""
) -> list[Event]:
    """Write the next event for somebody who knows the first ``known``; what to take, in order.

    These are the events that others wrote meanwhile, and then this one. One that was derived from
    a state that is no longer true, because of those, is not written: it has to be derived anew.
    A report is a fact, whatever else happened. Raises `LadderError` when all is over.
    """
    with arena.db.write() as session:
        news = [event_from_values(row.event) for row in _events(session, tournament, known)]
        if news and not isinstance(event, BlockReported):
            return news
        number = known + len(news)
        last = session.get(TournamentEventRow, (tournament, number))
        if last is None or isinstance(event_from_values(last.event), Finished):
            raise LadderError(
                "The tournament is finished; nothing in it can change any more.",
                reason="TOURNAMENT_FINISHED",
            )
        _add(session, arena, tournament, number + 1, event, author)
        return [*news, event]


def is_reported(session: Session, tournament: int, block: BlockKey) -> bool:
    """Whether the log tells how a block ended."""
    events = (event_from_values(row.event) for row in _events(session, tournament))
    return any(isinstance(event, BlockReported) and event.key == block for event in events)


def news_of(arena: Arena, tournament: int, known: int) -> list[Event]:
    """The events after the first ``known``."""
    with arena.db.read() as session:
        return [event_from_values(row.event) for row in _events(session, tournament, known)]


def withdraw(arena: Arena, name: str, entrant: str, reason: str, author: str) -> StoredTournament:
    """Take an entrant out, by its name. What it played counts as the format says."""
    found = entrant_named(tournament_named(arena, name).state.entrants, entrant)
    return _act(arena, name, Withdrawn(found.id, _why(reason)), author)


def start(arena: Arena, name: str, author: str) -> StoredTournament:
    """Have it played from now on."""
    return _act(arena, name, Started(), author)


def pause(arena: Arena, name: str, reason: str, author: str) -> StoredTournament:
    """Give out no new blocks until `resume`."""
    return _act(arena, name, Paused(_why(reason)), author)


def resume(arena: Arena, name: str, author: str) -> StoredTournament:
    """Give out blocks again."""
    return _act(arena, name, Resumed(), author)


def replay_round(
    arena: Arena, name: str, number: int, reason: str, author: str
) -> StoredTournament:
    """Have a round played again with new seeds."""
    rounds = tournament_named(arena, name).state.rounds
    run = rounds[number - 1].run + 1 if 1 <= number <= len(rounds) else 1
    return _act(arena, name, RoundReplayed(number, run, _why(reason), author), author)


def _why(reason: str) -> str:
    return check_remark(reason, "A reason")


def _act(arena: Arena, name: str, event: Event, author: str) -> StoredTournament:
    """Write what an organiser wants, and who it was, unless it changes nothing."""
    action, phrase = _ACTS[type(event)]
    arena.actor.require(Role.ORGANISER, phrase)
    with arena.db.write() as session:
        row = _find(session, name)
        stored = _stored(session, row)
        state = stored.state
        if not state.take(event):
            return stored
        detail = event_to_values(event)
        del detail["event"]
        if isinstance(event, Withdrawn):
            detail["entrant"] = state.by_id[event.entrant].name
        _add(session, arena, row.id, len(stored.log) + 1, event, author)
        audit(session, arena, f"tournament.{action}", f"tournament {row.name}", **detail)
        return _stored(session, row)


def seed_for(arena: Arena, tournament: int, slot: SeedSlot) -> bytes:
    """The seed of a slot, drawn now if it was never asked for."""
    with arena.db.write() as session:
        row = session.get(TournamentSeedRow, _seed_key(tournament, slot))
        if row is None:
            row = TournamentSeedRow(
                tournament_id=tournament,
                round=slot.round,
                run=slot.run,
                pairing=slot.pairing,
                block=slot.block,
                gone=slot.gone,
                seed=secrets.token_bytes(SEED_BYTES),
            )
            session.add(row)
        return row.seed


def renew_seeds(session: Session, arena: Arena) -> None:
    """See to it that every seed with which something is still to be played is drawn anew.

    A round of a gauntlet in which such a seed has been played by some is played again by all.
    """
    for row in session.exec(select(TournamentRow)).all():
        stored = _stored(session, row)
        state = stored.state
        reported = (event.key for event in stored.log if isinstance(event, BlockReported))
        played = {seed_of(state.settings, key) for key in reported}
        sealed = sealed_seeds(state)
        for slot in sealed - played:
            seed = session.get(TournamentSeedRow, _seed_key(row.id, slot))
            if seed is not None:
                session.delete(seed)
        rounds = sorted({slot.round for slot in sealed & played})
        for place, number in enumerate(rounds, start=len(stored.log) + 1):
            run = state.rounds[number - 1].run + 1
            event = RoundReplayed(number, run, _KNOWN_SEEDS, _RESTORE)
            _add(session, arena, row.id, place, event, _RESTORE)


def _seed_key(tournament: int, slot: SeedSlot) -> tuple[int, int, int, int, int, int]:
    return tournament, slot.round, slot.run, slot.pairing, slot.block, slot.gone


def _find(session: Session, name: str) -> TournamentRow:
    row = session.exec(select(TournamentRow).where(TournamentRow.key == name_key(name))).first()
    if row is None:
        raise LadderError(
            f"There is no tournament `{ascii(name)[1:-1][:60]}`; type `siurell tournament list`.",
            reason="UNKNOWN_TOURNAMENT",
        )
    return row


def _events(session: Session, tournament: int, known: int = 0) -> list[TournamentEventRow]:
    return list(
        session.exec(
            select(TournamentEventRow)
            .where(
                TournamentEventRow.tournament_id == tournament,
                TournamentEventRow.number > known,
            )
            .order_by(col(TournamentEventRow.number))
        ).all()
    )


def _stored(session: Session, row: TournamentRow) -> StoredTournament:
    return StoredTournament(
        id=row.id,
        name=row.name,
        game=row.game,
        options=dict(row.options),
        time=TimeControl.parse(row.time),
        created_at=row.created_at,
        log=tuple(event_from_values(one.event) for one in _events(session, row.id)),
    )


def _add(
    session: Session, arena: Arena, tournament: int, number: int, event: Event, author: str
) -> None:
    session.add(
        TournamentEventRow(
            tournament_id=tournament,
            number=number,
            at=arena.now(),
            author=author,
            event=event_to_values(event),
        )
    )
    session.flush()
