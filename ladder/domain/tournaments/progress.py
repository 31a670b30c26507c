"""What comes next in a tournament: the next event to write, and the blocks to be played now.

Both are functions of the state alone: whoever stopped at any moment asks again and gets the same
keys, whatever the format and however many entrants there are.
"""

from __future__ import annotations

from ladder.domain.tournaments.elimination import next_bracket_round
from ladder.domain.tournaments.events import (
    Block,
    BlockKey,
    Bye,
    ByeKind,
    Finished,
    Pairing,
    RoundPaired,
    SeedSlot,
    seed_of,
)
from ladder.domain.tournaments.finish import blocks_wanted
from ladder.domain.tournaments.record import PairingRecord, RoundRecord
from ladder.domain.tournaments.schedules import schedule_of
from ladder.domain.tournaments.settings import ADAPTIVE, Format
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.swiss import next_swiss_round
from ladder.domain.tournaments.swiss_pods import next_pod_round


def next_event(tournament: Tournament) -> RoundPaired | Finished | None:
    """The event to write next; None while blocks are to be played, and when it is finished.

    Rounds that hang on no result are paired at once, so that all their blocks can be played side
    by side.
    """
    if tournament.finished or tournament.paused:
        return None
    over = all(tournament.is_over(round_) for round_ in tournament.rounds)
    if tournament.settings.format in ADAPTIVE and not over:
        return None
    paired = _next_round(tournament)
    if paired is not None:
        return paired
    return Finished() if over else None


def _next_round(tournament: Tournament) -> RoundPaired | None:
    settings = tournament.settings
    if settings.format is Format.SWISS:
        fewest = 2 if settings.short_pods else settings.seats
        if len(tournament.rounds) >= (settings.rounds or 1) or len(tournament.active) < fewest:
            return None
        if settings.seats == 2:
            return next_swiss_round(tournament)
        return next_pod_round(tournament)
    if settings.format in ADAPTIVE:
        return next_bracket_round(tournament)
    return _scheduled_round(tournament)


def _scheduled_round(tournament: Tournament) -> RoundPaired | None:
    schedule = schedule_of(tournament.settings, len(tournament.entrants))
    number = len(tournament.rounds) + 1
    if number > len(schedule):
        return None
    ids = [entrant.id for entrant in tournament.entrants]
    if tournament.settings.format is Format.GAUNTLET:
        first = tournament.challenger.id
        ids = [first, *(other for other in ids if other != first)]
    planned = schedule[number - 1]
    return RoundPaired(
        number,
        tuple(
            Pairing(position, tuple(ids[place] for place in line_up), planned.reason)
            for position, line_up in enumerate(planned.line_ups, start=1)
        ),
        tuple(
            Bye(ids[place], ByeKind.REST, "Everyone rests equally often.")
            for place in planned.resting
        ),
    )


def blocks_due(tournament: Tournament) -> tuple[Block, ...]:
    """The blocks to be played now, those of earlier rounds first; none while it is paused.

    A block stays due until its report is taken; playing it twice does no harm.
    """
    return () if tournament.paused else _open_blocks(tournament)


def sealed_seeds(tournament: Tournament) -> frozenset[SeedSlot]:
    """The seeds with which a block is still to be played (see also `release`)."""
    return frozenset(block.seed for block in _open_blocks(tournament))


def _open_blocks(tournament: Tournament) -> tuple[Block, ...]:
    if tournament.finished:
        return ()
    return tuple(
        block
        for round_ in tournament.rounds
        for record in round_.pairings.values()
        for block in _due(tournament, round_, record)
    )


def _due(tournament: Tournament, round_: RoundRecord, record: PairingRecord) -> list[Block]:
    if tournament.is_over_pairing(record):
        return []
    keys = (
        BlockKey(round_.number, round_.run, record.pairing.number, block, len(record.gone))
        for block in range(1, blocks_wanted(record, tournament.settings) + 1)
        if block not in record.blocks
    )
    return [Block(key, seed_of(tournament.settings, key), record.left) for key in keys]
