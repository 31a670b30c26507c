"""Why a move is not legal, in a sentence for people; silent exactly for the legal moves."""

from __future__ import annotations

from siurell.games.base import CHANCE, Move
from siurell.games.farmini.animals import can_be_taken, free_spaces, spaces_for_next
from siurell.games.farmini.faces import Face
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import (
    PARCELS,
    REACH,
    ROTATIONS,
    SIDES,
    STEPS,
    position_at,
    position_text,
    spot_at,
    spot_text,
)
from siurell.games.farmini.legal_moves import take_moves
from siurell.games.farmini.moves import Discard, Put, TakeAnimal, TakePen
from siurell.games.farmini.table import PUT, Table


def why_illegal(table: Table, move: Move) -> str | None:
    """None for a legal move, otherwise what stands against it (FM-DEC)."""
    if table.to_act is None:
        return "the game is over."
    if table.to_act == CHANCE:
        return "a card is still to be turned up, so nobody decides now (FM-CHANCE-4)."
    if table.stage == PUT:
        return why_not_put(table, move)
    if isinstance(move, TakePen):
        return why_not_take_pen(table, move)
    if isinstance(move, TakeAnimal):
        return why_not_take_animal(table, move.card)
    if isinstance(move, Discard):
        return why_not_discard(table, move.card)
    if isinstance(move, Put):
        return "tokens are put after an animal card is taken: write `take CARD` (FM-DEC-2)."
    return "it is not a move of Farmini."


def why_not_take_pen(table: Table, move: TakePen) -> str | None:
    """The card lies in the display, and it fits beside a card of the own farm (FM-PEN-1)."""
    why = _why_not_there(table, move.card)
    if why is not None:
        return why
    card = table.rules.numbers[move.card]
    faces = table.rules.placements.faces[card]
    if not faces:
        return f"{move.card} is an animal card: write `take {move.card}` (FM-NOTE-2)."
    if move.rotation not in ROTATIONS:
        return f"there is no rotation {move.rotation}: it is 0, 90, 180 or 270 (FM-NOTE-4)."
    quarters = ROTATIONS.index(move.rotation)
    if quarters >= len(faces):
        same = ROTATIONS[quarters % len(faces)]
        return f"turned by {move.rotation} it looks as turned by {same}: write {same} (FM-NOTE-4)."
    return _why_not_here(table.farms[table.mover], move.x, move.y, faces[quarters])


def why_not_take_animal(table: Table, key: str) -> str | None:
    """The card lies in the display, and at least one token can be put (FM-ANIMAL-4)."""
    why = _why_not_there(table, key)
    if why is not None:
        return why
    shown = table.rules.animal_cards[table.rules.numbers[key]]
    if shown is None:
        return f"{key} is a pen card: write `take {key} X,Y ROT` (FM-NOTE-2)."
    if can_be_taken(table, table.mover, table.rules.numbers[key]):
        return None
    if not table.yard[shown.animal]:
        kind = table.rules.box.animals[shown.animal].key
        return f"there is no {kind} in the yard (FM-ANIMAL-4)."
    return "no animal space of your farm is free (FM-ANIMAL-4)."


def why_not_put(table: Table, move: Move) -> str | None:
    """The token goes on a free space, behind the one before (FM-NOTE-7)."""
    if not isinstance(move, Put):
        return "the tokens of your card are still to be put: write `put X,Y,PARCEL` (FM-DEC-2)."
    if move.parcel not in PARCELS:
        return f"there is no parcel {move.parcel}: it is one of {', '.join(PARCELS)}."
    if max(abs(move.x), abs(move.y)) > REACH:
        return "your farm does not reach so far."
    spot = spot_at(position_at(move.x, move.y), PARCELS.index(move.parcel))
    allowed = spaces_for_next(table)
    if spot in allowed:
        return None
    if spot not in table.farms[table.mover].spaces:
        return f"there is no animal space of yours at {spot_text(spot)} (FM-ANIMAL-2)."
    if spot not in free_spaces(table, table.mover):
        return f"on {spot_text(spot)} there is a token already (FM-ANIMAL-2)."
    if spot < table.last:
        return f"tokens go in ascending order, behind {spot_text(table.last)} (FM-NOTE-7)."
    return f"the tokens still to come would find no space behind {spot_text(spot)} (FM-NOTE-7)."


def why_not_discard(table: Table, key: str) -> str | None:
    """A card of the display is discarded only when none can be played (FM-TURN-5, FM-TURN-6)."""
    why = _why_not_there(table, key)
    if why is not None:
        return why
    playable = take_moves(table)
    if not playable:
        return None
    return f"a card can be played, for example with `{playable[0]}` (FM-TURN-5)."


def _why_not_there(table: Table, key: str) -> str | None:
    """Only cards of the display are taken or discarded (FM-TURN-2)."""
    if table.rules.numbers.get(key, -1) in table.display:
        return None
    shown = ", ".join([table.rules.keys[card] for card in table.display])
    return f"{key} does not lie in the display; there are {shown} (FM-TURN-2)."


def _why_not_here(farm: Farm, x: int, y: int, face: Face) -> str | None:
    """The position is empty and touches the farm, and every side matches (FM-PEN-1, FM-PEN-2)."""
    if max(abs(x), abs(y)) > REACH:
        return "the card would touch no card of your farm (FM-PEN-1)."
    position = position_at(x, y)
    if position in farm.cards:
        return f"on {position_text(position)} there is a card already (FM-PEN-1)."
    if not any(position + step in farm.cards for step in STEPS):
        return "the card would touch no card of your farm along a side (FM-PEN-1)."
    wrong = [side for side in range(4) if not _side_matches(farm, position, face, side)]
    if not wrong:
        return None
    shown = ["a fence" if face.fences >> side & 1 else "grass" for side in wrong]
    clashes = " and ".join(
        [
            f"to the {SIDES[side]} {one} meets {_other(one)}"
            for side, one in zip(wrong, shown, strict=True)
        ]
    )
    return f"{clashes} (FM-PEN-2)."


def _side_matches(farm: Farm, position: int, face: Face, side: int) -> bool:
    """Whether one side of the card matches what lies there, if anything does."""
    other = farm.cards.get(position + STEPS[side])
    if other is None:
        return True
    return face.fences >> side & 1 == other.fences >> (side + 2) % 4 & 1


def _other(shown: str) -> str:
    return "grass" if shown == "a fence" else "a fence"
