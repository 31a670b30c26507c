"""Who plays the next batch of a season."""

from __future__ import annotations

import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sqlmodel import Session

from ladder.domain.closing import closing_line_up
from ladder.domain.matchmaking import Candidate, LineUp, Pairing, PairingRules
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.closings import owed_blocks
from ladder.services.line_ups import spoilt_among
from ladder.services.pool import playing_bots, pool_of
from ladder.store.tables import SeasonRow


def everyone(session: Session, arena: Arena, season: Season) -> Sequence[int] | None:
    """Who plays a round: all that may be paired and whose content is still as submitted.

    None when they are too few, or when a season that closes owes a round to none of them.
    """
    active = [bot.version_id for bot in playing_bots(session, season)]
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
) -> Sequence[int] | None:
    """The next line-up of bots whose content is still as it was submitted, none of them ``out``."""
    pool = pool_of(session, season, out)
    rules = PairingRules(
        season.seat_counts, blocks, season.params, own_opponents=season.own_opponents
    )
    while (line_up := _choose(session, season, pool, rules, rng)) is not None:
        spoilt = spoilt_among(session, arena.home, line_up.keys)
        if not spoilt:
            return line_up.keys
        pool = [candidate for candidate in pool if candidate.key not in spoilt]
    return None


def _choose(
    session: Session,
    season: Season,
    pool: Sequence[Candidate],
    rules: PairingRules,
    rng: random.Random,
) -> LineUp | None:
    if season.settled:
        return closing_line_up(pool, owed_blocks(session, season), rules, rng)
    turn = session.get_one(SeasonRow, season.id).draws + 1
    return Pairing(pool, rules, rng, turn).draw()
