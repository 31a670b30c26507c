"""The state of a tournament: the fold over its log.

Events that were taken before change nothing, so a log may be told twice; events that contradict
what came before are refused with a sentence. A report for a line-up that is no longer the one to
play (somebody withdrew meanwhile) is left aside, like one for a run of a round that was replayed:
the order in the log alone decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from siurell.errors import LadderError

from ladder.domain.tournaments.admission import admit
from ladder.domain.tournaments.entrants import Entrant, in_seed_order
from ladder.domain.tournaments.events import (
    BlockReported,
    Created,
    Event,
    Finished,
    Pairing,
    Paused,
    Resumed,
    RoundPaired,
    RoundReplayed,
    Started,
    Withdrawn,
)
from ladder.domain.tournaments.finish import blocks_wanted, is_over
from ladder.domain.tournaments.record import BlockRecord, PairingRecord, RoundRecord
from ladder.domain.tournaments.settings import ADAPTIVE, Settings, completed


class Status(Enum):
    """Where a tournament stands."""

    CREATED = "created"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"


class Tournament:
    """A tournament as its log tells it. ``entrants`` are in the order of their seeding."""

    def __init__(self, created: Created) -> None:
        self.settings: Settings = completed(created.settings, len(created.entrants))
        admit(self.settings, created.entrants)
        self.created = created
        self.name = created.tournament
        self.entrants: tuple[Entrant, ...] = in_seed_order(created.entrants)
        self.by_id = {entrant.id: entrant for entrant in self.entrants}
        self.rounds: list[RoundRecord] = []
        self.withdrawn: dict[str, str] = {}
        self.replays: list[RoundReplayed] = []
        self.started = False
        self.paused = False
        self.finished = False

    @staticmethod
    def of(log: Iterable[Event]) -> Tournament:
        """The tournament of this log, whose first event says what it is."""
        events = iter(log)
        created = next(events, None)
        if not isinstance(created, Created):
            raise LadderError(
                "The log of the tournament does not begin with its creation; it is damaged.",
                reason="BAD_TOURNAMENT_LOG",
            )
        tournament = Tournament(created)
        for event in events:
            tournament.take(event)
        return tournament

    @property
    def status(self) -> Status:
        """Where it stands."""
        if self.finished:
            return Status.FINISHED
        if self.paused:
            return Status.PAUSED
        return Status.RUNNING if self.started or self.rounds else Status.CREATED

    @property
    def to_be_played(self) -> bool:
        """Whether it was started, and is neither paused nor finished."""
        return self.started and self.status is Status.RUNNING

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Who has not withdrawn, in the order of their seeding."""
        return tuple(entrant for entrant in self.entrants if entrant.id not in self.withdrawn)

    @property
    def challenger(self) -> Entrant:
        """The one that meets all the others of a gauntlet."""
        return self.by_id[self.settings.challenger or self.entrants[0].id]

    def seed_rank(self, entrant: str) -> int:
        """Where an entrant is seeded."""
        return self.by_id[entrant].seed_rank

    def is_over(self, round_: RoundRecord) -> bool:
        """Whether nothing more is to be played in a round."""
        return all(map(self.is_over_pairing, round_.pairings.values()))

    def is_over_pairing(self, record: PairingRecord) -> bool:
        """Whether nothing more is to be played in a pairing."""
        if not record.over:
            record.over = is_over(record, self.settings)
        return record.over

    def take(self, event: Event) -> bool:
        """Take the next event of the log; False when it changes nothing."""
        if isinstance(event, BlockReported):
            return self._take_report(event)
        if isinstance(event, Created):
            return self._take_creation(event)
        if isinstance(event, RoundPaired):
            return self._take_round(event)
        if isinstance(event, Withdrawn):
            return self._take_withdrawal(event)
        if isinstance(event, RoundReplayed):
            return self._take_replay(event)
        return self._take_status(event)

    def _take_creation(self, event: Created) -> bool:
        if event != self.created:
            raise _contradiction(f"it was created twice, also as `{event.tournament}`")
        return False

    def _take_status(self, event: Started | Paused | Resumed | Finished) -> bool:
        if isinstance(event, Finished):
            changed, self.finished = not self.finished, True
            return changed
        self._refuse_when_finished()
        if isinstance(event, Started):
            changed, self.started = not self.started, True
            return changed
        before, self.paused = self.paused, isinstance(event, Paused)
        return self.paused != before

    def _take_round(self, event: RoundPaired) -> bool:
        if 1 <= event.round <= len(self.rounds):
            known = self.rounds[event.round - 1]
            pairings = tuple(record.pairing for record in known.pairings.values())
            if pairings != event.pairings or known.byes != event.byes:
                raise _contradiction(f"round {event.round} was paired in two ways")
            return False
        self._refuse_when_finished()
        if event.round != len(self.rounds) + 1:
            raise _contradiction(f"round {event.round} follows round {len(self.rounds)}")
        for pairing in event.pairings:
            self._check_size(pairing)
        named = [e for pairing in event.pairings for e in pairing.line_up]
        for entrant in (*named, *(bye.entrant for bye in event.byes)):
            self._known(entrant)
        pairings_by_number = {pairing.number: PairingRecord(pairing) for pairing in event.pairings}
        if len(pairings_by_number) != len(event.pairings):
            raise _contradiction(f"round {event.round} has two pairings of one number")
        self.rounds.append(RoundRecord(event.round, pairings_by_number, event.byes))
        self._note_withdrawals()
        return True

    def _check_size(self, pairing: Pairing) -> None:
        size = len(pairing.line_up)
        alone = size < 2 or len(set(pairing.line_up)) < size
        if alone or size > self.settings.seats or not 0 <= pairing.advance < size:
            raise _contradiction(f"pairing {pairing.number} is none of 2 to {self.settings.seats}")

    def _take_report(self, event: BlockReported) -> bool:
        key = event.key
        if not 1 <= key.round <= len(self.rounds):
            raise _contradiction(f"a block of round {key.round} was reported before its pairing")
        round_ = self.rounds[key.round - 1]
        record = round_.pairings.get(key.pairing)
        if record is None:
            raise _contradiction(f"round {key.round} has no pairing {key.pairing}")
        if (key.run, key.gone, event.line_up) != (round_.run, len(record.gone), record.left):
            return False
        if (
            key.block in record.blocks
            or record.forfeited
            or not 1 <= key.block <= blocks_wanted(record, self.settings)
        ):
            return False
        self._refuse_when_finished()
        _check_matches(event)
        record.blocks[key.block] = BlockRecord(event.line_up, event.matches)
        return True

    def _take_withdrawal(self, event: Withdrawn) -> bool:
        self._known(event.entrant)
        if event.entrant in self.withdrawn:
            return False
        self._refuse_when_finished()
        self.withdrawn[event.entrant] = event.reason
        self._note_withdrawals()
        return True

    def _note_withdrawals(self) -> None:
        """Who withdrew leaves every pairing that is not over."""
        for entrant in self.withdrawn:
            for round_ in self.rounds:
                for record in round_.pairings.values():
                    if entrant in record.left and not self.is_over_pairing(record):
                        record.gone.append(entrant)

    def _take_replay(self, event: RoundReplayed) -> bool:
        if not 1 <= event.round <= len(self.rounds):
            raise LadderError(
                f"Round {event.round} has not been paired, so it cannot be replayed; "
                f"the last one is {len(self.rounds)}.",
                reason="ROUND_NOT_PAIRED",
            )
        round_ = self.rounds[event.round - 1]
        if event.run <= round_.run:
            return False
        self._refuse_when_finished()
        if self.settings.format in ADAPTIVE and event.round != len(self.rounds):
            raise LadderError(
                f"Round {event.round} has been used to pair round {event.round + 1}; only the "
                f"last round, {len(self.rounds)}, can be replayed in this format.",
                reason="ROUND_USED",
            )
        if event.run != round_.run + 1:
            raise _contradiction(f"run {event.run} of round {event.round} follows {round_.run}")
        round_.run = event.run
        for record in round_.pairings.values():
            record.clear()
        self.replays.append(event)
        self._note_withdrawals()
        return True

    def _known(self, entrant: str) -> Entrant:
        if entrant not in self.by_id:
            raise LadderError(
                f"`{ascii(entrant)[1:-1][:60]}` does not take part in {self.name}.",
                reason="NO_SUCH_ENTRANT",
            )
        return self.by_id[entrant]

    def _refuse_when_finished(self) -> None:
        if self.finished:
            raise LadderError(
                f"The tournament {self.name} is finished; nothing in it can change any more.",
                reason="TOURNAMENT_FINISHED",
            )


def _check_matches(event: BlockReported) -> None:
    """A block has a match for each rotation, and a match a result for each of the line-up."""
    size = len(event.line_up)
    if len(event.matches) != size:
        raise _contradiction(f"a block of {size} was reported with {len(event.matches)} matches")
    for match in event.matches:
        if match is None:
            continue
        if {len(match.placements), len(match.scores)} != {size} or 1 not in match.placements:
            raise _contradiction(f"a match of {size} has no result for each of them")


def _contradiction(what: str) -> LadderError:
    return LadderError(
        f"The log of the tournament contradicts itself: {what}; it was edited or is damaged.",
        reason="BAD_TOURNAMENT_LOG",
    )
