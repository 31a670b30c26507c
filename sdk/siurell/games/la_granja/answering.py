"""Carrying out a legal move: each kind is handed to the file of its rule (LG-DEC-15 to 18)."""

from __future__ import annotations

from siurell.errors import RulesError
from siurell.games.base import Move
from siurell.games.la_granja.any_time import (
    buy,
    pay_upgrade,
    sell,
    trade,
    use_action,
    use_roof,
)
from siurell.games.la_granja.costs import pay_card, pay_source
from siurell.games.la_granja.counted_steps import grow, refresh, reuse, upgrade_free
from siurell.games.la_granja.delivering import deliver_to_barrow, deliver_to_craft
from siurell.games.la_granja.effects import gain_one, take_option
from siurell.games.la_granja.farm_phase import discard_to_limit, end_play
from siurell.games.la_granja.frames import COST, EXTEND, FIRE
from siurell.games.la_granja.market import place_for_barrow
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
from siurell.games.la_granja.playing import pay_for_extension, play, replace
from siurell.games.la_granja.revenue import mark, use_die
from siurell.games.la_granja.roof import buy_roof
from siurell.games.la_granja.table import PLAY, Table
from siurell.games.la_granja.transport import choose_donkey
from siurell.games.la_granja.triggers import drop_first, fire_first
from siurell.games.la_granja.turns import end_turn
from siurell.games.la_granja.vocabulary import BARROW, EXTENSION, FIELD, HELPER


def answer(table: Table, move: Move) -> None:
    """Carry out a legal move, up to what follows from it."""
    if isinstance(move, Done):
        _done(table)
    elif isinstance(move, (DeliverToBarrow, ExtraToBarrow)):
        deliver_to_barrow(table, move.source, move.slot)
    elif isinstance(move, (DeliverToCraft, ExtraToCraft)):
        deliver_to_craft(table, move.source, table.rules.buildings[move.building])
    elif isinstance(move, (PlayField, PlayBarrow, PlayExtension, PlayHelper)):
        play(table, _side(move), move.card)
    elif isinstance(move, (BuyRoof, Mark, TakeDie, ChooseDonkey)):
        _take_turn(table, move)
    elif isinstance(move, (Buy, Sell, Upgrade, Trade, UseRoof, UseHelper)):
        _act_any_time(table, move)
    else:
        _choose(table, move)


def _done(table: Table) -> None:
    """Decline the rest of an effect, or end the turn (LG-DEC-15, LG-DEC-18)."""
    if table.stack:
        if table.stack[-1][0] == FIRE:
            drop_first(table)
        else:
            table.stack.pop()
        return
    end_turn(table)
    if table.stage == PLAY:
        end_play(table)


def _side(move: PlayField | PlayBarrow | PlayExtension | PlayHelper) -> int:
    if isinstance(move, PlayField):
        return FIELD
    if isinstance(move, PlayBarrow):
        return BARROW
    return EXTENSION if isinstance(move, PlayExtension) else HELPER


def _take_turn(table: Table, move: BuyRoof | Mark | TakeDie | ChooseDonkey) -> None:
    if isinstance(move, TakeDie):
        use_die(table, move.number)
    elif isinstance(move, ChooseDonkey):
        choose_donkey(table, move.donkey)
    elif isinstance(move, BuyRoof):
        buy_roof(table, move.marker)
    else:
        mark(table, move.space)


def _act_any_time(table: Table, move: Buy | Sell | Upgrade | Trade | UseRoof | UseHelper) -> None:
    if isinstance(move, Buy):
        buy(table, move.good)
    elif isinstance(move, Sell):
        sell(table, move.source)
    elif isinstance(move, Upgrade):
        pay_upgrade(table, move.source)
    elif isinstance(move, Trade):
        trade(table, move.key)
    elif isinstance(move, UseRoof):
        use_roof(table, move.marker)
    elif table.stack:
        fire_first(table)
    else:
        use_action(table, move.card)


def _choose(table: Table, move: Move) -> None:
    """A choice inside an effect (LG-DEC-18)."""
    if isinstance(move, Take):
        _take_option(table, move.key)
    elif isinstance(move, Gain):
        gain_one(table, move.good)
    elif isinstance(move, FreeUpgrade):
        upgrade_free(table, move.source)
    elif isinstance(move, Pay):
        _pay(table, move.payment)
    elif isinstance(move, Discard):
        _discard(table, move.card)
    elif isinstance(move, PlaceMarker):
        place_for_barrow(table, table.rules.spaces[move.space])
    else:
        _choose_rarely(table, move)


def _choose_rarely(table: Table, move: Move) -> None:
    if isinstance(move, Replace):
        replace(table, move.slot)
    elif isinstance(move, Grow):
        grow(table, move.good)
    elif isinstance(move, Reuse):
        reuse(table, move.marker)
    elif isinstance(move, Refresh):
        refresh(table, move.donkey)
    else:
        raise RulesError(f"`{move}` is not a move of La Granja.", reason="NOT_LA_GRANJA")


def _take_option(table: Table, key: str) -> None:
    options = table.rules.box.choices[table.stack[-1][2]]
    take_option(table, [option.key for option in options].index(key))


def _pay(table: Table, payment: int) -> None:
    if table.stack[-1][0] == EXTEND:
        pay_for_extension(table, payment)
    else:
        pay_source(table, payment)


def _discard(table: Table, card: int) -> None:
    if table.stack[-1][0] == COST:
        pay_card(table, card)
    else:
        discard_to_limit(table, card)
