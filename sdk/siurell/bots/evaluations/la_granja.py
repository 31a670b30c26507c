"""What a La Granja position is worth: VP, and what they grow from.

Goods become VP by deliveries: a barrow brings its value, a trade commodity and a market marker that
scores in every round to come, a row of a craft building its VP and a lasting bonus. So goods count
by the places that ask for them, places by how far their barrow or row is, and everything that lasts
by the rounds that are left. All weights are in hundredths of a VP, found by play.
"""

from __future__ import annotations

from siurell.bots.evaluations.la_granja_weights import Weights, weights_of
from siurell.games.base import Move, State
from siurell.games.la_granja.frames import (
    CARRY_OUT,
    DELIVER,
    DRAW,
    GAIN,
    GROW,
    MARKET,
    OPTION,
    PLAY,
    REFRESH,
    REUSE,
    UPGRADE,
)
from siurell.games.la_granja.moves import Done
from siurell.games.la_granja.state import LaGranjaState
from siurell.games.la_granja.table import DELIVERY, DONKEY, GROWTH, INCOME, SCORE, SIESTA
from siurell.games.la_granja.vocabulary import NONE

_CROPS = 3
_GOODS = 8
_BUILDINGS = 6
_PIG = 3

_LEFT = (100,) * 5 + (95, 90, 85, 75, 75, 70, 50, 40, 35, 30, 20, 5, 0, 0)
"""How much of the round is left in each stage, in hundredths."""
_EARLY = (30, 30, 30, 70, 58, 68, 78, 95)
_LATE = (20, 20, 20, 60, 0, 0, 0, 80)
"""Goods that no place asks for, far from the end and at it: olive to trade commodity."""
_LATE_FROM = 150
"""So many hundredths of a round before the end they begin to lose."""
_SILVER = (28, 26, 24, 22)
_SILVER_MORE = 20
"""Each silver: the first ones are most useful."""
_MARKER = 70
"""A market marker for each scoring that is to come: others may remove it."""
_THEIRS = 40
"""A marker of one rival, shared out over all."""
_OPEN = (12, 8, 4)
"""What an empty barrow is worth of what it will bring: the first, second and third."""
_ROW = 0
"""What an empty row is worth of what it will bring."""
_DELIVERED, _HELD = 85, 50
"""What each place of a project is worth of its share, delivered or with a good at hand for it."""
_LIKELY = (100, 50, 25, 13, 7)
"""How likely a project is completed, in hundredths, by the places that no good is at hand for."""
_EACH_ROUND = 3
"""So many deliveries a round can be had; what needs more by the end is out of reach."""
_REACH = 25
"""What is left of a project out of reach, in hundredths."""
_DELIVERY = 55
"""A delivery of this round for which a good is at hand."""
_DONKEY = 9
"""A delivery of a donkey marker that is kept for later."""
_FIELD, _FIELD_NEW = 49, 14
"""A field for each growth to come, and more for the first one of its crop."""
_MANY_FIELDS = 4
_CARD = 22
"""A hand card."""
_HELPER = 65
"""How much of what a helper could do is counted, in hundredths."""
_BREEDING = 27
"""Two pigs and a space, for each growth to come."""
_AHEAD = 12
"""Each disc that is behind."""


_STEPS = {GAIN: 60, UPGRADE: 36, DELIVER: 60, PLAY: 60, GROW: 35, REUSE: 50, REFRESH: 20, DRAW: 22}
"""A step of an effect that is still to come."""


