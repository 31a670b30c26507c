"""The frames of effects in progress: what is being carried out, the innermost on top (LG-FX-2).

A frame is a tuple of whole numbers: its kind, the seat it is about, and what its kind needs. The
stack of frames is empty exactly when no effect is being carried out (LG-ANY-1). A step of a frame
puts what follows from it on top, so that it is finished before the frame goes on.
"""

from __future__ import annotations

from typing import Final

Frame = tuple[int, ...]

CARRY_OUT: Final = 0
"""``(CARRY_OUT, seat, effects, next, trigger)``: a list of effects, by number, from its place
`next` on; `trigger` is the number of the trigger it belongs to, or `NONE`. The frame stays until
all that follows from its last effect is finished (LG-FX-11)."""

OPTION: Final = 1
"""``(OPTION, seat, choice, barred, of_die)``: one option of a set, by number; `barred` are options
that may not be taken, as bits; `of_die` is 1 for the option that a die brings. C-OPTION."""

GAIN: Final = 2
"""``(GAIN, seat, left, goods, distinct)``: so many goods out of some, as bits. C-GAIN."""

UPGRADE: Final = 3
"""``(UPGRADE, seat, left)``: so many free upgrades. C-UPGRADE."""

DELIVER: Final = 4
"""``(DELIVER, seat, left, to)``: so many deliveries of an effect. C-DELIVER."""

PLAY: Final = 5
"""``(PLAY, seat, left)``: so many cards from hand. C-PLAY."""

GROW: Final = 6
"""``(GROW, seat, left)``: so many crops in empty fields. C-GROW."""

REUSE: Final = 7
"""``(REUSE, seat, left)``: so many used roof markers to turn up. C-REUSE."""

REFRESH: Final = 8
"""``(REFRESH, seat, left)``: so many used donkey markers. C-REFRESH."""

DRAW: Final = 9
"""``(DRAW, seat, left)``: so many cards from the pile; chance decides."""

FIRE: Final = 10
"""``(FIRE, seat, trigger, ...)``: triggers of a seat in order, by number; the first of them is
next. C-TRIGGER when it is optional."""

COST: Final = 11
"""``(COST, seat, card, cost, left)``: the costs of the action of a helper from place `cost` on,
`left` units of that one being unpaid. C-PAY for goods, C-DISCARD for cards."""

EXTEND: Final = 12
"""``(EXTEND, seat, card, left, paid)``: so many kinds are still to be paid for an extension;
`paid` are those that were, as bits. C-PAY."""

REPLACE: Final = 13
"""``(REPLACE, seat, side, card)``: a slot must be freed for the card (`BARROW` or `HELPER`).
C-REPLACE."""

BARROW_DONE: Final = 14
"""``(BARROW_DONE, seat, slot, card)``: the barrow is full (LG-BARROW-1)."""

ROW_DONE: Final = 15
"""``(ROW_DONE, seat, building)``: the row is full (LG-CRAFT-4)."""

MARKET: Final = 16
"""``(MARKET, seat, value)``: a marker goes on the market. C-MARKET."""

HAND_LIMIT: Final = 17
"""``(HAND_LIMIT, seat)``: the end of a play turn (LG-FARM-9). C-DISCARD."""

DIE_DONE: Final = 18
"""``(DIE_DONE, seat, space)``: the effect of a die is over (LG-REV-9)."""

ROOF_DONE: Final = 19
"""``(ROOF_DONE, seat, marker)``: the effect of a roof marker is over."""

INCOME: Final = 20
"""``(INCOME, seat, step)``: step 0 craft markers, 1 extensions, 2 helpers (LG-FARM-11)."""

FRAMES: Final = (
    "carry_out",
    "option",
    "gain",
    "upgrade",
    "deliver",
    "play",
    "grow",
    "reuse",
    "refresh",
    "draw",
    "fire",
    "cost",
    "extend",
    "replace",
    "barrow_done",
    "row_done",
    "market",
    "hand_limit",
    "die_done",
    "roof_done",
    "income",
)
"""The kinds by name."""
