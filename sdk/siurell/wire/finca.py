"""Finca's observation as a message and back.

All lists are packed numbers. A message is checked when it is read: what passes is a position that
the rules can play on from, whatever the other side sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, Options
from siurell.games.finca.components import BIGCART, DOUBLE, GUST, LESS, Components, components
from siurell.games.finca.observation import FincaObservation
from siurell.games.finca.table import PHASES
from siurell.v1 import finca_pb2 as pb

_ALL_ACTIONS = DOUBLE | GUST | BIGCART | LESS


def encode(seen: FincaObservation) -> pb.FincaObservation:
    """The message of an observation; viewer, seats and options travel elsewhere."""
    return pb.FincaObservation(
        phase=PHASES.index(seen.phase),
        mover=seen.mover,
        turns=seen.turns,
        wheel=seen.wheel,
        farmers=seen.farmers,
        hand=seen.hand,
        fruit=seen.fruit,
        carts=seen.carts,
        tops=[top + 1 for top in seen.tops],
        left=seen.left,
        fincas=[tile + 1 for tile in seen.fincas],
        tiles=_flat(seen.tiles),
        won=_flat(seen.won),
        actions=seen.actions,
        bonuses=_flat(seen.bonuses),
        bonus_stack=seen.bonus_stack,
        wooden=seen.wooden,
        reveals=seen.reveals,
    )


def decode(
    message: pb.FincaObservation, seats: int, options: Options, viewer: int, to_act: int | None
) -> FincaObservation:
    """The observation of a message (`RemoteProtocolError` when it is no position of Finca)."""
    box = components()
    _require(message.phase < len(PHASES), "there is no such phase")
    seen = FincaObservation(
        viewer=viewer,
        to_act=to_act,
        options=options,
        phase=PHASES[message.phase],
        mover=message.mover,
        turns=message.turns,
        wheel=tuple(message.wheel),
        farmers=tuple(message.farmers),
        hand=tuple(message.hand),
        fruit=tuple(message.fruit),
        carts=tuple(message.carts),
        tops=tuple([top - 1 for top in message.tops]),
        left=tuple(message.left),
        fincas=tuple([tile - 1 for tile in message.fincas]),
        tiles=_by_seat(message.tiles, seats),
        won=_by_seat(message.won, seats),
        actions=tuple(message.actions),
        bonuses=_by_seat(message.bonuses, seats),
        bonus_stack=tuple(message.bonus_stack),
        wooden=message.wooden,
        reveals=tuple(message.reveals),
    )
    _check_turn(seen, seats, box)
    _check_wheel(seen, seats, box)
    _check_goods(seen, seats, box)
    _check_island(seen, box)
    _check_collections(seen, seats, box)
    return seen


def _flat(lists: Iterable[Sequence[int]]) -> list[int]:
    """For each seat its number of entries, then the entries."""
    flat: list[int] = []
    for entries in lists:
        flat.append(len(entries))
        flat += entries
    return flat


def _by_seat(flat: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    lists = []
    place = 0
    for _ in range(seats):
        _require(place < len(flat), "a list ends early")
        end = place + 1 + flat[place]
        _require(end <= len(flat), "a list ends early")
        lists.append(tuple(flat[place + 1 : end]))
        place = end
    _require(place == len(flat), "a list is too long")
    return tuple(lists)


def _check_turn(seen: FincaObservation, seats: int, box: Components) -> None:
    _require(seen.mover < seats, "there is no such mover")
    _require(seen.turns <= box.max_turns, "too many turns are played")
    if seen.phase in ("setup", "intro"):
        _require(seen.turns == 0, "a turn is played before the first one")
    if seen.phase == "over":
        _require(seen.to_act is None and not seen.reveals, "it goes on after the end")
    elif seen.phase == "setup":
        _require(bool(seen.reveals), "nothing is left of the set-up")
        _require(seen.to_act == CHANCE, "a seat acts in the set-up")
    elif seen.reveals:
        _require(seen.phase == "turn", "a tile is turned up in the wrong phase")
        _require(seen.to_act == CHANCE, "a seat acts before a tile is turned up")
    else:
        _require(seen.to_act == seen.mover, "another seat acts than the mover")


def _check_wheel(seen: FincaObservation, seats: int, box: Components) -> None:
    blades = len(box.blades)
    setup = box.setup(seats)
    _require(
        sorted(seen.wheel) == list(box.blades) or (not seen.wheel and seen.phase == "setup"),
        "the blades are not those of the box",
    )
    _require(len(seen.farmers) == seats * blades, "the farmers make no table")
    _require(len(seen.hand) == seats, "the hands make no table")
    for seat, hand in enumerate(seen.hand):
        placed = sum(seen.farmers[seat * blades : (seat + 1) * blades])
        _require(placed + hand == setup.farmers_each, "a farmer is missing or too many")
    waiting = seen.hand[seen.mover] if seen.phase == "intro" else sum(seen.hand)
    placing = seen.phase in ("setup", "intro")
    _require((waiting > 0) == placing, "farmers wait in the wrong phase")
    if seen.phase == "setup":
        _require(not any(seen.farmers), "a farmer is placed in the set-up")


def _check_goods(seen: FincaObservation, seats: int, box: Components) -> None:
    fruits = len(box.fruits)
    _require(len(seen.fruit) == seats * fruits, "the fruit makes no table")
    for fruit in range(fruits):
        held = sum(seen.fruit[fruit::fruits])
        _require(held <= box.supply_per_fruit, "more fruit is held than there is")
    _require(len(seen.carts) == seats, "the carts make no table")
    setup = box.setup(seats)
    _require(sum(seen.carts) <= setup.carts, "more carts are held than there are")
    ends = seen.wooden == 0 or seen.turns == box.max_turns
    _require(seen.wooden <= setup.wooden_fincas, "there are too many wooden fincas")
    _require(ends == (seen.phase == "over"), "it goes on after the end")
    _require(len(seen.actions) == seats, "the action tiles make no table")
    _require(all(bits & ~_ALL_ACTIONS == 0 for bits in seen.actions), "no such action tile")


def _check_island(seen: FincaObservation, box: Components) -> None:
    regions = len(box.regions)
    _require(
        len(seen.tops) == len(seen.left) == len(seen.fincas) == regions, "the regions make no table"
    )
    _require(max(seen.tops) < len(box.faces), "there is no such fruit tile")
    _require(max(seen.left) <= box.pile_size, "a pile is too high")
    due = list(seen.reveals)
    _require(due == sorted(set(due)) and (not due or due[-1] < regions), "the reveals are no order")
    over = seen.phase == "over"
    any_dealt = max(seen.fincas) >= 0
    for region, (top, left) in enumerate(zip(seen.tops, seen.left, strict=True)):
        shown = left > 0 and region not in due
        _require((top >= 0) == shown or (over and top < 0), "a top does not fit its pile")
        _require(left > 0 or region not in due, "nothing is left to turn up")
        dealt = left > 0 and bool(seen.wheel)
        _require(
            (seen.fincas[region] >= 0) == dealt or (seen.phase == "setup" and not any_dealt),
            "a finca tile does not fit its pile",
        )


def _check_collections(seen: FincaObservation, seats: int, box: Components) -> None:
    unseen = [face.copies for face in box.faces]
    for face in (*(top for top in seen.tops if top >= 0), *_all(seen.tiles)):
        _require(face < len(unseen), "there is no such fruit tile")
        unseen[face] -= 1
    _require(min(unseen) >= 0, "a fruit tile is there too often")
    taken = sum(map(len, seen.tiles))
    under = sum(seen.left) - sum(top >= 0 for top in seen.tops)
    _require(sum(unseen) == under + box.tiles_left_out, "the fruit tiles are not those of the box")
    _require(taken + sum(seen.left) == len(seen.left) * box.pile_size, "a fruit tile is missing")
    fincas = [*(tile for tile in seen.fincas if tile >= 0), *_all(seen.won)]
    _require(len(set(fincas)) == len(fincas), "a finca tile is there twice")
    _require(not fincas or max(fincas) < len(box.finca_tiles), "there is no such finca tile")
    bonuses = sorted((*seen.bonus_stack, *_all(seen.bonuses)))
    _require(bonuses == sorted(box.bonus_stack), "the bonus tiles are not those of the box")


def _all(lists: Iterable[Sequence[int]]) -> list[int]:
    return [entry for entries in lists for entry in entries]


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise RemoteProtocolError(
            f"The position of Finca that was sent makes no sense: {fault}.", reason="BAD_POSITION"
        )
