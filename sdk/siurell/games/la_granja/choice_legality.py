"""Why a move does not answer the effect that is being carried out (LG-DEC-18).

The functions are asked about moves that are not legal, and each says what stands against its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from siurell.games.base import Move
from siurell.games.la_granja.any_time_legality import why_not_upgradable
from siurell.games.la_granja.costs import costs_of
from siurell.games.la_granja.delivery_legality import why_not_held, why_not_there
from siurell.games.la_granja.farm import GOOD_OF_SOURCE
from siurell.games.la_granja.frames import (
    COST,
    DELIVER,
    EXTEND,
    FIRE,
    GAIN,
    GROW,
    HAND_LIMIT,
    MARKET,
    OPTION,
    PLAY,
    REFRESH,
    REPLACE,
    REUSE,
    UPGRADE,
)
from siurell.games.la_granja.moves import (
    DeliverToBarrow,
    DeliverToCraft,
    Discard,
    FreeUpgrade,
    Gain,
    Grow,
    Pay,
    PlaceMarker,
    PlayBarrow,
    PlayExtension,
    PlayField,
    PlayHelper,
    Refresh,
    Reuse,
    Take,
    UseHelper,
    good_word,
    payment_word,
)
from siurell.games.la_granja.playing import kind_of
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.turn_legality import why_not_play
from siurell.games.la_granja.vocabulary import PAY_CARD, SILVER, TO_BARROW, TO_CRAFT


def why_not_choice(table: Table, seat: int, move: Move) -> str:
    """What stands against the move, or which moves are awaited."""
    frame = table.stack[-1]
    kind = frame[0]
    reason = _REASON_OF_FRAME[kind](table, seat, move) if kind in _REASON_OF_FRAME else None
    return reason or f"{_AWAITED[kind]} (LG-DEC-18)."


def _why_not_option(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Take):
        return None
    _, _, choice, barred, _ = table.stack[-1]
    keys = [option.key for option in table.rules.box.choices[choice]]
    if move.key not in keys:
        return f"the options here are {', '.join(keys)} (LG-FX-5)."
    if barred >> keys.index(move.key) & 1:
        return "another option than that of the die is to be taken (LG-REV-9)."
    return "this option could do nothing now (LG-FX-5)."


def _why_not_gain(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Gain):
        return None
    goods = table.stack[-1][3]
    words = [good_word(good) for good in range(goods.bit_length()) if goods >> good & 1]
    return f"you may gain {' or '.join(words)} now (LG-DEC-18)."


def _why_not_free(table: Table, seat: int, move: Move) -> str | None:
    return why_not_upgradable(table, seat, move.source) if isinstance(move, FreeUpgrade) else None


def _why_not_delivery(table: Table, seat: int, move: Move) -> str | None:
    to = table.stack[-1][3]
    if isinstance(move, DeliverToBarrow):
        if to == TO_CRAFT:
            return "this delivery goes to a craft building (LG-HELP-3)."
        return why_not_there(table, seat, move)
    if isinstance(move, DeliverToCraft):
        if to == TO_BARROW:
            return "this delivery goes to a barrow (LG-HELP-3)."
        return why_not_there(table, seat, move)
    return None


def _why_not_card(table: Table, seat: int, move: Move) -> str | None:
    if isinstance(move, (PlayField, PlayBarrow, PlayExtension, PlayHelper)):
        return why_not_play(table, seat, move)
    return None


def _why_not_grow(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Grow):
        return None
    return f"you have no empty {good_word(move.good)} field (LG-FX-3)."


def _why_not_reuse(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Reuse):
        return None
    if move.marker not in table.roofs[seat]:
        return f"you do not own roof marker {move.marker} (LG-ROOF-7)."
    if move.marker in table.rules.no_reuse:
        return f"roof marker {move.marker} turns markers up itself (LG-ROOF-7)."
    return f"roof marker {move.marker} is not used (LG-ROOF-7)."


def _why_not_refresh(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Refresh):
        return None
    return f"your donkey marker {move.donkey} is not used (LG-TRANS-2)."


def _why_not_trigger(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, UseHelper):
        return None
    card = table.rules.box.triggers[table.stack[-1][2]].card
    return f"helper {card} is the one that is asked about (LG-FX-7)."


def _why_not_cost(table: Table, seat: int, move: Move) -> str | None:
    frame = table.stack[-1]
    cost = costs_of(table, frame[2])[frame[3]]
    if cost.pay == PAY_CARD:
        return _why_not_discard(table, seat, move) or "discard a hand card (LG-HELP-5)."
    words = " or ".join([good_word(good) for good in cost.goods])
    if not isinstance(move, Pay):
        return f"goods are to be paid: write `pay SOURCE` with {words} (LG-FX-9)."
    if move.payment >= SILVER or GOOD_OF_SOURCE[move.payment] not in cost.goods:
        return f"{words} is to be paid (LG-FX-9)."
    return why_not_held(move.payment)


def _why_not_extension(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Pay):
        return None
    kind = kind_of(move.payment)
    if kind not in table.rules.box.farm_board.payment_kinds:
        return f"{payment_word(kind)} is no payment kind (LG-GEN-3)."
    if table.stack[-1][4] >> kind & 1:
        return f"{payment_word(kind)} is paid already; each kind pays once (LG-FARM-5)."
    if move.payment >= SILVER:
        return f"you have no {payment_word(kind)} (LG-GEN-10)."
    return why_not_held(move.payment)


def _why_not_market(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, PlaceMarker):
        return None
    value = table.stack[-1][2]
    space = table.rules.spaces[move.space]
    if space in table.rules.spaces_of_value[value]:
        return "a free space of the number, or else another player's, comes first (LG-MARKET-4)."
    if table.rules.box.spaces[space].value != value:
        return f"the marker goes on a space of number {value} (LG-MARKET-3)."
    return f"space {move.space} is closed with so few players (LG-MARKET-2)."


def _why_not_discard(table: Table, seat: int, move: Move) -> str | None:
    if not isinstance(move, Discard):
        return None
    return f"card {move.card} is not in your hand (LG-FARM-9)."


_REASON_OF_FRAME: Final[dict[int, Callable[[Table, int, Move], str | None]]] = {
    OPTION: _why_not_option,
    GAIN: _why_not_gain,
    UPGRADE: _why_not_free,
    DELIVER: _why_not_delivery,
    PLAY: _why_not_card,
    GROW: _why_not_grow,
    REUSE: _why_not_reuse,
    REFRESH: _why_not_refresh,
    FIRE: _why_not_trigger,
    COST: _why_not_cost,
    EXTEND: _why_not_extension,
    MARKET: _why_not_market,
    HAND_LIMIT: _why_not_discard,
}

_AWAITED: Final = {
    OPTION: "an option is to be taken: write `take KEY`",
    GAIN: "a good is to be gained: write `gain GOOD`",
    UPGRADE: "a free upgrade is offered: write `free SOURCE` or `done`",
    DELIVER: "a delivery is offered: write `deliver SOURCE ...` or `done`",
    PLAY: "a card may be played: write for example `field CARD`, or `done`",
    GROW: "a crop may grow: write `grow GOOD` or `done`",
    REUSE: "a used roof marker may be turned up: write `reuse MARKER` or `done`",
    REFRESH: "a used donkey marker may be refreshed: write `refresh NUMBER` or `done`",
    FIRE: "a helper asks whether it is used: write `use helper CARD` or `done`",
    COST: "a cost is being paid: write `pay SOURCE` or `discard CARD`",
    EXTEND: "an extension is being paid: write `pay SOURCE`, `pay silver` or `pay vp`",
    REPLACE: "a card has to make room: write `replace SLOT`",
    MARKET: "a marker goes on the market: write `market SPACE`",
    HAND_LIMIT: "the hand is above its limit: write `discard CARD`",
}
"""What the frame on top waits for."""
