"""The book of a tournament of the ladder: its log and its matches in the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from siurell.errors import LadderError
from siurell.match.result import MatchResult

from ladder.domain.batch import Entrant
from ladder.domain.tournaments.desk import Order, Outcome
from ladder.domain.tournaments.events import Event, SeedSlot
from ladder.services import tournament_matches as matches
from ladder.services import tournaments as service
from ladder.services.arena import Arena
from ladder.store.failures import storage_errors
from ladder.store.locks import ASKED_S, AlreadyHeld, file_lock


class ArenaBook:
    """Keeps what happens; ``bots`` are those who still take part, by their ids."""

    def __init__(
        self, arena: Arena, stored: service.StoredTournament, bots: Mapping[str, Entrant]
    ) -> None:
        self._arena = arena
        self._id = stored.id
        self._known = len(stored.log)
        self._bots = bots

    def write(self, event: Event) -> Sequence[Event]:
        """Write the event in a transaction of its own, unless others made it untrue."""
        taken = service.append(self._arena, self._id, event, known=self._known)
        self._known += len(taken)
        return taken

    def news(self) -> Sequence[Event]:
        """What an organiser has written since."""
        found = service.news_of(self._arena, self._id, self._known)
        self._known += len(found)
        return found

    def seed(self, slot: SeedSlot) -> bytes:
        """The seed that the ladder has drawn for the slot."""
        return service.seed_for(self._arena, self._id, slot)

    def keep(self, order: Order, outcome: Outcome) -> MatchResult:
        """Keep replay and logs, then the row that tells of them."""
        match = matches.KeptMatch.of(
            order.match_id, outcome.digest, outcome.worker, self._labels(order), outcome.result
        )
        files = matches.MatchFiles(outcome.replay, outcome.logs)
        if matches.keep_match(self._arena, self._id, order.block.key, order.seed, match, files):
            return outcome.result
        return self.kept(order) or outcome.result

    def kept(self, order: Order) -> MatchResult | None:
        """The result of a match whose replay is there and proves it."""
        labels = self._labels(order)
        return matches.kept_result(self._arena, self._id, order.match_id, labels, order.seed)

    def _labels(self, order: Order) -> list[str]:
        return [self._bots[one].label for one in order.seats]


@contextmanager
def playing_alone(arena: Arena, stored: service.StoredTournament) -> Iterator[None]:
    """See to it that nobody else plays the tournament at the same time."""
    folder = matches.replay_file(arena, stored.id, "any").parent
    with storage_errors(arena.home.path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with file_lock(folder / ".lock", wait_s=ASKED_S):
            yield
    except AlreadyHeld as held:
        raise LadderError(
            f"Process {held.pid} plays {stored.name} just now; type "
            f"`siurell tournament watch {stored.name}`.",
            reason="LOCKED",
        ) from None
