"""Who plays the next batch of a season."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from sqlmodel import Session

from ladder.domain.closing import closing_line_up
from ladder.domain.matchmaking import Candidate, LineUp, Pairing, PairingRules
from ladder.domain.seasons import Season
from ladder.services.ahead import Ahead, drawn_at_once
from ladder.services.arena import Arena
from ladder.services.closings import owed_blocks
from ladder.services.line_ups import spoilt_among
from ladder.services.pool import (
    LOOKED_AT,
    are_playing,
    met_lately,
    playing_bots,
    pool_of,
)
from ladder.store.tables import SeasonRow


def everyone(
    session: Session, arena: Arena, season: Season, out: AbstractSet[int] = frozenset()
) -> Sequence[int] | None:
    """Who plays a round: all but ``out`` that may be paired, whose content is still as submitted.

    None when they are too few, or when a season that closes owes a round to none of them.
    """
    playing = (bot.version_id for bot in playing_bots(session, season))
    active = [version for version in playing if version not in out]
    spoilt = spoilt_among(session, arena.home, active)
    whole = [version for version in active if version not in spoilt]
    if season.settled:
        owed = owed_blocks(session, season)
        if not any(owed[version] > 0 for version in whole):
            return None
    return whole if len(whole) >= season.fewest_bots else None


def next_line_up(
    session: Session,
    arena: Arena,
    season: Season,
    rng: random.Random,
    blocks: int,
    out: AbstractSet[int],
    ahead: Ahead,
) -> Sequence[int] | None:
    """The next line-up of bots whose content is still as it was submitted, none of them ``out``.

    What is drawn and not needed yet is left ``ahead``, where the next one is looked for first.
    """
    while (line_up := ahead.take(season, blocks)) is not None:
        if are_playing(session, season, line_up) and _are_fit(session, arena, line_up, out):
            return line_up
    pool = pool_of(session, season, out)
    rules = PairingRules(
        season.seat_counts, blocks, season.params, own_opponents=season.own_opponents
    )
    while True:
        drawn = _draw(session, season, pool, rules, rng)
        if not drawn:
            return None
        spoilt = spoilt_among(session, arena.home, drawn[0].keys)
        if not spoilt:
            ahead.keep(season, blocks, [line_up.keys for line_up in drawn[1:]])
            return drawn[0].keys
        pool = [candidate for candidate in pool if candidate.key not in spoilt]


def _are_fit(session: Session, arena: Arena, line_up: Sequence[int], out: AbstractSet[int]) -> bool:
    return out.isdisjoint(line_up) and not spoilt_among(session, arena.home, line_up)


def _draw(
    session: Session,
    season: Season,
    pool: Sequence[Candidate],
    rules: PairingRules,
    rng: random.Random,
) -> list[LineUp]:
    """The next line-ups, as many as are drawn at once; none when too few bots are there."""
    if season.settled:
        line_up = closing_line_up(pool, owed_blocks(session, season), rules, rng)
        return [] if line_up is None else [line_up]
    turn = session.get_one(SeasonRow, season.id).draws + 1

    def met(key: int) -> Mapping[int, int]:
        return met_lately(session, season, key, rules.opponents.recalled, rules.blocks)

    # Among so many bots nobody meets the same ones again soon, and asking would take long.
    pairing = Pairing(pool, rules, rng, turn, met if len(pool) < LOOKED_AT else lambda key: {})
    drawn = (pairing.draw() for _ in range(drawn_at_once(len(pool))))
    return [line_up for line_up in drawn if line_up is not None]
