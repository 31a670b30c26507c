"""Positions and results of La Granja in the language of docs/rules/la_granja.md.

``board("T-PLAY A", A=farm(silver=3, fields={"grain": "full"}, hand=[12]))`` is a position in which
player A is in T-PLAY; ``.play("extend 12")`` plays moves and chance events by their texts and
``.shows("A", silver=2)`` compares. Players are A, B, C, D by seat, R is the rival of the solo game.
A position is reached by playing a match up to that turn and changing what lies on the table then,
so that everything else is as it comes in play.
"""

from __future__ import annotations

import copy
import random
import runpy
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from siurell.errors import InvalidMoveError
from siurell.games.base import CHANCE, Event, Observation
from siurell.games.la_granja.components import Components, read_components
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.state import LaGranjaState
from siurell.games.la_granja.table import STAGES

LYING = runpy.run_path(str(Path(__file__).with_name("lying.py")))
Setter, Reader, FARM = LYING["Setter"], LYING["Reader"], LYING["FARM"]
PLAYERS, BUILDINGS = LYING["PLAYERS"], LYING["BUILDINGS"]
ANY_TIME = ("buy", "sell", "upgrade", "trade", "use")
MOST_STEPS = 3000
TURNS = {
    "T-PLAY": "play",
    "T-INCOME": "income",
    "T-ROOF": "roof",
    "T-MARK": "mark",
    "T-DIE": "die",
    "T-LAST": "last",
    "T-DONKEY": "donkey",
    "T-SIESTA": "siesta",
    "T-DELIVER": "deliver",
}
CHOICES = {
    "take": "C-OPTION",
    "gain": "C-GAIN",
    "free": "C-UPGRADE",
    "deliver": "C-DELIVER",
    "field": "C-PLAY",
    "barrow": "C-PLAY",
    "extend": "C-PLAY",
    "helper": "C-PLAY",
    "grow": "C-GROW",
    "reuse": "C-REUSE",
    "refresh": "C-REFRESH",
    "use": "C-TRIGGER",
    "pay": "C-PAY",
    "replace": "C-REPLACE",
    "market": "C-MARKET",
    "discard": "C-DISCARD",
}
BEFORE = {"T-INCOME": "T-PLAY", "T-MARK": "T-ROOF", "T-DELIVER": "T-SIESTA"}
"""The turn of the last player at which a position is changed, so that what a turn fixes when it
begins is as it comes in play. (In the solo game the rival's disc would move behind that.)"""


