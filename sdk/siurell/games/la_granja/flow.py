"""What comes when: effects in progress first, then the open turn, then the next part (LG-DEC-12).

`go_on` is called after every event and runs until somebody has to decide, chance is due, or the
game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from siurell.games.base import CHANCE
from siurell.games.la_granja.any_time import finish_roof
from siurell.games.la_granja.costs import go_on_paying
from siurell.games.la_granja.counted_steps import go_on_stepping
from siurell.games.la_granja.delivering import complete_barrow, complete_row
from siurell.games.la_granja.effects import (
    go_on_carrying_out,
    go_on_choosing,
    go_on_gaining,
)
from siurell.games.la_granja.farm_phase import (
    begin_income,
    begin_play,
    go_on_limiting,
    go_on_with_income,
    grow_and_breed,
)
from siurell.games.la_granja.market import go_on_placing
from siurell.games.la_granja.pile import go_on_drawing, ready_to_draw
from siurell.games.la_granja.playing import go_on_extending
from siurell.games.la_granja.revenue import (
    begin_die,
    begin_last_die,
    begin_mark,
    end_picks,
    finish_die,
)
from siurell.games.la_granja.roof import begin_roof, clear_roof
from siurell.games.la_granja.scoring import begin_scoring, end_game, end_scoring
from siurell.games.la_granja.setting_up import begin_deal
from siurell.games.la_granja.siesta import set_turn_order
from siurell.games.la_granja.table import (
    DEAL,
    DELIVERY,
    DIE,
    DONKEY,
    FIRST_PLAYER,
    FIRST_ROOF,
    GROWTH,
    INCOME,
    LAST_DIE,
    MARK,
    NEXT_ROOF,
    ORDER_ROLLS,
    OVER,
    PLAY,
    RIVAL_DIE,
    ROLL,
    ROOF,
    SCORE,
    SIESTA,
    Table,
)
from siurell.games.la_granja.transport import (
    begin_delivery,
    begin_donkey,
    begin_siesta,
    reveal_donkeys,
)
from siurell.games.la_granja.triggers import go_on_firing


def go_on(table: Table) -> None:
    """Run on to the next decision, event of chance, or the end."""
    while True:
        if table.stack:
            if _STEP_OF_FRAME[table.stack[-1][0]](table):
                return
        elif table.open:
            table.to_act = table.mover
            return
        elif _next_part(table):
            return


def _waits_for_answer(table: Table) -> bool:
    """A frame that always asks its seat."""
    table.to_act = table.stack[-1][1]
    return True


def _next_part(table: Table) -> bool:
    """The next part of the stage, or the first of the next stage; True when it waits."""
    table.at += 1
    while table.at >= _parts(table):
        _end_stage(table)
        table.stage += 1
        table.at = 0
        if table.stage == OVER:
            end_game(table)
            return True
    return _begin_part(table)


def _parts(table: Table) -> int:
    """How many parts the stage has."""
    stage = table.stage
    if stage == ORDER_ROLLS:
        return table.rules.box.order_markers
    if stage == DIE:
        return 2 * len(table.order)
    if stage == RIVAL_DIE:
        return 1 if table.rules.solo else 0
    if stage in (FIRST_PLAYER, FIRST_ROOF, ROLL, SCORE):
        return 1
    if stage == NEXT_ROOF:
        return 1 if table.round < table.rules.box.constants.rounds else 0
    return len(table.order)


def _end_stage(table: Table) -> None:
    """What happens between the last part of a stage and the next stage."""
    stage = table.stage
    if stage == ROOF:
        clear_roof(table)
    elif stage == DIE:
        end_picks(table)
    elif stage == DONKEY:
        reveal_donkeys(table)
    elif stage == SIESTA:
        set_turn_order(table)
    elif stage == SCORE:
        end_scoring(table)
    elif stage == NEXT_ROOF and table.round < table.rules.box.constants.rounds:
        _next_round(table)


def _next_round(table: Table) -> None:
    """The next round begins; donkey markers may be available again (LG-ROUND-1, LG-ROUND-2)."""
    table.round += 1
    table.stage = PLAY - 1
    if table.round == table.rules.box.constants.donkey_refresh_round:
        table.donkeys = [0] * len(table.donkeys)


def _begin_part(table: Table) -> bool:
    """One player's part of the stage, or an event; True when chance is due."""
    stage = table.stage
    if stage in _CHANCE_STAGES:
        table.to_act = CHANCE
        return True
    place = table.at % len(table.order)
    if stage == ROOF and table.round == 1:
        place = len(table.order) - 1 - place
    table.mover = table.order[place]
    if table.mover >= table.rules.seats and stage not in _STAGES_OF_RIVAL:
        return False
    return _BEGIN_OF_STAGE[stage](table)


def _begin_delivery(table: Table) -> bool:
    """A delivery turn, or a card for the rival if there is one (LG-SOLO-8, LG-SOLO-9)."""
    if table.mover < table.rules.seats:
        begin_delivery(table)
        return False
    if not ready_to_draw(table):
        return False
    table.to_act = CHANCE
    return True


_CHANCE_STAGES: Final = (FIRST_PLAYER, ORDER_ROLLS, FIRST_ROOF, ROLL, RIVAL_DIE, NEXT_ROOF)
_STAGES_OF_RIVAL: Final = (ROOF, DIE, SIESTA, DELIVERY, SCORE)

_Step = Callable[[Table], bool]

_STEP_OF_FRAME: Final[tuple[_Step, ...]] = (
    go_on_carrying_out,
    go_on_choosing,
    go_on_gaining,
    go_on_stepping,
    go_on_stepping,
    go_on_stepping,
    go_on_stepping,
    go_on_stepping,
    go_on_stepping,
    go_on_drawing,
    go_on_firing,
    go_on_paying,
    go_on_extending,
    _waits_for_answer,
    complete_barrow,
    complete_row,
    go_on_placing,
    go_on_limiting,
    finish_die,
    finish_roof,
    go_on_with_income,
)
"""What is done with the frame on top, by its kind; True when it waits."""

_BEGIN_OF_STAGE: Final[dict[int, _Step]] = {
    DEAL: begin_deal,
    PLAY: begin_play,
    INCOME: begin_income,
    GROWTH: grow_and_breed,
    ROOF: begin_roof,
    MARK: begin_mark,
    DIE: begin_die,
    LAST_DIE: begin_last_die,
    DONKEY: begin_donkey,
    SIESTA: begin_siesta,
    DELIVERY: _begin_delivery,
    SCORE: begin_scoring,
}
"""What begins with a player's part of a stage."""
