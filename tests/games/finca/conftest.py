"""Positions and results of Finca in the language of the worked examples of docs/rules/finca.md.

``scene("farmers 0: 2; fruit 0: fig 1").play("move 2").shows("carts 0: 0")`` sets up a position,
plays moves and reveals in the ledger's notation and compares; a key that is not known fails.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from siurell.errors import InvalidMoveError
from siurell.games.base import CHANCE, Move
from siurell.games.finca.components import components
from siurell.games.finca.game import Finca
from siurell.games.finca.observation import FincaObservation
from siurell.games.finca.state import FincaState

FINCA = Finca()
BOX = components()
FRUITS = list(BOX.fruits)
REGIONS = [region.key for region in BOX.regions]
FACES = [face.key for face in BOX.faces]
FINCA_TILES = [tile.key for tile in BOX.finca_tiles]
BLADES = len(BOX.blades)

_CLAUSES = (
    re.compile(
        r"(?P<key>farmers|fruit|carts|actions|tiles|won|bonuses) (?P<about>\d): (?P<value>.+)"
    ),
    re.compile(r"(?P<key>supply|option) (?P<about>\w+):? (?P<value>.+)"),
    re.compile(
        r"(?P<key>players|phase|hand|to move|wheel|turns|tops?|left|finca|bonus|wooden|mill"
        r"|reveals|score|ranks):? (?P<value>.+)(?P<about>)"
    ),
    re.compile(r"(?P<key>over|not over)(?P<about>)(?P<value>)"),
)

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


def table(text: str) -> dict[str, str]:
    """``arta fig1, inca any4`` as a table."""
    return {} if text == "none" else dict(part.split(" ") for part in text.split(", "))


def fruit_counts(text: str) -> list[int]:
    counts = [0] * len(FRUITS)
    for fruit, number in table(text).items():
        counts[FRUITS.index(fruit)] = int(number)
    return counts


def farmer_counts(text: str) -> list[int]:
    stands = numbers(text)
    return [stands.count(blade) for blade in range(BLADES)]


def places(of: list[str]) -> Callable[[str], tuple[int, ...]]:
    return lambda text: tuple(of.index(word) for word in words(text))


def action_bits(text: str) -> int:
    return sum(1 << BOX.actions.index(key) for key in words(text))


# ---------------------------------------------------------------------- setting up a position


class Setting:
    """The clauses of a *Given* line, taken one by one."""

    def __init__(self, given: str) -> None:
        self.values = {(key, about): value for key, about, value in clauses(given)}
        self.seats = int(self.take("players", "2"))

    def take(self, key: str, default: str, about: str = "") -> str:
        return self.values.pop((key, about), default)

    def of_seats(self, key: str, default: str, read: Callable[[str], Any]) -> tuple[Any, ...]:
        return tuple(read(self.take(key, default, str(seat))) for seat in range(self.seats))

    def options(self) -> dict[str, str]:
        named = [about for key, about in self.values if key == "option"]
        return FINCA.check_options({name: self.take("option", "", name) for name in named})


def build(given: str) -> FincaState:
    """The position that the *Given* line of an example describes."""
    setting = Setting(given)
    mover = int(setting.take("to move", "0"))
    tops = table(setting.take("tops", "none"))
    left = table(setting.take("left", "none"))
    fincas = finca_tiles_of(tops, table(setting.take("finca", "none")))
    assert set(left) <= set(tops), "a closed region has tiles left"
    seen = FincaObservation(
        viewer=mover,
        to_act=mover,
        options=setting.options(),
        phase=setting.take("phase", "turn"),
        mover=mover,
        turns=int(setting.take("turns", "0")),
        wheel=places(FRUITS)(setting.take("wheel", " ".join(FRUITS * 2))),
        farmers=sum(map(tuple, setting.of_seats("farmers", "none", farmer_counts)), ()),
        hand=tuple(numbers(setting.take("hand", " ".join(["0"] * setting.seats)))),
        fruit=sum(map(tuple, setting.of_seats("fruit", "none", fruit_counts)), ()),
        carts=setting.of_seats("carts", "0", int),
        tops=tuple(FACES.index(tops[key]) if key in tops else -1 for key in REGIONS),
        left=tuple(int(left.get(key, BOX.pile_size)) if key in tops else 0 for key in REGIONS),
        fincas=tuple(FINCA_TILES.index(fincas[key]) if key in fincas else -1 for key in REGIONS),
        tiles=setting.of_seats("tiles", "none", places(FACES)),
        won=setting.of_seats("won", "none", places(FINCA_TILES)),
        actions=setting.of_seats("actions", " ".join(BOX.actions), action_bits),
        bonuses=setting.of_seats("bonuses", "none", lambda text: tuple(numbers(text))),
        bonus_stack=tuple(numbers(setting.take("bonus", "7 6 5 4"))),
        wooden=int(setting.take("wooden", str(setting.seats + 2))),
        reveals=(),
    )
    assert not setting.values, f"clauses that mean nothing here: {setting.values}"
    state = seen.determinize(random.Random(0))
    assert state.observe(mover) == seen
    return state


def finca_tiles_of(tops: dict[str, str], named: dict[str, str]) -> dict[str, str]:
    """A finca tile for each open region: the one named, or one of those that are not."""
    assert set(named) <= set(tops), "a closed region has a finca tile"
    spare = [key for key in FINCA_TILES if key not in named.values()]
    return {region: named.get(region) or spare.pop() for region in tops}


# --------------------------------------------------------------------- looking at a position


def seat_slice(values: list[int], about: str, width: int) -> list[int]:
    return values[int(about) * width : (int(about) + 1) * width]


def keyed(keys: list[str], numbers: list[int]) -> dict[str, str]:
    return {REGIONS[i]: keys[n] for i, n in enumerate(numbers) if n >= 0}


Fact = tuple[Callable[[FincaState, str], Any], Callable[[str], Any]]

FACTS: dict[str, Fact] = {
    "over": (lambda s, _: s.to_act is None and s.phase == "over", lambda _: True),
    "not over": (lambda s, _: s.to_act is not None and s.phase != "over", lambda _: True),
    "phase": (lambda s, _: s.phase, str),
    "to move": (lambda s, _: s.to_act, int),
    "turns": (lambda s, _: s.turns, int),
    "mill": (lambda s, _: s.mill, int),
    "wooden": (lambda s, _: s.wooden, int),
    "supply": (lambda s, about: s.supply[FRUITS.index(about)], int),
    "carts": (lambda s, about: s.carts[int(about)], int),
    "farmers": (lambda s, about: seat_slice(s.farmers, about, BLADES), farmer_counts),
    "fruit": (lambda s, about: seat_slice(s.fruit, about, len(FRUITS)), fruit_counts),
    "actions": (lambda s, about: s.actions[int(about)], action_bits),
    "tiles": (lambda s, about: s.tiles[int(about)], places(FACES)),
    "won": (lambda s, about: s.won[int(about)], places(FINCA_TILES)),
    "bonuses": (lambda s, about: list(s.bonuses[int(about)]), numbers),
    "bonus": (lambda s, _: list(s.bonus_stack), numbers),
    "reveals": (lambda s, _: [REGIONS[region] for region in s.reveals], words),
    "left": (lambda s, _: keyed([str(n) for n in range(5)], s.left), table),
    "top": (lambda s, _: keyed(FACES, s.tops), table),
    "finca": (lambda s, _: keyed(FINCA_TILES, s.fincas), table),
    "wheel": (lambda s, _: tuple(s.wheel), places(FRUITS)),
    "hand": (lambda s, _: s.hand, numbers),
    "score": (lambda s, _: list(s.outcome().scores), numbers),
    "ranks": (lambda s, _: list(s.outcome().placements), numbers),
}


class Scene:
    """A position to play on and to look at."""

    def __init__(self, state: FincaState) -> None:
        self.state = state

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
                self.state.apply(FINCA.parse_move(text))
        return self

    @property
    def legal(self) -> list[str]:
        """The texts of the legal list."""
        return [str(move) for move in self.state.legal_moves()]

    def why(self, text: str) -> str:
        """Why a move is not legal, or not even a move; empty for a legal one."""
        try:
            move: Move = FINCA.parse_move(text)
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
            if isinstance(wanted, dict):
                found = {name: found.get(name) for name in wanted}
            assert found == wanted, f"{key} {about}: {found}, not {wanted}"
        return self


@pytest.fixture(scope="session")
def scene() -> Callable[[str], Scene]:
    """Makes a `Scene` from the text of a *Given* line."""
    return lambda given: Scene(build(given))


@pytest.fixture(scope="session")
def new_match() -> Callable[..., Scene]:
    """Makes a `Scene` before the first event."""

    def make(seats: int = 2, **options: str) -> Scene:
        return Scene(FINCA.new_state(seats, FINCA.check_options(options)))

    return make


def draw_given(rng: random.Random) -> str:
    """A *Given* line of two players with much to deliver, as play seldom brings it."""
    tiles = [key for face, key in enumerate(FACES) for _ in range(BOX.faces[face].copies)]
    regions = sorted(rng.sample(REGIONS, rng.randint(1, 10)), key=REGIONS.index)
    tops = zip(regions, rng.sample(tiles, len(regions)), strict=True)
    most = rng.choice([2, 4, 18])
    held = [(fruit, rng.randint(0, most)) for fruit in FRUITS]
    actions = rng.sample(BOX.actions, rng.randint(0, 4))
    return "; ".join(
        [
            f"farmers 0: {' '.join(str(rng.randrange(12)) for _ in range(rng.randint(1, 5)))}",
            f"farmers 1: {rng.randrange(12)}",
            f"carts 0: {rng.randint(0, 2)}",
            f"fruit 0: {', '.join(f'{fruit} {count}' for fruit, count in held)}",
            f"tops: {', '.join(f'{region} {tile}' for region, tile in tops)}",
            f"actions 0: {' '.join(actions) or 'none'}",
        ]
    )


@pytest.fixture(scope="session")
def random_given() -> Callable[[random.Random], str]:
    """Makes the text of a *Given* line at random."""
    return draw_given
