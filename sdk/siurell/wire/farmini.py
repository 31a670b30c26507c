"""Farmini's observation as a message and back.

All lists are packed numbers. A message is checked when it is read: what passes is a position that
the rules can play on from, whatever the other side sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from siurell.errors import RemoteProtocolError
from siurell.games.base import CHANCE, Options
from siurell.games.farmini.box import AnimalCard, Components, WolfCard
from siurell.games.farmini.components import components
from siurell.games.farmini.faces import Face
from siurell.games.farmini.grid import HOME, PARCELS, REACH, STEPS, position_at, spot_at
from siurell.games.farmini.observation import FarminiObservation
from siurell.games.farmini.placements import placements_of
from siurell.games.farmini.rules import rules_of
from siurell.games.farmini.table import PHASES
from siurell.v1 import farmini_pb2 as pb

_ENTRY = 4
"""Numbers for each card of a farm and for each token."""


def encode(seen: FarminiObservation) -> pb.FarminiObservation:
    """The message of an observation; viewer, seats and options travel elsewhere."""
    return pb.FarminiObservation(
        phase=PHASES.index(seen.phase),
        mover=seen.mover,
        turns=seen.turns,
        display=seen.display,
        deck=seen.deck,
        discards=seen.discards,
        farms=_flat([_with_quarters(farm) for farm in seen.farms]),
        animals=_flat(seen.animals),
        yard=seen.yard,
        putting=seen.putting,
    )


def decode(
    message: pb.FarminiObservation, seats: int, options: Options, viewer: int, to_act: int | None
) -> FarminiObservation:
    """The observation of a message (`RemoteProtocolError` when it is no position of Farmini)."""
    box = components()
    _require(message.phase < len(PHASES), "there is no such phase")
    seen = FarminiObservation(
        viewer=viewer,
        to_act=to_act,
        options=options,
        box=box,
        phase=PHASES[message.phase],
        mover=message.mover,
        turns=message.turns,
        display=tuple(message.display),
        deck=tuple(message.deck),
        discards=tuple(message.discards),
        farms=tuple([_with_degrees(farm) for farm in _by_seat(message.farms, seats)]),
        animals=_by_seat(message.animals, seats),
        yard=tuple(message.yard),
        putting=tuple(message.putting),
    )
    for farm, animals in zip(seen.farms, seen.animals, strict=True):
        _check_animals(animals, _check_farm(farm, box), box)
    _check_cards(seen, seats, box)
    _check_yard(seen, box)
    _check_turn(seen, seats)
    _check_display(seen, seats, box)
    _check_putting(seen, box)
    return seen


def _flat(lists: Iterable[Sequence[int]]) -> list[int]:
    """For each seat its number of entries, then the entries."""
    flat: list[int] = []
    for numbers in lists:
        flat.append(len(numbers) // _ENTRY)
        flat += numbers
    return flat


def _by_seat(flat: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    lists = []
    place = 0
    for _ in range(seats):
        _require(place < len(flat) and flat[place] >= 0, "a list ends early")
        end = place + 1 + _ENTRY * flat[place]
        _require(end <= len(flat), "a list ends early")
        lists.append(tuple(flat[place + 1 : end]))
        place = end
    _require(place == len(flat), "a list is too long")
    return tuple(lists)


def _with_quarters(farm: Sequence[int]) -> list[int]:
    return [number // 90 if place % 4 == 3 else number for place, number in enumerate(farm)]


def _with_degrees(farm: Sequence[int]) -> tuple[int, ...]:
    return tuple([n * 90 if place % 4 == 3 else n for place, n in enumerate(farm)])


def _entries(numbers: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    for place in range(0, len(numbers), _ENTRY):
        yield numbers[place], numbers[place + 1], numbers[place + 2], numbers[place + 3]


def _check_farm(farm: Sequence[int], box: Components) -> dict[int, Face]:
    """The cards of a farm by position, laid as the rules allow (FM-SETUP-1, FM-PEN-1 to -3)."""
    faces = placements_of(box).faces
    cards: dict[int, Face] = {}
    for x, y, card, degrees in _entries(farm):
        _require(abs(x) <= REACH and abs(y) <= REACH, "a card lies too far off")
        _require(0 <= card < len(faces), "there is no such card on a farm")
        _require(0 <= degrees // 90 < len(faces[card]), "a card cannot lie like that")
        cards[position_at(x, y)] = faces[card][degrees // 90]
    _require(len(cards) * _ENTRY == len(farm) and _ascends(cards), "the cards are in no order")
    _require(cards.get(HOME) is faces[box.farm][0], "a farm card is missing")
    reached = [HOME]
    known = {HOME}
    for position in reached:
        for side, step in enumerate(STEPS):
            other = position + step
            if other not in cards:
                continue
            facing = (side + 2) % 4
            same = cards[position].fences >> side & 1 == cards[other].fences >> facing & 1
            _require(same, "a fence meets grass")
            if other not in known:
                known.add(other)
                reached.append(other)
    _require(len(known) == len(cards), "a card touches no other")
    return cards


def _check_animals(animals: Sequence[int], cards: dict[int, Face], box: Components) -> None:
    """Each token stands on a space of its own (FM-ANIMAL-2)."""
    spots = []
    for x, y, parcel, kind in _entries(animals):
        _require(abs(x) <= REACH and abs(y) <= REACH, "an animal stands too far off")
        _require(0 <= parcel < len(PARCELS), "there is no such parcel")
        _require(0 <= kind < len(box.animals), "there is no such animal")
        face = cards.get(position_at(x, y))
        _require(face is not None and parcel in face.spaces, "an animal stands on no space")
        spots.append(spot_at(position_at(x, y), parcel))
    _require(_ascends(spots), "the animals are in no order")


def _check_cards(seen: FarminiObservation, seats: int, box: Components) -> None:
    """All cards of the match are there, each once (FM-COMP-1, FM-SETUP-2 to -4)."""
    rules = rules_of(box, seats, seen.options)
    laid = [card for farm in seen.farms for _, _, card, _ in _entries(farm)]
    there = [*seen.display, *seen.deck, *seen.discards, *laid]
    _require(
        sorted(there) == sorted([*rules.start_cards, *rules.deck, *[box.farm] * seats]),
        "the cards are not those of the match",
    )
    for cards in (seen.display, seen.deck, seen.discards):
        _require(list(cards) == sorted(cards), "the cards are in no order")


def _check_yard(seen: FarminiObservation, box: Components) -> None:
    """All tokens are there, and no more on farms than animal cards brought (FM-ANIMAL-1)."""
    _require(len(seen.yard) == len(box.animals), "the yard makes no table")
    shown = [0] * len(box.animals)
    for card in _animal_cards(seen):
        shown[card.animal] += card.tokens
    held = Counter([kind for animals in seen.animals for _, _, _, kind in _entries(animals)])
    for kind, animal in enumerate(box.animals):
        _require(seen.yard[kind] + held[kind] == animal.tokens, "an animal is missing or too many")
        coming = seen.putting[1] if seen.putting[:1] == (kind,) and len(seen.putting) > 1 else 0
        _require(held[kind] + coming <= shown[kind], "an animal came without a card")


def _check_turn(seen: FarminiObservation, seats: int) -> None:
    """Who is to move follows from the turns played, the turns from the cards (FM-TURN)."""
    _require(seen.mover == seen.turns % seats, "it is another seat's turn")
    for seat, farm in enumerate(seen.farms):
        turns = seen.turns // seats + (seat < seen.turns % seats)
        _require(len(farm) // _ENTRY - 1 <= turns, "a seat laid more cards than it had turns")
    placed = sum(map(len, seen.farms)) // _ENTRY - seats
    gone = placed + _not_wolves(seen.discards, seen.box) - (seen.phase == "put")
    played = gone == seen.turns if seats > 1 else gone >= seen.turns
    _require(played, "the cards that are gone do not fit the turns")
    if seen.phase in ("take", "put"):
        _require(seen.to_act == seen.mover, "another seat acts than the mover")
    else:
        acts = CHANCE if seen.phase == "fill" else None
        _require(seen.to_act == acts, "a seat acts in the wrong phase")


def _not_wolves(cards: Iterable[int], box: Components) -> int:
    return len([card for card in cards if not isinstance(box.cards[card], WolfCard)])


def _check_display(seen: FarminiObservation, seats: int, box: Components) -> None:
    """How full the display is follows from the phase (FM-TURN-3, -4, FM-END-1)."""
    shown, most = len(seen.display), box.display
    _require(_not_wolves(seen.display, box) == shown, "a wolf lies in the display")
    if seen.phase == "take":
        full = shown == most or (0 < shown < most and not seen.deck)
    elif seen.phase == "put":
        full = shown == most - 1 or (shown < most and not seen.deck)
    elif seen.phase == "fill":
        full = bool(seen.deck) and (shown < most if seats == 1 else shown == most - 1)
    else:
        full = not shown and not seen.deck
    _require(full, "the display is too full or too empty")
    if not seen.turns:
        start = rules_of(box, seats, seen.options).start_cards
        there = sorted([*seen.display, *seen.discards])
        _require(seen.phase in ("take", "put") and there == start, "a start card is missing")


def _check_putting(seen: FarminiObservation, box: Components) -> None:
    """The tokens still to be put have spaces to go to (FM-ANIMAL-4, FM-NOTE-7)."""
    if seen.phase != "put":
        _require(not seen.putting, "an animal is put in the wrong phase")
        return
    _require(len(seen.putting) in (2, 5), "what is put makes no list")
    kind, number, *before = seen.putting
    _require(0 <= kind < len(box.animals), "there is no such animal to put")
    _require(1 <= number <= seen.yard[kind], "more animals are to be put than the yard has")
    most = max([card.tokens for card in _animal_cards(seen) if card.animal == kind], default=0)
    _require(number + bool(before) <= most, "no card shows so many animals")
    taken = {tuple(entry[:3]): entry[3] for entry in _entries(seen.animals[seen.mover])}
    if before:
        _require(taken.get(tuple(before)) == kind, "the animal before was not put there")
    free = [space for space in _spaces(seen, seen.mover) if space not in taken]
    _require(
        len([space for space in free if space > tuple(before)]) >= number,
        "there is no space for the animals to put",
    )


def _animal_cards(seen: FarminiObservation) -> list[AnimalCard]:
    """The animal cards that are out of the game."""
    gone = [seen.box.cards[card] for card in seen.discards]
    return [card for card in gone if isinstance(card, AnimalCard)]


def _spaces(seen: FarminiObservation, seat: int) -> list[tuple[int, ...]]:
    """X, Y and parcel of each animal space of a farm."""
    faces = placements_of(seen.box).faces
    return [
        (x, y, parcel)
        for x, y, card, degrees in _entries(seen.farms[seat])
        for parcel in faces[card][degrees // 90].spaces
    ]


def _ascends(numbers: Iterable[int]) -> bool:
    listed = list(numbers)
    return listed == sorted(set(listed))


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise RemoteProtocolError(
            f"The position of Farmini that was sent makes no sense: {fault}.", reason="BAD_POSITION"
        )