def worth(state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    assert isinstance(state, LaGranjaState)
    weights = weights_of(state.rules)
    rounds = state.rules.box.constants.rounds
    left = 100 * (rounds - state.round) + _LEFT[state.stage]
    scorings = rounds - state.round + (state.stage <= SCORE)
    growths = rounds - state.round + (state.stage < GROWTH)
    incomes = rounds - state.round + (state.stage < INCOME)
    stock = state.goods[seat * _GOODS : (seat + 1) * _GOODS]
    for crop in range(_CROPS):
        stock[crop] += state.full[seat * _CROPS + crop]
    mine = state.market.count(seat)
    total = 100 * state.vp[seat] + _MARKER * scorings * mine
    others = len(state.market) - state.market.count(NONE) - mine
    total -= _THEIRS * scorings * others // max(1, state.seats - 1)
    total += _silver(state.silver[seat])
    total += _fields(state, seat, growths) + _pigs(state, seat, growths, weights)
    total += _cards(state, seat, left, incomes, weights)
    brought, matched = _projects(state, seat, stock, scorings, left, weights)
    total += brought + _transport(state, seat, matched, weights)
    if state.stack:
        total += _pending(state, seat, weights) + _MARKER * scorings * _markers_due(state, seat)
    late = min(left, _LATE_FROM)
    for good, number in enumerate(stock):
        if number:
            each = _LATE[good] * (_LATE_FROM - late) + _EARLY[good] * late
            total += number * each // _LATE_FROM
    return total


def unfinished(state: State) -> bool:
    """An effect is being carried out: the seat is asked in the middle of it."""
    assert isinstance(state, LaGranjaState)
    return bool(state.stack)


def rests(state: State, move: Move) -> bool:
    """The end of a turn. What is left of it is lost, and nothing else changes by it."""
    assert isinstance(state, LaGranjaState)
    return isinstance(move, Done) and not state.stack


def _pending(state: LaGranjaState, seat: int, weights: Weights) -> int:
    """What the effects in progress will still bring."""
    total = 0
    for frame in state.stack:
        if frame[1] == seat:
            kind, what = frame[0], frame[2] if len(frame) > 2 else 0
            if kind == CARRY_OUT:
                total += sum(weights.effects[what][frame[3] :])
            elif kind == OPTION:
                total += weights.choice[what]
            else:
                total += _STEPS.get(kind, 0) * what
    return total


def _markers_due(state: LaGranjaState, seat: int) -> int:
    return len([frame for frame in state.stack if frame[0] == MARKET and frame[1] == seat])


def _silver(silver: int) -> int:
    if silver >= len(_SILVER):
        return sum(_SILVER) + _SILVER_MORE * (silver - len(_SILVER))
    return sum(_SILVER[:silver])


def _fields(state: LaGranjaState, seat: int, growths: int) -> int:
    """What the fields will bring: one crop for each growth at most (LG-FARM-14)."""
    total = number = 0
    for crop in range(seat * _CROPS, (seat + 1) * _CROPS):
        fields = state.fields[crop]
        if fields:
            number += fields
            total += _FIELD_NEW * growths
    return total + _FIELD * growths * (
        number if number <= _MANY_FIELDS else (_MANY_FIELDS + number) // 2
    )


def _pigs(state: LaGranjaState, seat: int, growths: int, weights: Weights) -> int:
    """Offspring, and the spaces for it (LG-FARM-15, LG-GEN-7)."""
    pigs = state.goods[seat * _GOODS + _PIG]
    spaces = weights.base_pig_spaces
    for card in state.extensions[seat]:
        spaces += weights.extension_pig_spaces[card]
    for slot in weights.helper_slots[seat]:
        spaces += weights.helper_pig_spaces[state.helpers[slot]]
    if pigs >= 2 and spaces > pigs:
        return _BREEDING * growths
    return _BREEDING * growths // 3 if pigs and spaces > pigs else 0


def _cards(state: LaGranjaState, seat: int, left: int, incomes: int, weights: Weights) -> int:
    """Extensions, helpers, roof markers, craft markers and the hand."""
    total = min(left, 200) * _CARD * min(len(state.hands[seat]), 5) // 200
    for card in state.extensions[seat]:
        total += (
            weights.extension_income[card] * incomes + weights.extension_lasting[card] * left // 100
        )
    for slot in weights.helper_slots[seat]:
        card = state.helpers[slot]
        if card:
            total += weights.helper[card] * left * _HELPER // 10_000
            if not state.acted[slot]:
                total += weights.action[card] * min(left % 100 or 100, 100) // 100
    used = state.roof_used[seat]
    for place, marker in enumerate(state.roofs[seat]):
        if not used >> place & 1:
            total += weights.roof[marker]
    for building in range(_BUILDINGS):
        if state.crafted[seat * _BUILDINGS + building]:
            total += weights.craft[building] * left // 100
    return total


_Project = tuple[int, int, int, tuple[int, ...]]
"""What it brings, its places, 1 for a barrow, what it lacks."""


def _promise(project: _Project) -> int:
    """Goods at hand go first to what brings most and has come farthest."""
    brings, size, _, lacking = project
    return brings + 10 * brings * (size - len(lacking)) // size


def _projects(
    state: LaGranjaState, seat: int, stock: list[int], scorings: int, left: int, weights: Weights
) -> tuple[int, int]:
    """Barrows and rows: what they will bring by how far they are, and how many goods match.

    Goods that are set aside for a place are taken out of the stock.
    """
    found: list[_Project] = []
    for slot in weights.barrow_slots[seat]:
        card = state.barrows[slot]
        if card:
            brings = weights.barrow[card] + _MARKER * max(0, scorings - 1)
            places, loaded = weights.places[card], state.loaded[slot]
            lacking = tuple([g for p, g in enumerate(places) if not loaded >> p & 1])
            found.append((brings, len(places), 1, lacking))
    for building in range(_BUILDINGS):
        if state.crafted[seat * _BUILDINGS + building] or building in state.closed:
            continue
        filled = state.rows[seat * _BUILDINGS + building]
        places = weights.rows[building]
        lacking = tuple([g for p, g in enumerate(places) if not filled >> p & 1])
        brings = 100 * (state.round + state.first_vp[building]) + weights.at_once[building]
        brings += weights.craft[building] * max(0, left - 100) // 100
        brings += weights.order_marker if state.closed else 0
        found.append((brings, len(places), 0, lacking))
    found.sort(key=_promise, reverse=True)
    total = matched = barrows = 0
    reach = _reach(state, seat)
    for brings, size, is_barrow, lacking in found:
        held = 0
        for good in lacking:
            if stock[good]:
                stock[good] -= 1
                held += 1
        matched += held
        filled = size - len(lacking)
        likely = _LIKELY[min(len(lacking) - held, 4)]
        if len(lacking) > reach:
            likely = likely * _REACH // 100
        if is_barrow:
            base = _OPEN[min(barrows, 2)]
            barrows += 1
        else:
            base = _ROW
        share = (_DELIVERED * filled + _HELD * held) * likely // size
        total += brings * (share + base * 100) // 10_000
    return total, matched


def _reach(state: LaGranjaState, seat: int) -> int:
    """So many deliveries can still be had."""
    to_come = _EACH_ROUND * (state.rules.box.constants.rounds - state.round)
    if state.stage < DELIVERY or state.order.index(seat) > state.at:
        return to_come + _EACH_ROUND
    if state.open and state.mover == seat and state.stage == DELIVERY:
        return to_come + state.frees + min(state.extras, state.silver[seat])
    return to_come


def _transport(state: LaGranjaState, seat: int, matched: int, weights: Weights) -> int:
    """Donkeys, siesta and the deliveries of this round (LG-TRANS)."""
    box = state.rules.box
    chosen = state.chosen[seat]
    place = state.siesta[seat]
    total = 0
    if DONKEY <= state.stage <= DELIVERY and chosen:
        donkey = box.donkeys[chosen - 1]
        # In the own delivery turn they are not counted: what is not used is lost.
        to_come = state.stage < DELIVERY or state.order.index(seat) > state.at
        ready = donkey.deliveries if to_come else 0
        total += _DELIVERY * min(ready, matched)
        if state.stage < SIESTA or (state.stage == SIESTA and state.order.index(seat) > state.at):
            place = min(place + donkey.siesta, len(box.siesta_vp) - 1)
    if state.stage <= SCORE:
        total += 100 * box.siesta_vp[place]
        total += _AHEAD * sum([place >= other for other in state.siesta])
    if (state.round - 1) % weights.half != weights.half - 1 or state.stage < DONKEY:
        used = state.donkeys[seat] | (1 << chosen - 1 if chosen else 0)
        for number, donkey in enumerate(box.donkeys):
            if not used >> number & 1:
                total += _DONKEY * donkey.deliveries
    return total
