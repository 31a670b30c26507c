"""The dealer: answers the chance events of a match from its seed, in a way anyone can reproduce.

Everything that is drawn in a match comes from its seed, 32 bytes, by SHA-256. ``u32(n)`` and
``u64(n)`` are big-endian; ``text(s)`` is ``u32`` of the number of bytes of `s` in UTF-8, then those
bytes. The words in quotes are ASCII without a length.

*Stream of numbers.* The bytes of stream `s` are the blocks
``SHA-256("siurell/stream/1" + seed + text(s) + u64(i))`` for i = 0, 1, 2… one after another.
``below(1)`` is 0 and takes no byte. ``below(n)`` needs b bits, the length of n - 1 in binary: it
takes ceil(b / 8) bytes as a big-endian number, keeps its lowest b bits, and takes it when it is
less than n; otherwise it tries again with the bytes that follow. So all numbers are equally likely.

*Chance.* A stream of chance events, such as ``tiles``, is laid out once: ``Game.layout`` gets the
``below`` of that stream and says, for each item, its outcomes in order of preference. A chance
event is answered by the first outcome of its item that is possible then. So the k-th tile of a
pile does not depend on what was played.

*Commitment.* ``SHA-256("siurell/commit/1" + text(match id) + u32(32) + seed)``: told to every seat
before the first question, checked by anyone once the seed is known.

*Seat.* ``SHA-256("siurell/seat/1" + seed + u32(seat))`` is the seed of a bot's own random choices:
in Python, `bot_random` of it.

*Substitute.* The move played for a seat that has forfeited is the one at place ``below(n)`` of the
n legal moves, in the order of their texts, where ``below`` is that of the stream ``substitute``
with, for the seed, ``SHA-256("siurell/substitute/1" + seed + u64(decision) + text(move) of each)``;
`decision` is the number of decisions made before in the match, by anyone.

*Seed from text.* 64 hexadecimal digits are the seed itself; of any other text it is
``SHA-256("siurell/seed/1" + text in UTF-8)``.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence
from typing import Final

from siurell.errors import MatchError
from siurell.games.base import Below, Chance, ChanceOutcome, Game, Layout, Options

SEED_BYTES: Final = 32
"""The length of a match seed."""


class Dealer:
    """Answers the chance events of one match; equal seeds give equal answers."""

    __slots__ = ("_game", "_layouts", "_options", "_seats", "_seed")

    def __init__(self, game: Game, seats: int, options: Options, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise MatchError(
                f"A match seed has {SEED_BYTES} bytes, not {len(seed)}.", reason="BAD_SEED"
            )
        self._game = game
        self._seats = seats
        self._options = options
        self._seed = seed
        self._layouts: dict[str, Layout] = {}

    @property
    def seed(self) -> bytes:
        """The match seed: a secret while the match is played."""
        return self._seed

    def answer(self, chance: Chance) -> ChanceOutcome:
        """The outcome of a chance event that is due.

        Raises `MatchError` when the game's layout has none that is possible: a fault of the game.
        """
        layout = self._layouts.get(chance.stream)
        if layout is None:
            below = stream_below(self._seed, chance.stream)
            layout = self._game.layout(chance.stream, self._seats, self._options, below)
            self._layouts[chance.stream] = layout
        for outcome in layout.get(chance.item, ()):
            if chance.allows(outcome):
                return outcome
        raise MatchError(
            f"The layout of {self._game.name} has no possible outcome for `{chance.key}`.",
            reason="NO_OUTCOME",
        )

    def substitute(self, decision: int, moves: Sequence[str]) -> int:
        """Which of the legal moves, given as sorted texts, is played for a seat that forfeited."""
        digest = hashlib.sha256(b"siurell/substitute/1" + self._seed + decision.to_bytes(8, "big"))
        for move in moves:
            digest.update(_text(move))
        return stream_below(digest.digest(), "substitute")(len(moves))


def stream_below(seed: bytes, stream: str) -> Below:
    """The ``below`` of a stream: each call goes on where the last one stopped.

    >>> below = stream_below(bytes(32), "dice")
    >>> [below(6) for _ in range(8)]
    [0, 0, 5, 3, 2, 3, 0, 0]
    """
    prefix = hashlib.sha256(b"siurell/stream/1" + seed + _text(stream))
    block = b""
    blocks = 0
    place = 0

    def take(count: int) -> int:
        nonlocal block, blocks, place
        while len(block) - place < count:
            digest = prefix.copy()
            digest.update(blocks.to_bytes(8, "big"))
            block = block[place:] + digest.digest()
            blocks += 1
            place = 0
        place += count
        return int.from_bytes(block[place - count : place], "big")

    def below(n: int) -> int:
        if n < 1:
            raise ValueError(f"there is no whole number below {n}")
        bits = (n - 1).bit_length()
        if bits == 0:
            return 0
        mask = (1 << bits) - 1
        while True:
            number = take((bits + 7) // 8) & mask
            if number < n:
                return number

    return below


def commitment(match_id: str, seed: bytes) -> bytes:
    """The 32 bytes that bind a match to its seed before its first decision."""
    return hashlib.sha256(
        b"siurell/commit/1" + _text(match_id) + len(seed).to_bytes(4, "big") + seed
    ).digest()


def seat_seed(seed: bytes, seat: int) -> bytes:
    """The seed of a seat's own random choices; it tells nothing of the match seed."""
    return hashlib.sha256(b"siurell/seat/1" + seed + seat.to_bytes(4, "big")).digest()


def bot_random(own_seed: bytes) -> random.Random:
    """The `random.Random` that a bot gets for its `seat_seed`."""
    return random.Random(int.from_bytes(own_seed, "big"))


def seed_from_text(text: str) -> bytes:
    """The match seed for what a person typed: 64 hexadecimal digits are a seed, the rest is hashed.

    >>> seed_from_text("7").hex()[:16]
    '5feb6162091aac39'
    """
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return bytes.fromhex(text)
    return hashlib.sha256(b"siurell/seed/1" + text.encode(errors="surrogateescape")).digest()


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data