class Scene:
    """A position to play on and to look at."""

    def __init__(self, state: LaGranjaState, game: LaGranja) -> None:
        self.state = state
        self.game = game

    # ------------------------------------------------------------------------ looking

    @property
    def legal(self) -> list[str]:
        """The texts of the legal list."""
        return [str(move) for move in self.state.legal_moves()]

    @property
    def possible(self) -> list[str]:
        """The texts of the possible outcomes of the event that is due."""
        weights = self.state.chance().weights() if self.state.to_act == CHANCE else None
        return [str(outcome) for outcome, _ in weights or []]

    @property
    def turn(self) -> str:
        """The state and who decides by LG-DEC-15 and 18, such as ``T-ROOF A``."""
        if self.state.to_act is None or self.state.to_act == CHANCE:
            return "over" if self.state.to_act is None else "chance"
        player = PLAYERS[self.state.to_act]
        if self.state.stack:
            first = next(text.split()[0] for text in self.legal if text != "done")
            return f"{CHOICES[first]} {player}"
        stage = STAGES[self.state.stage]
        return f"{next(turn for turn, name in TURNS.items() if name == stage)} {player}"

    def fact(self, seat: str | None, key: str, wanted: Any) -> Any:
        """What is found under a key, in the form of what is wanted."""
        if seat is not None:
            found = getattr(Reader(self.state), key)(PLAYERS.index(seat))
            return {k: found.get(k) for k in wanted} if key in ("loads", "rows") else found
        if key in ("can", "cannot"):
            legal = [text for text in wanted if self.why(text) == ""]
            assert legal == [text for text in wanted if text in self.legal], f"{legal} have reasons"
            return [text for text in wanted if (text in legal) is (key == "can")]
        if key == "moves":
            return self.legal
        if key == "own":
            return [text for text in self.legal if text.split()[0] not in ANY_TIME]
        if key == "chance":
            return self.possible
        if key == "not_possible":
            return [text for text in wanted if not self.allows(text)]
        return self.turn if key == "turn" else getattr(Reader(self.state), key)()

    def shows(self, seat: str | None = None, /, **facts: Any) -> Scene:
        """Compare what lies before a seat, or in the village, with what it should be."""
        for key, value in facts.items():
            wanted = self.sorted(key, value)
            found = self.fact(seat, key, wanted)
            assert found == wanted, (
                f"{key} of {seat or 'the village'}: found {found}, not {wanted}; now {self.turn}, "
                f"legal: {', '.join(self.legal) or self.possible or 'nothing'}"
            )
        return self

    @staticmethod
    def sorted(key: str, value: Any) -> Any:
        """Lists without an order of their own, and fields, in the order in which they are found."""
        if key in ("moves", "own", "chance", "hand", "crafts", "turned_down", "donkeys_used"):
            return sorted(value)
        if key == "fields":
            return {
                crop: " ".join(sorted(text.split(), reverse=True)) for crop, text in value.items()
            }
        return value

    def allows(self, text: str) -> bool:
        """Whether an outcome is possible now."""
        try:
            outcome = self.state.chance().parse(text)
        except InvalidMoveError:
            return False
        return self.state.chance().allows(outcome)

    def pigs(self, seat: str) -> int:
        return self.state.goods[PLAYERS.index(seat) * 8 + 3]

    @property
    def ranks(self) -> list[int]:
        return list(self.state.outcome().placements)

    def barrows_done(self) -> list[int]:
        return list(self.state.barrows_done)

    def view(self, seat: str) -> Observation:
        return self.state.observe(PLAYERS.index(seat))

    def told(self, seat: str, text: str) -> str:
        """What a seat reads of an event that is about to come."""
        return self.state.text_for(PLAYERS.index(seat), self.event(text))

    def why(self, text: str) -> str:
        """Why a move is not legal; empty for a legal one."""
        move = self.game.parse_move(text)
        assert str(move) == text
        return self.state.why_illegal(move) or ""

    # ------------------------------------------------------------------------ playing

    def event(self, text: str) -> Event:
        if self.state.to_act == CHANCE:
            return self.state.chance().parse(text)
        return self.game.parse_move(text)

    def play(self, *texts: str) -> Scene:
        """Apply moves and chance events, each of them checked."""
        for text in texts:
            if self.state.to_act == CHANCE:
                key = self.state.chance().key
                assert self.allows(text), f"`{text}` is not possible for {key}: {self.possible}"
                event = self.event(text)
            else:
                legal = self.legal
                assert text in legal, f"`{text}` is not legal in {self.turn}: {', '.join(legal)}"
                event = self.game.parse_move(text)
                assert self.state.why_illegal(event) is None
            assert str(event) == text
            self.state.apply(event)
        return self

    def deal(self) -> Scene:
        """Answer the chance events that are due, always alike; every revenue die shows a 4."""
        below = random.Random(7).randrange
        while self.state.to_act == CHANCE:
            chance = self.state.chance()
            dice = "dice" + " 4" * self.state.rules.dice
            self.state.apply(chance.parse(dice) if self.allows(dice) else chance.draw(below))
        return self

    def flow(self, *texts: str) -> Scene:
        """Play moves, and answer the chance events behind each of them."""
        for text in texts:
            self.play(text).deal()
        return self

    def step(self) -> Scene:
        """One plain move: `done` if it may be, else a field, else the last one (donkey 4)."""
        legal = [text for text in self.legal if text.split()[0] not in ANY_TIME]
        fields = [text for text in legal if text.startswith("field")]
        return self.play("done" if "done" in legal else (fields or legal)[-1])

    def until(self, turn: str) -> Scene:
        """Plain moves until the next such turn, which is another than the present one."""
        now = self.state.turn
        for _ in range(MOST_STEPS):
            if self.deal().state.to_act is None or (self.turn == turn and self.state.turn != now):
                break
            self.step()
        assert self.turn == turn, f"no {turn} comes, now {self.turn}"
        return self

    def until_chance(self, word: str) -> Scene:
        """Plain moves until the event of a word is due."""
        for _ in range(MOST_STEPS):
            if self.state.to_act == CHANCE:
                if str(self.state.chance().draw(lambda _: 0)).split()[0] == word:
                    return self
                below = random.Random(7).randrange
                self.state.apply(self.state.chance().draw(below))
            else:
                self.step()
        pytest.fail(f"no {word} comes")

    def until_no_choice(self) -> Scene:
        """Plain moves until no effect is being carried out."""
        while self.state.stack:
            self.step().deal()
        return self

    def phases_to_the_end(self) -> list[str]:
        """The phase of every decision of random play, and of the end."""
        rng = random.Random(3)
        found = []
        while self.deal().state.to_act is not None:
            found.append(self.state.phase)
            self.state.apply(rng.choice(self.state.legal_moves()))
        return [*found, self.state.phase]

    def give(self, seat: str | None = None, /, **values: Any) -> Scene:
        """Change what lies before a seat, or in the village, here and now."""
        setter = Setter(self.state)
        if seat is None:
            setter.village(**values)
        else:
            setter.farm(PLAYERS.index(seat), **values)
            setter.village()
        return self

    def copy(self) -> Scene:
        return Scene(self.state.copy(), self.game)


