"""`check_bot`: whether a bot plays itself to the end, in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from siurell.games.base import Game, State
from siurell.local import BotFactory, LocalMatch, play_local
from siurell.match.clock import TimeControl
from siurell.match.dealer import seed_from_text
from siurell.match.events import DecisionRecord, MatchRecord
from siurell.match.result import Cause


class BotFaultError(AssertionError):
    """A bot committed a fault in a match against itself; the sentence says which."""


@dataclass(frozen=True, slots=True)
class BotReport:
    """What `check_bot` saw. ``repeatable``: the same seed gave the same match again."""

    matches: int
    decisions: int
    slowest_us: int
    repeatable: bool


def check_bot(
    bot: BotFactory,
    game: Game,
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    time: TimeControl | None = None,
    matches: int = 2,
    seed: str = "check",
) -> BotReport:
    """Let a bot play itself in all seats and raise `BotFaultError` at its first fault.

    Without ``time`` no clock runs. All numbers of seats are tried unless ``seats`` names one. Each
    match is played twice, to see whether the bot draws from ``self.rng`` alone; that it does not is
    no fault.
    """
    played: list[LocalMatch] = []
    repeatable = True
    for number in range(game.min_seats, game.max_seats + 1) if seats is None else (seats,):
        for match in range(matches):
            match_seed = seed_from_text(f"{seed}/{number}/{match}")
            first, second = (
                _play(game, [bot] * number, match_seed, options, time) for _ in range(2)
            )
            repeatable = repeatable and first[1] == second[1]
            played += (first[0], second[0])
    return BotReport(
        matches=len(played),
        decisions=sum(match.result.decisions for match in played),
        slowest_us=max(max(match.slowest_us) for match in played),
        repeatable=repeatable,
    )


def _play(
    game: Game,
    bots: Sequence[BotFactory],
    seed: bytes,
    options: Mapping[str, str] | None,
    time: TimeControl | None,
) -> tuple[LocalMatch, list[str]]:
    """A match without a fault, and its decisions."""
    texts: list[str] = []

    def watch(record: MatchRecord, state: State) -> None:
        if isinstance(record, DecisionRecord):
            texts.append(record.text)

    match = play_local(game, bots, seed=seed, options=options, time=time, on_event=watch)
    _check_causes(match)
    return match, texts


def _check_causes(match: LocalMatch) -> None:
    for seat, result in enumerate(match.result.seats):
        if result.cause is not Cause.GAME_RULES:
            evidence = result.evidence
            raise BotFaultError(
                f"seat {seat} of {len(match.result.seats)} ended by {result.cause.value}: "
                f"{evidence.detail}\n{evidence.stderr}".rstrip()
            )
