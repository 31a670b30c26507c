"""Moves and reveals that do not depend on a farm, ready made for each card of a box."""

from __future__ import annotations

from siurell.games.base import Move
from siurell.games.farmini.box import Components
from siurell.games.farmini.grid import PARCELS, x_of, y_of
from siurell.games.farmini.moves import Discard, Put, TakeAnimal
from siurell.games.farmini.reveal import Reveal


class ReadyMoves:
    """For each card what is done with it; only the store of puts grows."""

    __slots__ = ("_puts", "discards", "reveals", "take_animals")

    def __init__(self, box: Components) -> None:
        self.take_animals: list[Move] = [TakeAnimal(card.key) for card in box.cards]
        self.discards: list[Move] = [Discard(card.key) for card in box.cards]
        self.reveals: list[Reveal] = [Reveal(card.key) for card in box.cards]
        self._puts: dict[int, tuple[str, Put]] = {}

    def put(self, spot: int) -> tuple[str, Put]:
        """Put a token on a parcel, with the text that it is sorted by (FM-DEC-2)."""
        found = self._puts.get(spot)
        if found is None:
            move = Put(x_of(spot // 4), y_of(spot // 4), PARCELS[spot % 4])
            found = self._puts[spot] = (str(move), move)
        return found
