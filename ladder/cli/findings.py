"""What `siurell doctor` finds, one thing after the other; nothing here changes the arena."""

from __future__ import annotations

import asyncio
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from siurell.errors import SiurellError

from ladder.cli.output import counted, size
from ladder.store.home import Home

if TYPE_CHECKING:
    from ladder.worker.sandbox.guarantees import Guarantee

OK, NOTE, WRONG = "ok", "note", "wrong"

_LITTLE_BYTES = 1 << 30
_NO_ROOM_BYTES = 1 << 20
_LATE_US = 5_000
_NAPS = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: ``state`` is ok, note or wrong."""

    state: str
    what: str
    sentence: str
    more: tuple[str, ...] = ()


def examine(home: Home) -> Iterator[Finding]:
    """All findings, the quick ones first."""
    looks: tuple[tuple[str, Callable[[Home], Finding]], ...] = (
        ("versions", _versions),
        ("disk", _disk),
        ("database", _database),
        ("submitted", submitted),
        ("clock", _clock),
        ("sandbox", _sandbox),
        ("match", _match),
    )
    for what, look in looks:
        try:
            yield look(home)
        except (SiurellError, OSError) as error:
            yield Finding(WRONG, what, str(error))


def _versions(home: Home) -> Finding:
    names = ("siurell-arena", "grpcio", "protobuf", "trueskill")
    texts = [f"{name} {version(name)}" for name in names]
    return Finding(OK, "versions", f"Python {platform.python_version()}, {', '.join(texts)}")


def _disk(home: Home) -> Finding:
    home.create()
    free = shutil.disk_usage(home.path).free
    sentence = f"{home.path}: {size(free)} free"
    if free < _NO_ROOM_BYTES:
        return Finding(WRONG, "disk", sentence)
    return Finding(OK if free >= _LITTLE_BYTES else NOTE, "disk", sentence)


def _database(home: Home) -> Finding:
    from ladder.services.arena import open_arena
    from ladder.services.bots import list_bots
    from ladder.services.matches import list_matches

    with open_arena(home) as arena:
        bots = len(list_bots(arena))
        last = list_matches(arena, limit=1)
    newest = f", last match {last[0].match_id}" if last else ", no match yet"
    return Finding(OK, "database", f"opens; {counted(bots, 'bot', 'bots')}{newest}")


def submitted(home: Home) -> Finding:
    """Whether a submission waits for a check that nobody makes."""
    from ladder.services.arena import open_arena
    from ladder.services.submit import pending, stuck

    with open_arena(home) as arena:
        waiting, alarming = pending(arena), stuck(arena)
    if alarming:
        lines = tuple(version.waits for version in alarming)
        return Finding(NOTE, "submitted", "some wait for a check that nobody makes:", lines)
    return Finding(OK, "submitted", f"{counted(len(waiting), 'version', 'versions')} being checked")


def _clock(home: Home) -> Finding:
    """How late a wait of one millisecond ends: what a bot's clock may be blamed for."""
    late = []
    for _ in range(_NAPS):
        began = time.monotonic_ns()
        time.sleep(0.001)
        late.append((time.monotonic_ns() - began) // 1_000 - 1_000)
    worst = max(late)
    sentence = f"a wait of 1 ms ends {worst} us late at worst"
    if worst <= _LATE_US:
        return Finding(OK, "clock", sentence)
    return Finding(NOTE, "clock", f"{sentence}; the machine is busy, run fewer jobs")


def _sandbox(home: Home) -> Finding:
    return sandbox_finding(None)


def sandbox_finding(name: str | None) -> Finding:
    """What holds bots back here, as it was seen: the best sandbox, or the named one."""
    from ladder.cli.sandboxes import best

    seen = best(name).probe
    lines = tuple(_words(guarantee) for guarantee in seen.guarantees)
    if seen.safe:
        return Finding(OK, "sandbox", f"{seen.sandbox} was seen to hold:", lines)
    return Finding(NOTE, "sandbox", f"{seen.sandbox}: run only bots you trust", lines)


def _words(guarantee: Guarantee) -> str:
    if guarantee.holds:
        return guarantee.words
    lacking = "does not hold" if guarantee.needed else "does not hold, and is not required"
    return f"{lacking}: {guarantee.words}"


def _match(home: Home) -> Finding:
    """One match of two shipped bots through worker and referee, and its replay verified."""
    from siurell.games.registry import games
    from siurell.match.clock import TimeControl
    from siurell.replay.read import read_replay
    from siurell.replay.verify import verify

    from ladder.cli.lineup import lineup
    from ladder.cli.playing import Finished, Series, play_by_worker
    from ladder.cli.series import fixtures

    game = games()[0].name
    table = lineup([game, "random", "random"], (), home.path)
    series = Series(
        lineup=table,
        fixtures=fixtures(game, len(table.entrants), 1, "doctor"),
        options=table.game.check_options({}),
        time=TimeControl.parse("10s"),
        seed_text="doctor",
    )
    played: list[Finished] = []
    began = time.monotonic()
    asyncio.run(play_by_worker(series, played.append, 1))
    seconds = time.monotonic() - began
    if played[0].result.aborted:
        return Finding(WRONG, "match", f"called off: {played[0].result.reason}")
    verdict = verify(read_replay(played[0].replay), played[0].digest)
    if not verdict.ok:
        return Finding(WRONG, "match", f"its replay does not hold: {verdict.where}")
    sentence = (
        f"referee and two bots started and played {verdict.decisions} decisions"
        f" in {seconds:.1f} s; the replay holds"
    )
    return Finding(OK, "match", sentence)