# ----------------------------------------------------------------------- reaching a turn

_REACHED: dict[tuple[str, str, bool, int], tuple[Scene, Components | None]] = {}
"""Matches by turn, order, round and box; the box is kept, since its identity is in the key."""


def start(seats: int, box: Components | None) -> Scene:
    """A match before its first event."""
    game = LaGranja() if box is None else LaGranja(box)
    return Scene(game.new_state(seats, game.check_options({})), game)


def reach(turn: str, order: str, first_round: bool, box: Components | None) -> Scene:
    """A match with this turn order that was played plainly up to that turn of round 1 or 2."""
    key = (turn, order, first_round, id(box))
    if key not in _REACHED:
        seats = len(order.replace("R", ""))
        scene = start(seats, box)
        scene.play("first rival" if order[0] == "R" else f"first {PLAYERS.index(order[0])}")
        first_play = next(player for player in order if player != "R")
        scene.until(f"T-PLAY {first_play}")
        numbers = [1 if who == "R" else PLAYERS.index(who) for who in order]
        scene.state.order[:] = numbers
        scene.state.discs[:] = numbers
        if not first_round:
            keep_order(scene, order).until(f"T-PLAY {first_play}")
        if turn == "T-DELIVER A":
            keep_order(scene, order)
        if scene.turn != turn:
            scene.until(turn)
        _REACHED[key] = (scene, box)
    return _REACHED[key][0].copy()


def keep_order(scene: Scene, order: str) -> Scene:
    """In the solo game: play up to T-SIESTA and lay the discs so that the turn order remains."""
    if "R" in order:
        scene.until("T-SIESTA A").give(discs={8: order[0], 0: order[1]})
    return scene


def set_out(scene: Scene, farms: dict[str, Any], village: dict[str, Any], round_: int) -> None:
    """Clear the table of what plain play brought and lay out what is wanted."""
    state = scene.state
    setter = Setter(state)
    state.round = round_
    state.first_vp[:] = [1] * len(BUILDINGS)
    for seat in range(state.seats):
        setter.farm(seat, **FARM | farms.pop(PLAYERS[seat], {}))
    assert not farms, f"no such players: {farms}"
    order = Reader(state).order()
    plain = {"market": {}, "order_markers": {}, "roof_display": [], "discards": []}
    plain["discs"] = {0: order}
    if STAGES[state.stage] in ("siesta", "deliver"):
        plain["donkeys"] = dict.fromkeys(order.replace("R", ""), 4) | village.pop("donkeys", {})
    setter.village(**plain | village)


def build(turn: str, *, round: int = 2, seats: int = 3, order: str = "", **given: Any) -> Scene:
    """The position of a test."""
    order = order or ("AR" if seats == 1 else PLAYERS[:seats])
    box = given.pop("box", None)
    name = turn.split()[0]
    farms = {key: given.pop(key) for key in [*given] if key in PLAYERS}
    if name in BEFORE and not (name == "T-DELIVER" and seats == 1):
        last = next(who for who in reversed(order) if who != "R")
        if BEFORE[name] == "T-ROOF" and round == 1:
            last = next(who for who in order if who != "R")
        scene = reach(f"{BEFORE[name]} {last}", order, round == 1, box)
        set_out(scene, farms, given, round)
        scene.until(turn)
    else:
        scene = reach(turn, order, round == 1, box)
        set_out(scene, farms, given, round)
    return scene


# ------------------------------------------------------------------------------ fixtures


@pytest.fixture(scope="session")
def farm() -> Callable[..., dict[str, Any]]:
    """Describes a player's farm; what is not said is as at the start, with an empty hand."""

    def describe(**values: Any) -> dict[str, Any]:
        assert set(values) <= set(FARM), f"a farm has no {set(values) - set(FARM)}"
        return FARM | values

    return describe


@pytest.fixture(scope="session")
def board() -> Callable[..., Scene]:
    """Makes a position: see the head of this file."""
    return build


@pytest.fixture(scope="session")
def new_match() -> Callable[[int], Scene]:
    """Makes a match before its first event."""
    return lambda seats: start(seats, None)


@pytest.fixture(scope="session")
def data() -> dict[str, Any]:
    """The data file."""
    text = resources.files("siurell.games.la_granja").joinpath("la_granja.toml").read_text("utf-8")
    return tomllib.loads(text)


@pytest.fixture(scope="session")
def edited(data: dict[str, Any]) -> Callable[[dict[str, Any]], Components]:
    """Makes a box in which some values differ: ``edited({"card/42/helper/text": "new"})``."""

    def edit(changes: dict[str, Any]) -> Components:
        changed: Any = copy.deepcopy(data)
        for path, value in changes.items():
            *steps, last = path.split("/")
            place = changed
            for step in steps:
                place = place[int(step) - 1] if isinstance(place, list) else place[step]
            place[last] = value
        return read_components(changed)

    return edit
