"""All moves that a box of components can lead to, sorted by text and numbered: their codes.

A list of legal moves is a sorted list of codes, and reading a move is a look at its text. So the
order of LG-DEC-3 and the exact texts of LG-DEC-2 hold by themselves.
"""

from __future__ import annotations

from siurell.games.base import Move
from siurell.games.la_granja.components import Components
from siurell.games.la_granja.moves import (
    Buy,
    BuyRoof,
    ChooseDonkey,
    DeliverToBarrow,
    DeliverToCraft,
    Discard,
    Done,
    ExtraToBarrow,
    ExtraToCraft,
    FreeUpgrade,
    Gain,
    Grow,
    Mark,
    Pay,
    PlaceMarker,
    PlayBarrow,
    PlayExtension,
    PlayField,
    PlayHelper,
    Refresh,
    Replace,
    Reuse,
    Sell,
    Take,
    TakeDie,
    Trade,
    Upgrade,
    UseHelper,
    UseRoof,
)
from siurell.games.la_granja.vocabulary import GOODS, PAYMENTS, SOURCES


class Catalogue:
    """The codes of all moves; lists of codes are looked up by the number that the move names.

    Codes of deliveries stand at ``source * slots + slot`` and ``source * buildings + building``.
    """

    __slots__ = (
        "barrow",
        "buy",
        "by_text",
        "code",
        "deliver_barrow",
        "deliver_craft",
        "die",
        "discard",
        "done",
        "donkey",
        "extend",
        "extra_barrow",
        "extra_craft",
        "field",
        "free",
        "gain",
        "grow",
        "helper",
        "mark",
        "market",
        "moves",
        "pay",
        "refresh",
        "replace",
        "reuse",
        "roof",
        "sell",
        "take",
        "trade",
        "upgrade",
        "use_helper",
        "use_roof",
    )

    def __init__(self, box: Components) -> None:
        moves = _all_moves(box)
        self.moves = tuple(sorted(moves, key=str))
        self.by_text = {str(move): move for move in self.moves}
        self.code = {move: code for code, move in enumerate(self.moves)}
        self.done = self.code[Done()]
        self._number_cards(box)
        self._number_deliveries(box)
        goods = range(len(GOODS))
        sources = range(len(SOURCES))
        self.buy = [self.code[Buy(good)] for good in goods]
        self.sell = [self.code[Sell(source)] for source in sources]
        self.upgrade = [self.code[Upgrade(source)] for source in sources]
        self.free = [self.code[FreeUpgrade(source)] for source in sources]
        self.gain = [self.code[Gain(good)] for good in goods]
        self.grow = [self.code[Grow(good)] for good in goods]
        self.pay = [self.code[Pay(payment)] for payment in range(len(PAYMENTS))]
        self.trade = [self.code[Trade(use.key)] for use in box.trade_uses]
        self.take = {key: self.code[Take(key)] for key in _option_keys(box)}
        self.market = [self.code[PlaceMarker(space.key)] for space in box.spaces]

    def _number_cards(self, box: Components) -> None:
        """Codes by card, marker, die and donkey marker; places without one hold `done`."""
        code = self.code
        cards = range(len(box.cards))
        markers = range(box.roof_markers[-1].number + 1)
        dice = range(len(box.revenue_spaces) + 1)
        donkeys = range(len(box.donkeys) + 1)
        self.field = [code.get(PlayField(card), self.done) for card in cards]
        self.barrow = [code.get(PlayBarrow(card), self.done) for card in cards]
        self.extend = [code.get(PlayExtension(card), self.done) for card in cards]
        self.helper = [code.get(PlayHelper(card), self.done) for card in cards]
        self.use_helper = [code.get(UseHelper(card), self.done) for card in cards]
        self.discard = [code.get(Discard(card), self.done) for card in cards]
        self.roof = [code.get(BuyRoof(marker), self.done) for marker in markers]
        self.use_roof = [code.get(UseRoof(marker), self.done) for marker in markers]
        self.reuse = [code.get(Reuse(marker), self.done) for marker in markers]
        self.mark = [code.get(Mark(space), self.done) for space in dice]
        self.die = [code.get(TakeDie(number), self.done) for number in dice]
        self.donkey = [code.get(ChooseDonkey(donkey), self.done) for donkey in donkeys]
        self.refresh = [code.get(Refresh(donkey), self.done) for donkey in donkeys]

    def _number_deliveries(self, box: Components) -> None:
        code = self.code
        slots = range(box.constants.barrow_slots)
        keys = [building.key for building in box.buildings]
        sources = range(len(SOURCES))
        self.deliver_barrow = [code[DeliverToBarrow(s, slot)] for s in sources for slot in slots]
        self.deliver_craft = [code[DeliverToCraft(s, key)] for s in sources for key in keys]
        self.extra_barrow = [code[ExtraToBarrow(s, slot)] for s in sources for slot in slots]
        self.extra_craft = [code[ExtraToCraft(s, key)] for s in sources for key in keys]
        self.replace = [code[Replace(slot)] for slot in range(_slots(box))]


def _slots(box: Components) -> int:
    return max(box.constants.barrow_slots, box.constants.helper_slots)


def _option_keys(box: Components) -> list[str]:
    return sorted({option.key for options in box.choices for option in options})


def _all_moves(box: Components) -> list[Move]:
    moves: list[Move] = [Done()]
    for card in range(1, len(box.cards)):
        moves += [PlayField(card), PlayBarrow(card), PlayExtension(card), PlayHelper(card)]
        moves += [UseHelper(card), Discard(card)]
    for marker in box.roof_markers:
        number = marker.number
        moves += [BuyRoof(number), UseRoof(number), Reuse(number)]
    for space in range(1, len(box.revenue_spaces) + 1):
        moves += [Mark(space), TakeDie(space)]
    for donkey in range(1, len(box.donkeys) + 1):
        moves += [ChooseDonkey(donkey), Refresh(donkey)]
    moves += [Replace(slot) for slot in range(_slots(box))]
    moves += [PlaceMarker(space.key) for space in box.spaces]
    moves += [Trade(use.key) for use in box.trade_uses]
    moves += [Take(key) for key in _option_keys(box)]
    return moves + _moves_of_goods() + _deliveries(box)


def _moves_of_goods() -> list[Move]:
    moves: list[Move] = []
    for good in range(len(GOODS)):
        moves += [Buy(good), Gain(good), Grow(good)]
    for source in range(len(SOURCES)):
        moves += [Sell(source), Upgrade(source), FreeUpgrade(source)]
    moves += [Pay(payment) for payment in range(len(PAYMENTS))]
    return moves


def _deliveries(box: Components) -> list[Move]:
    moves: list[Move] = []
    for source in range(len(SOURCES)):
        for slot in range(box.constants.barrow_slots):
            moves += [DeliverToBarrow(source, slot), ExtraToBarrow(source, slot)]
        for building in box.buildings:
            moves += [DeliverToCraft(source, building.key), ExtraToCraft(source, building.key)]
    return moves
