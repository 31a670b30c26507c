"""A tournament in a folder: its terms, its log, its replays, and a manifest of these.

``tournament.json`` says what is played and by whom; ``log.jsonl`` holds an event a line, and
``manifest.jsonl`` a match a line: both only ever grow, a line at a time. A line that was cut off by
a kill is taken away when the folder is opened again, so that log and table always agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from siurell.match.dealer import seed_from_text
from siurell.match.result import MatchResult

from ladder.cli.bundle import MANIFEST, REPLAYS
from ladder.cli.kept import KeptMatches, add_line, whole_lines
from ladder.cli.kept_folder import Kind, kept_folder
from ladder.cli.playing import Finished
from ladder.cli.tournament_field import Field
from ladder.cli.tournament_playing import fixture_of
from ladder.domain.batch import FolderBot, ShippedBot
from ladder.domain.tournaments.desk import Order, Outcome
from ladder.domain.tournaments.encoding import event_from_values, event_to_values
from ladder.domain.tournaments.events import Created, Event, SeedSlot
from ladder.domain.tournaments.state import Tournament

LOG = "log.jsonl"
LOGS = "logs"
"""The folder with what the bots wrote, a file for each seat of a match."""

_KIND = Kind(
    "tournament",
    "tournament.json",
    "OTHER_TOURNAMENT",
    {
        "rules": "its game was played by another version of the rules",
        "bots": "a bot of it was another, or its files have changed since",
        "event": "its settings or its entrants are others",
    },
)


def slot_seed(seed_text: str, slot: SeedSlot) -> bytes:
    """The seed of a slot in a tournament whose seeds all come from one text."""
    place = f"{slot.round}.{slot.run}.{slot.pairing}.{slot.block}.{slot.gone}"
    return seed_from_text(f"{seed_text}/tournament/{place}")


class MemoryBook:
    """The book of a tournament of which nothing is kept."""

    def __init__(self, seed_text: str) -> None:
        self._seed_text = seed_text

    def write(self, event: Event) -> Sequence[Event]:
        """Nothing is kept: whoever plays holds the state."""
        return [event]

    def news(self) -> Sequence[Event]:
        """None: nobody else writes."""
        return []

    def seed(self, slot: SeedSlot) -> bytes:
        """The seed of a slot."""
        return slot_seed(self._seed_text, slot)

    def keep(self, order: Order, outcome: Outcome) -> MatchResult:
        """Nothing is kept."""
        return outcome.result

    def kept(self, order: Order) -> MatchResult | None:
        """None: nothing is kept."""
        return None


class FolderBook:
    """The book of a tournament in a folder; use `opened`."""

    def __init__(self, folder: Path, seed_text: str, log: IO[bytes], manifest: IO[bytes]) -> None:
        self.seed_text = seed_text
        self._log = log
        self._folder = folder
        self._matches = KeptMatches(folder, manifest)
        self.events = [event_from_values(values) for values in whole_lines(log)]

    def write(self, event: Event) -> Sequence[Event]:
        """Add the event to the log."""
        add_line(self._log, event_to_values(event))
        return [event]

    def news(self) -> Sequence[Event]:
        """None: nobody else writes, since the folder is locked."""
        return []

    def seed(self, slot: SeedSlot) -> bytes:
        """The seed of a slot."""
        return slot_seed(self.seed_text, slot)

    def keep(self, order: Order, outcome: Outcome) -> MatchResult:
        """Write logs and replay, then the line of the manifest that tells of them."""
        self._keep_logs(order, outcome)
        finished = Finished(
            fixture_of(order),
            outcome.result,
            outcome.replay,
            outcome.digest,
            worker=outcome.worker,
        )
        return self._matches.keep(order.seats, finished)

    def _keep_logs(self, order: Order, outcome: Outcome) -> None:
        """What each bot wrote, where it wrote anything."""
        from ladder.store.files import StagedFiles

        written = [log for log in outcome.logs if log.text]
        if not written:
            return
        folder = self._folder / LOGS
        folder.mkdir(exist_ok=True)
        with StagedFiles() as staged:
            for log in written:
                staged.add(folder / f"{order.match_id}.{log.seat}.log", log.text.encode())
            staged.publish()

    def kept(self, order: Order) -> MatchResult | None:
        """The result of a match whose replay is there and proves it."""
        return self._matches.kept(order.seats, fixture_of(order))


@contextmanager
def opened(
    folder: Path, created: Created, players: Field, seed_text: str | None, fresh: str
) -> Iterator[tuple[FolderBook, Tournament]]:
    """The book of a tournament and its state; begun where the folder holds none.

    ``seed_text`` None: the seed that is in the folder, or else ``fresh``. Raises `CommandError`
    when the folder holds another tournament, or another process plays in it.
    """
    terms = _terms(created, players)
    with kept_folder(folder, _KIND, terms, seed_text, fresh) as seed:
        (folder / REPLAYS).mkdir(exist_ok=True)
        with (folder / LOG).open("a+b") as log, (folder / MANIFEST).open("a+b") as manifest:
            book = FolderBook(folder, seed, log, manifest)
            if not book.events:
                book.write(created)
                book.events.append(created)
            yield book, Tournament.of(book.events)


def _terms(created: Created, players: Field) -> dict[str, Any]:
    return {
        "game": players.game.name,
        "rules": players.game.rules_version,
        "options": dict(players.options),
        "time": str(players.time),
        "event": event_to_values(created),
        "bots": {name: _bot(players, name) for name in players.bots},
    }


def _bot(players: Field, name: str) -> dict[str, str]:
    source = players.bots[name].source
    if isinstance(source, ShippedBot):
        return {"shipped": source.name}
    folder = str(source.folder) if isinstance(source, FolderBot) else ""
    return {"folder": folder, "digest": players.digests[name]}
