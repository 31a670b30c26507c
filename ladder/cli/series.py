"""A series: exactly N matches of one line-up in blocks, each block one seed with all rotations.

What lives here is pure: which seed and which seating each match has. The same text always gives
the same series.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from siurell.match.dealer import seed_from_text

from ladder.domain.blocks import seatings


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match of a series; ``number`` counts from 1, ``seating`` as in `MatchOrder`."""

    number: int
    match_id: str
    seed: bytes
    rotation: int
    seating: tuple[int, ...]


def fixtures(
    game: str, bots: int, games: int, seed_text: str, seats: int | None = None
) -> list[Fixture]:
    """The first ``games`` matches of the series that a seed text names.

    There are as many seats as bots, or fewer (see `seatings`). Match ``k`` has rotation
    ``k % bots`` of block ``k // bots``: the last block may be incomplete. The first block has the
    seed of the text itself, so that the seed of a replay can be played again. The id of a match
    tells its seed to nobody.
    """
    places = seatings(bots, bots if seats is None else seats)
    series = []
    for index in range(games):
        block, rotation = divmod(index, bots)
        seed = seed_from_text(f"{seed_text}/{block}" if block else seed_text)
        mark = hashlib.sha256(b"siurell/play/" + seed).hexdigest()[:8]
        match_id = f"{game}-{mark}-{rotation + 1}"
        series.append(Fixture(index + 1, match_id, seed, rotation, places[rotation]))
    return series
