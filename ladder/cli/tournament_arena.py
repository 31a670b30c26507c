"""The book of a tournament of the ladder, and its field: what a player of it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from siurell.games.registry import game_named
from siurell.match.result import MatchResult

from ladder.cli.failure import CommandError
from ladder.cli.playing import Finished
from ladder.cli.sandboxes import sandbox_for
from ladder.cli.tournament_field import Field
from ladder.cli.tournament_playing import Order
from ladder.domain.batch import FolderBot
from ladder.domain.tournaments.events import Event, SeedSlot
from ladder.domain.tournaments.state import Tournament
from ladder.services import tournament_matches as matches
from ladder.services import tournaments as service
from ladder.services.arena import Arena
from ladder.services.tournament_entrants import entrants_for


class ArenaBook:
    """The book of a tournament in the database of the ladder."""

    def __init__(self, arena: Arena, stored: service.StoredTournament, players: Field) -> None:
        self._arena = arena
        self._id = stored.id
        self._known = len(stored.log)
        self._field = players

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

    def keep(self, order: Order, finished: Finished) -> MatchResult:
        """Keep the replay, then the row that tells of it."""
        match = matches.KeptMatch.of(
            order.fixture.match_id,
            finished.digest,
            finished.worker,
            self._labels(order),
            finished.result,
        )
        seed = order.fixture.seed
        if matches.keep_match(self._arena, self._id, order.block.key, seed, match, finished.replay):
            return finished.result
        return self.kept(order) or finished.result

    def kept(self, order: Order) -> MatchResult | None:
        """The result of a match whose replay is there and proves it."""
        fixture = order.fixture
        return matches.kept_result(
            self._arena, self._id, fixture.match_id, self._labels(order), fixture.seed
        )

    def _labels(self, order: Order) -> list[str]:
        return [self._field.bots[one].label for one in order.seats]


def field_for(
    arena: Arena,
    stored: service.StoredTournament,
    state: Tournament,
    jobs: int,
    *,
    sandbox: str | None,
    unsafe: bool,
) -> Field:
    """The bots that still take part, in the named sandbox or else the best one.

    Raises `LadderError` when the version of one is gone, `CommandError` when nothing holds one that
    was submitted, unless that is wanted.
    """
    bots = entrants_for(arena, [entrant.id for entrant in state.active])
    field = Field(game_named(stored.game), stored.options, stored.time, bots, {}, jobs)
    if field.in_process:
        return field
    submitted = (bot.label for bot in bots.values() if isinstance(bot.source, FolderBot))
    return replace(field, sandbox=sandbox_for(next(submitted, ""), sandbox, unsafe=unsafe))


@contextmanager
def playing_alone(arena: Arena, stored: service.StoredTournament) -> Iterator[None]:
    """See to it that nobody else plays the tournament at the same time."""
    from ladder.store.failures import storage_errors
    from ladder.store.locks import AlreadyHeld, file_lock

    folder = matches.replay_file(arena, stored.id, "any").parent
    with storage_errors(arena.home.path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with file_lock(folder / ".lock"):
            yield
    except AlreadyHeld as held:
        raise CommandError(
            f"Process {held.pid} plays {stored.name} just now.",
            next_step=f"siurell tournament watch {stored.name}",
            reason="LOCKED",
        ) from None
