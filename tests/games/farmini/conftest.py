"""Positions and results of Farmini in the language of the worked examples of docs/rules/farmini.md.

``scene("display: p13").play("take p13 1,0 0").shows("card 0: p13 1,0 0")`` sets up a position,
plays moves and reveals in the ledger's notation and compares; a key that is not known fails. A
scene counts in `checks` what it compared.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from siurell.errors import InvalidMoveError
from siurell.games.base import CHANCE
from siurell.games.farmini.components import components
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.grid import PARCELS, spot_text
from siurell.games.farmini.observation import FarminiObservation
from siurell.games.farmini.pens import closed_pens, holed_pens, holes
from siurell.games.farmini.scoring import scoring_corn
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import PHASES

FARMINI = Farmini()
BOX = components()
KINDS = [animal.key for animal in BOX.animals]
KEYS = [card.key for card in BOX.cards]

_CLAUSES = (
    re.compile(r"(?P<key>cards?|animals|corn|closed|holed|holes) (?P<about>\d): (?P<value>.+)"),
    re.compile(r"(?P<key>option) (?P<about>\w+) (?P<value>\w+)"),
    re.compile(
        r"(?P<key>players|phase|to move|display|unseen|deck|yard|turns|score|ranks|new game)"
        r":? (?P<value>.+)(?P<about>)"
    ),
    re.compile(r"(?P<key>over|not over|no reveal due|reveal due)(?P<about>)(?P<value>)"),
)

Laid = tuple[int, int, str, int]
Token = tuple[str, str]

# ------------------------------------------------------------------------- reading values


def clauses(text: str) -> Iterator[tuple[str, str, str]]:
    """Key, seat or word it is about, and value of each clause of a line."""
    for clause in text.split("; "):
        matches = [match for pattern in _CLAUSES if (match := pattern.fullmatch(clause))]
        assert matches, f"unknown clause: {clause!r}"
        yield matches[0]["key"], matches[0]["about"], matches[0]["value"]


def words(text: str) -> list[str]:
    return [] if text == "none" else text.split(" ")


def numbers(text: str) -> list[int]:
    return [int(word) for word in words(text)]


def parts(text: str) -> list[str]:
    return [] if text == "none" else text.split(", ")


def laid_cards(text: str) -> list[Laid]:
    """``p13 1,0 270, p08 0,-1 0`` as X, Y, key and rotation."""
    found = []
    for part in parts(text):
        key, place, rotation = part.split(" ")
        x, y = place.split(",")
        found.append((int(x), int(y), key, int(rotation)))
    return sorted(found)


def tokens(text: str) -> list[Token]:
    """``pig 0,0,ne, hen 1,0,nw`` as kind and place."""
    return sorted((kind, place) for kind, place in (part.split(" ") for part in parts(text)))


def amounts(text: str) -> dict[str, int]:
    """``goat 5, hen 3`` as a table."""
    return {kind: int(number) for kind, number in (part.split(" ") for part in parts(text))}


# ---------------------------------------------------------------------- setting up a position


class Setting:
    """The clauses of a *Given* line, taken one by one."""

    def __init__(self, given: str) -> None:
        self.values = {(key, about): value for key, about, value in clauses(given)}
        self.new_game = self.take("new game", "")
        self.seats = int(self.take("players", self.new_game or "2"))
        self.options = FARMINI.check_options(
            {name: self.take("option", "", name) for key, name in [*self.values] if key == "option"}
        )

    def take(self, key: str, default: str, about: str = "") -> str:
        return self.values.pop((key, about), default)

    def of_seats(self, key: str, read: Callable[[str], Any]) -> list[Any]:
        return [read(self.take(key, "none", str(seat))) for seat in range(self.seats)]

    def finished(self) -> None:
        assert not self.values, f"clauses that mean nothing here: {self.values}"


def build(given: str) -> FarminiState:
    """The position that the *Given* line of an example describes."""
    setting = Setting(given)
    if setting.new_game:
        setting.finished()
        return FARMINI.new_state(setting.seats, setting.options)
    mover = int(setting.take("to move", "0"))
    display = sorted(map(KEYS.index, words(setting.take("display", "none"))))
    farms = setting.of_seats("cards", laid_cards)
    animals = setting.of_seats("animals", tokens)
    left = dict(zip(KINDS, (animal.tokens for animal in BOX.animals), strict=True))
    for held in animals:
        for kind, _ in held:
            left[kind] -= 1
    left.update(amounts(setting.take("yard", "none")))
    due = setting.values.pop(("reveal due", ""), None) is not None
    seen = FarminiObservation(
        viewer=mover,
        to_act=CHANCE if due else mover if display else None,
        options=setting.options,
        box=BOX,
        phase="fill" if due else "take" if display else "over",
        mover=mover,
        turns=int(setting.take("turns", "0")),
        display=tuple(display),
        deck=tuple(sorted(map(KEYS.index, words(setting.take("unseen", "none"))))),
        discards=(),
        farms=tuple(flat_cards(farm) for farm in farms),
        animals=tuple(flat_tokens(held) for held in animals),
        yard=tuple(left[kind] for kind in KINDS),
        putting=(),
    )
    setting.finished()
    state = seen.determinize(random.Random(0))
    assert state.observe(mover) == seen
    return state


def flat_cards(farm: list[Laid]) -> tuple[int, ...]:
    """The cards of a farm as an observation holds them, the farm card among them."""
    laid = sorted([*farm, (0, 0, "farm", 0)])
    return sum([(x, y, KEYS.index(key), rotation) for x, y, key, rotation in laid], ())


def flat_tokens(held: list[Token]) -> tuple[int, ...]:
    found = []
    for kind, place in held:
        x, y, parcel = place.split(",")
        found.append((int(x), int(y), PARCELS.index(parcel), KINDS.index(kind)))
    return sum(sorted(found), ())


# --------------------------------------------------------------------- looking at a position


def cards_of(state: FarminiState, about: str) -> list[Laid]:
    """The cards of a farm but for the farm card at 0,0."""
    laid = state.farms[int(about)].laid()
    found = [(laid[i], laid[i + 1], KEYS[laid[i + 2]], laid[i + 3]) for i in range(0, len(laid), 4)]
    found.remove((0, 0, "farm", 0))
    return found


def tokens_of(state: FarminiState, about: str) -> list[Token]:
    held = state.animals[int(about)]
    return sorted((KINDS[kind], spot_text(spot)) for spot, kind in held.items())


def ended(state: FarminiState) -> bool:
    assert (state.to_act is None) == (state.phase == "over")
    return state.to_act is None


def due(state: FarminiState) -> bool:
    assert (state.to_act == CHANCE) == (state.phase == "fill")
    return state.to_act == CHANCE


def corn_of(state: FarminiState, about: str) -> int:
    return scoring_corn(state.farms[int(about)], state.animals[int(about)])


Fact = tuple[Callable[[FarminiState, str], Any], Callable[[str], Any]]

FACTS: dict[str, Fact] = {
    "over": (lambda s, _: ended(s), lambda _: True),
    "not over": (lambda s, _: ended(s), lambda _: False),
    "reveal due": (lambda s, _: due(s), lambda _: True),
    "no reveal due": (lambda s, _: due(s), lambda _: False),
    "phase": (lambda s, _: s.phase, lambda text: PHASES[PHASES.index(text)]),
    "to move": (lambda s, _: s.to_act, int),
    "turns": (lambda s, _: s.turns, int),
    "display": (lambda s, _: [KEYS[card] for card in s.display], words),
    "deck": (lambda s, _: len(s.deck), int),
    "yard": (lambda s, _: dict(zip(KINDS, s.yard, strict=True)), amounts),
    "card": (lambda s, about: cards_of(s, about), laid_cards),
    "animals": (tokens_of, tokens),
    "corn": (corn_of, int),
    "closed": (lambda s, about: closed_pens(s.farms[int(about)]), int),
    "holed": (lambda s, about: holed_pens(s.farms[int(about)]), int),
    "holes": (lambda s, about: len(holes(s.farms[int(about)])), int),
    "score": (lambda s, _: list(s.outcome().scores), numbers),
    "ranks": (lambda s, _: list(s.outcome().placements), numbers),
}


class Scene:
    """A position to play on and to look at."""

    def __init__(self, state: FarminiState) -> None:
        self.state = state
        self.checks = 0

    def play(self, *texts: str) -> Scene:
        """Apply moves and reveals, each of them checked."""
        for text in texts:
            if self.state.to_act == CHANCE:
                chance = self.state.chance()
                outcome = chance.parse(text)
                assert chance.allows(outcome), f"{text} is not possible for {chance.key}"
                assert str(outcome) == text
                self.state.apply(outcome)
            else:
                assert self.why(text) == ""
                self.state.apply(FARMINI.parse_move(text))
        return self

    @property
    def legal(self) -> list[str]:
        """The texts of the legal list."""
        return [str(move) for move in self.state.legal_moves()]

    def why(self, text: str) -> str:
        """Why a move is not legal, or not even a move; empty for a legal one."""
        self.checks += 1
        try:
            move = FARMINI.parse_move(text)
        except InvalidMoveError as error:
            assert text not in self.legal
            return str(error)
        assert str(move) == text
        reason = self.state.why_illegal(move)
        assert (reason is None) == (text in self.legal), f"{text}: {reason}"
        return reason or ""

    def deal(self, rng: random.Random) -> Scene:
        """Turn up what is due, drawn with the right chances."""
        while self.state.to_act == CHANCE:
            self.state.apply(self.state.chance().draw(rng.randrange))
        return self

    def step(self, rng: random.Random) -> Scene:
        """One random decision, and the reveals behind it."""
        self.state.apply(rng.choice(self.state.legal_moves()))
        return self.deal(rng)

    def shows(self, then: str) -> Scene:
        """Compare with the clauses of a *Then* line."""
        for key, about, value in clauses(then):
            look, read = FACTS[key]
            found, wanted = look(self.state, about), read(value)
            assert found == wanted, f"{key} {about}: {found}, not {wanted}"
            self.checks += 1
        return self


@pytest.fixture(scope="session")
def scene() -> Callable[[str], Scene]:
    """Makes a `Scene` from the text of a *Given* line."""
    return lambda given: Scene(build(given))


@pytest.fixture(scope="session")
def new_match() -> Callable[..., Scene]:
    """Makes a `Scene` before the first event."""

    def make(seats: int = 2, **options: str) -> Scene:
        return Scene(FARMINI.new_state(seats, FARMINI.check_options(options)))

    return make
